"""The oracles themselves, checked by hand against the rulebooks' examples and the rulings' sums."""

import random
from collections import Counter
from itertools import combinations

import pytest

from .golddigger import MINES, Golddigger, payout
from .golddonkey import COLOURS, Golddonkey, colour_prizes, is_donkey
from .golddonkey import value as donkey_value
from .goldrush import SPOTS, Goldrush, is_dead, is_digger, is_dynamite, is_gold, meeting
from .goldrush import value as rush_value

Game = Goldrush | Golddigger | Golddonkey


def finish(game: Game, rng: random.Random) -> None:
    """Play at random to the end."""
    while not game.over():
        game.play(rng.choice(sorted(game.legal())))


# --- GOLD ---------------------------------------------------------------------------------------

DIGGERS = [
    f"{colour} {strength}"
    for colour in ("red", "orange", "green", "blue", "violet")
    for strength in (2, 2, 3, 3, 4, 4, 5)
]
GOLD = ["gold 1"] * 5 + ["gold 2"] * 7 + ["gold 3"] * 7 + ["gold 4"] * 5
MOUNTAIN = DIGGERS + GOLD + ["dynamite"] * 5

FOUR_OWNERS: dict[str, int | None] = {
    "red": 0,
    "orange": 1,
    "green": 2,
    "blue": 3,
    "violet": None,
}


def mountain(first_cards: list[str], seats: int = 4) -> Goldrush:
    """A full game for which *first_cards* lie at a1, b1, c1 and so on."""
    rest = list((Counter(MOUNTAIN) - Counter(first_cards)).elements())
    owners = {
        name: owner if owner is not None and owner < seats else None
        for name, owner in FOUR_OWNERS.items()
    }
    return Goldrush(seats, 0, owners, first_cards + rest)


def flip_two(game: Goldrush, first: str, second: str) -> None:
    game.play(first)
    game.play(second)


def test_64_cards_hold_24_gold_worth_60() -> None:
    assert len(MOUNTAIN) == len(SPOTS) == 64
    assert (len(GOLD), sum(map(rush_value, GOLD))) == (24, 60)


def test_spots_run_along_the_rows() -> None:
    assert [SPOTS[0], SPOTS[1], SPOTS[8], SPOTS[63]] == ["a1", "b1", "a2", "h8"]


def test_591_of_2016_opening_pairs_do_nothing() -> None:
    pairs = [meeting(first, second) for first, second in combinations(MOUNTAIN, 2)]
    assert (pairs.count("nothing"), len(pairs)) == (591, 2016)


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        ("dynamite", "dynamite", "blast"),
        ("gold 4", "dynamite", "blast"),
        ("dynamite", "red 5", "blast"),
        ("red 3", "gold 3", "carry"),
        ("gold 1", "red 5", "carry"),
        ("red 3", "gold 4", "nothing"),
        ("gold 1", "gold 4", "nothing"),
        ("red 2", "blue 2", "nothing"),
        ("red 2", "red 4", "duel"),
        ("blue 5", "red 4", "duel"),
    ],
)
def test_what_two_cards_do_to_each_other(first: str, second: str, what: str) -> None:
    assert meeting(first, second) == meeting(second, first) == what


@pytest.mark.parametrize("spots", [("a1", "b1"), ("b1", "a1")])
def test_a_digger_carries_gold_to_its_owner_on_anybodys_turn(spots: tuple[str, str]) -> None:
    game = mountain(["blue 3", "gold 3"])
    flip_two(game, *spots)
    assert game.points() == [0, 0, 0, 3]
    assert not {"a1", "b1"} & game.legal()


def test_a_digger_nobody_owns_carries_gold_to_the_seat_to_move() -> None:
    game = mountain(["gold 2", "gold 1", "violet 5", "gold 4"])
    flip_two(game, "a1", "b1")
    flip_two(game, "c1", "d1")
    assert game.points() == [0, 4, 0, 0]


@pytest.mark.parametrize("spots", [("a1", "b1"), ("b1", "a1")])
def test_the_weaker_digger_of_a_duel_leaves(spots: tuple[str, str]) -> None:
    game = mountain(["red 2", "red 3"])
    flip_two(game, *spots)
    assert "a1" not in game.table
    assert game.table["b1"] == "red 3"


