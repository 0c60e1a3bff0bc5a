"""How GOLD ends where it would not: dead tables, the stand-off, and what calls the Gold Rush first.

All of them are reached by play from a full deal.  The Gold Rush starts when ten cards or fewer lie
face down; our house rules start it on a dead table (Q1) and after too many quiet turns (Q2).
"""

import random
from collections import Counter
from itertools import chain, combinations, cycle

import pytest

from motherlode.games.goldrush.cards import COLOURS
from motherlode.games.goldrush.words import GoldRush, NothingHappened
from motherlode.games.position import Position
from tests.games.scenes import (
    cards_on_table,
    first_move,
    mountain,
    of_all_colours,
    play,
    play_on,
    small_mountain,
    turn,
    turns,
)

Pairs = list[tuple[str, str]]

TWOS, THREES, FOURS = (of_all_colours(strength, copies=2) for strength in (2, 3, 4))
FIVES = of_all_colours(5, copies=1)
ONE_GOLD, TWO_GOLD, THREE_GOLD, FOUR_GOLD = (
    [f"gold {nuggets}"] * copies for nuggets, copies in ((1, 5), (2, 7), (3, 7), (4, 5))
)
DYNAMITE = ["dynamite"] * 5


def pairs(ones: list[str], others: list[str]) -> Pairs:
    return list(zip(ones, others, strict=True))


# The 5s win thirty duels, then every 5 meets dynamite: all the gold stays.
TO_GOLD_ONLY = pairs(list(chain(*[[five] * 6 for five in FIVES])), TWOS + THREES + FOURS)
TO_GOLD_ONLY += pairs(FIVES, DYNAMITE)

# Eight diggers lose duels, twelve carry all the light gold out, and the 5s meet dynamite: the 2s
# stay, with gold too heavy for them.
TO_TWOS_BELOW_GOLD = pairs(["red 5"] * 8, THREES[:8])
TO_TWOS_BELOW_GOLD += pairs(THREES[8:] + FOURS, ONE_GOLD + TWO_GOLD)
TO_TWOS_BELOW_GOLD += pairs(FIVES, DYNAMITE)

# The 3s drive out nine 2s, 4s and 5s carry fifteen gold cards, and dynamite takes the rest but for
# the heaviest gold.
TO_THREES_BELOW_GOLD = pairs(THREES[:9], TWOS[:9])
TO_THREES_BELOW_GOLD += pairs(FOURS + FIVES, ONE_GOLD + TWO_GOLD + THREE_GOLD[:3])
TO_THREES_BELOW_GOLD += pairs([*THREE_GOLD[3:], TWOS[9]], DYNAMITE)

DEAD_TABLES = {
    "D0": (TO_GOLD_ONLY, Counter(ONE_GOLD + TWO_GOLD + THREE_GOLD + FOUR_GOLD)),
    "D2": (TO_TWOS_BELOW_GOLD, Counter(TWOS + THREE_GOLD + FOUR_GOLD)),
    "D3": (TO_THREES_BELOW_GOLD, Counter(THREES + FOUR_GOLD)),
}


def left(position: Position) -> Counter[str]:
    """What still lies on the table."""
    return Counter(cards_on_table(position).values())


def stage(position: Position) -> tuple[str, str | None]:
    view = position.view(None)
    return view.stage, view.rush


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("name", DEAD_TABLES)
def test_q1_a_dead_table_is_reached_by_play_and_the_next_seat_begins_the_gold_rush(
    name: str, seats: int
) -> None:
    way, remains = DEAD_TABLES[name]
    start = mountain(seats=seats, starter=seats - 1)
    # ``turns`` insists that no turn before the last one begins in the Gold Rush.
    position = turns(start, way)
    assert left(position) == remains
    assert remains.total() > 10
    assert stage(position) == ("gold rush", "dead table")
    assert position.view(None).happened[-1] == GoldRush("dead table")
    assert position.seat == (seats - 1 + len(way)) % seats
    assert position.before is not None
    assert stage(position.before) == ("second flip", None)


@pytest.mark.parametrize("name", DEAD_TABLES)
def test_q1_on_a_dead_table_the_gold_rush_ends_the_game_and_all_gold_finds_an_owner(
    name: str,
) -> None:
    way, remains = DEAD_TABLES[name]
    position = turns(mountain(seats=3), way)
    won = sum(position.scores)
    end = play_on(position, first_move)
    assert len(end.history) == 2 * len(way) + remains.total()
    assert end.outcome is not None
    assert end.outcome.reason == "dead table"
    on_table = sum(int(card[-1]) * n for card, n in remains.items() if card.startswith("gold"))
    assert sum(end.outcome.scores) == won + on_table
    if name == "D0":
        assert (won, on_table) == (0, 60)


@pytest.mark.parametrize("name", DEAD_TABLES)
def test_a_table_is_not_dead_one_turn_earlier(name: str) -> None:
    way, remains = DEAD_TABLES[name]
    position = turns(mountain(), way[:-1])
    assert stage(position) == ("first flip", None)
    assert left(position) == remains + Counter(way[-1])


