"""Our rulings on GOLD, each by its number, and the examples of its rulebooks."""

from collections import Counter
from itertools import combinations

import msgspec
import pytest

from motherlode import fair
from motherlode.games import game
from motherlode.games.game import Choice, IllegalMove, UnreadableMove
from motherlode.games.goldrush.words import (
    MOVES,
    Blasted,
    Carried,
    Cleared,
    Duelled,
    GoldRush,
    NothingHappened,
    Taken,
    TurnedUp,
)
from motherlode.games.position import Position
from motherlode.match import Match
from tests.games.scenes import (
    MOUNTAIN,
    cards_on_table,
    first_move,
    mountain,
    numbered,
    play,
    play_on,
    ruled,
    scripted,
    small_mountain,
    turn,
    turns,
)

GOLD = game("goldrush")

RULINGS = numbered("G", 41) | {"Q1", "Q2"}
ELSEWHERE = {
    "G-32": "how long cards stay open is the table's clock: server; the view has both moments",
    "G-35": "how a card is turned on its spot: the page draws it",
    "G-40": "who leaves is replaced by a bot: server",
}


def test_every_ruling_on_gold_has_a_test_or_a_reason_to_have_none() -> None:
    tested = ruled(globals())
    assert not tested & ELSEWHERE.keys()
    assert tested | ELSEWHERE.keys() == RULINGS


def sees(position: Position, spot: str) -> str | None:
    """The card all see at *spot*."""
    up: dict[str, str] = position.view(None).up
    return up.get(spot)


def happened(position: Position) -> tuple[object, ...]:
    events: tuple[object, ...] = position.view(None).happened
    return events


def nuggets(position: Position, seat: int) -> tuple[int, ...]:
    """The gold *seat* has, card by card."""
    values: tuple[int, ...] = position.view(seat).won[seat].values
    return values


# --- Setup --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GOLD.seats)
def test_g01_the_starter_is_drawn_and_any_seat_may_be(seats: int) -> None:
    options = GOLD.options(seats=seats)
    drawn = {
        GOLD.start(options, GOLD.draw(options, fair.seeded("goldrush", 1, "", str(seed)))).seat
        for seed in range(60)
    }
    assert drawn == set(range(seats))


def test_g01_in_a_match_the_starter_moves_on_clockwise() -> None:
    options = GOLD.options(seats=3)
    match = Match.begin("goldrush", seats=3, first_starter=1)
    starters = []
    while not match.over:
        draws = fair.seeded("goldrush", 1, "", "match", match.number)
        starters.append(GOLD.start(options, GOLD.draw(options, draws, match.starter)).seat)
        match = match.add((0, 0, 0))
    assert starters == [1, 2, 0]


def test_g02_seats_choose_their_colours_or_let_them_be_drawn() -> None:
    chosen = GOLD.options(seats=2, colours="violet+red,green+blue")
    deal = GOLD.draw(chosen, scripted({"starter": 0}))
    assert GOLD.start(chosen, deal).view(0).owners == {
        "red": 0,
        "orange": None,
        "green": 1,
        "blue": 1,
        "violet": 0,
    }
    drawn = GOLD.options(seats=3)
    deal = GOLD.draw(drawn, scripted({"starter": 0, "colours": (4, 2, 0, 1, 3)}))
    assert GOLD.start(drawn, deal).view(0).owners == {
        "red": 2,
        "orange": None,
        "green": 1,
        "blue": None,
        "violet": 0,
    }


def test_g03_two_players_own_two_colours_each_and_one_is_nobodys() -> None:
    options = GOLD.options(seats=2)
    for seed in range(20):
        deal = GOLD.draw(options, fair.seeded("goldrush", 1, "", str(seed)))
        owners = GOLD.start(options, deal).view(0).owners
        assert Counter(owners.values()) == {0: 2, 1: 2, None: 1}


def test_g04_both_colours_of_a_player_fill_one_pile() -> None:
    start = mountain({"a1": "red 3", "b1": "gold 3", "c1": "orange 2", "d1": "gold 1"})
    position = play(start, "a1", "b1", "c1", "d1")
    assert nuggets(position, 0) == (1, 3)
    assert position.scores == (4, 0)


