"""Our rulings on Gold!, each by its number, and the examples of its rulebooks."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from motherlode import fair
from motherlode.games import game
from motherlode.games.game import IllegalMove, UnreadableMove
from motherlode.games.golddonkey import cards as donkey_cards
from motherlode.games.golddonkey.words import (
    MOVES,
    MayTakeBonus,
    NoBonus,
    Refilled,
    ScoredColour,
    ScoredSet,
    Took,
    TookBonus,
    value,
)
from motherlode.games.golddonkey.words import card_text as donkey_text
from motherlode.games.position import Position
from motherlode.match import Match
from tests.games.scenes import moment, numbered, play, play_on, ruled, split, take_low, yard

GOLD = game("golddonkey")

RULINGS = numbered("A", 46)
ELSEWHERE = {
    "A-44": "who leaves is replaced by a bot: server",
}


def test_every_ruling_on_gold_has_a_test_or_a_reason_to_have_none() -> None:
    tested = ruled(globals())
    assert not tested & ELSEWHERE.keys()
    assert tested | ELSEWHERE.keys() == RULINGS


def seeded(seats: int, seed: int) -> Position:
    """A game dealt by chance."""
    options = GOLD.options(seats=seats)
    return GOLD.start(options, GOLD.draw(options, fair.seeded("golddonkey", 1, "", str(seed))))


def random_game(seats: int, seed: int) -> list[Position]:
    """Every position of a game played at random."""
    rng = random.Random(seed)
    positions = [seeded(seats, seed)]
    while not positions[-1].over:
        positions.append(positions[-1].play(rng.choice(positions[-1].moves)))
    return positions


def takes(position: Position) -> list[str]:
    """What may be taken."""
    return [move.removeprefix("take ") for move in position.moves if move.startswith("take ")]


def swaps(position: Position, give: str = "") -> set[str]:
    """What may be had in exchange, for the card *give* or for any."""
    moves = [move for move in position.moves if move.startswith(f"swap {give}")]
    return {move.split(" for ")[1] for move in moves}


def bonuses(position: Position) -> list[str]:
    """What may be had as a bonus, and from whom."""
    return [move.removeprefix("bonus ") for move in position.moves if move.startswith("bonus ")]


def row(position: Position, seat: int) -> list[str]:
    return list(position.view(None).rows[seat])


def offer(position: Position) -> list[str]:
    return list(position.view(None).offer)


def pile(position: Position, seat: int) -> tuple[int, ...]:
    """The values in the score pile of *seat*."""
    values: tuple[int, ...] = position.view(seat).piles[seat].values
    return values


def happened(position: Position) -> tuple[object, ...]:
    events: tuple[object, ...] = position.view(None).happened
    return events


# --- Setup --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GOLD.seats)
def test_a01_the_starter_is_drawn_and_moves_on_clockwise_in_a_match(seats: int) -> None:
    assert {seeded(seats, seed).seat for seed in range(60)} == set(range(seats))
    options = GOLD.options(seats=seats)
    match = Match.begin("golddonkey", seats, seats - 1)
    starters = []
    while not match.over:
        draws = fair.seeded("golddonkey", 1, "", "match", match.number)
        starters.append(GOLD.start(options, GOLD.draw(options, draws, match.starter)).seat)
        match = match.add((0,) * seats)
    assert starters == [seats - 1, *range(seats - 1)]


@pytest.mark.parametrize("seats", GOLD.seats)
def test_a02_every_seat_draws_a_donkey_of_another_colour(seats: int) -> None:
    drawn = set()
    for seed in range(60):
        rows = seeded(seats, seed).view(None).rows
        assert [card.split()[1] for (card,) in rows] == ["donkey"] * seats
        assert len(set(rows)) == seats
        drawn.add(rows[0][0].split()[0])
    assert drawn == set(donkey_cards.COLOURS)


@pytest.mark.parametrize(("seats", "shuffled"), [(2, 52), (3, 57)])
def test_a03_donkeys_are_dealt_the_rest_is_shuffled_and_its_first_two_cards_leave(
    seats: int, shuffled: int
) -> None:
    donkeys = ("green", "blue", "violet")[:seats]
    first = "orange 8, pink 8, red 8, violet 8, blue 8"
    start = yard(first, donkeys=", ".join(donkeys), aside="green 8, green 7")
    assert len(start.deal.order) == shuffled
    assert [row(start, seat) for seat in range(seats)] == [
        [f"{colour} donkey"] for colour in donkeys
    ]
    assert sorted(offer(start)) == sorted(split(first))
    assert start.view(None).pile == shuffled - 2 - 5
    assert shuffled - 2 == {2: 50, 3: 55}[seats]


def ever_shown(positions: list[Position]) -> Counter[str]:
    """All cards that lay open at some time: the first donkeys, and every offer."""
    first = positions[0].view(None)
    shown = Counter([*first.offer, *(card for cards in first.rows for card in cards)])
    for position in positions:
        for event in happened(position):
            if isinstance(event, Refilled):
                shown.update(event.cards)
    return shown


@pytest.mark.parametrize(("seats", "donkeys"), [(2, 2), (3, 3)])
def test_a04_with_two_seats_one_donkey_of_each_colour_stays_in_the_box(
    seats: int, donkeys: int
) -> None:
    start = seeded(seats, 1)
    in_play = Counter(card for cards in start.view(None).rows for card in cards)
    in_play += Counter(donkey_text(card) for card in donkey_cards.deck(start.deal.given))
    for colour in donkey_cards.COLOURS:
        assert in_play[f"{colour} donkey"] == donkeys
        assert [in_play[f"{colour} {n}"] for n in range(3, 9)] == [2, 1, 1, 1, 1, 1]
    assert in_play.total() == {2: 54, 3: 60}[seats]


def test_a05_the_two_cards_set_aside_are_never_seen() -> None:
    start = yard(donkeys="green, blue, violet", aside="orange 8, pink 8")
    rng = random.Random(1)
    positions = [start]
    while not positions[-1].over:
        positions.append(positions[-1].play(rng.choice(positions[-1].moves)))
    shown = ever_shown(positions)
    assert shown.total() == 58
    assert shown["orange 8"] == shown["pink 8"] == 0


def test_a06_there_is_no_yellow_and_six_other_colours() -> None:
    named = {move.split()[1] for move in MOVES if move.startswith("take")}
    assert named == {"green", "blue", "violet", "red", "orange", "pink"}
    with pytest.raises(UnreadableMove):
        GOLD.read_move("take yellow 6")


# --- Taking and exchanging ----------------------------------------------------------------------


@pytest.mark.parametrize("seats", GOLD.seats)
def test_a07_a08_one_can_always_take_and_never_pass(seats: int) -> None:
    for position in random_game(seats, 1)[:-1]:
        if position.view(None).bonus:
            continue
        assert takes(position)
        assert {move.split()[0] for move in position.moves} <= {"take", "swap"}
    for text in ("pass", "no", ""):
        with pytest.raises((IllegalMove, UnreadableMove)):
            seeded(seats, 1).play(text)


def test_a09_of_several_lowest_cards_one_takes_any() -> None:
    position = moment("", "", offer="red 3, green 3, blue 4, pink 8")
    assert takes(position) == ["green 3", "red 3"]
    assert offer(position.play("take red 3")) == ["green 3", "blue 4", "pink 8"]
    with pytest.raises(IllegalMove, match="only a card of the lowest value on offer"):
        position.play("take blue 4")


def test_a10_an_exchange_is_for_a_card_that_lay_on_offer_before() -> None:
    position = moment("blue 6, green donkey", "", offer="red 7")
    # Not the blue 6 for itself, nor the donkey for the blue 6, nor the other way round.
    assert position.moves == ("take red 7", "swap green donkey for red 7")
    with pytest.raises(IllegalMove, match="that card is not on offer"):
        position.play("swap green donkey for blue 6")


@pytest.mark.parametrize("give", ["blue 4", "blue 5", "blue 6", "blue 7", "blue 8"])
def test_a11_gold_is_exchanged_for_gold_of_lower_value_only(give: str) -> None:
    low, same, high = int(give[-1]) - 1, int(give[-1]), int(give[-1]) + 1
    there = [
        f"{colour} {n}" for colour, n in (("red", low), ("pink", same), ("green", high)) if n < 9
    ]
    position = moment(give, "", offer=", ".join(there))
    assert swaps(position) == {f"red {low}"}
    with pytest.raises(UnreadableMove, match="gold of a lower value"):
        position.play(f"swap {give} for pink {same}")


def test_a12_an_exchange_within_one_colour_is_legal() -> None:
    position = moment("blue 8", "", offer="blue 5, red 3").play("swap blue 8 for blue 5")
    assert (row(position, 0), offer(position)) == (["blue 5"], ["red 3", "blue 8"])


def test_a13_with_one_card_on_offer_an_exchange_leaves_one_and_brings_no_new_ones() -> None:
    start = moment("blue 8", "", offer="red 3", pile="pink 3, pink 4, pink 5, pink 6, pink 7")
    after = start.play("swap blue 8 for red 3")
    assert offer(after) == ["blue 8"]
    assert after.view(None).pile == 5
    assert after.seat == 1
    assert offer(after.play("take blue 8")) == ["pink 3", "pink 4", "pink 5", "pink 6", "pink 7"]


def test_a14_no_donkey_is_ever_had_in_exchange() -> None:
    assert not [move for move in MOVES if move.startswith("swap") and move.endswith("donkey")]
    position = moment("blue 8, red donkey", "", offer="green donkey, pink 5")
    assert swaps(position) == {"pink 5"}
    with pytest.raises(UnreadableMove):
        position.play("swap blue 8 for green donkey")


def test_a15_an_exchange_may_break_an_own_pair() -> None:
    position = moment("blue 6, blue 8", "", offer="red 5, pink 7").play("swap blue 6 for red 5")
    assert row(position, 0) == ["blue 8", "red 5"]


def test_a46_a_three_may_be_had_in_exchange_and_is_never_given() -> None:
    position = moment("red 3, blue 4", "", offer="green 3, pink 8")
    assert swaps(position) == {"green 3"}
    assert swaps(position, "red 3") == set()
    assert not [move for move in MOVES if move.startswith("swap") and move.split()[2] == "3"]


# --- Sets and the bonus -------------------------------------------------------------------------

NEW = "pink 3, pink 4, pink 5, pink 6, pink 7"


def test_a16_action_then_bonus_then_set_then_new_offer_then_next_player() -> None:
    start = moment("red 5, red 4", "blue 6, pink 8", offer="red 7", pile=NEW)
    action = start.play("take red 7")
    assert happened(action) == (Took(0, "red 7"), MayTakeBonus(0))
    assert (action.seat, row(action, 0), pile(action, 0)) == (0, ["red 4", "red 5", "red 7"], ())
    bonus = action.play("bonus blue 6 from 2")
    assert happened(bonus) == (
        TookBonus(0, "blue 6", 1),
        ScoredSet(0, ("red 4", "red 5", "red 7")),
        Refilled(tuple(split(NEW)), grand_final=True),
    )
    assert (bonus.seat, row(bonus, 0), pile(bonus, 0)) == (1, ["blue 6"], (4, 5, 7))
    assert row(bonus, 1) == ["pink 8"]


def test_a17_the_bonus_is_chosen_before_the_five_new_cards_are_seen() -> None:
    start = moment("red 5, red 4", "blue 6, pink 8", offer="red 7", pile=NEW)
    action = start.play("take red 7")
    for seat in (0, 1, None):
        view = action.view(seat)
        assert (view.offer, view.pile, view.bonus) == ((), 5, True)
    for choice in action.view(0).moves:
        assert not [event for event in choice.does if isinstance(event, Refilled)]
        assert offer(action.play(choice.move)) == split(NEW)


def test_a18_a_set_is_neither_delayed_nor_refused() -> None:
    start = moment("red 5, red 4", "blue 6", offer="red 7, pink 8")
    action = start.play("take red 7")
    assert action.moves == ("bonus blue 6 from 2", "no bonus")
    with pytest.raises(IllegalMove, match="first comes the bonus for the set"):
        action.play("take pink 8")
    for move in action.moves:
        assert pile(action.play(move), 0) == (4, 5, 7)
    # Where there is no bonus to choose, nothing is asked at all.
    after = moment("red 5, red 4", "", offer="red 7, pink 8").play("take red 7")
    assert (after.seat, pile(after, 0), row(after, 0)) == (1, (4, 5, 7), [])


def test_a18_a_set_with_donkeys_must_be_scored_too() -> None:
    start = moment("red donkey, red donkey", "", offer="red donkey, pink 8")
    after = start.play("take red donkey")
    assert (pile(after, 0), after.scores) == ((-2, -2, -2), (-6, 0))


def test_a19_the_bonus_may_be_declined() -> None:
    action = moment("red 5, red 4", "blue 6", offer="red 7, pink 8").play("take red 7")
    after = action.play("no bonus")
    assert happened(after) == (NoBonus(0), ScoredSet(0, ("red 4", "red 5", "red 7")))
    assert (row(after, 0), row(after, 1), after.seat) == ([], ["blue 6"], 1)


def test_a20_the_bonus_may_be_a_donkey() -> None:
    action = moment("red 5, red 4", "blue donkey", offer="red 7, pink 8").play("take red 7")
    after = action.play("bonus blue donkey from 2")
    assert (row(after, 0), row(after, 1)) == (["blue donkey"], [])


def test_a21_the_bonus_is_neither_of_the_sets_colour_nor_of_one_still_in_the_row() -> None:
    start = moment(
        "red 5, red 4, green 3", "red 8, green 8, pink 8, blue 3", offer="red 7, orange 8"
    )
    action = start.play("take red 7")
    assert bonuses(action) == ["blue 3 from 2", "pink 8 from 2"]
    for forbidden in ("bonus red 8 from 2", "bonus green 8 from 2"):
        with pytest.raises(IllegalMove, match="of a colour the row does not have"):
            action.play(forbidden)
    with pytest.raises(IllegalMove, match="that seat has no such card"):
        action.play("bonus orange 7 from 2")


def test_a22_a_colour_given_away_in_this_turn_is_missing_and_may_be_the_bonus() -> None:
    start = moment("red 5, red 4, blue donkey", "blue 8", offer="red 7, pink 3")
    assert bonuses(start.play("swap blue donkey for red 7")) == ["blue 8 from 2"]
    two = moment("red 5, red 4, blue donkey, blue 3", "blue 8", offer="red 7, pink 3")
    after = two.play("swap blue donkey for red 7")
    assert (after.seat, pile(after, 0)) == (1, (4, 5, 7))


def test_a23_the_bonus_is_one_card_from_any_one_opponent() -> None:
    start = moment(
        "red 5, red 4", "blue 6, pink 8", "pink 4, green 3", offer="red 7, orange 8", turn=0
    )
    action = start.play("take red 7")
    everything = ["blue 6 from 2", "pink 8 from 2", "green 3 from 3", "pink 4 from 3"]
    assert bonuses(action) == everything
    after = action.play("bonus pink 4 from 3")
    assert [row(after, seat) for seat in range(3)] == [
        ["pink 4"],
        ["blue 6", "pink 8"],
        ["green 3"],
    ]
    assert after.seat == 1
    with pytest.raises(IllegalMove, match="no set is being scored"):
        after.play("bonus green 3 from 3")


def test_a23_nobody_takes_a_bonus_from_himself() -> None:
    start = moment("red 5, red 4, blue 3", "pink 8", offer="red 7, orange 8")
    with pytest.raises(IllegalMove, match="that seat has no such card"):
        start.play("take red 7").play("bonus blue 3 from 1")


def test_a24_a_score_pile_is_safe() -> None:
    scored = ("", "blue 8, blue 7, blue 6")
    start = moment("red 5, red 4", "green 3", offer="red 7, orange 8", scored=scored)
    action = start.play("take red 7")
    assert bonuses(action) == ["green 3 from 2"]
    with pytest.raises(IllegalMove, match="that seat has no such card"):
        action.play("bonus blue 8 from 2")


def test_a25_the_bonus_comes_before_the_set_leaves_and_a_later_one_would_be_no_other() -> None:
    for before, after in pairs_of_turns(GOLD.seats, 3):
        if not before.view(None).bonus:
            continue
        colours = [card.split()[0] for card in row(before, before.seat)]
        (set_colour,) = {colour for colour in colours if colours.count(colour) == 3}
        left = {colour for colour in colours if colour != set_colour}
        rivals = [seat for seat in range(before.options.seats) if seat != before.seat]
        allowed = {
            f"{card} from {seat + 1}"
            for seat in rivals
            for card in row(before, seat)
            if card.split()[0] not in left | {set_colour}
        }
        assert set(bonuses(before)) == allowed
        assert not [card for card in row(after, before.seat) if card.split()[0] == set_colour]


def pairs_of_turns(seatings: tuple[int, ...], games: int) -> list[tuple[Position, Position]]:
    """A move and the one before it, all through some random games."""
    return [
        (before, after)
        for seats in seatings
        for seed in range(games)
        for positions in [random_game(seats, seed)]
        for before, after in pairwise(positions)
    ]


def test_a26_a_bonus_never_completes_a_second_set() -> None:
    sets = 0
    for _, after in pairs_of_turns(GOLD.seats, 5):
        scored = [event for event in happened(after) if isinstance(event, ScoredSet)]
        assert len(scored) <= 1
        assert all(len(event.cards) == 3 for event in scored)
        sets += len(scored)
        if not after.view(None).bonus and not after.over:
            for cards in after.view(None).rows:
                assert max(Counter(card.split()[0] for card in cards).values(), default=0) <= 2
    assert sets > 50


def test_a27_a_set_in_the_very_last_turn_brings_its_bonus_before_the_colours_are_scored() -> None:
    start = moment("red 5, red 4", "blue 6, pink 8", offer="red 7")
    action = start.play("take red 7")
    assert (action.over, bonuses(action)) == (False, ["blue 6 from 2", "pink 8 from 2"])
    end = action.play("bonus pink 8 from 2")
    assert end.over
    assert (pile(end, 0), pile(end, 1)) == ((4, 5, 7, 8), (6,))
    assert happened(end)[:2] == (
        TookBonus(0, "pink 8", 1),
        ScoredSet(0, ("red 4", "red 5", "red 7")),
    )


def test_a28_seats_may_have_different_numbers_of_turns() -> None:
    end = play_on(yard(donkeys="green, blue, violet"), take_low)
    turns: Counter[int] = Counter()
    before = end.before
    while before is not None:
        turns[before.seat] += not before.view(None).bonus
        before = before.before
    assert turns.total() == 55
    assert sorted(turns.values()) == [18, 18, 19]


# --- What is seen -------------------------------------------------------------------------------


def test_a29_the_owner_sees_the_cards_of_a_score_pile_and_the_others_their_count() -> None:
    position = moment("", "", offer="pink 3, pink 4", scored=("red 5, red donkey, red 4", "blue 8"))
    piles = [position.view(seat).piles for seat in (0, 1, None)]
    assert [pile[0].values for pile in piles] == [(-2, 4, 5), None, None]
    assert [pile[1].values for pile in piles] == [None, (8,), None]
    assert [[pile.cards for pile in each] for each in piles] == [[3, 1]] * 3


def test_a30_a_view_shows_no_running_scores_of_others() -> None:
    position = moment("", "", offer="pink 3, pink 4", scored=("red 5, red 8, red 4", "blue 8"))
    assert position.scores == (17, 8)
    assert position.view(None).outcome is None
    assert position.view(None).piles == position.view(1).piles[:1] + position.view(0).piles[1:]


def test_a31_rows_lie_open_sorted_by_colour() -> None:
    row_of_many = "pink 8, green 4, red 3, green donkey, blue 8, red donkey"
    position = moment(row_of_many, "", offer="pink 3, pink 4")
    expected = ("green donkey", "green 4", "blue 8", "red donkey", "red 3", "pink 8")
    assert [position.view(seat).rows[0] for seat in (0, 1, None)] == [expected] * 3


# --- Colour scoring -----------------------------------------------------------------------------


def ended(*rows: str, scored: tuple[str, ...] = ()) -> Position:
    """The end of a game with these *rows*; seat 1 takes the last card, a pink 3."""
    position = moment(*rows, offer="pink 3", scored=scored).play("take pink 3")
    assert position.over
    return position


def colour(position: Position, name: str) -> ScoredColour | None:
    """How *name* was scored, if any seat had some of it."""
    scored = [event for event in happened(position) if isinstance(event, ScoredColour)]
    return next((event for event in scored if event.colour == name), None)


def test_a32_only_seats_with_a_card_of_the_colour_take_part() -> None:
    # A total of nothing would beat or tie one below zero.
    end = ended("red donkey", "", "")
    assert colour(end, "red") == ScoredColour(
        "red", (("red donkey",), (), ()), (-2, None, None), (None,) * 3
    )
    assert [pile(end, seat) for seat in range(3)] == [(3,), (), ()]
    assert colour(end, "blue") is None


def test_a33_no_row_without_gold_is_ever_ahead_of_one_with_gold() -> None:
    rows = [cards for n in (1, 2) for cards in combinations([-2, -2, -2, 3, 3, 4, 5, 6, 7, 8], n)]
    with_gold = [sum(cards) for cards in rows if max(cards) > 0]
    without = [sum(cards) for cards in rows if max(cards) < 0]
    assert min(with_gold) > max(without)
    end = ended("red 3, red donkey", "red donkey")
    assert colour(end, "red") == ScoredColour(
        "red", (("red donkey", "red 3"), ("red donkey",)), (1, -2), ("red 3", None)
    )


def test_a34_of_two_gold_cards_only_the_higher_one_is_scored() -> None:
    end = ended("red 5, red 7", "red 8")
    assert (pile(end, 0), pile(end, 1)) == ((3, 7), ())


def test_a35_of_two_equal_threes_one_is_scored() -> None:
    end = ended("red 3, red 3", "red 5")
    assert pile(end, 0) == (3, 3)  # the other one is the pink 3
    assert row(end, 0) == ["red 3"]


def test_a36_the_score_pile_does_not_count_for_the_colour() -> None:
    end = ended("red 3", "red 4", scored=("red 8, red 7, red 6", ""))
    assert (pile(end, 0), pile(end, 1)) == ((3, 6, 7, 8), (4,))


def test_a37_all_that_are_level_score_their_best_gold() -> None:
    end = ended("red 3, red 4", "red 7")
    assert (pile(end, 0), pile(end, 1)) == ((3, 4), (7,))


def test_a38_the_donkeys_of_the_best_row_are_discarded_without_a_minus() -> None:
    end = ended("red 8, red donkey", "red 5")
    assert (pile(end, 0), end.scores) == ((3, 8), (11, 0))
    assert row(end, 0) == ["red donkey"]


def test_a39_who_alone_has_a_colour_scores_it() -> None:
    assert pile(ended("red donkey, red 3", ""), 0) == (3, 3)


def test_a40_each_colour_is_scored_by_itself() -> None:
    red, blue = ("red 8, red donkey", "red 6"), ("blue 3", "blue 4, blue donkey")
    alone = [colour(ended(*rows), name) for rows, name in ((red, "red"), (blue, "blue"))]
    for order in ((red, blue), (blue, red)):
        end = ended(*(", ".join(cards) for cards in zip(*order, strict=True)))
        assert [colour(end, "red"), colour(end, "blue")] == alone


def test_a33_to_a39_every_end_of_one_colour_is_scored_as_written() -> None:
    cards = ["red donkey"] * 3 + ["red 3", "red 3", "red 4", "red 5", "red 8"]
    hands = [set(hand) for n in (0, 1, 2) for hand in combinations(range(len(cards)), n)]
    for mine in hands:
        for theirs in hands:
            if mine & theirs:
                continue
            rows = [[cards[i] for i in sorted(hand)] for hand in (mine, theirs)]
            end = ended(*(", ".join(each) for each in rows))
            assert (pile(end, 0), pile(end, 1)) == by_hand(rows)


def by_hand(rows: list[list[str]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the two piles hold when these rows of one colour, and a pink 3, are scored."""
    values = [[-2 if card.endswith("donkey") else int(card[-1]) for card in each] for each in rows]
    best = max((sum(each) for each in values if each), default=0)
    kept = [[max(each)] if each and sum(each) == best and max(each) > 0 else [] for each in values]
    return tuple(sorted([3, *kept[0]])), tuple(kept[1])


