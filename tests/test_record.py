"""Games on paper: the fixtures replay for ever, and nothing but a proper record is ever read.

``python -m tests.test_record`` writes those files of tests/records that are not there.
"""

import hashlib
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from motherlode import fair
from motherlode.fair import Kept, Promise, Reason, Result, Terms
from motherlode.games import GAMES, game
from motherlode.games.game import Deal
from motherlode.games.position import Position
from motherlode.record import (
    LARGEST_FILE,
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_LINES,
    MOST_MOVES,
    DealUnknown,
    Ending,
    Move,
    Record,
    RecordError,
    Seed,
    Series,
    next_head,
)

FOLDER = Path(__file__).parent / "records"


# --- Games to write down ------------------------------------------------------------------------


def digest(text: str) -> str:
    """A secret or nonce of the tests."""
    return hashlib.sha256(text.encode()).hexdigest()


def promise_of(of: str, chosen: dict[str, Any], devices: int, number: int = 1) -> Promise:
    """A promise ready to be dealt from, its secret ``digest("secret 1")`` for the first game."""
    options = fair.options_text(game(of).options(**chosen))
    terms = Terms("copper-kettle", of, 1, options, number, starter=None)
    return joined(terms, devices)


def joined(terms: Terms, devices: int) -> Promise:
    """The promise of these terms, joined by devices that have opened their nonces."""
    promise = Promise.make(terms, digest(f"secret {terms.number}"))
    nonces = [digest(f"nonce {i}") for i in range(devices)]
    for i, nonce in enumerate(nonces):
        promise = promise.join(fair.commit_nonce(terms, i, nonce))
    for i, nonce in enumerate(nonces):
        promise = promise.open_nonce(i, nonce)
    return promise


def at_random(position: Position, moves: int = MOST_MOVES) -> Position:
    """The position after some random moves, always the same ones."""
    rng = random.Random(7)
    for _ in range(moves):
        if position.over:
            break
        position = position.play(rng.choice(position.moves))
    return position


def fair_game(of: str, chosen: dict[str, Any], devices: int, names: tuple[str, ...]) -> Record:
    """A finished game that was dealt fairly, its secret open."""
    promise = promise_of(of, chosen, devices)
    position = game(of).start(game(of).options(**chosen), promise.deal(digest("secret 1")))
    record = Record.of_position(at_random(position), promise, names=names)
    return record.open(digest("secret 1"))


def seeded_game(of: str, chosen: dict[str, Any], seed: str) -> Record:
    """A finished game dealt from a seed."""
    start = Record(game(of), game(of).options(**chosen), Seed(seed))
    position = game(of).start(start.options, start.deal)
    return Record.of_position(at_random(position), Seed(seed))


def written_game(of: str, chosen: dict[str, Any], seed: str, moves: int = MOST_MOVES) -> Record:
    """A game whose deal is written out."""
    start = Record(game(of), game(of).options(**chosen), Seed(seed))
    position = game(of).start(start.options, start.deal)
    return Record.of_position(at_random(position, moves))


def running_game(of: str, moves: int = 12) -> Record:
    """A fair game that is still being played, its secret nobody's but the server's."""
    promise = promise_of(of, {}, 2)
    position = game(of).start(game(of).options(), promise.deal(digest("secret 1")))
    return Record.of_position(at_random(position, moves), promise, names=("Ada", "Ben"))


def abandoned_game() -> Record:
    """A fair game that never began, for a device did not open its nonce."""
    promise = promise_of("golddigger", {"seats": 3}, 3)
    waiting = fair.Device(promise.devices[1].commits)
    devices = (promise.devices[0], waiting, promise.devices[2])
    return Record.promised(msgspec.structs.replace(promise, devices=devices))


def fair_match(of: str, chosen: dict[str, Any]) -> Series:
    """A match, every game of it dealt fairly."""
    options = game(of).options(**chosen)
    terms = Terms("long-shaft", of, 1, fair.options_text(options))
    series: Series | None = None
    after = ""
    for number in range(1, options.seats + 1):
        promise = joined(terms, 1)
        secret = digest(f"secret {number}")
        position = at_random(game(of).start(options, promise.deal(secret)))
        record = Record.of_position(
            position, promise, number=number, of=options.seats, after=after
        ).open(secret)
        series = Series((record,)) if series is None else series.add(record)
        following = (position.deal.starter + 1) % options.seats
        terms = msgspec.structs.replace(terms, number=number + 1, starter=following)
        after = record.head
    assert series is not None
    return series