@pytest.mark.parametrize("seats", GOLD.seats)
def test_g05_all_35_diggers_play_whoever_owns_them(seats: int) -> None:
    lying = Counter(cards_on_table(mountain(seats=seats)).values())
    for colour in ("red", "orange", "green", "blue", "violet"):
        strengths = [lying[f"{colour} {strength}"] for strength in (2, 3, 4, 5)]
        assert strengths == [2, 2, 2, 1]


@pytest.mark.parametrize("seats", GOLD.seats)
def test_g06_no_mine_entrance_is_ever_shuffled_in(seats: int) -> None:
    lying = Counter(card.split()[0] for card in cards_on_table(mountain(seats=seats)).values())
    assert lying.pop("gold") == 24
    assert lying.pop("dynamite") == 5
    assert lying == dict.fromkeys(("red", "orange", "green", "blue", "violet"), 7)


def test_g07_scatter_is_the_usual_layout_and_the_grid_the_same_game() -> None:
    assert GOLD.options().texts()["layout"] == "scatter"
    scatter, grid = (
        play(mountain({"a1": "red 4", "h8": "gold 4"}, layout=layout), "a1", "h8").view(0)
        for layout in ("scatter", "grid")
    )
    assert (scatter.layout, grid.layout) == ("scatter", "grid")
    assert msgspec.structs.replace(grid, layout="scatter") == scatter


def test_g08_gaps_stay_open_and_every_other_card_keeps_its_spot() -> None:
    start = mountain({"c4": "dynamite", "f7": "gold 2"})
    after = play(start, "c4", "f7")
    before = cards_on_table(start)
    del before["c4"], before["f7"]
    assert cards_on_table(after) == before
    with pytest.raises(IllegalMove, match="no card lies there any more"):
        after.play("f7")


# --- Two flips ----------------------------------------------------------------------------------


def test_g09_the_first_card_is_seen_before_the_second_is_chosen() -> None:
    position = mountain({"c4": "blue 3"}).play("c4")
    assert (position.seat, position.view(0).stage) == (0, "second flip")
    for seat in (0, 1, None):
        for turned_down in (False, True):
            assert position.view(seat, turned_down=turned_down).up == {"c4": "blue 3"}
    assert len(position.moves) == 63


def test_g10_nobody_may_stop_after_one_flip() -> None:
    position = mountain().play("a1")
    assert set(position.moves) == set(MOVES) - {"a1"}
    assert position.play(position.moves[0]).seat == 1


@pytest.mark.parametrize("second", ["gold 4", "red 5", "violet 2", "dynamite"])
def test_g11_after_dynamite_any_second_card_may_be_chosen_and_must_be(second: str) -> None:
    position = mountain({"a1": "dynamite", "e5": second}).play("a1")
    assert len(position.view(0).table) == 64
    assert set(position.moves) == set(MOVES) - {"a1"}
    after = position.play("e5")
    assert after.view(0).table == tuple(spot for spot in MOVES if spot not in {"a1", "e5"})
    assert happened(after)[1:] == (Blasted(("a1", "e5")),)


def test_g12_two_dynamites_both_leave() -> None:
    after = play(mountain({"a1": "dynamite", "b1": "dynamite"}), "a1", "b1")
    assert Counter(cards_on_table(after).values())["dynamite"] == 3


@pytest.mark.parametrize("flips", [("a1", "b1"), ("b1", "a1")])
def test_g13_gold_blown_up_by_dynamite_is_lost_to_all(flips: tuple[str, str]) -> None:
    after = play(mountain({"a1": "dynamite", "b1": "gold 4"}), *flips)
    assert after.scores == (0, 0)
    assert not {"a1", "b1"} & set(after.view(0).table)


@pytest.mark.parametrize("flips", [("a1", "b1"), ("b1", "a1")])
def test_g14_dynamite_spares_not_even_an_own_digger(flips: tuple[str, str]) -> None:
    after = play(mountain({"a1": "dynamite", "b1": "red 5"}), *flips)
    assert "red 5" not in cards_on_table(after).values()