# --- The end ------------------------------------------------------------------------------------


def test_a41_cards_from_colour_scoring_count_in_the_tie_break() -> None:
    end = ended("red 3, blue 3", "green 6", scored=("", "violet 3"))
    outcome = end.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == ((9, 9), (0,), "cards")


def test_a42_a_total_may_be_below_zero_and_the_least_bad_one_wins() -> None:
    scored = ("red donkey, red donkey, red donkey", "blue donkey, blue donkey, blue donkey")
    end = ended("", "", scored=scored)
    assert (end.scores, end.winners) == ((-3, -6), (0,))


def test_a43_level_on_points_and_cards_the_victory_is_shared() -> None:
    outcome = ended("red 5", "green 8").outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == ((8, 8), (0,), "cards")
    outcome = ended("", "green 3").outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == ((3, 3), (0, 1), "shared")


@pytest.mark.parametrize(("seats", "all_takes"), [(2, 50), (3, 55)])
def test_a45_every_turn_lowers_the_measure_that_proves_the_game_ends(
    seats: int, all_takes: int
) -> None:
    for seed in range(5):
        positions = [at for at in random_game(seats, seed) if not at.view(None).bonus]
        measures = [measure(position) for position in positions]
        assert all(before > after for before, after in pairwise(measures))
        taken = [move for move in positions[-1].history if move.startswith("take")]
        assert len(taken) == all_takes
        assert len(positions) - 1 <= 1130


