"""One game at the terminal, from the first move to the last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.markdown import Markdown
from rich.text import Text

from motherlode.bots import Player
from motherlode.games.game import Game
from motherlode.games.position import Position
from motherlode.record import Record
from motherlode.terminal.boards import Board, Scene
from motherlode.terminal.screen import QUIT_WORDS, Left, Screen

# How long the first of two cards a machine turns up is shown, as part of the showing time.
_A_MOMENT = 0.4
_MOST_REFUSED = 200
_HELP_WORDS = {"?", "help", "h"}
_RULES_WORDS = {"rules", "rule", "r"}
_KEYS = "? what you may do · ? MOVE what it would do · rules · quit"


class NoSense(Exception):
    """A script that goes on and on without a move."""


class Seating(msgspec.Struct, frozen=True):
    """Who sits where, and how the game is shown."""

    game: Game
    board: Board
    names: tuple[str, ...]
    people: frozenset[int]
    machines: Mapping[int, Player]
    introduced: list[str]
    showing: float
    pace: float
    running_scores: bool
    title: str


class Table:
    """A game being played: the position stays in here, the screen gets views."""

    def __init__(self, screen: Screen, seating: Seating, start: Position, record: Record) -> None:
        """Sit down at the first position."""
        self._screen = screen
        self._seating = seating
        self._board = seating.board
        self._position = start
        self._news: list[str] = []
        self._refused = 0
        self._at_screen: int | None = None
        self._chosen = ""
        self.record = record

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.over

    def play(self) -> None:
        """Play to the end; ``Left`` when the person does not want to."""
        while not self._position.over:
            seat = self._position.seat
            if seat in self._seating.people:
                self._hand_over(seat)
                self._make(self._asked(seat))
            else:
                self._make(self._machines_move(seat))
        scores, winners = self._position.scores, self._position.winners
        self.record = self.record.finish(scores, winners)

    def final_view(self) -> Any:
        """The end of the game as all see it."""
        return self._position.view(None)

    # --- Moves ----------------------------------------------------------------------------------

    def _make(self, move: str) -> None:
        seat = self._position.seat
        self._position = self._position.play(move)
        self.record = self.record.append(self._position.move, seat)
        self._refused = 0
        view = self._position.view(None)
        told = self._board.tell(view.happened, view, self._seating.names)
        if self._seating.game.fleeting:
            self._show_for_a_while(seat, told)
        else:
            self._news = told if self._at_screen == seat else [*self._news, *told]

    def _show_for_a_while(self, seat: int, told: list[str]) -> None:
        goes_on = not self._position.over and self._position.seat == seat
        if goes_on and seat in self._seating.people:
            return  # The card stays up while its owner thinks about the second one.
        self._screen.show(*self._frame(self._seen(), told))
        self._let_look(self._seating.showing * (_A_MOMENT if goes_on else 1))

    # --- Machines -------------------------------------------------------------------------------

    def _machines_move(self, seat: int) -> str:
        """What a machine plays, after as long as it takes people to follow."""
        self._at_screen = None
        if not self._chosen:
            if self._screen.live:
                thinks = Text(f"{self._seating.names[seat]} is thinking …", "dim")
                self._screen.show(
                    *self._frame(self._seen(turned_down=True), self._latest()), thinks
                )
            self._let_look(self._seating.pace)
        move, self._chosen = self._chosen, ""
        return move

    def _let_look(self, seconds: float) -> None:
        """Let the person look for so long; a machine that is to move thinks meanwhile."""
        until = monotonic() + seconds
        machine = self._seating.machines.get(self._position.seat)
        if machine and not self._position.over:
            self._chosen = machine.move(self._position)
        if self._screen.wait(max(0.0, until - monotonic())):
            self._screen.wipe()  # a question must not leave cards open that are turned down again
            self._quit()

    # --- Asking ---------------------------------------------------------------------------------

    def _asked(self, seat: int) -> str:
        view = self._position.view(seat, turned_down=True)
        told: list[str] = self._latest()
        while True:
            self._screen.show(
                *self._frame(self._seen(turned_down=True), told), self._question(view)
            )
            told = self._latest()
            answer = self._screen.ask("> ")
            word, _, rest = answer.lower().partition(" ")
            if answer.lower() in QUIT_WORDS:
                self._quit()
            elif answer.lower() in _RULES_WORDS:
                self._screen.read_through(Markdown(self._seating.game.rulebook()))
            elif word in _HELP_WORDS or answer.startswith("?"):
                told = self._help(view, rest if word in _HELP_WORDS else answer[1:])
            elif answer:
                move = self._legal(answer, told)
                if move:
                    return move
            else:
                self._refuse()

    def _legal(self, answer: str, told: list[str]) -> str | None:
        try:
            return self._position.play(answer).move
        except ValueError as error:
            told.append(_sentence(error))
            self._refuse()
            return None

    def _refuse(self) -> None:
        self._refused += 1
        if self._refused > _MOST_REFUSED and not self._screen.has_person:
            raise NoSense(f"{_MOST_REFUSED} lines in a row were no move")

    def _quit(self) -> None:
        if self._screen.agrees("Leave this game?", unless_told=False):
            raise Left

    def _help(self, view: Any, move: str) -> list[str]:
        if move.strip():
            return self._explained(view, move)
        opponents = "\n".join(self._seating.introduced)
        text = f"{self._choices(view)}\n\n{_KEYS}\n\n{opponents}\n"
        self._screen.read_through(Text(text))
        return self._latest()

    def _choices(self, view: Any) -> str:
        if any(choice.does for choice in view.moves):
            return "\n".join(["You may type:", *(self._line_of(c, view) for c in view.moves)])
        return f"You may type {', '.join(choice.move for choice in view.moves)}."

    def _explained(self, view: Any, move: str) -> list[str]:
        try:
            proper = self._position.play(move).move
        except ValueError as error:
            return [*self._latest(), _sentence(error)]
        choice = next(choice for choice in view.moves if choice.move == proper)
        then = self._foreseen(choice, view) or "More cannot be told beforehand."
        return [*self._latest(), f"You may play {proper!r}. {then}"]

    def _line_of(self, choice: Any, view: Any) -> str:
        then = self._foreseen(choice, view)
        return f"  {choice.move}" + (f": {then}" if then else "")

    def _foreseen(self, choice: Any, view: Any) -> str:
        """What a move would do, beside the move itself."""
        return " ".join(self._board.tell(choice.does[1:], view, self._seating.names))

    # --- Drawing --------------------------------------------------------------------------------

    def _latest(self) -> list[str]:
        """What happened since the person looked last; a card in the middle of a turn again."""
        if not self._seating.game.fleeting:
            return list(self._news)
        view = self._position.view(None, turned_down=True)
        return self._board.tell(view.happened, view, self._seating.names)

    def _seen(self, *, turned_down: bool = False) -> Any:
        """What the person at the screen sees; with several, nothing only one of them may see."""
        people = self._seating.people
        if len(people) == 1:
            return self._position.view(min(people), turned_down=turned_down)
        public = self._position.view(None, turned_down=turned_down)
        seat = self._at_screen
        if seat is None:
            return public
        if self._board.HANDS:
            return self._position.view(seat, turned_down=turned_down)
        return msgspec.structs.replace(public, you=seat)

    def _frame(self, view: Any, told: list[str]) -> Iterator[RenderableType]:
        width, height = self._screen.size
        names, running = self._seating.names, self._seating.running_scores
        yield Text(f"{self._seating.title} · {self._board.subtitle(view)}", "bold", no_wrap=True)
        yield Text()
        yield self._board.draw(view, Scene(names, width, height, running))
        yield Text()
        yield from map(Text, told)

    def _question(self, view: Any) -> Text:
        name = self._seating.names[view.turn]
        asked = self._board.ask(view)
        return Text.assemble((f"{name}: ", "bold"), asked, (f"\n{_KEYS}", "dim"))

    def _hand_over(self, seat: int) -> None:
        """Let the next person sit down before a hand is shown that others must not see."""
        is_new, self._at_screen = self._at_screen != seat, seat
        if is_new and self._board.HANDS and len(self._seating.people) > 1:
            self._screen.show(Text(f"{self._seating.names[seat]}, it is your turn.", "bold"))
            self._screen.wait_for_enter("Press Enter when nobody else is looking. ")


def _sentence(error: ValueError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
