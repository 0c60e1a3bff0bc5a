"""What every game promises, at every number of seats and with every option."""

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest

from motherlode.games import GAMES, game
from motherlode.games.game import Game, IllegalMove
from motherlode.games.kernel import MOST_MOVES_AT_ONCE
from motherlode.games.position import Position
from motherlode.kernel.chance import stream
from motherlode.kernel.driver import ENDED, LEGAL
from tests.games.ledger import ledger, worlds
from tests.worlds import (
    SEATINGS,
    TABLES,
    Table,
    every_seating,
    every_table,
    imagined,
    loaded,
    numbers,
    odds_are_plausible,
    placed,
    seen_by,
    some,
)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

GAMES_A_TABLE = some(6, in_plain_python=2)


def positions(table: Table, games: int = GAMES_A_TABLE) -> Iterator[Position]:
    """All positions of some games."""
    for seed in range(games):
        yield from table.positions(seed)


def now_and_then(table: Table, games: int = GAMES_A_TABLE, every: int = 7) -> list[Position]:
    """A few positions of some games, the last of each among them."""
    return [
        position
        for i, position in enumerate(positions(table, games))
        if i % every == 0 or position.over
    ]


# --- Cards --------------------------------------------------------------------------------------


@every_table
def test_every_card_is_in_exactly_one_place_at_any_time(table: Table) -> None:
    for position in positions(table):
        assert ledger(position).cards(position.states()) == ledger(position).deck(position)


@every_game
def test_the_record_is_at_most_160_bytes_of_whole_words_and_has_no_gaps(game: Game) -> None:
    # NumPy copies a record field by field: bytes between fields would not be copied.
    state = game.kernel.state
    assert state.itemsize <= 160
    assert state.itemsize % 8 == 0
    for record in (state, game.kernel.setup):
        assert sum(record[name].itemsize for name in record.names or ()) == record.itemsize


@every_seating
def test_a_copy_of_a_record_has_the_same_bytes(table: Table) -> None:
    position = table.start(0)
    litter = [b"\xff" * n for n in range(1, 400)]
    copies = [position.states().tobytes() for _ in litter]
    assert set(copies) == {table.start(0).states().tobytes()}


# --- Moves --------------------------------------------------------------------------------------


@every_table
def test_the_moves_listed_are_exactly_those_that_nothing_speaks_against(table: Table) -> None:
    kernel = table.kernel
    space = range(-1, len(table.game.words.MOVES) + 2)
    for position in positions(table, some(3)):
        states = position.states()
        assert [n for n in space if kernel.why_not(states, n) == LEGAL] == sorted(
            numbers(kernel, states)
        )


@every_table
def test_no_move_is_listed_twice_and_as_long_as_the_game_goes_on_there_is_one(
    table: Table,
) -> None:
    for position in positions(table):
        assert len(set(position.moves)) == len(position.moves)
        assert (position.moves == ()) == position.over
        assert len(position.moves) <= MOST_MOVES_AT_ONCE


@every_table
def test_a_move_that_is_not_listed_is_refused_and_changes_nothing(table: Table) -> None:
    for position in now_and_then(table, some(2), every=some(19, in_plain_python=60)):
        before = position.states().tobytes()
        for move in set(table.game.words.MOVES) - set(position.moves):
            with pytest.raises(IllegalMove, match=f"'{move}'"):
                position.play(move)
        assert position.states().tobytes() == before


@every_table
def test_the_kernel_leaves_the_next_record_alone_when_it_refuses_a_move(table: Table) -> None:
    kernel = table.kernel
    for position in now_and_then(table, games=1):
        states, after = position.states(), table.start(99).states()
        untouched = after.tobytes()
        reasons = {
            kernel.advance(states, n, after)
            for n in range(-1, len(table.game.words.MOVES) + 1)
            if kernel.why_not(states, n) != LEGAL
        }
        assert reasons <= set(table.game.words.WHY_NOT)
        assert (states.tobytes(), after.tobytes()) == (position.states().tobytes(), untouched)


@every_table
def test_every_reason_to_refuse_a_move_has_words(table: Table) -> None:
    kernel = table.kernel
    reasons = set()
    for position in now_and_then(table, some(4)):
        states = position.states()
        reasons |= {kernel.why_not(states, n) for n in range(-1, len(table.game.words.MOVES) + 1)}
    assert reasons - {LEGAL} <= set(table.game.words.WHY_NOT)