FIXTURES: dict[str, tuple[Callable[[], Record], Result]] = {
    "goldrush-2-fair": (
        lambda: fair_game("goldrush", {}, 2, ("Ada", "Björn ⛏")),
        Result.CONSISTENT,
    ),
    "goldrush-3-chosen-colours": (
        lambda: fair_game(
            "goldrush", {"seats": 3, "colours": "violet,red,green"}, 3, ("", "Zoë", "")
        ),
        Result.CONSISTENT,
    ),
    "goldrush-4-grid-from-a-seed": (
        lambda: seeded_game("goldrush", {"seats": 4, "layout": "grid"}, "Glück auf!"),
        Result.NOTHING,
    ),
    "goldrush-5-written-out": (
        lambda: written_game("goldrush", {"seats": 5}, "five"),
        Result.NOTHING,
    ),
    "goldrush-2-running": (lambda: running_game("goldrush", 31), Result.NOTHING),
    "golddigger-2-from-a-seed": (lambda: seeded_game("golddigger", {}, "two"), Result.NOTHING),
    "golddigger-3-never-begun": (abandoned_game, Result.NOTHING),
    "golddigger-4-fair": (
        lambda: fair_game("golddigger", {"seats": 4}, 4, ("Ada", "Ben", "Cy", "Di")),
        Result.CONSISTENT,
    ),
    "golddigger-5-other-deck": (
        lambda: seeded_game(
            "golddigger", {"seats": 5, "deck": "1,1,1,1,2,2,2,3,3,3,4,4,4,5,8"}, "deck"
        ),
        Result.NOTHING,
    ),
    "golddonkey-2-written-out": (lambda: written_game("golddonkey", {}, "out"), Result.NOTHING),
    "golddonkey-3-one-device": (
        lambda: fair_game("golddonkey", {"seats": 3}, 1, ("Ada", "Ada's aunt", "Bot 2")),
        Result.CONSISTENT,
    ),
}
MATCHES: dict[str, Callable[[], Series]] = {
    "goldrush-2-match": lambda: fair_match("goldrush", {"layout": "grid"}),
    "golddonkey-3-match": lambda: fair_match("golddonkey", {"seats": 3}),
}


def text_of(name: str) -> str:
    """A fixture's text."""
    return (FOLDER / f"{name}.txt").read_bytes().decode()


def keeper(record: Record) -> Kept:
    """What the first device kept of a fair game."""
    assert isinstance(record.chance, Promise)
    chance = record.chance
    return Kept(chance.commitment, 0, digest("nonce 0"), chance.roll, record.head)


# --- The fixtures -------------------------------------------------------------------------------


def test_no_fixture_is_missing() -> None:
    written = {path.stem for path in FOLDER.glob("*.txt")}
    assert written == set(FIXTURES) | set(MATCHES)


@pytest.mark.parametrize("name", FIXTURES)
def test_old_records_are_read_replayed_and_written_for_ever(name: str) -> None:
    record = Record.read(text_of(name))
    assert record.write() == text_of(name)
    assert record.verify().result is FIXTURES[name][1]
    if record.ending:
        last = record.replay()[-1]
        assert last.over
        assert (last.scores, last.winners) == (record.ending.scores, record.ending.winners)


@pytest.mark.parametrize("name", MATCHES)
def test_old_matches_are_read_replayed_and_written_for_ever(name: str) -> None:
    series = Series.read(text_of(name))
    assert series.write() == text_of(name)
    assert [verdict.result for verdict in series.verify()] == [Result.CONSISTENT] * len(
        series.games
    )
    assert [positions[-1].over for positions in series.replay()] == [True] * len(series.games)
    assert series.match.over


@pytest.mark.parametrize("name", [name for name, (_, r) in FIXTURES.items() if r == "consistent"])
def test_who_kept_everything_can_prove_an_old_record(name: str) -> None:
    record = Record.read(text_of(name))
    assert record.verify(keeper(record)).result is Result.PROVED


# --- Writing ------------------------------------------------------------------------------------

SMALL = """\
motherlode record 1

game        golddonkey
rules       1
options     seats=2
number      1 of 1
table       copper-kettle
attempt     1
starter     drawn
commitment  {commitment}
device 1    {device}
nonce 1     {nonce}

seat 1      Ada
seat 2

   1  {first}  seat 2  {move}

head        {head}
"""


def small() -> Record:
    """A fair game after one move."""
    promise = promise_of("golddonkey", {}, 1)
    position = game("golddonkey").start(
        game("golddonkey").options(), promise.deal(digest("secret 1"))
    )
    return Record.promised(promise, names=("Ada", "")).append(position.moves[0], position.seat)


def test_a_record_reads_like_this() -> None:
    record = small()
    promise = promise_of("golddonkey", {}, 1)
    assert record.write() == SMALL.format(
        commitment=promise.commitment,
        device=promise.devices[0].commits,
        nonce=promise.devices[0].opens,
        move=record.moves[0].text,
        first=record.head[:8],
        head=record.head,
    )


@pytest.mark.parametrize("of", GAMES)
def test_a_record_is_the_same_written_move_by_move(of: str) -> None:
    whole = fair_game(of, {}, 2, ())
    promise = promise_of(of, {}, 2)
    record = Record.promised(promise)
    for move in whole.moves:
        record = record.append(move.text, move.seat)
    assert whole.ending
    record = record.finish(whole.ending.scores, whole.ending.winners)
    assert record.open(digest("secret 1")) == whole