@pytest.mark.parametrize(
    ("digger", "gold", "carries"),
    [(digger, gold, digger >= gold) for digger in (2, 3, 4, 5) for gold in (1, 2, 3, 4)],
)
def test_g15_a_digger_as_strong_as_the_gold_is_heavy_carries_it(
    digger: int, gold: int, carries: bool
) -> None:
    for flips in (("a1", "b1"), ("b1", "a1")):
        after = play(mountain({"a1": f"red {digger}", "b1": f"gold {gold}"}), *flips)
        assert after.scores == (gold if carries else 0, 0)
        assert ("b1" in after.view(0).table) == (not carries)


@pytest.mark.parametrize("strength", [2, 3, 4, 5])
def test_g16_a_digger_that_carried_leaves_however_strong_it_is(strength: int) -> None:
    after = play(mountain({"a1": f"red {strength}", "b1": "gold 1"}), "a1", "b1")
    assert "a1" not in after.view(0).table
    assert happened(after)[1:] == (Carried(0, "a1", "b1"),)


@pytest.mark.parametrize("flips", [("a1", "b1"), ("b1", "a1")])
def test_g17_a_rivals_digger_carries_for_its_owner_on_my_turn(flips: tuple[str, str]) -> None:
    after = play(mountain({"a1": "green 4", "b1": "gold 4"}), *flips)
    assert after.scores == (0, 4)
    assert happened(after)[1:] == (Carried(1, "a1", "b1"),)


def test_g18_own_diggers_carry_for_me_and_nobodys_for_whoever_turned_them_up() -> None:
    start = mountain(
        {"a1": "violet 2", "b1": "gold 2", "c1": "violet 3", "d1": "gold 3", "e1": "red 2"}
    )
    first = play(start, "a1", "b1")
    assert first.scores == (2, 0)
    assert play(first, "d1", "c1").scores == (2, 3)
    assert turn(start, "red 2", "gold 1").scores == (1, 0)


@pytest.mark.parametrize("flips", [("a1", "b1"), ("b1", "a1")])
@pytest.mark.parametrize("colours", [("red", "red"), ("violet", "violet"), ("red", "green")])
def test_g19_colours_do_not_matter_in_a_duel(
    colours: tuple[str, str], flips: tuple[str, str]
) -> None:
    weak, strong = colours
    after = play(mountain({"a1": f"{weak} 2", "b1": f"{strong} 3"}), *flips)
    assert "a1" not in cards_on_table(after)
    assert cards_on_table(after)["b1"] == f"{strong} 3"
    assert happened(after)[1:] == (Duelled(stays="b1", leaves="a1"),)
    assert sees(after, "b1") == f"{strong} 3"
    assert after.view(None, turned_down=True).up == {}


@pytest.mark.parametrize("other", ["red 3", "green 3", "violet 3"])
def test_g20_equally_strong_diggers_do_nothing_to_each_other(other: str) -> None:
    start = mountain({"a1": "red 3", "b1": other})
    after = play(start, "a1", "b1")
    assert cards_on_table(after) == cards_on_table(start)
    assert happened(after)[1:] == (NothingHappened(),)
    assert (after.seat, after.scores) == (1, (0, 0))


def test_g21_nobody_is_asked_whether_a_pair_should_do_what_it_does() -> None:
    start = mountain({"a1": "green 4", "b1": "gold 4", "c1": "red 2", "d1": "red 3"})
    for flips, left in ((("a1", "b1"), 62), (("c1", "d1"), 63)):
        after = play(start, *flips)
        assert len(after.view(0).table) == left
        assert (after.seat, after.view(1).stage) == (1, "first flip")


def test_591_of_2016_opening_pairs_do_nothing() -> None:
    start = mountain()
    quiet = 0
    for first in range(64):
        flipped = start.play(MOVES[first])
        for second in range(first + 1, 64):
            after = flipped.play(MOVES[second])
            quiet += int(after.state["quiet"])
    assert quiet == 591


def test_what_each_pair_of_cards_does_does_not_depend_on_which_came_first() -> None:
    for one, other in combinations(sorted(set(MOUNTAIN)), 2):
        start = mountain({"a1": one, "b1": other})
        ways = [play(start, *flips) for flips in (("a1", "b1"), ("b1", "a1"))]
        assert cards_on_table(ways[0]) == cards_on_table(ways[1])
        assert ways[0].scores == ways[1].scores


# --- Gold Rush ----------------------------------------------------------------------------------

ELEVEN = ["red 5", "red 2", "red 2", "orange 2", *["gold 1"] * 5, "green 2", "green 2"]
TWELVE = [*ELEVEN, "dynamite"]