def test_a_blast_takes_both_cards_and_nobody_wins_them() -> None:
    game = mountain(["dynamite", "gold 4"])
    flip_two(game, "a1", "b1")
    assert (len(game.table), game.points()) == (62, [0, 0, 0, 0])


def test_the_second_flip_is_free_but_for_the_card_just_turned() -> None:
    game = mountain(["dynamite"])
    game.play("a1")
    assert (game.seat, game.facts()["first"], len(game.legal())) == (0, "a1", 63)
    before = game.facts()
    with pytest.raises(ValueError, match="seat 1 cannot 'a1' now"):
        game.play("a1")
    assert (game.seat, game.facts()) == (0, before)


@pytest.mark.parametrize(("seats", "turns"), [(2, 12), (3, 12), (4, 16), (5, 20)])
def test_enough_quiet_turns_begin_the_gold_rush(seats: int, turns: int) -> None:
    game = mountain(["gold 4", "gold 4"], seats)
    for turn in range(turns):
        assert (game.facts()["rush"], game.facts()["quiet"]) == (None, turn)
        flip_two(game, "a1", "b1")
    assert (game.facts()["rush"], game.facts()["quiet"]) == ("quiet turns", 0)
    starter = game.seat
    game.play("a1")
    assert game.points()[starter] == 4
    assert game.seat == (starter + 1) % seats


def test_a_card_that_leaves_ends_the_run_of_quiet_turns() -> None:
    game = mountain(["gold 4", "gold 4", "red 2", "red 3"])
    flip_two(game, "a1", "b1")
    flip_two(game, "c1", "d1")
    assert game.facts()["quiet"] == 0


def test_a_table_with_nothing_but_gold_is_dead_and_begins_the_gold_rush() -> None:
    # The rulings' way there: the 5s win 30 duels, then five dynamites take a 5 each.
    game = mountain([])
    spot_of_fives = [spot for spot, card in game.table.items() if card.endswith(" 5")]
    others = [spot for spot, card in game.table.items() if is_digger(card) and card[-1] != "5"]
    for spot in others:
        flip_two(game, spot_of_fives[0], spot)
    dynamite = [spot for spot, card in game.table.items() if is_dynamite(card)]
    for five, stick in zip(spot_of_fives, dynamite, strict=True):
        assert game.facts()["rush"] is None
        flip_two(game, five, stick)
    assert (len(game.table), game.facts()["rush"]) == (24, "dead table")
    finish(game, random.Random(1))
    assert sum(game.points()) == 60


def test_a_table_is_dead_exactly_when_all_diggers_are_equal_and_all_gold_is_above_them() -> None:
    rng = random.Random(2)
    diggers, gold = ["red 2", "blue 2", "red 3", "blue 3", "red 4"], ["gold 1", "gold 3", "gold 4"]
    dead = 0
    for _ in range(3000):
        kinds = rng.sample([*diggers, *gold, "dynamite"], rng.randint(1, 4))
        cards = rng.choices(kinds, k=rng.randint(2, 12))
        strengths = {rush_value(card) for card in cards if is_digger(card)}
        lowest_gold = min((rush_value(card) for card in cards if is_gold(card)), default=9)
        theorem = (
            not any(is_dynamite(card) for card in cards)
            and len(strengths) <= 1
            and all(strength < lowest_gold for strength in strengths)
        )
        assert is_dead(cards) == theorem
        dead += theorem
    assert dead > 100


def test_the_gold_rush_waits_for_the_next_turn_to_begin() -> None:
    # Eleven cards left; the duel leaves ten, so the next seat begins the rush.
    cards = ["gold 4"] * 5 + ["red 3"] * 5 + ["red 2"]
    game = Goldrush(2, 0, FOUR_OWNERS, cards)
    assert game.facts()["rush"] is None
    flip_two(game, "a1", SPOTS[10])
    assert game.facts()["rush"] is None
    game.play("f1")
    assert game.facts()["rush"] is None
    game.play(SPOTS[10])
    assert (game.seat, game.facts()["rush"], len(game.legal())) == (0, "few left", 10)