@pytest.mark.parametrize("of", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 9, MOST_MOVES])
def test_a_game_goes_onto_paper_and_back_at_any_moment(of: str, moves: int) -> None:
    record = written_game(of, {}, "paper", moves)
    again = Record.read(record.write())
    assert again == record
    assert again.replay() == record.replay()
    assert len(again.replay()) == len(record.moves) + 1


def test_a_replay_has_the_very_moves() -> None:
    record = written_game("golddigger", {}, "paper")
    assert record.replay()[-1].history == tuple(move.text for move in record.moves)


def test_appending_leaves_the_record_before_it_alone() -> None:
    before = running_game("goldrush", 3)
    text = before.write()
    before.append("a1", 0)
    assert before.write() == text


def test_a_move_is_written_in_its_proper_form() -> None:
    assert running_game("goldrush").append(" C4 ", 0).moves[-1].text == "c4"


def test_nothing_is_appended_to_a_finished_game() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        written_game("goldrush", {}, "over").append("a1", 0)


@pytest.mark.parametrize("move", ["", "c9", "c4 c5", "c4\n", "🂡"])
def test_what_is_no_move_is_not_appended(move: str) -> None:
    with pytest.raises(ValueError, match=r"spot|move"):
        running_game("goldrush").append(move + "!", 0)


def test_a_seat_that_is_not_there_makes_no_move() -> None:
    with pytest.raises(ValueError, match="the seat is a whole number from 0 to 1, not 2"):
        running_game("goldrush").append("c4", 2)


def test_only_the_promised_secret_opens_a_record() -> None:
    with pytest.raises(ValueError, match="not the one that was committed to") as refusal:
        small().open(digest("another"))
    assert digest("another") not in str(refusal.value)


def test_a_game_nobody_committed_to_has_no_secret() -> None:
    with pytest.raises(ValueError, match="nobody committed to this deal"):
        written_game("golddonkey", {}, "out").open(digest("secret 1"))


def test_a_running_record_of_gold_names_spots_and_never_a_card() -> None:
    text = running_game("goldrush", 40).write()
    words = set(re.findall(r"[a-z]+", text.partition("seat 1")[2].lower()))
    assert not words & {"digger", "dynamite", "gold", "red", "orange", "green", "blue", "violet"}
    moves = re.findall(r"^ *\d+  [0-9a-f]{8}  seat \d  (.*)$", text, re.MULTILINE)
    assert len(moves) == 40
    assert all(re.fullmatch(r"[a-h][1-8]", move) for move in moves)


def test_a_running_record_does_not_hold_the_secret_or_the_deal() -> None:
    text = running_game("golddigger").write()
    assert digest("secret 1") not in text
    assert "order" not in text


# --- Names --------------------------------------------------------------------------------------

names = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"]), max_size=LONGEST_NAME
).map(lambda name: name.strip(" "))


@given(names, names)
@example("secret      0", "head")
@example("motherlode record 1", "seat 1      x")
@example("  \u00a0x".strip(" "), "\u3000")
@settings(max_examples=200)
def test_any_name_comes_back_as_it_was(one: str, other: str) -> None:
    record = msgspec.structs.replace(small(), names=(one, other))
    assert Record.read(record.write()).names == (one, other)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 41,
        "a\nb",
        "a\rb",
        "a\tb",
        "\x00",
        " x",
        "x ",
        "\u202egold",
        "\u2028",
        "\ud800",
        "\x9b",
    ],
)
def test_a_name_that_would_tear_a_line_apart_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the name"):
        msgspec.structs.replace(small(), names=(name, ""))


def test_a_record_has_a_name_for_each_seat_or_none() -> None:
    with pytest.raises(ValueError, match="there are 2 seats and 3 names"):
        msgspec.structs.replace(small(), names=("", "", ""))


def test_taking_the_names_out_leaves_the_chain_alone() -> None:
    record = Record.read(text_of("goldrush-2-fair"))
    nameless = msgspec.structs.replace(record, names=())
    assert nameless.heads == record.heads
    assert nameless.verify(keeper(record)).result is Result.PROVED


# --- The chain ----------------------------------------------------------------------------------


def other_promise(**changes: Any) -> Promise:
    """The promise of ``small``, altered."""
    promise = promise_of("golddonkey", {}, 1)
    return msgspec.structs.replace(promise, **changes)


def other_terms(**changes: Any) -> Promise:
    """The promise of ``small`` with altered terms."""
    promise = promise_of("golddonkey", {}, 1)
    return other_promise(terms=msgspec.structs.replace(promise.terms, **changes))


@pytest.mark.parametrize(
    "other",
    [
        lambda: other_terms(table="iron-kettle"),
        lambda: other_terms(attempt=2),
        lambda: other_promise(commitment=digest("another")),
        lambda: other_promise(devices=(fair.Device(digest("another"), digest("nonce 0")),)),
        lambda: other_promise(
            devices=(fair.Device(other_promise().devices[0].commits, digest("another")),)
        ),
        lambda: other_promise(devices=()),
        lambda: Seed("another"),
        lambda: small().open(digest("secret 1")).deal,
    ],
)
def test_all_that_was_settled_before_the_first_move_is_in_the_chain(
    other: Callable[[], Any],
) -> None:
    before = msgspec.structs.replace(small(), moves=())
    assert msgspec.structs.replace(before, chance=other()).head != before.head


