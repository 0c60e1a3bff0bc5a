"""A sitting at the terminal: choose a game, see the deal promised, play, perhaps play on.

The games of a sitting are a match: as many as there are seats, the start moving on.
"""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text

from motherlode.bots import levels
from motherlode.games import GAMES
from motherlode.games.game import Game, Options
from motherlode.match import Match
from motherlode.record import Record, Series
from motherlode.simulate import provisional, provisional_text
from motherlode.terminal.boards import YOU, Scene, board_of, why_over
from motherlode.terminal.deals import Dealt, Place, deal
from motherlode.terminal.machines import FRIENDLY, introduced, machines_at, names_of, players
from motherlode.terminal.screen import Left, Screen
from motherlode.terminal.table import Seating, Table

SHOWING = 4.0
PACE = 1.0


class Wishes(msgspec.Struct, frozen=True):
    """What the person asked for on the command line."""

    game: Game | None = None
    seats: int | None = None
    people: tuple[int, ...] = (0,)
    levels: tuple[int, ...] = ()  # one for all machines, or one each
    seed: str | None = None
    record: Path | None = None
    showing: float = SHOWING
    pace: float = PACE
    running_scores: bool = False


# --- Before the game ----------------------------------------------------------------------------


def choose_game(screen: Screen) -> Game:
    """Ask which game it shall be."""
    games = list(GAMES.values())
    screen.show(Text("Motherlode: three gold-rush card games", "bold"), Text())
    for number, game in enumerate(games, 1):
        screen.say(
            Text.assemble(
                (f"{number}  {game.title}", "bold"),
                f"  by {game.designer} · {_seats_text(game)} · {game.minutes} minutes\n"
                f"   {game.pitch}\n",
            )
        )
    while True:
        answer = screen.ask_or_leave(f"Which game? [1-{len(games)}, Enter for 1] ").lower() or "1"
        for number, game in enumerate(games, 1):
            if answer in {str(number), game.id} or answer == game.title.lower():
                return game
        screen.say(f"There are {len(games)} games; type a number from 1 to {len(games)}.")


def choose_seats(screen: Screen, game: Game) -> int:
    """Ask how many shall play."""
    least, most = game.seats[0], game.seats[-1]
    while True:
        asked = f"How many seats? [{least}-{most}, Enter for {least}] "
        answer = screen.ask_or_leave(asked) or str(least)
        if answer.isascii() and answer.isdigit() and int(answer[:3]) in game.seats:
            return int(answer[:3])
        screen.say(f"{game.title} is for {least} to {most} seats; you sit at seat 1.")


def _seats_text(game: Game) -> str:
    return f"{game.seats[0]}-{game.seats[-1]} seats"


def choose_level(screen: Screen, game: Game) -> int:
    """Ask how well the machines shall play."""
    offered = levels(game)
    screen.show(Text(f"{game.title}: who shall play against you?", "bold"), Text())
    for level in offered:
        named = (f"{level.number}  {level.name}", "bold")
        screen.say(Text.assemble(named, f"\n   {level.sentence}\n"))
    while True:
        asked = f"Which level? [1-{len(offered)}, Enter for {FRIENDLY}] "
        answer = screen.ask_or_leave(asked).lower() or str(FRIENDLY)
        for level in offered:
            if answer in {str(level.number), level.name.lower()}:
                return level.number
        screen.say(f"There are {len(offered)} levels; type a number from 1 to {len(offered)}.")


def starts(name: str) -> str:
    """Who begins, in a sentence.

    >>> starts("You"), starts("Ann")
    ('You start', 'Ann starts')
    """
    return f"{name} start{'' if name == YOU else 's'}"


# --- The sitting --------------------------------------------------------------------------------