def test_g22_the_cards_are_counted_at_the_beginning_of_a_turn_only() -> None:
    start = small_mountain(ELEVEN)
    assert start.view(0).rush is None
    # Ten lie face down now, but the turn has begun.
    flipped = start.play("a1")
    assert (flipped.seat, flipped.view(0).rush) == (0, None)
    after = flipped.play("b1")
    assert len(after.view(0).table) == 10
    assert (after.seat, after.view(1).rush, after.view(1).stage) == (1, "few left", "gold rush")
    assert happened(after)[-1] == GoldRush("few left")


def test_g22_eleven_cards_are_no_gold_rush_and_ten_are() -> None:
    twelve = small_mountain(TWELVE)
    assert turn(twelve, "red 5", "red 2").view(0).rush is None
    assert turn(twelve, "dynamite", "red 2").view(0).rush == "few left"
    assert small_mountain(ELEVEN[:10]).view(0).rush == "few left"


@pytest.mark.parametrize("cards", [ELEVEN[:10], ["gold 1"] * 5 + ["gold 2"] * 6])
def test_g23_a_gold_rush_never_ends_before_the_game(cards: list[str]) -> None:
    position = small_mountain(cards)
    for left in range(len(cards), 0, -1):
        assert (position.view(0).stage, len(position.view(0).table)) == ("gold rush", left)
        position = position.play(first_move(position))
    assert position.over


def test_g24_in_the_gold_rush_owners_and_dynamite_do_not_matter() -> None:
    rush = small_mountain(["green 5", "gold 4", "dynamite", "gold 3", "violet 2"])
    after = turn(rush, "green 5", "gold 4", "dynamite", "gold 3")
    assert after.scores == (0, 7)
    assert [type(happened(turn(rush, card))[1]) for card in ("green 5", "dynamite")] == [
        Cleared
    ] * 2
    assert happened(turn(rush, "gold 4"))[1:] == (Taken(0, "b1"),)
    assert cards_on_table(after) == {"e1": "violet 2"}


def test_g25_in_the_gold_rush_every_turn_is_one_flip_and_nobody_passes() -> None:
    rush = small_mountain(["green 5", "gold 4", "dynamite"])
    assert rush.moves == ("a1", "b1", "c1")
    assert [play(rush, *flips).seat for flips in ([], ["a1"], ["a1", "b1"])] == [0, 1, 0]


def test_g26_some_seats_have_one_turn_more_than_others() -> None:
    position = small_mountain(ELEVEN[:10], seats=3)
    played: Counter[int] = Counter()
    while not position.over:
        played[position.seat] += 1
        position = position.play(first_move(position))
    assert played == {0: 4, 1: 3, 2: 3}


def test_g27_q1_on_a_dead_table_the_gold_rush_begins_with_the_next_seat_and_all_are_told() -> None:
    cards = ["gold 3"] * 7 + ["red 2", "green 2"] * 2 + ["dynamite", "red 5"]
    start = small_mountain(cards)
    assert (len(start.view(0).table), start.view(0).rush) == (13, None)
    after = turn(start, "dynamite", "red 5")
    assert len(after.view(0).table) == 11
    assert (after.seat, after.view(1).stage, after.view(1).rush) == (1, "gold rush", "dead table")
    assert happened(after)[-1] == GoldRush("dead table")


@pytest.mark.parametrize(("seats", "limit"), [(2, 12), (3, 12), (4, 16), (5, 20)])
def test_g28_q2_so_many_quiet_turns_in_a_row_begin_the_gold_rush(seats: int, limit: int) -> None:
    position = mountain({"a1": "gold 4", "b1": "gold 4"}, seats=seats)
    for turns_played in range(limit):
        assert (position.view(0).rush, position.seat) == (None, turns_played % seats)
        position = play(position, "a1", "b1")
    assert position.view(0).rush == "quiet turns"
    assert position.seat == limit % seats
    assert happened(position)[1:] == (NothingHappened(), GoldRush("quiet turns"))
    assert len(position.view(0).table) == 64