def test_the_chain_tells_one_of_from_two() -> None:
    before = msgspec.structs.replace(small(), moves=())
    assert msgspec.structs.replace(before, of=2).head != before.head


HEAD = digest("a head")


@pytest.mark.parametrize(
    "other",
    [(digest("another"), 1, 0, "c4"), (HEAD, 2, 0, "c4"), (HEAD, 1, 1, "c4"), (HEAD, 1, 0, "c5")],
)
def test_every_part_of_a_move_is_in_the_chain(other: tuple[str, int, int, str]) -> None:
    assert next_head(*other) != next_head(HEAD, 1, 0, "c4")


def test_a_change_of_one_move_changes_every_head_after_it() -> None:
    record = running_game("goldrush", 8)
    moves = list(record.moves)
    moves[3] = Move(moves[3].seat, "h8" if moves[3].text != "h8" else "h7")
    other = msgspec.structs.replace(record, moves=tuple(moves))
    assert other.heads[:4] == record.heads[:4]
    assert not set(other.heads[4:]) & set(record.heads)


def test_opening_the_secret_and_telling_the_result_leave_the_chain_alone() -> None:
    record = small()
    assert record.open(digest("secret 1")).finish((1, 2), (1,)).head == record.head


def page_head(text: str) -> str:
    """The head of a file with one game, made only from docs/records.md."""

    def joined(*fields: str) -> bytes:
        return b"".join(len(f.encode()).to_bytes(4, "big") + f.encode() for f in fields)

    fields = ["motherlode record 1"]
    for line in text.split("\n\n")[1].split("\n"):
        fields += [line[:12].rstrip(" "), line[12:]]
    head = hashlib.sha256(joined(*fields)).hexdigest()
    for line in text.split("\n"):
        if re.match(r" *[0-9]+  ", line):
            number, _, _, seat, move = line.split(None, 4)
            head = hashlib.sha256(joined("motherlode move 1", head, number, seat, move)).hexdigest()
    return head


@pytest.mark.parametrize("name", FIXTURES)
def test_the_page_alone_is_enough_to_check_a_chain(name: str) -> None:
    assert text_of(name).endswith(f"head        {page_head(text_of(name))}\n")


# --- Replay and verification --------------------------------------------------------------------


def test_a_deal_whose_secret_is_not_open_is_unknown() -> None:
    with pytest.raises(DealUnknown, match="found a secret not open") as refusal:
        running_game("goldrush").replay()
    assert refusal.value.line is None


def test_a_deal_with_a_nonce_not_open_is_unknown() -> None:
    record = abandoned_game()
    assert isinstance(record.chance, Promise)
    record = msgspec.structs.replace(record, chance=record.chance.open(digest("secret 1")))
    with pytest.raises(DealUnknown, match="found a nonce not open"):
        record.replay()
    assert record.verify().reason is Reason.NONCE_NOT_OPEN


def test_a_game_dealt_from_another_secret_is_not_replayed() -> None:
    record = fair_game("golddonkey", {}, 1, ())
    assert isinstance(record.chance, Promise)
    wrong = msgspec.structs.replace(record.chance, secret=digest("another"))
    record = msgspec.structs.replace(record, chance=wrong)
    with pytest.raises(RecordError, match="not the one that was committed to") as refusal:
        record.replay()
    assert digest("another") not in str(refusal.value)
    assert record.verify().reason is Reason.OTHER_SECRET


def replaced_move(record: Record, number: int, **changes: Any) -> Record:
    """The record with one move altered."""
    moves = list(record.moves)
    moves[number - 1] = msgspec.structs.replace(moves[number - 1], **changes)
    return msgspec.structs.replace(record, moves=tuple(moves))


def unplayable() -> dict[str, tuple[Record, str]]:
    """Records that cannot have been played, and what replay says of them."""
    whole = fair_game("golddonkey", {}, 1, ())
    cut = msgspec.structs.replace(whole, moves=whole.moves[:-1])
    longer = msgspec.structs.replace(whole, moves=(*whole.moves, whole.moves[-1]))
    assert whole.ending
    scores = tuple(points + 1 for points in whole.ending.scores)
    return {
        "move 5 by the wrong seat": (
            replaced_move(whole, 5, seat=1 - whole.moves[4].seat),
            "move 5: found seat",
        ),
        "a card that is not there": (
            replaced_move(whole, 1, text="bonus red 6 from 2"),
            "move 1: found 'bonus red 6 from 2', expected a legal move",
        ),
        "a move after the end": (longer, "expected no move, for the game is over"),
        "a result before the end": (cut, "the end: found a result, expected more moves"),
        "other scores": (whole.finish(scores, whole.ending.winners), "the end: found the scores"),
        "other winners": (whole.finish(whole.ending.scores, (0, 1)), "as winners, expected"),
    }