@every_table
def test_a_refusal_says_who_asked_for_what_and_what_may_be_played_instead(table: Table) -> None:
    start = table.start(0)
    position = start.play(start.moves[0])
    refused = next(move for move in table.game.words.MOVES[::-1] if move not in position.moves)
    with pytest.raises(IllegalMove) as caught:
        position.play(refused)
    assert f"seat {position.seat + 1} cannot play {refused!r} now: " in str(caught.value)
    assert f"; it may play {position.moves[0]}" in str(caught.value)


@every_table
def test_nothing_can_be_played_once_the_game_is_over(table: Table) -> None:
    *_, end = table.positions(0)
    for move in table.game.words.MOVES:
        with pytest.raises(IllegalMove, match=r"the game is over$"):
            end.play(move)


@every_table
def test_any_move_gives_each_legal_move_for_one_of_as_many_equal_chances(table: Table) -> None:
    kernel = table.kernel
    for position in positions(table, some(4)):
        if not position.over:
            states = position.states()
            n = len(position.moves)
            drawn = [kernel.any_move(states, loaded(i, n)) for i in range(n)]
            assert sorted(drawn) == sorted(numbers(kernel, states))


@every_seating
def test_any_move_is_as_often_the_one_as_the_other(table: Table) -> None:
    kernel = table.kernel
    rng = stream(table.options.seats)
    for position in now_and_then(table, games=1, every=some(15, in_plain_python=50)):
        n = len(position.moves)
        if n < 2:
            continue
        states = position.states()
        draws = n * some(200, in_plain_python=20)
        counts = Counter(int(kernel.any_move(states, rng)) for _ in range(draws))
        assert odds_are_plausible(counts, dict.fromkeys(numbers(kernel, states), draws / n))


@every_table
def test_step_and_advance_and_play_are_the_same_step(table: Table) -> None:
    kernel = table.kernel
    room = np.zeros(MOST_MOVES_AT_ONCE, np.int16)
    stepped = table.start(0).states()
    for after in table.positions(0):
        if after.before is None:
            continue
        number = table.game.number_of[after.move]
        played, advanced = after.before.states(), kernel.new()
        kernel.play(played, number)
        came_of_it = kernel.advance(after.before.states(), number, advanced)
        n = kernel.step(stepped, number, room)
        assert played.tobytes() == advanced.tobytes() == stepped.tobytes()
        assert played.tobytes() == after.states().tobytes()
        assert (came_of_it == ENDED) == kernel.over(played) == after.over
        assert room[:n].tolist() == numbers(kernel, played)


@every_table
def test_playing_out_ends_every_game_and_counts_its_moves(table: Table) -> None:
    kernel = table.kernel
    for position in now_and_then(table, some(3), every=29):
        states, rng = position.states(), stream(7)
        played, same = kernel.play_out(states, rng), stream(7)
        assert kernel.over(states)
        again = position.states()
        for _ in range(played):
            kernel.play(again, kernel.any_move(again, same))
        assert (again.tobytes(), same[0]) == (states.tobytes(), rng[0])


# --- Words --------------------------------------------------------------------------------------


@every_game
def test_every_move_of_the_game_has_one_text_that_is_read_back_as_itself(game: Game) -> None:
    moves = game.words.MOVES
    assert len(set(moves)) == len(moves)
    assert [game.read_move(move) for move in moves] == list(moves)


@every_game
def test_a_move_may_be_typed_in_capitals_and_with_blanks_to_spare(game: Game) -> None:
    for move in game.words.MOVES:
        assert game.read_move(f"\t {move.upper().replace(' ', '   ')} \n") == move
        assert game.read_move(move.title()) == move


@every_table
def test_a_move_may_be_played_as_it_was_typed(table: Table) -> None:
    position = table.start(1)
    for move in position.moves:
        assert position.play(f" {move.upper()}") == position.play(move)
        assert position.play(f" {move.upper()}").move == move


@pytest.mark.parametrize("name", ["golddigger", "golddonkey"])
def test_each_word_of_a_move_may_be_cut_short_anywhere(name: str) -> None:
    its_game = game(name)
    chance = random.Random(0)
    for move in its_game.words.MOVES:
        cut = [
            word
            if word.isdigit() or word in ("for", "from")
            else word[: chance.randint(1, len(word))]
            for word in move.split()
        ]
        assert its_game.read_move(" ".join(cut)) == move, cut


