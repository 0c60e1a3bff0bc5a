"""Our rulings on GOLD DIGGER, each by its number, and the examples of its rulebooks."""

import random
from collections import Counter

import pytest

from motherlode import fair
from motherlode.games import game
from motherlode.games.game import BadOption, IllegalMove, UnreadableMove
from motherlode.games.golddigger.words import MOVES, Drew, Played, Staked
from motherlode.games.position import Position
from motherlode.match import Match
from tests.games.scenes import claim, digger_cards, first_move, numbered, play, play_on, ruled

DIGGER = game("golddigger")
MINES = ("badger", "coyote", "eagle", "fox", "moose", "owl")

RULINGS = numbered("D", 31)
ELSEWHERE = {
    "D-02": "a misprint in the numbering of the printed setup: no step is missing",
    "D-27": "which side of a mine is which is drawn by the page",
    "D-29": "table talk is never binding: it happens in the server's chat",
    "D-31": "who leaves is replaced by a bot: server",
}


def test_every_ruling_on_gold_digger_has_a_test_or_a_reason_to_have_none() -> None:
    tested = ruled(globals())
    assert not tested & ELSEWHERE.keys()
    assert tested | ELSEWHERE.keys() == RULINGS


def seeded(seats: int, seed: int, **options: str) -> Position:
    """A game dealt by chance."""
    chosen = DIGGER.options(seats=seats, **options)
    return DIGGER.start(chosen, DIGGER.draw(chosen, fair.seeded("golddigger", 1, "", str(seed))))


def at_random(seed: int, *, without: str = "") -> "RandomPlayer":
    return RandomPlayer(random.Random(seed), without)


class RandomPlayer:
    """Plays anything, but nothing that holds the text *without*, as long as there is a choice."""

    def __init__(self, rng: random.Random, without: str) -> None:
        self.rng = rng
        self.without = without

    def __call__(self, position: Position) -> str:
        liked = [move for move in position.moves if not self.without or self.without not in move]
        return self.rng.choice(liked or position.moves)


def bags(position: Position, name: str) -> int:
    """All bags that lie at that mine."""
    total: int = next(mine.bags for mine in position.view(None).mines if mine.name == name)
    return total


def lying(position: Position, name: str) -> tuple[int, ...]:
    """The cards for gold that lie at that mine."""
    ore: tuple[int, ...] = next(mine.ore for mine in position.view(None).mines if mine.name == name)
    return ore


def stakes(position: Position, name: str) -> tuple[int, ...]:
    """The stakes of each seat on that mine."""
    by_seat: tuple[int, ...] = next(
        mine.stakes for mine in position.view(None).mines if mine.name == name
    )
    return by_seat


# --- Cards and setup ----------------------------------------------------------------------------


def test_d01_the_gold_cards_are_the_provisional_p1_and_every_view_says_so() -> None:
    start = seeded(2, 1)
    assert start.options.texts()["deck"] == "second-edition"
    for seat in (0, 1, None):
        view = start.view(seat)
        assert view.gold == (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 8)
        assert view.gold_is_provisional
    assert sum(start.view(None).gold) == 48


def test_d01_the_host_may_write_down_other_values() -> None:
    view = seeded(2, 1, deck="7,1,1,2,2,3,3,4,4,5,5,6,6,7,8").view(None)
    assert view.gold == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8)
    assert not view.gold_is_provisional
    with pytest.raises(BadOption, match="15 numbers from 1 to 20"):
        DIGGER.options(deck="1,2,3")


@pytest.mark.parametrize("seats", DIGGER.seats)
def test_d03_the_starter_is_drawn_and_any_seat_may_be(seats: int) -> None:
    assert {seeded(seats, seed).seat for seed in range(60)} == set(range(seats))


def test_d03_in_a_match_the_starter_moves_on_clockwise() -> None:
    match = Match.begin("golddigger", seats=3, first_starter=2)
    starters = []
    while not match.over:
        options = DIGGER.options(seats=3)
        draws = fair.seeded("golddigger", 1, "", "match", match.number)
        starters.append(DIGGER.start(options, DIGGER.draw(options, draws, match.starter)).seat)
        match = match.add((0, 0, 0))
    assert starters == [2, 0, 1]


