"""Moves as they are typed: read in any sensible spelling, refused by name in any other."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.games import GAMES, game
from motherlode.games.game import Game, IllegalMove, UnreadableMove
from motherlode.games.golddonkey.words import Refilled
from tests.games.scenes import claim, moment, mountain, play
from tests.worlds import SEATINGS, Table, some

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

LONGEST_MESSAGE = 250

PROPER = {
    "goldrush": ["a1", "c4", "h8"],
    "golddigger": ["badger", "badger stake", "4 owl", "20 fox", "fool owl"],
    "golddonkey": [
        "take red donkey",
        "take blue 8",
        "swap blue 6 for green 4",
        "swap red donkey for red 3",
        "bonus red 6 from 2",
        "no bonus",
    ],
}

ALSO_READ = {
    "goldrush": {
        "C4": "c4",
        " c4 ": "c4",
        "c 4": "c4",
        "4c": "c4",
        "4 C": "c4",
        "\tc4\n": "c4",
    },
    "golddigger": {
        "BADGER": "badger",
        "b": "badger",
        "b s": "badger stake",
        "bad st": "badger stake",
        "f": "fox",
        "fool o": "fool owl",
        "f o": "fool owl",
        "f s": "fox stake",
        "f f": "fool fox",
        "gold 4 owl": "4 owl",
        "GOLD  4  OWL": "4 owl",
        "04 o": "4 owl",
    },
    "golddonkey": {
        "t r d": "take red donkey",
        "TAKE Red DONKEY": "take red donkey",
        "take red -2": "take red donkey",
        "t r8": "take red 8",
        "swap b6 g4": "swap blue 6 for green 4",
        "s b 6 for g 4": "swap blue 6 for green 4",
        "swap r d p8": "swap red donkey for pink 8",
        "b r6 2": "bonus red 6 from 2",
        "bonus v d 3": "bonus violet donkey from 3",
        "n": "no bonus",
        "no": "no bonus",
        "none": "no bonus",
        "No Bonus": "no bonus",
    },
}

NEVER_READ = {
    "goldrush": ["", " ", "c", "4", "c0", "c9", "i1", "cc4", "c44", "c4 d5", "c4,", "c４", "с4"],
    "golddigger": [
        *["", "stake", "s", "badger stakes", "badger stake now", "badger fox", "4", "4 4"],
        *["0 owl", "21 owl", "-1 owl", "1.5 owl", "4 mine", "4 owl stake", "fool", "gold owl"],
        *["gold fox", "٤ owl", "² owl", "999999999999 owl", "draw", "pass"],
    ],
    "golddonkey": [
        *["", "take", "take red", "take 6", "take yellow 6", "take red 2", "take red 9"],
        *[
            "take red donkey blue",
            "takered6",
            "take rd",
            "take reddonkey",
            "swap blue 6",
            "swap blue 6 for",
            "swap for",
        ],
        *["bonus red 6", "bonus red 6 from", "bonus red 6 from 0", "bonus red 6 from 4"],
        *["no thanks", "pass", "take red ３"],
    ],
}


def of_each(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(name, text) for name, texts in table.items() for text in texts]


@pytest.mark.parametrize(("name", "move"), of_each(PROPER))
def test_a_proper_move_is_read_as_itself(name: str, move: str) -> None:
    assert game(name).read_move(move) == move
    assert move in game(name).words.MOVES


@pytest.mark.parametrize(
    ("name", "typed", "move"),
    [(name, typed, move) for name, forms in ALSO_READ.items() for typed, move in forms.items()],
)
def test_a_move_may_be_typed_in_short(name: str, typed: str, move: str) -> None:
    assert game(name).read_move(typed) == move


@pytest.mark.parametrize(("name", "typed"), of_each(NEVER_READ))
def test_what_is_no_move_at_any_time_is_refused(name: str, typed: str) -> None:
    with pytest.raises(UnreadableMove) as refusal:
        game(name).read_move(typed)
    assert_helpful(game(name), refusal.value)


@pytest.mark.parametrize(
    "typed", ["swap blue 6 for green 6", "swap blue 3 for green 4", "swap blue 6 for red donkey"]
)
def test_an_exchange_that_is_never_possible_is_refused_with_the_reason(typed: str) -> None:
    with pytest.raises(UnreadableMove, match="gold for gold of a lower value, or of a donkey"):
        game("golddonkey").read_move(typed)


@every_game
def test_a_move_is_not_read_out_of_the_beginning_of_something_longer(game: Game) -> None:
    for move in PROPER[game.id]:
        for gap in (1, 40, 60, 100, 1000):
            with pytest.raises(UnreadableMove):
                game.read_move(f"{move}{' ' * gap}and more")


# --- Anything at all ----------------------------------------------------------------------------


def assert_helpful(game: Game, refusal: UnreadableMove) -> None:
    """A refusal is one short line, and the examples it names are moves."""
    text = str(refusal)
    assert len(text) <= LONGEST_MESSAGE
    assert len(text.splitlines()) == 1
    assert text.isprintable()
    expected = text.removeprefix("expected ").split(", got ", maxsplit=1)[0]
    for example in re.findall(r"'([^']*)'", expected):
        assert game.read_move(example) == example


def read_or_refused(game: Game, typed: object) -> None:
    """What was typed is a move, or refused in the one way there is."""
    try:
        move = game.read_move(typed)  # type: ignore[arg-type]
    except UnreadableMove as refusal:
        assert_helpful(game, refusal)
        return
    assert move in game.words.MOVES
    assert game.read_move(move) == move


WORDS = st.sampled_from(
    [
        *["take", "swap", "bonus", "no", "for", "from", "red", "green", "blue", "donkey", "d"],
        *["badger", "owl", "fool", "f", "o", "stake", "s", "gold", "b", "c", "a1"],
        *["-2", "0", "1", "2", "3", "4", "6", "8", "9", "20", "21"],
    ]
)
GAPS = st.sampled_from(["", " ", "  ", "\t", "\n", " ", ","])
NEARLY_MOVES = st.lists(st.tuples(WORDS, GAPS), max_size=9).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.binary(),
    st.lists(st.text()),
    st.dictionaries(st.text(), st.text(), max_size=3),
    st.just(10**5000),
)


@every_game
@settings(max_examples=some(300, in_plain_python=50))
@given(typed=st.one_of(st.text(), st.characters().map(lambda c: c * 3), NEARLY_MOVES, ANYTHING))
def test_whatever_is_typed_is_a_move_or_refused_by_name(game: Game, typed: object) -> None:
    read_or_refused(game, typed)


@every_game
@settings(max_examples=some(200, in_plain_python=50))
@given(data=st.data())
def test_a_move_with_a_slip_of_the_finger_is_a_move_or_refused_by_name(
    game: Game, data: st.DataObject
) -> None:
    move = data.draw(st.sampled_from(game.words.MOVES))
    at = data.draw(st.integers(0, len(move)))
    dropped = data.draw(st.integers(0, 2))
    slip = data.draw(st.text(max_size=2))
    read_or_refused(game, move[:at] + slip + move[at + dropped :])


LONG = [
    *[
        " ",
        "\n",
        "a",
        "t",
        "d",
        "1",
        "-2",
        "é",
        "\ud800",
        "'",
        '"',
        "\\",
        "\x00",
        " a",
        "take ",
        "b ",
    ],
    *["red donkey ", "swap d d d for ", "fool owl ", "c4 "],
]


@every_game
@pytest.mark.parametrize("end", ["", "x", " c4", " owl", " donkey"])
def test_endless_text_is_refused_in_no_time(game: Game, end: str) -> None:
    begun = time.process_time()
    for piece in LONG:
        for start in ("", "take ", "swap ", "bonus red 6 ", "4 "):
            typed = start + piece * (100_000 // len(piece)) + end
            try:
                move = game.read_move(typed)
            except UnreadableMove as refusal:
                assert len(str(refusal)) <= LONGEST_MESSAGE  # noqa: PT017 - either will do
            else:
                assert move in game.words.MOVES
    # A hundred long texts; anything that looks at each letter twice for each letter takes hours.
    assert time.process_time() - begun < 10


# --- At the wrong moment ------------------------------------------------------------------------


def test_a_refused_flip_says_why_and_what_else_is_possible() -> None:
    position = mountain().play("c4")
    with pytest.raises(IllegalMove) as refusal:
        position.play("4 C")
    assert str(refusal.value) == (
        "seat 1 cannot play 'c4' now: that card is turned up already; "
        "it may play a1, b1, c1, d1, e1, f1, g1, h1 and 55 more"
    )


def test_a_refused_card_says_why_and_what_else_is_possible() -> None:
    position = claim("badger, fox, fox", "owl, owl, owl")
    with pytest.raises(IllegalMove) as refusal:
        position.play("4 o")
    assert str(refusal.value) == (
        "seat 1 cannot play '4 owl' now: that card is not in the hand; "
        "it may play badger, badger stake, fox, fox stake"
    )


def test_a_refused_exchange_says_why_and_what_else_is_possible() -> None:
    position = moment("blue 8", "", offer="red 3, pink 4")
    with pytest.raises(IllegalMove) as refusal:
        position.play("s r8 p4")
    assert str(refusal.value) == (
        "seat 1 cannot play 'swap red 8 for pink 4' now: that card is not in the row; "
        "it may play take red 3, swap blue 8 for red 3, swap blue 8 for pink 4"
    )


@pytest.mark.parametrize("table", SEATINGS, ids=str)
def test_every_refusal_is_one_short_line(table: Table) -> None:
    for i, position in enumerate(table.positions(3)):
        for move in table.game.words.MOVES[i % 11 :: 11]:
            if move not in position.moves:
                with pytest.raises(IllegalMove) as refusal:
                    position.play(move)
                assert len(str(refusal.value)) <= 400
                assert str(refusal.value).isprintable()


def test_what_a_choice_says_beforehand_is_what_happens() -> None:
    for table in SEATINGS:
        for position in table.positions(4):
            for choice in position.view(position.seat).moves:
                after = position.play(choice.move)
                happened = after.view(None).happened
                # What nobody can know before is left out, and nothing is made up or out of order.
                rest = iter(happened)
                assert all(event in rest for event in choice.does)


def test_all_that_follows_from_a_move_in_gold_is_said_beforehand_but_new_cards() -> None:
    for table in SEATINGS:
        for position in table.positions(5) if table.game.id == "golddonkey" else ():
            for choice in position.view(position.seat).moves:
                happened = position.play(choice.move).view(None).happened
                told = tuple(event for event in happened if not isinstance(event, Refilled))
                assert choice.does == told


def test_a_position_is_printed_in_a_few_words() -> None:
    assert repr(mountain()) == "<GOLD, 0 moves played, seat 1 to move>"
    assert repr(play(mountain(), "a1", "b1", "c1")) == "<GOLD, 3 moves played, seat 2 to move>"