# --- Positions ----------------------------------------------------------------------------------


@every_table
def test_the_same_deal_and_moves_give_the_same_bytes(table: Table) -> None:
    first, again = list(table.positions(1)), list(table.positions(1))
    assert [position.states().tobytes() for position in first] == [
        position.states().tobytes() for position in again
    ]
    assert first == again
    assert len(set(first)) == len({position.states().tobytes() for position in first})


@every_table
def test_playing_leaves_every_earlier_position_as_it_was(table: Table) -> None:
    game_so_far = [(position, position.states().tobytes()) for position in table.positions(2)]
    for position, as_it_was in game_so_far:
        assert position.states().tobytes() == as_it_was


@every_table
def test_what_a_position_hands_out_may_be_changed_without_harm(table: Table) -> None:
    position = table.start(0)
    before = position.states().tobytes()
    table.kernel.play_out(position.states(), stream(0))
    record = position.state
    record["turn"] = 7
    assert position.states().tobytes() == before


@every_table
def test_a_position_knows_how_it_came_about(table: Table) -> None:
    so_far = list(table.positions(0))
    end = so_far[-1]
    assert len(end.history) == len(so_far) - 1
    for before, after in pairwise(so_far):
        assert after.before is before
        assert after.move in before.moves
        assert after.history == (*before.history, after.move)
        assert before.play(after.move) == after
    assert (so_far[0].before, so_far[0].move, so_far[0].history) == (None, "", ())


@every_table
def test_the_turn_passes_to_the_left_from_the_starter(table: Table) -> None:
    seats = table.options.seats
    for seed in range(GAMES_A_TABLE):
        position = table.start(seed)
        assert position.seat == position.deal.starter
        for after in table.positions(seed):
            if after.before is not None and not after.over:
                assert after.seat in (after.before.seat, (after.before.seat + 1) % seats)


@every_table
def test_winners_are_named_at_the_end_only_and_nobody_has_more_points(table: Table) -> None:
    for position in positions(table):
        assert len(position.scores) == table.options.seats
        if not position.over:
            assert (position.winners, position.outcome) == ((), None)
            continue
        outcome = position.outcome
        assert outcome is not None
        assert (outcome.winners, outcome.scores) == (position.winners, position.scores)
        assert position.winners
        assert {position.scores[seat] for seat in position.winners} == {max(position.scores)}
        assert (outcome.decided_by == "shared") == (len(position.winners) > 1)
        if outcome.decided_by == "points":
            assert position.scores.count(max(position.scores)) == 1


@every_table
def test_a_position_is_written_as_json_and_read_back(table: Table) -> None:
    for position in now_and_then(table, some(2)):
        again = Position.from_json(position.to_json())
        assert again == position
        assert again.to_json() == position.to_json()
        assert (again.history, again.over, again.outcome) == (
            position.history,
            position.over,
            position.outcome,
        )


@every_table
def test_a_view_is_written_as_json_and_read_back(table: Table) -> None:
    for position in now_and_then(table, some(2)):
        for seat in (None, *range(table.options.seats)):
            for turned_down in (False, True):
                shown, own = position.shown(turned_down=turned_down), position.own(seat)
                for sent in (position.view(seat, turned_down=turned_down), shown, own):
                    text = msgspec.json.encode(sent)
                    assert msgspec.json.decode(text, type=type(sent)) == sent
                    assert msgspec.json.decode(text)["game"] == table.game.id


@every_table
def test_facts_are_the_record_in_plain_numbers(table: Table) -> None:
    for position in now_and_then(table):
        record = position.state
        for name in record.dtype.names or ():
            fact = getattr(position.facts, name)
            assert fact == record[name].tolist()
            assert type(fact) in (int, list)


@every_table
def test_a_view_is_what_all_see_and_what_is_for_one_seat_and_nothing_else(table: Table) -> None:
    for position in now_and_then(table, some(2), every=3):
        for turned_down in (False, True):
            shown = msgspec.to_builtins(position.shown(turned_down=turned_down))
            for seat in (None, *range(table.options.seats)):
                own = msgspec.to_builtins(position.own(seat))
                assert shown.keys() & own.keys() == {"game"}
                view = msgspec.to_builtins(position.view(seat, turned_down=turned_down))
                assert shown | own == view