def test_d04_a_hand_is_seen_by_its_owner_alone() -> None:
    start = claim("badger, gold 8, fool", "owl, owl, gold 5")
    assert start.view(0).hand == ("badger", "fool", "gold 8")
    assert start.view(1).hand == ("owl", "owl", "gold 5")
    assert start.view(None).hand == ()
    assert [start.view(seat).hands for seat in (0, 1, None)] == [(3, 3)] * 3


def test_d05_all_cards_played_lie_open_with_their_numbers() -> None:
    position = claim("gold 8, fool, owl", "gold 5, owl, owl")
    position = play(position, "8 fox", "5 fox", "fool fox", "owl")
    for seat in (0, 1, None):
        mines = {mine.name: mine for mine in position.view(seat).mines}
        assert (mines["fox"].ore, mines["fox"].people) == ((8, 5, 0), 0)
        assert (mines["owl"].ore, mines["owl"].people) == ((), 1)


@pytest.mark.parametrize(("seats", "pile"), [(2, 54), (3, 51), (4, 48), (5, 45)])
def test_d06_all_see_how_many_cards_the_pile_holds(seats: int, pile: int) -> None:
    position = seeded(seats, 1)
    for drawn in range(4):
        assert [position.view(seat).pile for seat in (0, None)] == [pile - drawn] * 2
        position = position.play(first_move(position))


def test_d07_all_see_which_gold_cards_are_in_the_deck() -> None:
    position = seeded(3, 1)
    in_deck = [card for card in digger_cards(position.options) if card.startswith("gold")]
    assert [f"gold {bags}" for bags in position.view(None).gold] == in_deck
    end = play_on(position, at_random(1))
    assert end.view(None).gold == position.view(None).gold
    shown = Counter(ore for mine in end.view(None).mines for ore in mine.ore)
    assert shown == Counter({0: 15}) + Counter(position.view(None).gold)


