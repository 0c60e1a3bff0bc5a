"""A moment of a game as an immutable value."""

from __future__ import annotations

import threading
from operator import itemgetter
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.games.game import Deal, Game, IllegalMove, Options, Outcome, shown
from motherlode.games.kernel import room_for_moves
from motherlode.kernel.driver import ENDED, LEGAL
from motherlode.kernel.edge import copied

T = TypeVar("T")

_MOST_NAMED = 8
_MOST_TOLD = 200


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    """A position on paper: what was dealt and what was played."""

    game: str
    rules: int
    options: dict[str, str]
    deal: Deal
    moves: list[str]


class Position:
    """A game at one moment; playing a move gives the next one and leaves this one alone.

    It holds everything, secrets included: what a seat may see of it is its ``view``.
    """

    __slots__ = (
        "_before",
        "_deal",
        "_game",
        "_move",
        "_moves",
        "_options",
        "_over",
        "_played",
        "_state",
    )

    def __init__(self, game: Game, options: Options, deal: Deal, state: NDArray[np.void]) -> None:
        """Wrap a *state* nobody else changes; ``Game.start`` is the way to get a first one."""
        self._game = game
        self._options = options
        self._deal = deal
        self._state = state
        self._over = False
        self._moves: tuple[str, ...] | None = None
        self._before: Position | None = None
        self._move = ""
        self._played = 0

    @classmethod
    def first(cls, game: Game, options: Options, deal: Deal) -> Position:
        """The position right after the deal."""
        setup, order = game.setting.set_up(game.kernel, options, deal)
        state = game.kernel.new()
        game.kernel.deal(state, setup, order)
        return cls(game, options, deal, state)

    @property
    def game(self) -> Game:
        """Which game it is."""
        return self._game

    @property
    def options(self) -> Options:
        """How it is played."""
        return self._options

    @property
    def deal(self) -> Deal:
        """What chance decided at the start."""
        return self._deal

    @property
    def before(self) -> Position | None:
        """The position one move ago."""
        return self._before

    @property
    def move(self) -> str:
        """The move that led here; empty at the start."""
        return self._move

    @property
    def played(self) -> int:
        """How many moves led here."""
        return self._played

    @property
    def seat(self) -> int:
        """The seat to move, counted from 0."""
        return int(self._state["turn"][0])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._over

    @property
    def moves(self) -> tuple[str, ...]:
        """All that the seat to move may do, in a fixed order; nothing once the game is over."""
        if self._moves is None:
            self._moves = self.legal_of(self._game.words.MOVES)
        return self._moves

    def legal_of(self, every: tuple[T, ...]) -> tuple[T, ...]:
        """What stands for the legal moves in a table with an entry for *every* move there is."""
        room = _ROOM.moves
        n = self._game.kernel.moves(self._state, room)
        return _pick(every, room[:n].tolist())

    def play(self, move: str) -> Position:
        """The position after *move*.

        Text that is no move raises ``UnreadableMove``, a move that is not legal now
        ``IllegalMove``; both are a ``ValueError`` that says what is possible instead.
        """
        game = self._game
        number = game.number_of.get(move)
        if number is None:
            move = game.read_move(move)
            number = game.number_of[move]
        state = game.kernel.new()
        came_of_it = game.kernel.advance(self._state, number, state)
        if came_of_it > LEGAL:
            raise IllegalMove(self._refusal(move, came_of_it), came_of_it)
        after = Position(game, self._options, self._deal, state)
        after._over = came_of_it == ENDED
        after._before = self
        after._move = move
        after._played = self._played + 1
        return after

    def in_turn(self, move: str) -> Position:
        """The same moment, dealt so that the new card *move* turns up is the next of the stack.

        Luck is then the same for all who play the deal, whichever cards they choose: the k-th new
        card is the k-th of the stack.  Nobody at the table could tell the two deals apart, and the
        new one is as likely as the old.  Where cards come from a pile nothing has to change.
        """
        bring_next, number = self._game.kernel.bring_next, self._game.number_of.get(move)
        if bring_next is None or number is None:
            return self
        state, order = self.states(), np.array(self._deal.order, np.int8)
        bring_next(state, order, number)
        deal = msgspec.structs.replace(self._deal, order=tuple(order.tolist()))
        moment = Position(self._game, self._options, deal, state)
        moment._before, moment._move = self._before, self._move
        moment._over, moment._played = self._over, self._played
        return moment

    def _refusal(self, move: str, reason: int) -> str:
        why = self._game.words.WHY_NOT[reason]
        if self.over:
            return f"{move!r} cannot be played: {why}"
        named = ", ".join(self.moves[:_MOST_NAMED])
        rest = len(self.moves) - _MOST_NAMED
        if rest > 0:
            named += f" and {rest} more"
        return f"seat {self.seat + 1} cannot play {move!r} now: {why}; it may play {named}"

    @property
    def history(self) -> tuple[str, ...]:
        """The moves that led here, first to last."""
        moves = []
        position: Position | None = self
        while position is not None and position.move:
            moves.append(position.move)
            position = position.before
        return tuple(reversed(moves))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat, as they would be counted now."""
        return tuple(self._points()[: self._options.seats].tolist())

    def _points(self) -> NDArray[np.int16]:
        points = np.zeros(self._game.seats[-1], np.int16)
        self._game.kernel.points(self._state, points)
        return points

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; nobody before the game is over."""
        if not self.over:
            return ()
        ahead = self._game.kernel.winners(self._state, self._points())
        return tuple(seat for seat in range(self._options.seats) if ahead >> seat & 1)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it has not."""
        if not self.over:
            return None
        reason = self._game.words.end_reason(self._state[0])
        return Outcome(self.winners, self.scores, reason, self._decided_by())

    def _decided_by(self) -> str:
        if len(self.winners) > 1:
            return "shared"
        return "points" if self.scores.count(max(self.scores)) == 1 else "cards"

    def view(self, seat: int | None, *, turned_down: bool = False) -> Any:
        """What *seat* sees now, with its legal moves; ``None`` is a spectator.

        *turned_down* is the moment after the table's showing time, when cards that were turned
        up for a while lie face down again.
        """
        shown, own = self.shown(turned_down=turned_down), self.own(seat)
        return self._game.words.View(**msgspec.structs.asdict(shown), **msgspec.structs.asdict(own))

    def shown(self, *, turned_down: bool = False) -> Any:
        """The part of all views that is the same for every seat and for spectators."""
        return self._game.words.shown(self, turned_down=turned_down)

    def own(self, seat: int | None) -> Any:
        """The other part of a view: what is for *seat* alone, and its legal moves."""
        if seat is not None and not 0 <= seat < self._options.seats:
            raise ValueError(f"the seats are 0 to {self._options.seats - 1}, not {seat}")
        return self._game.words.own(self, seat)

    @property
    def state(self) -> np.void:
        """The kernel's record, secrets included; a copy, free to be changed."""
        record: np.void = self.states()[0]
        return record

    def states(self) -> NDArray[np.void]:
        """The same as the one-game array kernel calls take."""
        return copied(self._state)

    @property
    def facts(self) -> Any:
        """The same in plain numbers, which are quick to read and not to be changed."""
        return self._game.kernel.facts(self._state)

    def to_json(self) -> bytes:
        """The whole game so far, secrets included."""
        saved = _Saved(
            self._game.id,
            self._game.rules_version,
            self._options.texts(),
            self._deal,
            list(self.history),
        )
        return msgspec.json.encode(saved)

    @classmethod
    def from_json(cls, text: bytes | str) -> Position:
        """The position ``to_json`` wrote; anything else raises ``ValueError``."""
        from motherlode.games import game

        try:
            saved = msgspec.json.decode(text, type=_Saved)
        except ValueError as error:
            raise ValueError(f"this is no position: {error!s:.{_MOST_TOLD}}") from None
        its_game = game(saved.game)
        if saved.rules != its_game.rules_version:
            raise ValueError(
                f"{its_game.title} is played by rules version {its_game.rules_version} here, "
                f"not {shown(saved.rules)}"
            )
        position = its_game.start(its_game.read_options(saved.options), saved.deal)
        for move in saved.moves:
            position = position.play(move)
        return position

    def __eq__(self, other: object) -> bool:
        """Whether both are the same moment: same options, same cards in the same places."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Equal positions hash alike, whatever moves led to them."""
        return hash(self._key())

    def _key(self) -> tuple[str, Options, bytes]:
        return self._game.id, self._options, self._state.tobytes()

    def __reduce__(self) -> tuple[Any, ...]:
        """A position travels as its deal and its moves, however long the game."""
        return Position.from_json, (self.to_json(),)

    def __repr__(self) -> str:
        """The game and how far it has come; no secrets."""
        to_move = "over" if self.over else f"seat {self.seat + 1} to move"
        return f"<{self._game.title}, {self.played} moves played, {to_move}>"


class _Room(threading.local):
    """Filled and read within one call, never handed out; rules let other threads run meanwhile."""

    def __init__(self) -> None:
        self.moves = room_for_moves()


_ROOM = _Room()


def _pick(every: tuple[T, ...], numbers: list[int]) -> tuple[T, ...]:
    # ``itemgetter`` is the quickest way, but gives a bare entry for a single number.
    if len(numbers) > 1:
        picked: tuple[T, ...] = itemgetter(*numbers)(every)
        return picked
    return tuple(every[number] for number in numbers)