@pytest.mark.parametrize("pair", [("dynamite", "gold 1"), ("red 2", "red 3"), ("red 5", "gold 2")])
def test_q2_a_card_that_leaves_ends_a_run_of_quiet_turns(pair: tuple[str, str]) -> None:
    position = mountain()
    for _ in range(11):
        position = turn(position, "gold 4", "gold 4")
    position = turn(position, *pair)
    for _ in range(11):
        assert position.view(0).rush is None
        position = turn(position, "gold 4", "gold 4")
    assert position.view(0).rush is None
    assert turn(position, "gold 4", "gold 4").view(0).rush == "quiet turns"


def test_q2_the_quiet_turns_are_counted_for_all_to_see_only_when_few_are_left() -> None:
    position = mountain()
    shown = []
    for _ in range(12):
        shown.append(position.view(1).quiet_turns_left)
        position = turn(position, "gold 4", "gold 4")
    assert shown == [None] * 8 + [4, 3, 2, 1]
    assert position.view(1).quiet_turns_left is None


# --- What is seen -------------------------------------------------------------------------------


def test_g29_the_owner_sees_the_gold_in_a_pile_and_the_others_its_count() -> None:
    position = turns(mountain(), [("red 4", "gold 4"), ("orange 3", "gold 1")])
    piles = [position.view(seat).won for seat in (0, 1, None)]
    assert [(pile[0].cards, pile[0].values) for pile in piles] == [
        (2, (1, 4)),
        (2, None),
        (2, None),
    ]
    assert [pile[1].cards for pile in piles] == [0, 0, 0]


def test_g29_all_piles_lie_open_once_the_game_is_over() -> None:
    end = play_on(small_mountain(["gold 4", "gold 2", "gold 1"]), first_move)
    assert [pile.values for pile in end.view(None).won] == [(1, 4), (2,)]


def test_g30_a_view_shows_no_running_scores() -> None:
    position = turns(mountain(), [("red 4", "gold 4"), ("green 4", "gold 3")])
    assert position.scores == (4, 3)
    spectator = position.view(None, turned_down=True)
    assert spectator.outcome is None
    assert [pile.values for pile in spectator.won] == [None, None]


def names_a_card(position: Position, seat: int | None) -> bool:
    """Whether any card but those turned up right now can be read in the view of *seat*."""
    shown, own = position.shown(turned_down=True), position.own(seat)
    assert not any_card_in(own)
    assert any_card_in(shown) == any_card_in(position.view(seat, turned_down=True))
    return any_card_in(shown)


def any_card_in(sent: object) -> bool:
    """Whether the name of any card is in something that is sent."""
    text = msgspec.json.encode(sent).decode()
    return any(f'"{card}"' in text for card in MOUNTAIN)


def test_g31_removed_cards_are_not_listed() -> None:
    position = turns(mountain(), [("red 4", "gold 4"), ("dynamite", "green 5")])
    assert not names_a_card(position, 0)
    assert names_a_card(position.play("a1"), 0)  # one that lies open, that is


def test_g33_nothing_tells_what_lay_where_or_which_cards_were_seen() -> None:
    start = mountain({"a1": "gold 4", "b1": "gold 3", "c1": "red 2"})
    seen = play(start, "a1", "b1", "c1", "a1")
    assert not names_a_card(seen, 0)
    fresh, again = (
        msgspec.structs.replace(position.view(0, turned_down=True), moves=())
        for position in (start, seen)
    )
    assert again == fresh
    assert seen.view(0).moves == tuple(Choice(spot, ()) for spot in MOVES)


def test_g34_a_view_shows_the_flips_of_the_last_turn_and_never_earlier_ones() -> None:
    start = mountain({"a1": "gold 4", "b1": "gold 3", "c1": "red 2", "d1": "violet 2"})
    position = play(start, "a1", "b1", "c1")
    assert position.view(0).up == {"c1": "red 2"}
    assert happened(position) == (TurnedUp(1, "c1", "red 2"),)
    position = position.play("d1")
    assert position.view(None).up == {"c1": "red 2", "d1": "violet 2"}
    assert happened(position) == (TurnedUp(1, "d1", "violet 2"), NothingHappened())


# --- The end ------------------------------------------------------------------------------------


def test_g36_level_on_nuggets_the_seat_with_more_gold_cards_wins() -> None:
    end = turn(small_mountain(["gold 4", "gold 3", "gold 1"]), "gold 1", "gold 4", "gold 3")
    assert end.scores == (4, 4)
    outcome = end.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by, outcome.reason) == ((0,), "cards", "few left")