def test_what_cannot_have_been_played_is_not_replayed_and_not_verified() -> None:
    for record, told in unplayable().values():
        with pytest.raises(RecordError, match=told):
            record.replay()
        assert (record.verify().result, record.verify().reason) == (Result.WRONG, Reason.BAD_GAME)


def test_a_game_that_was_dealt_otherwise_has_nothing_to_verify_but_its_moves() -> None:
    record = written_game("goldrush", {}, "out")
    verdict = record.verify()
    assert (verdict.result, verdict.reason) == (Result.NOTHING, Reason.NOT_COMMITTED)
    swapped = replaced_move(record, 2, text=record.moves[0].text)
    assert swapped.verify().reason is Reason.BAD_GAME


def test_a_running_game_shows_its_keeper_whether_the_log_is_the_same() -> None:
    record = running_game("goldrush")
    other = replaced_move(record, 3, text="h8" if record.moves[2].text != "h8" else "h7")
    assert record.verify(keeper(record)).result is Result.NOTHING
    assert other.verify(keeper(record)).reason is Reason.OTHER_LOG


def test_a_seed_deals_the_same_game_again() -> None:
    one, other = (seeded_game("goldrush", {}, "monday") for _ in range(2))
    assert one == other
    assert one.deal != seeded_game("goldrush", {}, "tuesday").deal


# --- What may stand in a record -----------------------------------------------------------------

DONKEY = game("golddonkey")
TWO = DONKEY.options()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Record(DONKEY, TWO, Seed("x"), of=3), "a match of 2, not of 3"),
        (lambda: Record(DONKEY, TWO, Seed("x"), number=2, after=HEAD), "from 1 to 1, not 2"),
        (lambda: Record(DONKEY, TWO, Seed("x", 0), number=2, of=2), "follows another"),
        (lambda: Record(DONKEY, TWO, Seed("x"), after=HEAD), "follows another"),
        (lambda: Record(DONKEY, TWO, Seed("x", 0), number=2, of=2, after="x"), "64 digits"),
        (lambda: Record(DONKEY, TWO, Seed("x", 0)), "drawn in the first game"),
        (lambda: Record(DONKEY, TWO, Seed("x", 2), number=2, of=2, after=HEAD), "from 0 to 1"),
        (lambda: Record(DONKEY, TWO, promise_of("goldrush", {}, 1)), "for another game"),
        (lambda: Record(DONKEY, TWO, promise_of("golddonkey", {"seats": 3}, 1)), "another game"),
        (lambda: Record(DONKEY, TWO, Deal(0, (0, 1), (0, 1))), "order holds each number"),
        (lambda: Record(DONKEY, TWO, Seed("x"), moves=(Move(0, "TAKE red 8"),)), "is written"),
        (lambda: Record(DONKEY, TWO, Seed("x"), moves=(Move(0, "no bonus"),) * 5001), "5,000"),
        (lambda: Record(DONKEY, TWO, Seed("x"), ending=Ending((1,), (0,))), "2 seats and 1 scores"),
        (lambda: Record(DONKEY, TWO, Seed("x"), ending=Ending((1, 99999), (0,))), "score is"),
        (lambda: Record(DONKEY, TWO, Seed("x"), ending=Ending((1, 2), ())), "at least one"),
        (lambda: Record(DONKEY, TWO, Seed("x"), ending=Ending((1, 2), (1, 0))), "rising order"),
        (lambda: Record(DONKEY, TWO, Seed("x"), ending=Ending((1, 2), (2,))), "winner is"),
        (lambda: Seed(""), "the seed is empty"),
        (lambda: Seed("a\nb"), "control characters"),
        (lambda: Seed("x" * 81), "at most 80"),
    ],
)
def test_what_no_file_could_hold_is_refused(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


# --- Reading ------------------------------------------------------------------------------------

FAIR = Record.write(fair_game("golddonkey", {"seats": 3}, 1, ("Ada", "Ada's aunt", "Bot 2")))
SECRETS = {digest("secret 1"), *(digest(f"nonce {i}") for i in range(4))}


def line_with(text: str, key: str) -> int:
    """The number of the first line that begins with *key*."""
    return next(i for i, line in enumerate(text.split("\n"), 1) if line.startswith(key))


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("motherlode record 1", "motherlode record 2", 1, "the only format this program reads"),
        ("motherlode", "\ufeffmotherlode", 1, "the only format"),
        ("game        golddonkey", "game        poker", 3, "a game (there is no game 'poker'"),
        ("rules       1", "rules       2", 4, "Gold! is played by version 1 here"),
        ("options     seats=3", "options     seats=4", 5, "Gold! is for 2 to 3 seats, not 4"),
        ("options     seats=3", "options     seats=03", 5, "the options are written 'seats=3'"),
        ("number      1 of 1", "number      1 of 2", 6, "one game, or a match of 3"),
        ("number      1 of 1", "number      one", 6, "a place such as '1 of 1'"),
        ("table       copper", "table       two copper", 7, "a table and an attempt"),
        ("attempt     1", "attempt     one", 8, "a number"),
        ("starter     drawn", "starter     seat 2", 9, "drawn in the first game"),
        ("starter     drawn", "starter     chosen", 9, "'drawn' or a seat"),
        ("commitment  ", "commitment  0", 10, "64 digits"),
        ("device 1", "device 2", 11, "a line that begins with 'seat 1'"),
        ("seat 1      Ada", "seat 1      Ada ", 14, "'seat 1      Ada'"),
        ("seat 2      Ada's", "seat 2      \x1b[2JAda's", 15, "no control characters"),
        ("   2  ", "   3  ", 19, "'   2  "),
        ("seat 3      Bot 2", "seat 4      Bot 2", 16, "a line that begins with 'seat 3'"),
        ("\n\n   1", "\n   1", 17, "''"),
        ("\n\n   1", "\n\n\n   1", 18, "'   1"),
        ("   1  ", "\t1  ", 18, "a line that begins with 'head'"),
        ("scores      ", "scores      9 ", None, "there are 3 seats and 4 scores"),
        ("winners     seat ", "winners     no. ", None, "seats (numbers have"),
        ("secret      ", "secret      0", None, "64 digits"),
        ("secret      ", "secret       ", None, "it in its proper form"),
        ("head        ", "\nhead        ", None, "'head        "),
    ],
)
def test_an_error_names_the_line_and_what_was_expected(
    old: str, new: str, line: int | None, expected: str
) -> None:
    assert old in FAIR
    line = line or line_with(FAIR, old)
    with pytest.raises(RecordError) as refusal:
        Record.read(FAIR.replace(old, new, 1))
    assert str(refusal.value).startswith(f"line {line}: found ")
    assert refusal.value.line == line
    assert expected in refusal.value.expected
    assert not any(secret[:16] in str(refusal.value) for secret in SECRETS)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("seat 4", "the seat is a whole number from 0 to 2"),
        ("seat 1  take red 9", "a move ("),
        ("seat 1  Take red 8", "the move is written 'take red 8'"),
    ],
)
def test_a_line_that_is_no_move_of_the_game_is_named(move: str, expected: str) -> None:
    lines = FAIR.split("\n")
    at = line_with(FAIR, "   2  ")
    words = lines[at - 1].split("  ")
    lines[at - 1] = f"   2  {words[2]}  " + (move if "  " in move else f"{move}  {words[4]}")
    with pytest.raises(RecordError) as refusal:
        Record.read("\n".join(lines))
    assert refusal.value.line == at
    assert expected in refusal.value.expected