@pytest.mark.parametrize("name", DEAD_TABLES)
def test_q1_no_pair_on_a_dead_table_would_have_changed_it(name: str) -> None:
    kinds = sorted(DEAD_TABLES[name][1])
    for one in kinds:
        for other in kinds:
            after = play(mountain({"a1": one, "b1": other}), "a1", "b1")
            assert after.view(None).happened[1:] == (NothingHappened(),)


TWOS_BELOW_GOLD = ["red 2", "green 2", "violet 2", *["gold 3"] * 4, *["gold 4"] * 4]


def test_q1_a_table_is_dead_with_the_last_card_that_could_do_something_gone() -> None:
    assert stage(small_mountain(TWOS_BELOW_GOLD)) == ("gold rush", "dead table")
    for card in ("dynamite", "gold 2", "gold 1", "red 3", "red 5"):
        assert stage(small_mountain([*TWOS_BELOW_GOLD, card])) == ("first flip", None)
    for card in ("gold 3", "gold 4", "orange 2"):
        assert stage(small_mountain([*TWOS_BELOW_GOLD, card])) == ("gold rush", "dead table")


def does_nothing(one: str, other: str) -> bool:
    """Whether two cards do nothing to each other, by the rulebook."""
    kinds = [card.split()[0] for card in (one, other)]
    first, second = (int(card[-1]) if card != "dynamite" else 0 for card in (one, other))
    if "dynamite" in kinds:
        return False
    if kinds.count("gold") == 1:
        return first < second if kinds[1] == "gold" else second < first
    return kinds.count("gold") == 2 or first == second


def test_q1_a_table_is_dead_exactly_when_no_pair_of_its_cards_would_change_it() -> None:
    rng = random.Random(1)
    diggers, gold = ["red 2", "blue 2", "red 3", "blue 3", "red 4"], ["gold 1", "gold 3", "gold 4"]
    dead = 0
    for _ in range(1000):
        kinds = rng.sample([*diggers, *gold, "dynamite"], rng.randint(1, 4))
        cards = rng.choices(kinds, k=11)
        nothing = all(does_nothing(one, other) for one, other in combinations(cards, 2))
        assert (small_mountain(cards).view(None).rush == "dead table") == nothing
        dead += nothing
    assert dead > 100


# --- The stand-off: rulings 2.5 -----------------------------------------------------------------

# Two seats: red and orange are seat 1's, green and blue seat 2's, violet nobody's.  After 29 turns,
# each of which removes cards, both have 20 nuggets and 11 cards are left.
FIRST_SEATS_GOLD = pairs(
    ["red 4", "red 4", "orange 4", "orange 4", "red 5", "orange 5", "red 3", "orange 3"],
    ["gold 3"] * 5 + ["gold 2"] * 2 + ["gold 1"],
)
SECOND_SEATS_GOLD = pairs(
    ["green 4", "green 4", "blue 4", "blue 4", "green 5", "blue 5", "green 3", "blue 3"],
    ["gold 3"] * 2 + ["gold 2"] * 5 + ["gold 1"],
)
NOBODYS_DIGGERS = pairs(["violet 4", "violet 4", "violet 5"], ["gold 1"] * 3)
DUELS = pairs(["red 3"] * 5, ["red 2", "orange 2", "green 2", "blue 2", "violet 2"])
BLASTS = pairs(["violet 3", "red 2", "orange 2", "green 2", "blue 2"], DYNAMITE)


def stand_off() -> Position:
    # Seat 2 has every second turn: it is the one that finds what nobody's diggers carry.
    others = iter(FIRST_SEATS_GOLD + SECOND_SEATS_GOLD + DUELS + BLASTS)
    nobodys = iter(NOBODYS_DIGGERS)
    way = [next(others)]
    for source in cycle([nobodys, others]):
        pair = next(source, None) or next(others, None)
        if pair is None:
            break
        way.append(pair)
    assert len(way) == 29
    return turns(mountain(starter=0), way)


def test_the_stand_off_is_reached_by_play() -> None:
    position = stand_off()
    assert position.scores == (20, 20)
    assert len(position.history) == 2 * 29
    assert {card[-1]: n for card, n in left(position).items() if card.startswith("gold")} == {
        "4": 5
    }
    strengths = Counter(card[-1] for card in left(position).elements() if "gold" not in card)
    assert strengths == {"3": 5, "2": 1}
    assert stage(position) == ("first flip", None)


def test_who_gives_way_in_the_stand_off_lets_the_other_take_three_fours_against_two() -> None:
    position = stand_off()
    gives_way, other = position.seat, 1 - position.seat
    three = next(card for card in left(position) if card.endswith(" 3"))
    rush = turn(position, three, "violet 2")
    assert left(rush).total() == 10
    assert (rush.seat, stage(rush)) == (other, ("gold rush", "few left"))
    end = play_on(rush, greedy)
    assert end.outcome is not None
    gained = [points - 20 for points in end.outcome.scores]
    assert (gained[other], gained[gives_way]) == (12, 8)
    assert (end.outcome.winners, end.outcome.reason) == ((other,), "few left")