def test_g36_level_on_nuggets_and_gold_cards_the_victory_is_shared() -> None:
    end = turn(small_mountain(["gold 4", "gold 4", "gold 1"], seats=3), *["gold 4"] * 2, "gold 1")
    outcome = end.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == ((4, 4, 1), (0, 1), "shared")


def test_g36_more_nuggets_beat_more_gold_cards() -> None:
    cards = ["gold 4", "gold 1", "dynamite", "gold 1", "dynamite", "gold 1"]
    outcome = play_on(small_mountain(cards), first_move).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.decided_by) == ((4, 3), (0,), "points")


def test_g37_where_nobody_has_gold_all_share_the_victory() -> None:
    end = play_on(small_mountain(["dynamite", "red 2", "green 3"], seats=3), first_move)
    assert end.outcome is not None
    assert (end.scores, end.winners, end.outcome.decided_by) == ((0, 0, 0), (0, 1, 2), "shared")


# --- A match ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GOLD.seats)
def test_g38_a_match_has_as_many_games_as_seats(seats: int) -> None:
    match = Match.begin("goldrush", seats, 0)
    for _ in range(seats):
        assert not match.over
        match = match.add((0,) * seats)
    assert match.over
    assert match.printed


def test_g39_level_totals_are_decided_by_the_last_game_and_then_shared() -> None:
    assert Match("goldrush", 2, 0, ((20, 30), (30, 20))).winners == (0,)
    assert Match("goldrush", 2, 0, ((20, 30), (31, 20))).winners == (0,)
    assert Match("goldrush", 2, 0, ((25, 25), (30, 30))).winners == (0, 1)
    three = ((20, 30, 40), (30, 20, 0), (10, 10, 20))
    assert Match("goldrush", 3, 0, three).winners == (2,)


def test_g41_a_card_turned_up_stays_turned_up() -> None:
    position = mountain().play("c4")
    with pytest.raises(IllegalMove, match="that card is turned up already"):
        position.play("c4")
    for text in ("undo", "back", "", "pass"):
        with pytest.raises(UnreadableMove):
            position.play(text)
    assert position.history == ("c4",)


# --- The examples of our rulebook ---------------------------------------------------------------


def test_the_example_of_a_turn_in_our_rulebook() -> None:
    # Mia is red, Ben blue, Ali green; orange is nobody's.
    chosen = GOLD.options(seats=3, colours="red,blue,green")
    start = GOLD.start(chosen, GOLD.draw(chosen, scripted({"starter": 0})))
    mias = turn(start, "blue 4", "gold 3")
    assert mias.scores == (0, 3, 0)
    assert turn(mias, "orange 2", "gold 2").scores == (0, 5, 0)


def test_the_example_of_a_tie_in_our_rulebook() -> None:
    chosen = GOLD.options(seats=3, colours="red,blue,green")
    start = GOLD.start(chosen, GOLD.draw(chosen, scripted({"starter": 0})))
    mia = [("red 4", 4), ("red 4", 4), ("red 3", 3), ("red 3", 3), ("red 2", 2), ("red 2", 1)]
    ben = [("blue 4", 4), ("blue 4", 4), ("blue 5", 4), ("blue 3", 3), ("blue 2", 2)]
    ali = [("green 5", 3), ("green 4", 3), ("green 3", 3), ("green 2", 2)]
    ali += [("green 4", 1), ("green 3", 1), ("green 2", 1)]
    smoke = [("dynamite", n) for n in (3, 2, 2, 2, 2)]
    # Mia, Ben and Ali take turns; the last one is Ali's, who finds what nobody's digger carries.
    pairs = [*mia, *ben, *ali, *smoke, ("orange 2", 1)]
    assert len(pairs) % 3 == 0
    position = turns(start, [(card, f"gold {n}") for card, n in pairs])
    assert "gold" not in {card.split()[0] for card in cards_on_table(position).values()}
    outcome = play_on(position, first_move).outcome
    assert outcome is not None
    assert outcome.scores == (17, 17, 15)
    assert 60 - sum(outcome.scores) == 11
    assert (outcome.winners, outcome.decided_by) == ((0,), "cards")