def test_a_changed_move_breaks_the_chain_where_it_stands() -> None:
    record = Record.read(FAIR)
    at = line_with(FAIR, "   5  ")
    lines = FAIR.split("\n")
    other = "no bonus" if record.moves[4].text != "no bonus" else "take red 8"
    lines[at - 1] = lines[at - 1].replace(record.moves[4].text, other)
    with pytest.raises(RecordError, match="the chain breaks here") as refusal:
        Record.read("\n".join(lines))
    assert refusal.value.line == at


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("copper", "iron"),
        ("attempt     1", "attempt     2"),
        ("device 1    ", "device 1    0"),
    ],
)
def test_a_changed_header_breaks_the_chain(old: str, new: str) -> None:
    lines = FAIR.replace(old, new, 1).split("\n")
    with pytest.raises(RecordError, match="the chain breaks here") as refusal:
        Record.read("\n".join(line[: 12 + 64] for line in lines))
    assert refusal.value.line == line_with(FAIR, "   1  ")


def test_an_error_travels_between_processes() -> None:
    with pytest.raises(RecordError) as refusal:
        Record.read(FAIR.replace("rules       1", "rules       2"))
    again = pickle.loads(pickle.dumps(refusal.value))  # noqa: S301 - our own bytes
    assert (str(again), again.line) == (str(refusal.value), 4)


def test_a_record_travels_between_processes() -> None:
    record = Record.read(FAIR)
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - our own bytes


def test_a_changed_head_is_named() -> None:
    at = FAIR.index("head        ") + 12
    digit = "0" if FAIR[at] != "0" else "1"
    with pytest.raises(RecordError, match="the chain breaks here or earlier"):
        Record.read(FAIR[:at] + digit + FAIR[at + 1 :])


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        (b"", 1, "found the end of the file"),
        ("", 1, "found the end of the file"),
        (b"\n", 1, "found ''"),
        (b"motherlode record 1", 1, "a line that is ended"),
        (b"motherlode record 1\n\xff\n", 2, "text in UTF-8"),
        ("motherlode record 1\n\ud800\n", 2, "text in UTF-8"),
        (FAIR.replace("\n", "\r\n"), 1, "the only format"),
        (FAIR + "\n", None, "the end of the file"),
        (FAIR + "more\n", None, "the end of the file"),
        (FAIR.encode("utf-16"), 1, "text in UTF-8"),
    ],
)
def test_what_is_no_text_or_goes_on_is_refused(
    file: str | bytes, line: int | None, told: str
) -> None:
    with pytest.raises(RecordError, match=told) as refusal:
        Record.read(file)
    assert refusal.value.line == (line or FAIR.count("\n") + 1)