class Sitting:
    """One or more games of a kind, played by the same people."""

    def __init__(self, screen: Screen, game: Game, options: Options, wishes: Wishes) -> None:
        """Get ready; nothing is dealt yet."""
        self._screen = screen
        self._game = game
        self._options = options
        self._wishes = wishes
        self._machines = machines_at(game, options.seats, wishes.people, wishes.levels)
        self._names = names_of(options.seats, wishes.people, self._machines)
        self._games: list[Record] = []
        self.farewell: list[RenderableType] = []

    def play(self) -> None:
        """Play games until the match is over or nobody wants another."""
        place = Place(1, self._options.seats)
        while True:
            finished = self._play_one(place)
            if not finished or place.number == place.of or not self._plays_on(place.number + 1):
                return
            last = self._games[-1]
            place = Place.following(last, last.deal.starter)

    def _play_one(self, place: Place) -> bool:
        dealt = deal(self._game, self._options, place, self._names, self._wishes.seed)
        seating = self._seating(place)
        start = self._game.start(self._options, dealt.deal)
        table = Table(self._screen, seating, start, dealt.record)
        try:
            self._introduce(dealt, seating)
            table.play()
        except Left:
            self._keep(dealt, table)
            self._say_farewell("The game ends here, unfinished.", dealt)
            return False
        except KeyboardInterrupt:
            self._keep(dealt, table)
            raise
        self._keep(dealt, table)
        self._show_the_end(table, seating, dealt)
        return True

    def _seating(self, place: Place) -> Seating:
        return Seating(
            self._game,
            board_of(self._game.id),
            self._names,
            frozenset(self._wishes.people),
            players(self._machines, self._wishes.seed, place.number),
            introduced(self._machines),
            self._wishes.showing,
            self._wishes.pace,
            self._wishes.running_scores,
            f"{self._game.title} · game {place.number} of {place.of}",
        )

    def _introduce(self, dealt: Dealt, seating: Seating) -> None:
        starter = self._names[dealt.deal.starter]
        unprinted = provisional(self._game, self._options)
        self._screen.show(
            Text(seating.title, "bold"),
            Text(f"A game by {self._game.designer}. {self._game.pitch}\n"),
            Text(f"At the table: {', '.join(self._names)}. {starts(starter)}."),
            *map(Text, seating.introduced),
            *([Text(provisional_text(unprinted))] if unprinted else []),
            Text(),
            *_promise_text(dealt, self._wishes.seed),
            Text("\nAt any time, ? shows what you may type, and rules how the game goes."),
        )
        self._screen.wait_for_enter("Press Enter to begin. ")

    def _plays_on(self, number: int) -> bool:
        try:
            question = f"Play game {number} of {self._options.seats}? The start moves on."
            return self._screen.agrees(question, unless_told=True)
        except Left:
            return False

    # --- The end --------------------------------------------------------------------------------

    def _show_the_end(self, table: Table, seating: Seating, dealt: Dealt) -> None:
        view = table.final_view()
        width, height = self._screen.size
        outcome = view.outcome
        end: list[RenderableType] = [
            Text(f"{seating.title} is over", "bold"),
            Text(f"{why_over(seating.board, outcome.reason)}\n"),
            seating.board.explain(view, Scene(self._names, width, height)),
            Text(f"\n{self.won(outcome.winners, outcome.decided_by)}", "bold"),
            *self._standing(),
        ]
        shown = [*end, Text(), *_opened_text(dealt, self._wishes.seed)]
        self._screen.show(*shown)
        if self._screen.live:
            self.farewell += [*shown, Text()]

    def won(self, winners: tuple[int, ...], decided_by: str) -> str:
        """Who won, and by what."""
        who = _and([self._names[seat] for seat in winners])
        if decided_by == "shared":
            return f"Level in everything: {who} share the victory."
        verb = "win" if who == YOU else "wins"
        more_cards = "Level in points; " if decided_by == "cards" else ""
        return f"{more_cards}{who} {verb}" + (" with more cards." if more_cards else "!")

    def _standing(self) -> list[Text]:
        """The match so far, once it is one."""
        match = Match.begin(self._game.id, self._options.seats, self._games[0].deal.starter)
        for record in self._games:
            if record.ending:
                match = match.add(record.ending.scores)
        if len(match.scores) < 2:
            return []
        totals = ", ".join(
            f"{name} {total}" for name, total in zip(self._names, match.totals, strict=True)
        )
        lines = [Text(f"The match after {len(match.scores)} of {match.games} games: {totals}.")]
        if match.over:
            who = _and([self._names[seat] for seat in match.winners])
            lines.append(Text(f"The match goes to {who}.", "bold"))
        return lines

    def _say_farewell(self, text: str, dealt: Dealt) -> None:
        self.farewell += [Text(text), *_opened_text(dealt, self._wishes.seed)]
        if self._wishes.record is None:
            self.farewell.append(Text(self._how_to_see_it_again()))

    def _how_to_see_it_again(self) -> str:
        if self._wishes.seed is None:
            return "It was not recorded; play with --record FILE to keep a game and replay it."
        return "Play with the same seed and options to have the same deal again."

    # --- Records --------------------------------------------------------------------------------

    def _keep(self, dealt: Dealt, table: Table) -> None:
        self._games.append(dealt.opened(table.record))
        if self._wishes.record:
            self._wishes.record.write_text(self.series().write(), "utf-8")

    def series(self) -> Series:
        """The games so far, for a file."""
        return Series(tuple(self._games))

    def say_where_it_is_kept(self) -> None:
        """Name the file with the record, after asking for one if there was none."""
        file = self._wishes.record or self._saved()
        if file:
            self.farewell += _kept_text(file, promised=self._wishes.seed is None)

    def _saved(self) -> Path | None:
        """The file the person saves the games in, if asked and willing."""
        while self._screen.live:
            name = self._screen.ask("Save the record? Type a file name, or Enter for no. ")
            if not name:
                break
            try:
                with Path(name).expanduser().open("x", encoding="utf-8") as file:
                    file.write(self.series().write())
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                self._screen.say(f"{name!r} cannot be written: {why}.")
            else:
                return Path(name).expanduser()
        return None