def greedy(position: Position) -> str:
    """The flip of someone who knows where the most valuable gold lies."""
    lying = cards_on_table(position)
    return max(lying, key=lambda spot: int(lying[spot][-1]) if "gold" in lying[spot] else 0)


@pytest.mark.parametrize("quiet", [("gold 4", "gold 4"), ("red 3", "gold 4")])
def test_q2_the_stand_off_ends_after_twelve_quiet_turns(quiet: tuple[str, str]) -> None:
    position = stand_off()
    waits = position.seat
    for _ in range(12):
        assert stage(position) == ("first flip", None)
        position = turn(position, *quiet)
    assert (position.seat, stage(position)) == (waits, ("gold rush", "quiet turns"))
    assert position.view(None).happened[-1] == GoldRush("quiet turns")
    assert left(position).total() == 11
    end = play_on(position, greedy)
    assert end.outcome is not None
    gained = [points - 20 for points in end.outcome.scores]
    assert (gained[waits], gained[1 - waits]) == (12, 8)
    assert end.outcome.reason == "quiet turns"


# --- Quiet turns --------------------------------------------------------------------------------


def test_q2_five_seats_have_twenty_quiet_turns_and_not_nineteen() -> None:
    position = turns(mountain(seats=5, starter=3), [("gold 4", "gold 4")] * 19)
    assert stage(position) == ("first flip", None)
    assert position.view(None).quiet_turns_left == 1
    position = turn(position, "gold 4", "gold 4")
    assert (position.seat, stage(position)) == (3, ("gold rush", "quiet turns"))


def test_q2_a_quiet_turn_too_many_is_counted_from_the_last_card_that_left() -> None:
    quiet: Pairs = [("gold 4", "gold 4")]
    way = [*quiet * 11, ("red 5", "red 2"), *quiet * 11, ("dynamite", "red 2"), *quiet * 12]
    position = turns(mountain(), way)
    assert stage(position) == ("gold rush", "quiet turns")


def test_a_game_that_puts_off_the_gold_rush_with_every_means_still_ends() -> None:
    position = mountain()
    while position.view(None).rush is None:
        position = turns(position, [("gold 4", "gold 4")] * 11)
        position = turn(position, *productive_pair(position))
    end = play_on(position, first_move)
    # Thirty duels and five blasts, eleven quiet turns before each, and 24 gold cards in the rush.
    assert len(end.history) == 2 * 12 * (30 + 5) + 24
    # No more than 54 turns can remove something before ten cards are left, so no game is longer.
    assert len(end.history) <= 2 * 12 * 54 + 2 * 12 + 64


def productive_pair(position: Position) -> tuple[str, str]:
    """Two cards that remove as little as possible: a duel, or else dynamite and a digger."""
    diggers = [card for card in left(position).elements() if card.split()[0] in COLOURS]
    diggers.sort(key=lambda card: card[-1])
    weakest, strongest = diggers[0], diggers[-1]
    if weakest[-1] != strongest[-1]:
        return strongest, weakest
    return "dynamite", strongest


# --- Which reason comes first -------------------------------------------------------------------


def test_few_left_is_the_reason_where_the_table_is_dead_as_well() -> None:
    # The last dynamite takes the last digger and leaves nothing but ten gold cards.
    way = pairs(FIVES + FOURS[:9], THREE_GOLD + FOUR_GOLD + TWO_GOLD[:2])
    way += pairs([FOURS[9]] * 20, TWOS + THREES)
    way += [("dynamite", "dynamite")] * 2
    position = turns(mountain(), way)
    assert left(position) == Counter([*ONE_GOLD, *TWO_GOLD[:5], FOURS[9], "dynamite"])
    assert stage(position) == ("first flip", None)
    position = turn(position, "dynamite", FOURS[9])
    assert left(position) == Counter(ONE_GOLD + TWO_GOLD[:5])
    assert stage(position) == ("gold rush", "few left")


def test_a_dead_table_is_the_reason_before_quiet_turns_can_be() -> None:
    way, _ = DEAD_TABLES["D0"]
    position = turns(mountain(), way[:-1])
    position = turns(position, [("gold 4", "gold 4")] * 11)
    position = turn(position, *way[-1])
    assert stage(position) == ("gold rush", "dead table")


def test_few_left_is_the_reason_though_quiet_turns_were_about_to_be() -> None:
    position = stand_off()
    position = turns(position, [("gold 4", "gold 4")] * 11)
    assert position.view(None).quiet_turns_left == 1
    three = next(card for card in left(position) if card.endswith(" 3"))
    assert stage(turn(position, three, "violet 2")) == ("gold rush", "few left")