def test_few_left_is_named_before_a_dead_table() -> None:
    assert Goldrush(2, 0, FOUR_OWNERS, ["gold 4"] * 10).facts()["rush"] == "few left"
    assert Goldrush(2, 0, FOUR_OWNERS, ["gold 4"] * 11).facts()["rush"] == "dead table"


def test_in_the_gold_rush_neither_owners_nor_dynamite_matter() -> None:
    game = Goldrush(2, 1, FOUR_OWNERS, ["red 5", "dynamite", "gold 4"])
    for spot in ("a1", "b1", "c1"):
        game.play(spot)
    assert (game.over(), game.legal(), game.points()) == (True, set(), [0, 4])


def test_more_gold_cards_break_a_tie_and_else_the_win_is_shared() -> None:
    game = Goldrush(3, 0, FOUR_OWNERS, [])
    game.won = [[4], [1, 3], [2, 2]]
    assert game.winners() == {1, 2}
    game.won = [[], [], []]
    assert game.winners() == {0, 1, 2}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_nugget_is_won_destroyed_or_on_the_table(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(4):
        cards = rng.sample(MOUNTAIN, 64)
        names = ["red", "orange", "green", "blue", "violet"]
        owners = {name: seat if seat < seats else None for seat, name in enumerate(names)}
        game = Goldrush(seats, rng.randrange(seats), owners, cards)
        destroyed: list[int] = []
        while not game.over():
            before, rush, first = dict(game.table), game.rush, game.first
            spot = rng.choice(sorted(game.legal()))
            game.play(spot)
            left = [before[gone] for gone in before if gone not in game.table]
            if rush:
                assert left == [before[spot]]
            elif first is None:
                assert left == []
            else:
                assert len(left) <= 2
                if any(is_dynamite(card) for card in left):
                    destroyed += [rush_value(card) for card in left if is_gold(card)]
            on_table = [rush_value(card) for card in game.table.values() if is_gold(card)]
            won = [nugget for gold in game.won for nugget in gold]
            assert (sum(won + destroyed + on_table), len(won + destroyed + on_table)) == (60, 24)
        assert (game.facts()["table"], game.facts()["quiet"]) == ([], 0)


# --- GOLD DIGGER --------------------------------------------------------------------------------

NUGGETS = [1, 2, 3, 4] * 3 + [5, 5, 8]
SEAM = MINES * 5 + [f"gold {bags}" for bags in NUGGETS] + ["fool"] * 15


def test_60_cards_hold_48_bags() -> None:
    assert (len(SEAM), sum(NUGGETS)) == (60, 48)


@pytest.mark.parametrize(
    ("bags", "stakes", "coins"),
    [
        (7, [1, 1], [3, 3]),
        (9, [1, 2], [3, 6]),
        (7, [2, 0], [6, 0]),
        (8, [1, 0, 0], [8, 0, 0]),
        (8, [0, 0, 0], [0, 0, 0]),
        (2, [1, 2], [0, 0]),
    ],
)
def test_a_mine_pays_every_stake_the_same(bags: int, stakes: list[int], coins: list[int]) -> None:
    assert payout(bags, stakes) == coins


def test_a_person_may_bring_a_stake_and_gold_may_go_to_any_mine() -> None:
    game = Golddigger(2, 0, ["badger", "gold 4", "fool", *["owl"] * 3, "fox"])
    assert game.legal() == (
        {"badger", "badger stake"}
        | {f"4 {mine}" for mine in MINES}
        | {f"fool {mine}" for mine in MINES}
    )


def test_a_turn_is_card_then_stake_then_draw() -> None:
    game = Golddigger(2, 0, ["badger", "gold 4", "fool", *["owl"] * 3, "fox"])
    game.play("badger stake")
    assert game.seat == 1
    assert game.facts() == {
        "hands": [["fool", "fox", "gold 4"], ["owl", "owl", "owl"]],
        "pile": 0,
        "people": {"badger": 1, "coyote": 0, "eagle": 0, "fox": 0, "moose": 0, "owl": 0},
        "ore": {mine: [] for mine in MINES},
        "stakes": {mine: [1 if mine == "badger" else 0, 0] for mine in MINES},
        "unplaced": [2, 3],
    }


def test_the_pile_is_drawn_from_its_front_and_then_hands_run_out() -> None:
    game = Golddigger(2, 1, ["owl"] * 6 + ["fox", "moose"])
    game.play("owl")
    assert game.hands == [["owl"] * 3, ["owl", "owl", "fox"]]
    game.play("owl")
    assert game.hands == [["owl", "owl", "moose"], ["owl", "owl", "fox"]]
    game.play("owl")
    assert game.hands[1] == ["owl", "fox"]
    assert not game.over()


def test_a_mine_takes_five_ore_and_no_more() -> None:
    game = Golddigger(2, 0, ["fool"] * 5 + ["gold 4"] + ["fool"] * 6)
    for _ in range(5):
        game.play("fool owl")
    assert "4 owl" not in game.legal()
    assert "4 fox" in game.legal()


def test_three_stakes_are_all_a_seat_has() -> None:
    game = Golddigger(2, 0, ["owl"] * 3 + ["fool"] * 3 + ["owl", "fool", "owl"])
    for move in ("owl stake", "fool fox", "owl stake", "fool fox", "owl stake", "fool fox"):
        game.play(move)
    assert game.legal() == {"owl"}
    assert game.facts()["stakes"] == {mine: [3 if mine == "owl" else 0, 0] for mine in MINES}


def test_an_illegal_move_changes_nothing() -> None:
    game = Golddigger(2, 1, SEAM)
    before = game.facts()
    for text in ("fool fox", "4 fox", "badger", "fox  stake", "stake fox", ""):
        with pytest.raises(ValueError, match="seat 2 cannot"):
            game.play(text)
    assert (game.seat, game.facts()) == (1, before)


@pytest.mark.parametrize(("seats", "turns"), [(2, 30), (3, 20), (4, 15), (5, 12)])
def test_60_turns_fill_every_mine_and_lose_no_bag(seats: int, turns: int) -> None:
    rng = random.Random(seats)
    for _ in range(4):
        game = Golddigger(seats, rng.randrange(seats), rng.sample(SEAM, 60))
        taken = Counter[int]()
        while not game.over():
            taken[game.seat] += 1
            game.play(rng.choice(sorted(game.legal())))
        assert [taken[seat] for seat in range(seats)] == [turns] * seats
        assert set(game.people.values()) == {5}
        assert {len(ore) for ore in game.ore.values()} == {5}
        assert sum(sum(ore) for ore in game.ore.values()) == 48
        lost = 0
        for mine in MINES:
            gold, stakes = sum(game.ore[mine]), sum(game.stakes[mine])
            lost += gold % stakes if stakes else gold
        assert sum(game.points()) + lost == 48
        best = max(game.points())
        assert game.winners() == {s for s, coins in enumerate(game.points()) if coins == best}


# --- Gold! --------------------------------------------------------------------------------------

DONKEYS = [f"{name} donkey" for name in COLOURS]
BARS = [f"{name} {bar}" for name in COLOURS for bar in (3, 3, 4, 5, 6, 7, 8)]


def stable(seats: int, rng: random.Random) -> Golddonkey:
    """A shuffled full game."""
    donkeys = rng.sample(COLOURS, seats)
    pile = BARS + DONKEYS * (2 if seats == 2 else 3)
    for name in donkeys:
        pile.remove(f"{name} donkey")
    rng.shuffle(pile)
    return Golddonkey(seats, rng.randrange(seats), donkeys, pile)


def position(rows: list[list[str]], offer: list[str], pile: list[str] | None = None) -> Golddonkey:
    """A game in the middle: seat 1 to move, *rows* laid out, *offer* open."""
    game = Golddonkey(len(rows), 0, COLOURS[: len(rows)], ["pink 8", "pink 7", *offer])
    game.rows = rows
    game.pile = ["orange 8"] * 5 if pile is None else pile
    return game


@pytest.mark.parametrize(("seats", "cards", "worth"), [(2, 54, 192), (3, 60, 180)])
def test_what_the_whole_deck_is_worth(seats: int, cards: int, worth: int) -> None:
    deck = BARS + DONKEYS * seats
    assert (len(deck), sum(map(donkey_value, deck))) == (cards, worth)


def test_two_cards_are_set_aside_and_five_offered() -> None:
    game = Golddonkey(2, 1, ["red", "blue"], [f"pink {bar}" for bar in (3, 3, 4, 5, 6, 7, 8)])
    assert game.seat == 1
    assert game.facts() == {
        "offer": ["pink 4", "pink 5", "pink 6", "pink 7", "pink 8"],
        "rows": [["red donkey"], ["blue donkey"]],
        "score": [[], []],
        "pile": 0,
        "bonus": False,
    }


def test_only_a_lowest_card_may_be_taken() -> None:
    game = position([[], []], ["red donkey", "green donkey", "green 4", "blue 8"])
    assert game.legal() == {"take red donkey", "take green donkey"}


def test_gold_is_exchanged_for_lower_gold() -> None:
    game = position([["blue 6"], []], ["red donkey", "green 4", "blue 8"])
    assert game.legal() == {"take red donkey", "swap blue 6 for green 4"}
    game.play("swap blue 6 for green 4")
    assert game.rows[0] == ["green 4"]
    assert sorted(game.offer) == ["blue 6", "blue 8", "red donkey"]


def test_a_donkey_is_exchanged_for_any_gold() -> None:
    game = position([["green donkey"], []], ["red donkey", "blue 6", "blue 8"])
    assert game.legal() == {
        "take red donkey",
        "swap green donkey for blue 6",
        "swap green donkey for blue 8",
    }


def test_a_3_may_be_had_in_exchange_but_never_given() -> None:
    game = position([["blue 3", "green 4"], []], ["red 3", "pink 4"])
    assert game.legal() == {"take red 3", "swap green 4 for red 3"}


def test_equal_values_are_no_exchange_and_equal_cards_are_one_move() -> None:
    game = position([["blue 4", "red 5", "red 5"], []], ["pink 4", "pink 4"])
    assert game.legal() == {"take pink 4", "swap red 5 for pink 4"}


def test_one_card_on_offer_may_be_exchanged_and_nothing_is_refilled() -> None:
    game = position([["blue 4"], ["green 5"]], ["blue 3"])
    game.play("swap blue 4 for blue 3")
    assert (game.seat, game.offer, len(game.pile)) == (1, ["blue 4"], 5)


def test_a_set_offers_a_bonus_in_a_colour_the_seat_has_none_of() -> None:
    rows = [["red 4", "red 5", "blue 4", "green 8"], ["pink 6", "red 7"], ["orange donkey"]]
    game = position(rows, ["red 3", "blue 7"])
    game.play("take red 3")
    assert (game.seat, game.facts()["bonus"], game.points()) == (0, True, [0, 0, 0])
    assert game.legal() == {"no bonus", "bonus pink 6 from 2", "bonus orange donkey from 3"}
    game.play("bonus pink 6 from 2")
    assert (game.seat, game.facts()["bonus"], game.points()) == (1, False, [12, 0, 0])
    assert game.facts()["rows"] == [["blue 4", "green 8", "pink 6"], ["red 7"], ["orange donkey"]]


def test_the_bonus_may_be_declined() -> None:
    game = position([["red 4", "red 5"], ["pink 6"]], ["red donkey", "blue 7"])
    game.play("take red donkey")
    game.play("no bonus")
    assert game.facts()["score"] == [["red 4", "red 5", "red donkey"], []]
    assert (game.seat, game.rows) == (1, [[], ["pink 6"]])


def test_without_a_card_to_take_the_set_is_scored_at_once() -> None:
    game = position([["red 4", "red 5", "pink 3"], ["pink 6", "red 7"]], ["red 3", "blue 7"])
    game.play("take red 3")
    assert (game.seat, game.facts()["bonus"], game.points()) == (1, False, [12, 0])


def test_a_colour_given_away_in_the_exchange_may_come_back_as_the_bonus() -> None:
    game = position([["red 4", "red 5", "pink 6"], ["pink 8"]], ["red 3", "blue 7"])
    game.play("swap pink 6 for red 3")
    assert "bonus pink 8 from 2" in game.legal()


def test_the_bonus_is_chosen_before_the_new_offer_is_shown() -> None:
    game = position([["red 4", "red 5"], ["pink 6"]], ["red 3"])
    game.play("take red 3")
    assert (game.offer, game.facts()["bonus"]) == ([], True)
    game.play("no bonus")
    assert (len(game.offer), len(game.pile)) == (5, 0)


def test_a_set_on_the_very_last_turn_has_its_bonus_before_the_colour_scoring() -> None:
    game = position([["red 4", "red 5"], ["pink 6"]], ["red 3"], pile=[])
    game.play("take red 3")
    assert (game.over(), game.seat) == (False, 0)
    game.play("bonus pink 6 from 2")
    assert (game.over(), game.legal(), game.points()) == (True, set(), [18, 0])
    assert game.facts()["rows"] == [[], []]


@pytest.mark.parametrize(
    ("rows", "prizes"),
    [
        ([["red 6"], ["red 8", "red donkey"], ["blue 8"]], {0: "red 6", 1: "red 8"}),
        ([["red 4", "red 3"], ["red 7"], []], {0: "red 4", 1: "red 7"}),
        ([["red donkey"], [], []], {}),
        ([["red donkey"], ["red 3", "red donkey"], []], {1: "red 3"}),
        ([["red 3", "red 3"], ["red 5"], []], {0: "red 3"}),
        ([["red 4"], ["red 5"], []], {1: "red 5"}),
    ],
)
def test_the_best_total_of_a_colour_scores_its_highest_gold(
    rows: list[list[str]], prizes: dict[int, str]
) -> None:
    assert colour_prizes(rows, "red") == prizes


def test_more_cards_break_a_tie_of_points_and_else_the_win_is_shared() -> None:
    game = position([[], [], []], ["red 3"])
    game.score = [["red 8"], ["red 4", "blue 4"], ["pink 3", "pink 5"]]
    assert game.winners() == {1, 2}


@pytest.mark.parametrize(("seats", "takes"), [(2, 50), (3, 55)])
def test_a_game_has_a_fixed_number_of_takes_and_never_repeats_itself(
    seats: int, takes: int
) -> None:
    rng = random.Random(seats)
    whole = Counter(BARS + DONKEYS * seats)
    for _ in range(20):
        game = stable(seats, rng)
        aside = Counter(BARS + DONKEYS * seats) - seen(game)
        taken = 0
        measure = (99, 0, 0)
        while not game.over():
            move = rng.choice(sorted(game.legal()))
            taken += move.startswith("take ")
            game.play(move)
            if game.over():
                break
            assert seen(game) + aside == whole
            if not game.facts()["bonus"]:
                donkeys = sum(is_donkey(card) for row in game.rows for card in row)
                on_offer = sum(map(donkey_value, game.offer))
                now = (len(game.pile) + len(game.offer), donkeys, -on_offer)
                assert now < measure
                measure = now
                for row in game.rows:
                    colours = [card.split()[0] for card in row]
                    assert all(colours.count(name) <= 2 for name in COLOURS)
        assert taken == takes
        assert game.facts()["rows"] == [[]] * seats


def seen(game: Golddonkey) -> Counter[str]:
    """Every card that is in the pile, on offer, in a row or in a score pile."""
    places = [game.pile, game.offer, *game.rows, *game.score]
    return Counter(card for place in places for card in place)


@pytest.mark.parametrize("kind", ["goldrush", "golddigger", "golddonkey"])
def test_an_illegal_move_is_refused_at_every_step(kind: str) -> None:
    rng = random.Random(5)
    game: Game = mountain([])
    if kind == "golddigger":
        game = Golddigger(3, 0, rng.sample(SEAM, 60))
    elif kind == "golddonkey":
        game = stable(3, rng)
    while not game.over():
        before = game.seat, game.facts()
        with pytest.raises(ValueError, match="cannot 'dance' now"):
            game.play("dance")
        assert (game.seat, game.facts()) == before
        game.play(rng.choice(sorted(game.legal())))
    with pytest.raises(ValueError, match="it may: nothing"):
        game.play("dance")