@every_table
def test_a_view_offers_the_moves_to_the_seat_to_move_and_to_no_other(table: Table) -> None:
    for position in now_and_then(table):
        for seat in (None, *range(table.options.seats)):
            offered = tuple(choice.move for choice in position.view(seat).moves)
            assert offered == (position.moves if seat == position.seat else ())


@every_seating
def test_only_seats_at_the_table_and_spectators_have_a_view(table: Table) -> None:
    for seat in (-1, table.options.seats):
        for look in (table.start(0).view, table.start(0).own):
            with pytest.raises(ValueError, match=f"the seats are 0 to {table.options.seats - 1}"):
                look(seat)


@every_table
def test_positions_are_equal_when_the_table_is_and_never_to_anything_else(table: Table) -> None:
    start = table.start(0)
    assert start == table.start(0)
    assert hash(start) == hash(table.start(0))
    assert start != table.start(1)
    assert start != start.states().tobytes()
    assert len({start, table.start(0), *(other.start(0) for other in TABLES)}) == len(TABLES)


def pickled(thing: Any) -> Any:
    """The same thing after a journey to another process."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - we wrote it ourselves


@every_table
def test_a_position_can_be_pickled_and_copied(table: Table) -> None:
    *_, end = table.positions(0)
    for again in (pickled(end), copy.deepcopy(end), copy.copy(end)):
        assert again == end
        assert (again.history, again.outcome) == (end.history, end.outcome)
        assert again.game is table.game


# --- Knowledge ----------------------------------------------------------------------------------


@every_table
def test_what_a_seat_knows_is_the_same_when_it_is_looked_at_again(table: Table) -> None:
    # The root of a search is such a second look; another key there, and nothing is ever tried.
    for position in positions(table, some(2)):
        for seat in range(table.options.seats):
            seen = seen_by(table.kernel, position.states(), seat)
            assert seen_by(table.kernel, seen, seat).tobytes() == seen.tobytes()


@every_table
def test_the_world_a_seat_imagines_looks_just_like_what_it_knows(table: Table) -> None:
    kernel = table.kernel
    for i, position in enumerate(positions(table, some(4))):
        for seat in range(table.options.seats):
            seen = seen_by(kernel, position.states(), seat)
            world = imagined(kernel, seen, i)
            assert seen_by(kernel, world, seat).tobytes() == seen.tobytes()


@every_table
def test_an_imagined_world_has_all_the_cards_of_the_game(table: Table) -> None:
    for i, position in enumerate(positions(table, some(2))):
        for seat in range(table.options.seats):
            world = imagined(table.kernel, seen_by(table.kernel, position.states(), seat), i)
            assert ledger(position).cards(world) == ledger(position).deck(position)


@every_table
def test_a_seat_sees_no_difference_between_the_world_it_imagines_and_the_true_one(
    table: Table,
) -> None:
    for i, position in enumerate(now_and_then(table, some(2))):
        for seat in range(table.options.seats):
            world = imagined(table.kernel, seen_by(table.kernel, position.states(), seat), i)
            true = placed(position, position.states(), over=position.over)
            false = placed(position, world, over=position.over)
            assert false.view(seat) == true.view(seat)


@every_table
def test_what_a_seat_cannot_know_changes_neither_what_it_sees_nor_what_it_imagines(
    table: Table,
) -> None:
    kernel = table.kernel
    chance = random.Random(3)
    changed = 0
    for i, position in enumerate(now_and_then(table, every=3)):
        for seat in range(table.options.seats):
            states = position.states()
            hidden = ledger(position).hidden(states, seat)
            twin = ledger(position).rearranged(states, seat, chance.sample(hidden, len(hidden)))
            changed += twin.tobytes() != states.tobytes()
            seen, seen_in_twin = seen_by(kernel, states, seat), seen_by(kernel, twin, seat)
            assert seen.tobytes() == seen_in_twin.tobytes()
            assert (
                imagined(kernel, seen, i).tobytes() == imagined(kernel, seen_in_twin, i).tobytes()
            )
    assert changed > 20


@every_table
def test_what_lies_open_is_part_of_what_a_seat_knows(table: Table) -> None:
    # Two moments of a game that look different are known to be different, to all seats.
    for seat in range(table.options.seats):
        looks: dict[bytes, bytes] = {}
        for position in table.positions(0):
            alone = placed(position, position.states(), over=position.over)
            look = msgspec.json.encode(alone.view(seat))
            known = seen_by(table.kernel, position.states(), seat).tobytes()
            assert looks.setdefault(known, look) == look


@every_seating
def test_each_card_is_imagined_in_each_place_as_often_as_it_is_among_the_hidden(
    table: Table,
) -> None:
    kernel = table.kernel
    position = next(p for i, p in enumerate(table.positions(1)) if i == 20)
    book = ledger(position)
    for seat in {0, table.options.seats - 1}:
        seen = seen_by(kernel, position.states(), seat)
        cards = Counter(book.hidden(position.states(), seat))
        places = cards.total()
        # Enough draws for a fair expectation of the rarest card in every place.
        draws = some(30, in_plain_python=5) * places
        rng = stream(11)
        drawn = [tuple(book.hidden(imagined(kernel, seen, rng), seat)) for _ in range(draws)]
        expected = {card: draws * n / places for card, n in cards.items()}
        # A hand is kept sorted: what is in it can be told, not what came first.
        loose = loose_places(position, seat)
        assert loose
        for place in loose:
            assert odds_are_plausible(Counter(world[place] for world in drawn), expected)


def loose_places(position: Position, seat: int) -> list[int]:
    """Those of the hidden places that are in no sorted hand."""
    places = range(len(ledger(position).hidden(position.states(), seat)))
    if "hand" not in (position.state.dtype.names or ()):
        return list(places)
    pile = int(position.state["cards"]) - int(position.state["drawn"])
    return list(places)[len(places) - pile :]


@every_seating
def test_every_world_that_fits_is_imagined_as_often_as_its_cards_can_make_it_up(
    table: Table,
) -> None:
    kernel = table.kernel
    tried = 0
    for seed in range(some(3)):
        for seat in range(some(table.options.seats)):
            # The first moment at which few enough cards are hidden to list all the worlds.
            position = next(
                position
                for position in table.positions(seed)
                if len(ledger(position).hidden(position.states(), seat)) <= some(5, 3)
            )
            fitting = worlds(position, seat)
            if len(fitting) < 2:
                continue
            tried += 1
            draws = len(fitting) * some(150, in_plain_python=50)
            rng = stream(seed)
            seen = seen_by(kernel, position.states(), seat)
            drawn = Counter(imagined(kernel, seen, rng).tobytes() for _ in range(draws))
            total = fitting.total()
            expected = {world: draws * n / total for world, n in fitting.items()}
            assert odds_are_plausible(drawn, expected)
    assert tried >= some(3, in_plain_python=0)


@every_table
def test_an_imagined_world_can_be_played_to_the_end(table: Table) -> None:
    kernel = table.kernel
    for i, position in enumerate(now_and_then(table, some(3))):
        for seat in range(table.options.seats):
            world = imagined(kernel, seen_by(kernel, position.states(), seat), i)
            kernel.play_out(world, stream(i))
            assert kernel.over(world)
            assert ledger(position).cards(world) == ledger(position).deck(position)


# --- Games --------------------------------------------------------------------------------------


@every_game
def test_a_game_is_found_by_its_name_and_travels_by_it(game: Game) -> None:
    assert pickled(game) is game
    assert repr(game) == f"game({game.id!r})"
    assert GAMES[game.id] is game


@every_game
def test_a_game_has_a_rulebook_in_english_and_german_and_in_no_other_language(game: Game) -> None:
    assert game.title in game.rulebook()
    assert game.title in game.rulebook("de")
    assert game.rulebook() != game.rulebook("de")
    with pytest.raises(ValueError, match="en or de, not 'fr'"):
        game.rulebook("fr")


def test_the_tables_here_have_all_games_at_all_seats() -> None:
    assert {(table.game.id, table.options.seats) for table in SEATINGS} == {
        (its_game.id, seats) for its_game in GAMES.values() for seats in its_game.seats
    }


@every_game
def test_the_kernel_has_no_rules_but_those_of_the_game(game: Game) -> None:
    with pytest.raises(AttributeError, match=f"{game.id} has no rule 'castle'"):
        game.kernel.castle  # noqa: B018
    with pytest.raises(AttributeError, match="no rule '_secret'"):
        game.kernel._secret  # noqa: B018