def _promise_text(dealt: Dealt, seed: str | None) -> list[Text]:
    chance = dealt.record.chance
    if seed is not None:
        again = "A practice deal: anyone can have it again with the same seed."
        return [Text(again), Text(f"seed        {seed}")]
    return [
        Text("The cards are settled already, and this number commits to them. Note it down;"),
        Text("after the game the secret behind it is opened, and you can check it."),
        Text(f"commitment  {getattr(chance, 'commitment', '')}"),
    ]


def _opened_text(dealt: Dealt, seed: str | None) -> list[Text]:
    if dealt.secret is None:
        return [Text(f"seed        {seed}")]
    commitment = getattr(dealt.record.chance, "commitment", "")
    return [Text(f"commitment  {commitment}"), Text(f"secret      {dealt.secret}")]


def _kept_text(file: Path, *, promised: bool) -> list[Text]:
    name = shlex.quote(str(file))
    told = [Text(f"Recorded in {file}. See it again:"), Text(f"  motherlode replay {name}")]
    if promised:
        told.append(Text("and check the deal by the commitment you noted down:"))
        told.append(Text(f"  motherlode verify {name} --commitment COMMITMENT"))
    return told


def _and(names: list[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def sit_down(
    console: Console,
    wishes: Wishes,
    make_options: Callable[[Game, int | None], Options],
    get_ready: Callable[[Game], None],
) -> None:
    """Play at the terminal; what *wishes* leaves open is asked."""
    screen = Screen(console)
    farewell: list[RenderableType] = []
    with screen.opened(), contextlib.suppress(Left):
        game, seats, wanted = wishes.game, wishes.seats, wishes.levels
        if game is None:
            game = choose_game(screen)
            seats = seats or choose_seats(screen, game)
        options = make_options(game, seats)
        if wishes.game is None and not wanted and options.seats > len(wishes.people):
            wanted = (choose_level(screen, game),)
        get_ready(game)
        wishes = msgspec.structs.replace(wishes, levels=wanted)
        sitting = Sitting(screen, game, options, wishes)
        farewell = sitting.farewell
        sitting.play()
        sitting.say_where_it_is_kept()
    screen.say(*farewell)
