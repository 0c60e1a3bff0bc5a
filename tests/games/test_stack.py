"""Dealt in turn: the k-th card turned up is the k-th of the stack, whichever one is chosen."""

import random
from collections import Counter

import pytest

from motherlode.games import GAMES, game
from motherlode.games.game import Deal, Game
from motherlode.games.position import Position
from tests.worlds import Dice, seen_by

GOLD = game("goldrush")
BY_PILE = [its for its in GAMES.values() if its.kernel.bring_next is None]


def first_position(seed: int) -> Position:
    options = GOLD.options(seats=3)
    return GOLD.start(options, GOLD.draw(options, Dice(seed)))


def played_in_turn(position: Position, seed: int, moves: int = 1000) -> Position:
    """Moves by chance, each dealt in turn."""
    chance = random.Random(seed)
    while not position.over and moves:
        move = chance.choice(position.moves)
        position = position.in_turn(move).play(move)
        moves -= 1
    return position


def turned_up(position: Position) -> list[int]:
    """Which card of the deck each spot showed, in the order the spots were first turned up."""
    spots = dict.fromkeys(position.game.number_of[move] for move in position.history)
    return [position.deal.order[spot] for spot in spots]


def test_only_gold_lets_players_choose_which_unseen_card_they_turn_up() -> None:
    assert [its.id for its in GAMES.values() if its not in BY_PILE] == ["goldrush"]


@pytest.mark.parametrize("seed", range(5))
def test_the_kth_card_turned_up_is_the_kth_of_the_stack_whoever_plays(seed: int) -> None:
    start = first_position(seed)
    one, other = played_in_turn(start, 1), played_in_turn(start, 2)

    assert one.history != other.history
    assert turned_up(one) == turned_up(other) == list(start.deal.order)


def test_no_seat_can_tell_that_it_is_dealt_in_turn() -> None:
    chance, position = random.Random(3), first_position(3)
    moved = 0
    while not position.over:
        move = chance.choice(position.moves)
        dealt = position.in_turn(move)
        for seat in range(3):
            seen = seen_by(GOLD.kernel, position.states(), seat)
            assert seen_by(GOLD.kernel, dealt.states(), seat) == seen
        assert (dealt.history, dealt.moves) == (position.history, position.moves)
        moved += dealt != position
        position = dealt.play(move)
    assert moved > 20


def test_a_game_dealt_in_turn_replays_from_its_deal_and_its_moves() -> None:
    for moves in (0, 1, 17, 60, 1000):
        position = played_in_turn(first_position(4), 4, moves)
        assert Position.from_json(position.to_json()) == position


def test_a_card_turned_up_before_stays_where_it_is() -> None:
    position = played_in_turn(first_position(5), 5, moves=2)
    known = next(move for move in position.moves if move in position.history)

    assert position.in_turn(known) == position


def test_what_is_no_move_changes_nothing() -> None:
    position = first_position(6)

    assert position.in_turn("sing") is position


def test_different_deals_stay_different_so_none_becomes_more_likely() -> None:
    start = first_position(7)
    moves = [GOLD.words.MOVES[spot] for spot in (40, 3, 63, 0)]
    ends: Counter[tuple[int, ...]] = Counter()
    for rotated in range(64):
        order = start.deal.order[rotated:] + start.deal.order[:rotated]
        deal = Deal(start.deal.starter, start.deal.given, order)
        position = GOLD.start(start.options, deal)
        for move in moves:
            position = position.in_turn(move).play(move)
        ends[position.deal.order] += 1

    assert len(ends) == 64


@pytest.mark.parametrize("its", BY_PILE, ids=str)
def test_where_cards_come_from_a_pile_nothing_changes(its: Game) -> None:
    position = its.start(its.options(), its.draw(its.options(), Dice(0)))

    assert position.in_turn(position.moves[0]) is position