# --- A turn -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", DIGGER.seats)
def test_d08_every_turn_plays_one_card_and_nobody_passes(seats: int) -> None:
    position = seeded(seats, 2)
    choose = at_random(2)
    turns: Counter[int] = Counter()
    while not position.over:
        before, seat = position.view(None), position.seat
        position = position.play(choose(position))
        after = position.view(None)
        turns[seat] += 1
        assert on_table(after) == on_table(before) + 1
        assert position.seat == (seat + 1) % seats
    assert turns == dict.fromkeys(range(seats), 60 // seats)
    for text in ("pass", "discard", "draw", ""):
        with pytest.raises(UnreadableMove):
            DIGGER.read_move(text)


def on_table(view: object) -> int:
    """How many cards lie at the mines."""
    return sum(mine.people + len(mine.ore) for mine in view.mines)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seats", DIGGER.seats)
def test_d09_every_card_in_hand_has_a_place_at_every_turn(seats: int) -> None:
    for seed in range(10):
        position = seeded(seats, seed)
        choose = at_random(seed)
        while not position.over:
            playable = {card_of(move) for move in position.moves}
            assert playable == set(position.view(position.seat).hand)
            position = position.play(choose(position))


def card_of(move: str) -> str:
    """The card a move plays, as a hand names it."""
    first, *rest = move.split()
    if not rest or rest == ["stake"]:
        return first
    return first if first == "fool" else f"gold {first}"


def test_d09_the_last_card_for_gold_has_exactly_one_mine_left() -> None:
    for seed in range(10):
        position = seeded(2, seed)
        choose = at_random(seed)
        free = 30
        while not position.over:
            if free == 1:
                last = [move for move in position.moves if card_of(move) not in MINES]
                assert len({move.split()[1] for move in last}) <= 1
            position = position.play(choose(position))
            free = 30 - sum(len(mine.ore) for mine in position.view(None).mines)
        assert [len(mine.ore) for mine in position.view(None).mines] == [5] * 6
        assert [mine.people for mine in position.view(None).mines] == [5] * 6


def test_d10_gold_may_go_to_a_mine_without_people() -> None:
    start = claim("gold 8, fool, owl", "owl, owl, owl")
    gold_moves = [move for move in start.moves if move.startswith(("8", "fool"))]
    assert gold_moves == [f"{ore} {mine}" for ore in ("fool", "8") for mine in MINES]


def test_d11_gold_may_go_to_a_mine_that_nobody_can_claim_any_more() -> None:
    people = "badger, badger, badger"
    position = claim(people, "badger, badger, gold 8", pile="fox, fox, fox, fox")
    position = play(position, "badger", "badger", "badger", "badger", "badger")
    mine = position.view(None).mines[0]
    assert (mine.people, mine.stakes) == (5, (0, 0))
    assert bags(position.play("8 badger"), "badger") == 8


def test_d12_the_stake_is_placed_after_the_card_and_before_the_draw() -> None:
    start = claim("badger, fool, fool", "owl, owl, owl", pile="badger")
    events = (Played(0, "badger", "badger"), Staked(0, "badger"), Drew(0))
    assert start.play("badger stake").view(None).happened == events
    foreseen = {choice.move: choice.does for choice in start.view(0).moves}
    assert foreseen["badger stake"] == events
    # The badger drawn next cannot be what the stake was for: it waits in the hand.
    after = start.play("badger")
    assert stakes(after, "badger") == (0, 0)
    assert after.view(0).hand == ("badger", "fool", "fool")


def test_d13_a_stake_needs_a_person_and_goes_to_that_persons_mine() -> None:
    start = claim("badger, gold 8, fool", "owl, owl, owl")
    assert [move for move in start.moves if "stake" in move] == ["badger stake"]
    for text in (
        "8 badger stake",
        "fool badger stake",
        "stake badger",
        "stake",
        "badger fox stake",
    ):
        with pytest.raises(UnreadableMove):
            start.play(text)
    with pytest.raises(IllegalMove, match="that card is not in the hand"):
        start.play("owl stake")


def test_d14_one_turn_places_one_stake_at_most() -> None:
    start = claim("badger, badger, badger", "owl, owl, owl")
    after = start.play("badger stake")
    assert (stakes(after, "badger"), after.view(0).unplaced, after.seat) == ((1, 0), (2, 3), 1)
    with pytest.raises(UnreadableMove):
        start.play("badger stake stake")


def test_d15_a_seat_may_stake_three_claims_on_one_mine() -> None:
    start = claim("badger, badger, badger", "owl, badger, badger")
    position = play(start, *["badger stake"] * 5)
    assert stakes(position, "badger") == (3, 2)


def test_d15_nobody_has_a_fourth_stake() -> None:
    position = claim("badger, badger, badger", "owl, owl, owl", pile="badger")
    position = play(position, *["badger stake", "owl"] * 3)
    assert position.view(0).unplaced == (0, 3)
    assert "badger" in position.moves
    with pytest.raises(IllegalMove, match="all three stakes are placed"):
        position.play("badger stake")


def test_d16_a_stake_never_moves_again() -> None:
    for seed in range(5):
        position = seeded(3, seed)
        choose = at_random(seed)
        while not position.over:
            before = [mine.stakes for mine in position.view(None).mines]
            position = position.play(choose(position))
            after = [mine.stakes for mine in position.view(None).mines]
            grown = [b - a for a, b in zip(sum(before, ()), sum(after, ()), strict=True)]
            assert min(grown) == 0
            assert sum(grown) <= 1


def test_d17_card_mine_and_stake_are_one_move_and_the_next_seat_is_on() -> None:
    start = claim("badger, gold 8, fool", "owl, owl, owl")
    assert [start.play(move).seat for move in start.moves] == [1] * len(start.moves)
    assert [len(choice.does) for choice in start.view(0).moves[:2]] == [2, 3]
    with pytest.raises(UnreadableMove):
        start.play("badger").play("undo")


@pytest.mark.parametrize("seats", DIGGER.seats)
def test_d18_when_the_pile_is_empty_hands_are_played_without_drawing(seats: int) -> None:
    position = seeded(seats, 3)
    while position.view(None).pile:
        assert position.view(None).hands == (3,) * seats
        position = position.play(first_move(position))
    start = position.seat
    for turns in range(3 * seats):
        rounds, done = divmod(turns, seats)
        hands = [3 - rounds - ((seat - start) % seats < done) for seat in range(seats)]
        assert position.view(None).hands == tuple(hands)
        assert len(position.view(position.seat).moves[0].does) < 3
        assert Drew(position.seat) not in position.view(position.seat).moves[0].does
        position = position.play(first_move(position))
    assert position.over


# --- Scoring ------------------------------------------------------------------------------------


def finish_around(position: Position, mine: str) -> Position:
    """The end of the game, with no more stakes and nothing but fool's gold at *mine*."""
    while not position.over:
        quiet = [move for move in position.moves if "stake" not in move]
        fools = [move for move in quiet if move == f"fool {mine}"]
        others = [move for move in quiet if mine not in move.split()[1:]]
        position = position.play((fools or others or quiet)[0])
    assert lying(position, mine).count(0) + 2 >= 5
    return position


@pytest.mark.parametrize("to_the_end", [False, True])
def test_d19_seven_bags_and_two_stakes_of_two_seats_pay_three_each(to_the_end: bool) -> None:
    position = claim("fox, gold 4, fool", "fox, gold 3, fool")
    position = play(position, "fox stake", "fox stake", "4 fox", "3 fox")
    if to_the_end:
        position = finish_around(position, "fox")
    assert bags(position, "fox") == 7
    assert position.scores == (3, 3)
    assert position.view(None).pays == (3, 3)


@pytest.mark.parametrize("to_the_end", [False, True])
def test_d19_nine_bags_pay_three_for_one_stake_and_six_for_two(to_the_end: bool) -> None:
    position = claim("fox, gold 4, fool", "fox, fox, gold 5")
    position = play(position, "fox stake", "fox stake", "4 fox", "fox stake", "fool owl", "5 fox")
    if to_the_end:
        position = finish_around(position, "fox")
    assert bags(position, "fox") == 9
    assert position.scores == (3, 6)


def test_d20_one_seat_alone_with_two_stakes_on_seven_bags_earns_six() -> None:
    position = claim("fox, fox, gold 4", "gold 3, fool, fool")
    position = play(position, "fox stake", "3 fox", "fox stake", "fool owl", "4 fox")
    assert bags(position, "fox") == 7
    assert position.scores == (6, 0)


def test_d21_a_mine_without_stakes_pays_nobody() -> None:
    end = play_on(seeded(4, 4), at_random(4, without="stake"))
    assert sum(mine.bags for mine in end.view(None).mines) == 48
    assert end.scores == (0, 0, 0, 0)


def test_d22_a_stake_that_was_never_placed_earns_nothing() -> None:
    start = claim("fox, gold 8, fool", "fox, fool, fool")
    position = play(start, "fox stake", "fool owl", "8 fox")
    assert position.view(0).unplaced == (2, 3)
    assert position.scores == (8, 0)
    assert play(start, "fox", "fool owl", "8 fox").scores == (0, 0)


def test_d23_more_than_fifty_points_may_be_won() -> None:
    position = claim("fox, gold 20, gold 20", "gold 20, owl, owl", gold=",".join(["20"] * 15))
    position = play(position, "fox stake", "20 fox", "20 fox", "owl", "20 fox")
    assert position.scores == (60, 0)


def test_d24_a_tie_is_a_shared_victory() -> None:
    # Nobody has won anything, though one seat has stakes left and the others have placed theirs.
    end = play_on(seeded(3, 5), at_random(5, without="stake"))
    assert end.outcome is not None
    assert (end.winners, end.outcome.decided_by) == ((0, 1, 2), "shared")


def test_d24_unplaced_stakes_break_no_tie() -> None:
    position = claim("fox, gold 4, fool", "fox, gold 3, owl")
    position = play(position, "fox stake", "fox stake", "4 fox", "3 fox", "fool eagle", "owl stake")
    end = play_on(position, Spoil("owl"))
    assert bags(end, "owl") == 0
    assert end.scores == (3, 3)
    assert end.view(None).unplaced == (2, 1)
    assert end.outcome is not None
    assert (end.winners, end.outcome.decided_by) == ((0, 1), "shared")


class Spoil:
    """Places no stakes and keeps gold from two mines, filling them with fool's gold at once."""

    def __init__(self, mine: str) -> None:
        self.mines = (mine, "fox")

    def __call__(self, position: Position) -> str:
        quiet = [move for move in position.moves if "stake" not in move]
        fools = [move for move in quiet if move in {f"fool {mine}" for mine in self.mines}]
        away = [move for move in quiet if move.split()[-1] not in self.mines]
        people = [move for move in quiet if move in self.mines]
        return (fools or away or people or quiet)[0]


@pytest.mark.parametrize("seats", DIGGER.seats)
def test_d25_every_seat_has_three_stakes_and_three_cards_with_two_seats_too(seats: int) -> None:
    view = seeded(seats, 1).view(None)
    assert view.unplaced == (3,) * seats
    assert view.hands == (3,) * seats
    assert len(view.mines) == 6


def test_d26_a_match_is_as_many_games_as_seats_and_marked_as_ours() -> None:
    match = Match.begin("golddigger", 4, 0)
    assert match.games == 4
    assert not match.printed
    level = Match("golddigger", 2, 0, ((10, 20), (20, 10)))
    assert level.winners == (0,)


def test_d28_the_order_of_the_gold_at_a_mine_does_not_matter() -> None:
    start = claim("fox, gold 4, gold 8", "gold 3, owl, owl")
    one = play(start, "fox stake", "3 fox", "4 fox", "owl", "8 fox")
    other = play(start, "8 fox", "3 fox", "fox stake", "owl", "4 fox")
    assert (lying(one, "fox"), lying(other, "fox")) == ((3, 4, 8), (8, 3, 4))
    assert one.scores == other.scores == (15, 0)
    assert bags(one, "fox") == bags(other, "fox") == 15


def test_d30_bags_are_counted_at_every_mine_and_what_they_would_pay_by_seat() -> None:
    choose = at_random(6)
    position = seeded(3, 6)
    while not position.over:
        view = position.view(None)
        assert [mine.bags for mine in view.mines] == [sum(mine.ore) for mine in view.mines]
        pays = [0, 0, 0]
        for mine in view.mines:
            for seat in range(3):
                if mine.stakes[seat]:
                    pays[seat] += sum(mine.ore) // sum(mine.stakes) * mine.stakes[seat]
        assert view.pays == tuple(pays)
        position = position.play(choose(position))
    assert any(position.scores)


# --- The examples of our rulebook ---------------------------------------------------------------


def test_the_example_of_a_turn_in_our_rulebook() -> None:
    # Mia, Ben and Ali; Ben has a stake at the fox already.
    position = claim("owl, fox, owl", "fox, gold 5, owl", "fool, owl, owl")
    position = play(position, "owl", "fox stake", "owl")
    position = play(position, "fox stake", "5 fox", "fool fox")
    assert lying(position, "fox") == (5, 0)
    assert stakes(position, "fox") == (1, 1, 0)


def test_the_example_of_scoring_in_our_rulebook() -> None:
    # Mia, Ben and Ali: the fox has 4 + 5 + 2 = 11 bags, the owl 8, the moose 7 and no stake.
    position = claim(
        "fox, fox, gold 4",
        "fox, gold 5, gold 2",
        "owl, gold 8, gold 3",
        pile="gold 4, owl, owl, fool, fool, fool",
    )
    moves = (
        "fox stake, fox stake, owl stake, fox stake, 5 fox, 8 owl, 4 fox, 2 fox, 3 moose, 4 moose"
    )
    position = play(position, *moves.split(", "))
    assert {name: bags(position, name) for name in ("fox", "owl", "moose")} == {
        "fox": 11,
        "owl": 8,
        "moose": 7,
    }
    assert position.scores == (6, 3, 8)


def test_every_legal_move_is_one_of_the_texts_of_the_game() -> None:
    position = play_on(seeded(5, 7), at_random(7))
    assert set(position.history) <= set(MOVES)
    assert len(position.history) == 60