def measure(position: Position) -> tuple[int, int, int]:
    """Cards still to be taken, donkeys in the rows, and the sum of the offer, negated."""
    view = position.view(None)
    donkeys = sum(card.endswith("donkey") for cards in view.rows for card in cards)
    worth = sum(-2 if card.endswith("donkey") else int(card[-1]) for card in view.offer)
    return view.pile + len(view.offer), donkeys, -worth


def test_all_cards_together_are_worth_what_the_rulings_say() -> None:
    for seats, worth in ((2, 192), (3, 180)):
        donkeys = tuple(range(seats))
        assert sum(map(value, [*donkey_cards.deck(donkeys), *donkeys])) == worth


# --- The examples of the printed rulebook -------------------------------------------------------


def afternoon() -> Position:
    """Bernd, Dirk and Claus when Bernd is on, with the offer the rulebook shows."""
    start = yard(
        "orange 3, pink 3, violet 4, red 5, blue 6",
        "pink donkey, red donkey, green donkey, green 4, blue 8",
        donkeys="orange, violet, green",
    )
    moves = ["orange 3", "pink 3", "violet 4", "red 5", "blue 6", "pink donkey"]
    return play(start, *(f"take {card}" for card in moves))


def test_the_example_of_bernd_who_takes_one_of_two_donkeys() -> None:
    position = afternoon()
    assert position.seat == 0
    assert offer(position) == ["green donkey", "red donkey", "green 4", "blue 8"]
    assert takes(position) == ["green donkey", "red donkey"]
    after = position.play("take green donkey")
    assert "green donkey" in row(after, 0)


