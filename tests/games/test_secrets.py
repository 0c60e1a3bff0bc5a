"""Nothing a seat may not know leaves the rules: the gate of twin worlds.

Two worlds that are the same to a seat must look the same to it, byte by byte, in all that is ever
handed out: observations, views, refusals, and a position as it is printed.  ``twins`` makes them.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.games import GAMES
from motherlode.games.game import Choice, Game, IllegalMove, Pile
from motherlode.games.golddigger.words import card_text as digger_text
from motherlode.games.golddonkey.words import card_text as donkey_text
from motherlode.games.goldrush.words import MOVES as SPOTS
from motherlode.games.goldrush.words import TurnedUp
from motherlode.games.position import Position
from tests.games.scenes import cards_on_table
from tests.games.twins import Seat, observation_twin, past, view_twin
from tests.worlds import SEATINGS, TABLES, States, Table, every_seating, some

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

SEEDS = st.integers(0, 2**32)
PLACES = st.integers(0, 1000)  # in a thousandth of a game
SPECTATOR = None


def tables(game: Game) -> list[Table]:
    return [table for table in TABLES if table.game is game]


def moment(table: Table, seed: int, place: int) -> Position:
    """A moment of a random game: the beginning for 0, the end for 1000."""
    positions = list(table.positions(seed))
    return positions[round(place * (len(positions) - 1) / 1000)]


def seats_and_spectator(table: Table) -> list[Seat]:
    return [*range(table.options.seats), SPECTATOR]


# --- What leaves the rules ----------------------------------------------------------------------


def observed(position: Position, seat: int) -> bytes:
    """What *seat* could know, as bytes."""
    seen = position.game.kernel.new()
    position.game.kernel.observe(position.states(), seat, seen)
    return seen.tobytes()


def sent(position: Position, seat: Seat, *, turned_down: bool) -> dict[str, bytes]:
    """What *seat* sees, as it goes out: at once, or in two parts, of which one is for all."""
    return {
        "view": msgspec.json.encode(position.view(seat, turned_down=turned_down)),
        "shown": msgspec.json.encode(position.shown(turned_down=turned_down)),
        "own": msgspec.json.encode(position.own(seat)),
    }


def refusals(position: Position, seat: Seat, seed: int) -> list[str]:
    """All that *seat* can be told about moves it may not make; only the seat to move is asked."""
    if seat != position.seat:
        return []
    every = position.game.words.MOVES
    told = [*position.moves]
    for move in random.Random(seed).sample(every, min(len(every), 25)):
        try:
            position.play(move)
        except IllegalMove as refusal:
            told.append(str(refusal))
    return told


def differences(
    one: Position, other: Position, seat: Seat, seed: int, moments: tuple[bool, ...]
) -> Iterator[str]:
    """The channels by which *seat* could tell the two worlds apart."""
    for turned_down in moments:
        to_one = sent(one, seat, turned_down=turned_down)
        to_other = sent(other, seat, turned_down=turned_down)
        yield from (channel for channel in to_one if to_one[channel] != to_other[channel])
    if refusals(one, seat, seed) != refusals(other, seat, seed):
        yield "refusal"
    if repr(one) != repr(other):
        yield "repr"


def told_apart_by_observing(position: Position, seat: Seat, seed: int) -> set[str]:
    """How *seat* can tell the world of *position* from a twin in which it could know the same."""
    twin = observation_twin(position, seat, random.Random(seed))
    found: set[str] = set()
    for one, other in zip(past(position), past(twin), strict=True):
        # A spectator sees no more than any seat does.
        for who in {seat, SPECTATOR}:
            found.update(differences(one, other, who, seed, (False, True)))
        if seat is not SPECTATOR and observed(one, seat) != observed(other, seat):
            found.add("observation")
    return found


def told_apart_by_looking(
    position: Position, seat: Seat, seed: int, *, turned_down: bool
) -> set[str]:
    """How *seat* can tell the world of *position* from a twin in which it sees the same now."""
    twin = view_twin(position, seat, random.Random(seed), turned_down=turned_down)
    return set(differences(position, twin, seat, seed, (turned_down,)))


# --- The gate -----------------------------------------------------------------------------------


@every_game
@settings(max_examples=some(120, in_plain_python=3))
@given(seed=SEEDS, place=PLACES, data=st.data())
def test_no_seat_can_tell_two_worlds_apart_in_which_it_could_know_the_same(
    game: Game, seed: int, place: int, data: st.DataObject
) -> None:
    table = data.draw(st.sampled_from(tables(game)))
    seat = data.draw(st.sampled_from(seats_and_spectator(table)))
    assert told_apart_by_observing(moment(table, seed, place), seat, seed) == set()


@pytest.mark.parametrize("turned_down", [False, True])
@every_game
@settings(max_examples=some(400, in_plain_python=5))
@given(seed=SEEDS, place=PLACES, data=st.data())
def test_no_seat_can_tell_two_worlds_apart_in_which_it_sees_the_same_now(
    game: Game, turned_down: bool, seed: int, place: int, data: st.DataObject
) -> None:
    table = data.draw(st.sampled_from(tables(game)))
    seat = data.draw(st.sampled_from(seats_and_spectator(table)))
    position = moment(table, seed, place)
    assert told_apart_by_looking(position, seat, seed, turned_down=turned_down) == set()


@pytest.mark.parametrize("turned_down", [False, True])
@every_seating
def test_no_seat_can_tell_two_worlds_apart_at_any_moment_of_a_game(
    table: Table, turned_down: bool
) -> None:
    for i, position in enumerate(table.positions(1)):
        for seat in seats_and_spectator(table):
            told_apart = told_apart_by_looking(position, seat, i, turned_down=turned_down)
            assert (i, seat, told_apart) == (i, seat, set())


# --- The gate can close -------------------------------------------------------------------------


@every_seating
def test_twins_differ_where_a_seat_cannot_look(table: Table) -> None:
    position = moment(table, 1, 500)
    for seat in seats_and_spectator(table):
        rng = random.Random(1)
        twins = [observation_twin(position, seat, rng) for _ in range(3)]
        twins += [view_twin(position, seat, rng, turned_down=True) for _ in range(3)]
        worlds = {world.states().tobytes() for world in (position, *twins)}
        assert len(worlds) == 1 + len(twins)
        assert {twin.history for twin in twins} == {position.history}


@every_seating
def test_a_view_twin_has_other_cards_that_were_once_known_but_are_not_seen(table: Table) -> None:
    # A view must not show what only a good memory holds; an observation may.
    told_apart = set()
    for seed in range(5):
        position = moment(table, seed, 700)
        twin = view_twin(position, 0, random.Random(seed), turned_down=True)
        if observed(position, 0) != observed(twin, 0):
            told_apart.add(seed)
    # In GOLD DIGGER whatever was known lies open for good.
    assert bool(told_apart) == (table.game.id != "golddigger")


@pytest.mark.parametrize("seats", [2, 3])
def test_rivals_may_remember_a_score_pile_of_gold_but_do_not_see_it(seats: int) -> None:
    (table,) = [t for t in SEATINGS if t.game.id == "golddonkey" and t.options.seats == seats]
    position = moment(table, 1, 900)
    assert all(pile.cards for pile in position.view(None).piles)
    seen = position.game.kernel.new()
    position.game.kernel.observe(position.states(), 0, seen)
    assert seen["score"].tolist() == position.states()["score"].tolist()
    assert [pile.values is None for pile in position.view(0).piles] == [False] + [True] * (
        seats - 1
    )


Leak = Callable[[pytest.MonkeyPatch], None]


def with_shown(name: str, leaking: Callable[[Position], dict[str, Any]]) -> Leak:
    """The game *name* shows to all more than it should."""

    def open_up(patch: pytest.MonkeyPatch) -> None:
        words = GAMES[name].words
        real = words.shown

        def leaky(position: Position, *, turned_down: bool) -> Any:
            shown = real(position, turned_down=turned_down)
            return msgspec.structs.replace(shown, **leaking(position))

        patch.setattr(words, "shown", leaky)

    return open_up


def with_own(name: str, leaking: Callable[[Position, Seat], dict[str, Any]]) -> Leak:
    """The game *name* shows to a seat more than is its own."""

    def open_up(patch: pytest.MonkeyPatch) -> None:
        words = GAMES[name].words
        real = words.own

        def leaky(position: Position, seat: Seat) -> Any:
            return msgspec.structs.replace(real(position, seat), **leaking(position, seat))

        patch.setattr(words, "own", leaky)

    return open_up


def a_card_below(position: Position) -> dict[str, Any]:
    """Shows the last card of the table."""
    return {"up": dict([*cards_on_table(position).items()][-1:])}


def the_gold_of_all(position: Position) -> dict[str, Any]:
    """Counts the nuggets of all seats, as the score board would."""
    return {"quiet_turns_left": sum(2**i * points for i, points in enumerate(position.scores))}


def the_quiet_turns(position: Position) -> dict[str, Any]:
    """Counts the quiet turns from the first one on."""
    return {"quiet_turns_left": int(position.state["quiet"])}


def the_cards_turned_up_before(position: Position) -> dict[str, Any]:
    """Marks the cards that were turned up once."""
    known = int(position.state["known"])
    return {"table": tuple(spot for i, spot in enumerate(SPOTS) if known >> i & 1)}


def the_gold_of_the_next(position: Position, seat: Seat) -> dict[str, Any]:
    """Shows what the next seat has won."""
    rival = ((seat or 0) + 1) % position.options.seats
    return {"won": (Pile(0, tuple(position.facts.won[rival])),)}


def what_a_move_turns_up(position: Position, seat: Seat) -> dict[str, Any]:
    """Tells beforehand which cards lie where one may look, those turned down again included."""
    cards = cards_on_table(position)
    choices = (
        Choice(move, (TurnedUp(position.seat, move, cards[move]),)) for move in position.moves
    )
    return {"moves": tuple(choices)}


def the_card_turned_down(position: Position, seat: Seat) -> dict[str, Any]:
    """Tells with each move what the last one brought, however long ago it was turned down."""
    happened = position.shown().happened
    return {"moves": tuple(Choice(move, happened) for move in position.moves)}


def the_values_of_the_next(position: Position, seat: Seat) -> dict[str, Any]:
    """Shows what the next seat has scored."""
    rival = ((seat or 0) + 1) % position.options.seats
    return {"piles": (Pile(0, (position.scores[rival],)),)}


def what_is_refilled(position: Position, seat: Seat) -> dict[str, Any]:
    """Tells beforehand which cards a move brings to the offer."""
    return {
        "moves": tuple(
            Choice(move, position.play(move).shown().happened) for move in position.moves
        )
    }


def the_next_hand(position: Position, seat: Seat) -> dict[str, Any]:
    """Shows the hand of the next seat."""
    hand = position.state["hand"][((seat or 0) + 1) % position.options.seats]
    return {"hand": tuple(digger_text(int(card)) for card in hand if card >= 0)}


def the_next_card(position: Position) -> dict[str, Any]:
    """Shows the top of the pile."""
    s = position.state
    return {"pile": int(s["pile"][s["drawn"]]) if s["drawn"] < s["cards"] else 0}


def the_score_of_all(position: Position) -> dict[str, Any]:
    """Counts the points of all seats."""
    return {"pile": sum(20**i * points for i, points in enumerate(position.scores))}


def the_cards_aside(position: Position) -> dict[str, Any]:
    """Shows what was set aside."""
    pile = position.state["pile"][: position.state["cards"]]
    return {"offer": tuple(donkey_text(int(card)) for card in pile[-2:])}


def which_of_equal_cards(position: Position) -> dict[str, Any]:
    """Numbers the cards on offer, equal ones too."""
    return {"pile": int(position.state["offer"])}


def with_observation(name: str, field: str) -> Leak:
    """An observation of the game *name* that leaves one field as it is."""

    def open_up(patch: pytest.MonkeyPatch) -> None:
        kernel = GAMES[name].kernel
        real = kernel.observe

        def leaky(states: States, seat: int, out: States) -> None:
            real(states, seat, out)
            out[field] = states[field]

        patch.setattr(kernel, "observe", leaky)

    return open_up


def with_text(method: str, secret: Callable[[Position], Any]) -> Leak:
    """Refusals, or positions as they are printed, that tell a secret."""

    def open_up(patch: pytest.MonkeyPatch) -> None:
        real = getattr(Position, method)

        def leaky(position: Position, *args: Any) -> str:
            return f"{real(position, *args)} {secret(position)}"

        patch.setattr(Position, method, leaky)

    return open_up


def order_of_the_pile(position: Position) -> str:
    cards = position.state["card" if position.game.id == "goldrush" else "pile"]
    return str(np.asarray(cards).tolist())


SHOWN_LEAKS = {
    "a card below": ("goldrush", with_shown("goldrush", a_card_below)),
    "all gold": ("goldrush", with_shown("goldrush", the_gold_of_all)),
    "quiet turns": ("goldrush", with_shown("goldrush", the_quiet_turns)),
    "cards seen before": ("goldrush", with_shown("goldrush", the_cards_turned_up_before)),
    "the next card": ("golddigger", with_shown("golddigger", the_next_card)),
    "all scores": ("golddonkey", with_shown("golddonkey", the_score_of_all)),
    "cards aside": ("golddonkey", with_shown("golddonkey", the_cards_aside)),
    "equal cards": ("golddonkey", with_shown("golddonkey", which_of_equal_cards)),
}
OWN_LEAKS = {
    "the gold of another": ("goldrush", with_own("goldrush", the_gold_of_the_next)),
    "what a move turns up": ("goldrush", with_own("goldrush", what_a_move_turns_up)),
    "a hand": ("golddigger", with_own("golddigger", the_next_hand)),
    "the values of another": ("golddonkey", with_own("golddonkey", the_values_of_the_next)),
    "what is refilled": ("golddonkey", with_own("golddonkey", what_is_refilled)),
}
VIEW_LEAKS = {
    f"{leak} {part}": (part, *of)
    for part, leaks in (("shown", SHOWN_LEAKS), ("own", OWN_LEAKS))
    for leak, of in leaks.items()
}
OBSERVATION_LEAKS = {
    "a card below": ("goldrush", with_observation("goldrush", "card")),
    "hands": ("golddigger", with_observation("golddigger", "hand")),
    "the next card": ("golddigger", with_observation("golddigger", "pile")),
    "the pile": ("golddonkey", with_observation("golddonkey", "pile")),
    "a view of a hand": ("golddigger", with_own("golddigger", the_next_hand)),
    "a view of the next card": ("golddonkey", with_shown("golddonkey", the_next_card)),
    "a view of a card below": ("goldrush", with_shown("goldrush", a_card_below)),
} | {
    f"{text} in {name}": (name, with_text(method, order_of_the_pile))
    for text, method in (("refusal", "_refusal"), ("repr", "__repr__"))
    for name in GAMES
}


def some_moments(name: str) -> Iterator[tuple[Position, Seat, int]]:
    """Every seat and the spectator at a few moments of a few games."""
    for seed in range(3):
        for table in tables(GAMES[name])[-2:]:
            for place in (200, 500, 800):
                for seat in seats_and_spectator(table):
                    yield moment(table, seed, place), seat, seed


@pytest.mark.parametrize("turned_down", [False, True])
@pytest.mark.parametrize(("part", "name", "leak"), VIEW_LEAKS.values(), ids=VIEW_LEAKS)
def test_a_leak_in_a_view_is_found_by_looking(
    part: str, name: str, leak: Leak, turned_down: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert any(
        {"view", part} == told_apart_by_looking(position, seat, seed, turned_down=turned_down)
        for position, seat, seed in some_moments(name)
    )


def test_a_card_that_is_turned_down_and_comes_back_with_the_moves_is_found_by_looking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_own("goldrush", the_card_turned_down)(monkeypatch)
    for turned_down in (False, True):
        found = [
            told_apart_by_looking(position, seat, seed, turned_down=turned_down)
            for position, seat, seed in some_moments("goldrush")
        ]
        assert ({"view", "own"} in found) == turned_down


@pytest.mark.parametrize(("name", "leak"), OBSERVATION_LEAKS.values(), ids=OBSERVATION_LEAKS)
def test_a_leak_anywhere_is_found_by_observing(
    name: str, leak: Leak, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert any(
        told_apart_by_observing(position, seat, seed) for position, seat, seed in some_moments(name)
    )


def test_no_secret_of_the_games_is_left_out_of_the_gate() -> None:
    # A new field of a record is a new place to hide something in: decide here whether it is one.
    open_to_all = {
        "goldrush": "table owner seats turn stage rush",
        "golddigger": "people ore ores stakes unplaced cards drawn played seats turn",
        "golddonkey": "offer row cards drawn seats turn stage set",
    }
    hidden = {
        "goldrush": "known card left won quiet up fate",
        "golddigger": "pile hand",
        "golddonkey": "score unseen pile",
    }
    for name, game in GAMES.items():
        fields = set(game.kernel.state.names or ()) - {"_"}
        assert fields == set(f"{open_to_all[name]} {hidden[name]}".split())
        changing = set()
        for place in (300, 600, 900):
            position = moment(tables(game)[-1], 1, place)
            twin = view_twin(position, 0, random.Random(place), turned_down=True)
            one, other = position.state, twin.state
            changing |= {field for field in fields if not np.array_equal(one[field], other[field])}
        # Equal cards in the rows and the offer of Gold! change places, which nobody can see.
        assert changing - {"offer", "row"} == set(hidden[name].split())