@pytest.mark.parametrize(
    "file",
    [
        b"x" * (LARGEST_FILE + 1),
        "x" * (LARGEST_FILE + 1),
        "é" * (LARGEST_FILE // 2 + 1),
        b"\n" * LARGEST_FILE,
        "motherlode record 1\n" * (MOST_LINES + 1),
        "motherlode record 1\n" + "x" * (LONGEST_LINE + 1) + "\n",
    ],
)
def test_a_file_out_of_all_measure_is_refused(file: str | bytes) -> None:
    with pytest.raises(RecordError, match="at most"):
        Record.read(file)


def test_a_game_out_of_all_measure_is_refused() -> None:
    line = "{:>4}  00000000  seat 1  no bonus\n"
    head = FAIR.index("   1  ")
    moves = "".join(line.format(number) for number in range(1, MOST_MOVES + 2))
    with pytest.raises(RecordError, match="a game has at most 5,000 moves") as refusal:
        Record.read(FAIR[:head] + moves + FAIR[FAIR.index("\nscores") :])
    assert refusal.value.line == line_with(FAIR, "   1  ") + MOST_MOVES


def test_the_longest_game_there_can_be_fits() -> None:
    # Each of the 54 cards before the Gold Rush may take 20 quiet turns of two flips, with five
    # seats; five such games make a match.
    most_moves = 54 * 21 * 2 + 10
    assert most_moves <= MOST_MOVES
    assert 5 * (most_moves + 40) <= MOST_LINES
    assert 5 * (most_moves * 32 + 40 * LONGEST_LINE) <= LARGEST_FILE


def test_a_match_is_not_read_as_one_game() -> None:
    with pytest.raises(RecordError, match=r"Series\.read reads a match"):
        Record.read(text_of("goldrush-2-match"))


def readable(file: str | bytes) -> Record | None:
    """The record in a file, or nothing: never another exception, never another text."""
    try:
        record = Record.read(file)
    except RecordError:
        return None
    assert record.write().encode() == (file.encode() if isinstance(file, str) else file)
    return record


@given(st.binary(max_size=400) | st.text(max_size=400))
def test_any_bytes_are_a_record_or_a_record_error(file: str | bytes) -> None:
    readable(file)


@given(st.sampled_from([*FIXTURES, *MATCHES]), st.data())
@settings(max_examples=400, deadline=None)
def test_a_record_with_any_bytes_changed_is_itself_or_refused(name: str, data: Any) -> None:
    file = text_of(name).encode()
    at = data.draw(st.integers(0, len(file)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(st.binary(max_size=3) | st.sampled_from([b" ", b"\n", b"0", b"seat 1", b"-"]))
    readable(file[:at] + put + file[at + cut :])


@given(st.sampled_from([*FIXTURES, *MATCHES]), st.data())
@settings(max_examples=200, deadline=None)
def test_a_record_with_its_lines_in_disorder_is_itself_or_refused(name: str, data: Any) -> None:
    lines = text_of(name).split("\n")
    places = st.integers(0, len(lines) - 1)
    for _ in range(data.draw(st.integers(1, 3))):
        line = lines.pop(data.draw(places) % len(lines))
        if data.draw(st.booleans()):
            lines.insert(data.draw(places), line)
    readable("\n".join(lines))


KEYS = (
    "game rules options number after table attempt starter commitment seed given order scores "
    "winners secret head"
)
keys = st.sampled_from(KEYS.split(" ")) | st.sampled_from(
    ["device 1", "nonce 1", "seat 1", "seat 2", "   1  00000000"]
)
values = st.text(max_size=30) | st.sampled_from(
    ["golddonkey", "1", "seats=2", "1 of 1", "drawn", "seat 1", "none", "0 1", digest("x")]
)


@given(st.lists(st.tuples(keys, values), max_size=12))
@settings(max_examples=300, deadline=None)
def test_lines_that_look_like_a_record_are_one_or_refused(lines: list[tuple[str, str]]) -> None:
    readable("motherlode record 1\n" + "".join(f"{key:<12}{value}\n" for key, value in lines))


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_no_change_but_of_names_keeps_a_proof(data: Any) -> None:
    """Whoever kept what a device keeps notices every other change."""
    record = Record.read(FAIR)
    at = data.draw(st.integers(0, len(FAIR) - 1))
    put = data.draw(st.sampled_from("0123456789abcdef ") | st.characters(codec="utf-8"))
    changed = readable(FAIR[:at] + put + FAIR[at + 1 :])
    if changed and changed.verify(keeper(record)).result is Result.PROVED:
        assert msgspec.structs.replace(changed, names=record.names) == record


# --- Matches ------------------------------------------------------------------------------------


def donkeys() -> Series:
    """A match of three games."""
    return Series.read(text_of("golddonkey-3-match"))


def test_the_start_moves_on_in_a_match() -> None:
    first, second, third = (positions[0].seat for positions in donkeys().replay())
    assert [second, third] == [(first + 1) % 3, (first + 2) % 3]


def test_the_standing_of_a_match_is_that_of_its_games() -> None:
    series = donkeys()
    endings = [record.ending for record in series.games]
    match = series.match
    assert match.scores == tuple(ending.scores for ending in endings if ending)
    assert match.over
    assert not Series(series.games[:2]).match.over


def test_the_standing_is_unknown_while_the_first_deal_is() -> None:
    first = donkeys().games[0]
    assert isinstance(first.chance, Promise)
    closed = msgspec.structs.replace(first.chance, secret=None)
    series = Series((msgspec.structs.replace(first, chance=closed),))
    with pytest.raises(DealUnknown):
        _ = series.match
    assert series.verify()[0].result is Result.NOTHING


def test_every_game_of_a_match_is_verified_by_what_was_kept_of_it() -> None:
    series = donkeys()
    kept = [
        keeper(series.games[0]),
        None,
        msgspec.structs.replace(keeper(series.games[2]), head=HEAD),
    ]
    results = [verdict.result for verdict in series.verify(kept)]
    assert results == [Result.PROVED, Result.CONSISTENT, Result.WRONG]


def test_the_chain_runs_on_through_a_match() -> None:
    first, second, third = donkeys().games
    assert (second.after, third.after) == (first.head, second.head)


def test_a_single_game_is_read_as_a_match_of_one_game() -> None:
    assert Series.read(FAIR).games == (Record.read(FAIR),)


def test_a_game_cut_out_of_a_match_stands_alone() -> None:
    second = donkeys().games[1]
    assert Record.read(second.write()) == second


def test_a_seed_deals_every_game_of_a_match_otherwise() -> None:
    first = Record(DONKEY, TWO, Seed("monday"), of=2)
    second = Record(DONKEY, TWO, Seed("monday", 0), number=2, of=2, after=first.head)
    assert first.deal.order != second.deal.order


def test_more_of_the_game_being_played_takes_its_place() -> None:
    first, second, _ = donkeys().games
    begun = msgspec.structs.replace(second, moves=second.moves[:3], ending=None)
    assert Series((first,)).add(begun).add(second) == Series((first, second))
    assert Series((first, begun)).match == Series((first,)).match


def broken_matches() -> dict[str, tuple[tuple[Record, ...], str]]:
    """Games that do not follow one another."""
    first, second, third = donkeys().games
    other = Series.read(text_of("goldrush-2-match")).games
    assert isinstance(second.chance, Promise)
    elsewhere = msgspec.structs.replace(second.chance.terms, table="elsewhere")
    moved = msgspec.structs.replace(second.chance, terms=elsewhere)
    started = msgspec.structs.replace(
        second.chance,
        terms=msgspec.structs.replace(second.chance.terms, starter=first.deal.starter),
    )
    return {
        "nothing": ((), "at least one game"),
        "the middle": ((second, third), "begins with its first game"),
        "a gap": ((first, third), "after game 1 of 3 comes the next"),
        "one twice": ((first, first), "after game 1 of 3 comes the next"),
        "another chain": (
            (first, msgspec.structs.replace(third, number=2, chance=Seed("x", 1))),
            "does not run on",
        ),
        "another game": (
            (
                msgspec.structs.replace(other[0], chance=Seed("x")),
                Record(DONKEY, TWO, Seed("x", 1), number=2, of=2, after=HEAD),
            ),
            "played with the same options",
        ),
        "other options": (
            (
                msgspec.structs.replace(other[0], chance=Seed("x")),
                Record(other[0].game, other[0].game.options(), Seed("x", 1), (), 2, 2, HEAD),
            ),
            "played with the same options",
        ),
        "another length": ((other[0], second), "after game 1 of 2"),
        "unfinished": (
            (msgspec.structs.replace(first, ending=None), second),
            "game 1 is not finished",
        ),
        "another table": (
            (first, msgspec.structs.replace(second, chance=moved)),
            "played at one table",
        ),
        "the same start": (
            (first, msgspec.structs.replace(second, chance=started)),
            "the next seat starts",
        ),
    }


def test_games_that_do_not_follow_one_another_are_no_match() -> None:
    for games, told in broken_matches().values():
        with pytest.raises(ValueError, match=told):
            Series(games)


def test_a_file_of_games_that_do_not_follow_one_another_is_refused_at_its_line() -> None:
    for games, told in broken_matches().values():
        with pytest.raises(RecordError, match=told if games else "motherlode record 1") as refusal:
            Series.read("\n".join(record.write() for record in games))
        assert refusal.value.line


def main() -> None:
    """Write the fixtures that are not there; those that are stay as they are, for ever."""
    everything: dict[str, Callable[[], Record | Series]]
    everything = {**{name: make for name, (make, _) in FIXTURES.items()}, **MATCHES}
    for name, make in everything.items():
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_bytes(make().write().encode())


if __name__ == "__main__":
    main()