def test_the_example_of_dirk_who_exchanges_gold_for_lower_gold() -> None:
    position = afternoon().play("take green donkey")
    assert position.seat == 1
    assert offer(position) == ["red donkey", "green 4", "blue 8"]
    assert swaps(position, "blue 6") == {"green 4"}
    after = position.play("swap blue 6 for green 4")
    assert offer(after) == ["red donkey", "blue 6", "blue 8"]
    assert "green 4" in row(after, 1)
    assert "blue 6" not in row(after, 1)


def test_the_example_of_claus_who_exchanges_a_donkey() -> None:
    position = play(afternoon(), "take green donkey", "swap blue 6 for green 4")
    assert position.seat == 2
    assert offer(position) == ["red donkey", "blue 6", "blue 8"]
    assert swaps(position, "green donkey") == {"blue 6", "blue 8"}
    after = position.play("swap green donkey for blue 8")
    assert offer(after) == ["green donkey", "red donkey", "blue 6"]
    assert "blue 8" in row(after, 2)


def test_the_example_of_claus_set_and_its_bonus() -> None:
    # The yellow 6 of the printed example is a misprint: here it is an orange one.
    start = yard(
        "red 3, violet 3, pink 4, blue 5, orange 6",
        "pink donkey, red 4, violet 5, orange 7, red 8",
        donkeys="blue, red, green",
        starter=2,
    )
    cards = (
        "red 3, violet 3, pink 4, blue 5, orange 6, pink donkey, red 4, violet 5, orange 7, red 8"
    )
    action = play(start, *(f"take {card}" for card in split(cards)))
    assert row(action, 2) == ["green donkey", "blue 5", "red 3", "red 4", "red 8"]
    assert row(action, 0) == ["blue donkey", "violet 3", "violet 5", "orange 6"]
    assert row(action, 1) == ["red donkey", "orange 7", "pink donkey", "pink 4"]
    assert bonuses(action) == [
        *(f"{card} from 1" for card in ("violet 3", "violet 5", "orange 6")),
        *(f"{card} from 2" for card in ("pink donkey", "pink 4", "orange 7")),
    ]
    after = action.play("bonus orange 6 from 1")
    assert row(after, 2) == ["green donkey", "blue 5", "orange 6"]
    assert row(after, 0) == ["blue donkey", "violet 3", "violet 5"]
    assert pile(after, 2) == (3, 4, 8)


# The rows of the printed example come about when everybody just takes the lowest card.
ELEVEN_OFFERS = (
    "blue donkey, blue 3, red 7, pink 6, green 5",
    "pink donkey, violet 8, green 7, blue donkey, violet donkey",
    "blue 4, green donkey, orange donkey, green donkey, blue 8",
    "violet 6, red 4, pink 3, violet 3, red 3",
    "pink 3, red 6, green 3, pink donkey, violet 7",
    "blue 3, orange 6, blue 5, pink 8, blue 6",
    "blue 7, red donkey, orange 8, orange 3, orange 4",
    "red 3, violet 5, green 6, orange 5, violet 3",
    "red donkey, orange donkey, orange 3, orange 7, green 4",
    "pink 4, violet 4, green 8, red 8, violet donkey",
    "orange donkey, pink 5, violet donkey, pink 7, green 3",
)


def test_the_example_of_colour_scoring() -> None:
    # Bernd, Dirk and Claus.
    start = yard(*ELEVEN_OFFERS, donkeys="blue, red, green", aside="red 5, pink donkey")
    end = play_on(start, take_low)
    assert end.before is not None
    of_red_and_green = [
        [card for card in row(end.before, seat) if card.startswith(("red", "green"))]
        for seat in range(3)
    ]
    assert of_red_and_green == [[], ["red donkey", "red 8"], ["green donkey", "red 6"]]
    assert colour(end, "red") == ScoredColour(
        "red",
        ((), ("red donkey", "red 8"), ("red 6",)),
        (None, 6, 6),
        (None, "red 8", "red 6"),
    )
    assert colour(end, "green") == ScoredColour(
        "green", ((), (), ("green donkey",)), (None, None, -2), (None, None, None)
    )
    before = end.before.scores
    gained = [after - points for after, points in zip(end.scores, before, strict=True)]
    # Bernd: blue 7, violet 7, pink 7; Dirk: red 8; Claus: red 6, orange 7.
    assert gained == [21, 8, 13]


# --- The examples of our rulebook ---------------------------------------------------------------


def test_the_example_of_lenas_set_in_our_rulebook() -> None:
    start = moment("red 5, red 4, blue donkey", "blue 6", offer="red 7, green 3, orange 8")
    action = start.play("swap blue donkey for red 7")
    assert bonuses(action) == ["blue 6 from 2"]
    after = action.play("bonus blue 6 from 2")
    assert (pile(after, 0), after.scores[0]) == ((4, 5, 7), 16)
    assert row(after, 0) == ["blue 6"]


def test_the_example_of_colours_in_our_rulebook() -> None:
    end = ended("orange 7, orange donkey, violet 3, violet 5", "orange 4, violet 8")
    assert colour(end, "orange") == ScoredColour(
        "orange", (("orange donkey", "orange 7"), ("orange 4",)), (5, 4), ("orange 7", None)
    )
    assert colour(end, "violet") == ScoredColour(
        "violet", (("violet 3", "violet 5"), ("violet 8",)), (8, 8), ("violet 5", "violet 8")
    )
