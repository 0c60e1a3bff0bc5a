"""Small GOLD: the game's own rules on fewer cards, the Gold Rush called at another number of them.

No rule is written again.  The modules of rules, judgement, search and endings are made a second
time from the code they have, and see each other's second make and another ``RUSH_AT``.  All of that
is compiled anew in every process: the cache on disk tells functions apart by where they stand, not
by the names they see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import knowing, whole
from motherlode.bots import eye, search
from motherlode.bots.eye import Eye
from motherlode.bots.goldrush import endgame, judgement
from motherlode.bots.goldrush.eyes import GREEDY
from motherlode.bots.level import levels
from motherlode.bots.roster import UnknownEntrant
from motherlode.bots.search import MOST_IDEAS
from motherlode.bots.searcher import AtFirstSight, Budget, Ending, Mind, Searcher
from motherlode.bots.sight import Bot, Sight
from motherlode.bots.worth import Taste
from motherlode.games import game
from motherlode.games.goldrush import knowledge, rules
from motherlode.games.goldrush.cards import NOBODY, SECOND_FLIP, SPOTS
from motherlode.kernel.edge import compiled

GOLD = game("goldrush")
# Two colours for each seat, the last one for nobody.
OWNER = (0, 0, 1, 1, NOBODY)
_TO_WIN = Taste(margin=0.0, scale=1.0)

# Places in a book: small games are quicker in small ones.
_ROOMS = [1 << bits for bits in (15, 19, 23, 27)]

Names = dict[str, Any]
State = NDArray[np.void]


def fresh(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile *function* for this process alone."""
    if not compiled():
        return function
    import numba

    made: Callable[..., Any] = numba.njit(nogil=True, error_model="numpy")(function)
    return made


def opened(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A *rule* on one game's record, callable from Python with a one-game array."""

    def on_the_first(s: State, *args: Any) -> Any:
        return rule(s[0], *args)

    return fresh(on_the_first)


class Remade:
    """Modules made again, each seeing what was made before it."""

    def __init__(self, **changes: Any) -> None:
        """Begin with nothing made; numbers of these names are to be others."""
        self._changes = changes
        self._twins: dict[int, Any] = {}

    def make(self, module: ModuleType, names: Names | None = None) -> Names:
        """All that *module* has, made again; *names* it declares without a value are given."""
        made = {name: self._twins.get(id(thing), thing) for name, thing in vars(module).items()}
        made |= {name: new for name, new in self._changes.items() if name in made}
        made |= names or {}
        for name, thing in vars(module).items():
            inner = getattr(thing, "py_func", thing)
            if isinstance(inner, FunctionType) and inner.__module__ == module.__name__:
                made[name] = self._twins[id(thing)] = fresh(FunctionType(inner.__code__, made))
        return made


class SmallMind(Mind):
    """The search of small GOLD."""

    def __init__(self, names: Names, thinking: Names, new_lore: Callable[[Eye], Any]) -> None:
        """Open what is called from Python."""
        self.begin = opened(thinking["begin"])
        self.search = opened(thinking["search"])
        self.at_once = opened(thinking["at_once"])
        self.report = opened(thinking["report"])
        self.idea_of = opened(names["idea_of"])
        self.one_like = opened(names["one_like"])
        self.new_lore = new_lore


class SmallEnding(Ending):
    """The exact endings of small GOLD."""

    def __init__(self, names: Names) -> None:
        """Open what is called from Python."""
        self.new_book = endgame.new_book
        self.is_solvable = opened(names["is_solvable"])
        self.solve = opened(names["solve"])


def judged(again: Remade) -> Names:
    """Rules, knowledge and judgement made again, and what looks at a game with them."""
    names = again.make(rules) | again.make(knowledge) | again.make(judgement)
    looking = again.make(eye, names)
    return names | {name: looking[name] for name in ("appeal", "best_move", "likely_move")}


class Small:
    """The rules of GOLD with the Gold Rush at *rush_at* cards, and all that thinks by them."""

    def __init__(self, rush_at: int) -> None:
        """Make them; nothing is compiled before the first call."""
        again = Remade(RUSH_AT=rush_at)
        names = judged(again)
        self.ending = SmallEnding(again.make(endgame))
        self.rush_at = rush_at
        self.mind = SmallMind(names, again.make(search, names), judgement.new_lore)
        solver = again.make(whole, {"best_move": names["best_move"]})
        self.begin, self.share_of_first, self.weigh_ideas, self.idea_at = (
            opened(solver[name]) for name in ("begin", "share_of_first", "weigh_ideas", "idea_at")
        )
        self.play, self.over, self.moves, self.points, self.winners = (
            opened(names[name]) for name in ("play", "over", "moves", "points", "winners")
        )
        self.observe, self.bring_next = opened(names["observe"]), opened(names["bring_next"])
        self._begin_turn = opened(names["begin_turn"])

    def start(self, deck: Sequence[int], owner: Sequence[int], starter: int = 0) -> State:
        """A game with these cards, in this order on the table, before the first flip."""
        s = GOLD.kernel.new()
        for spot, card in enumerate(deck):
            s["table"] |= np.uint64(1 << spot)
            s["card"][0, spot] = card
            s["left"][0, card] += 1
        s["owner"][0] = owner
        s["seats"] = 2
        s["up"] = NOBODY
        self._begin_turn(s, starter)
        return s

    def seen(self, s: State) -> State:
        """What all know of *s*."""
        known = GOLD.kernel.new()
        self.observe(s, 0, known)
        return known

    def sight(self, s: State, played: int) -> Sight:
        """What a bot is handed that does not forget."""
        room = np.zeros(SPOTS, np.int16)
        legal = room[: self.moves(s, room)].tolist()
        texts = tuple(GOLD.words.MOVES[move] for move in legal)
        return Sight(GOLD, int(s["turn"][0]), played, self.seen(s), (), texts)

    def share(self, s: State) -> float:
        """The first seat's share of the victory in a game that is over."""
        points = np.zeros(8, np.int16)
        self.points(s, points)
        won = self.winners(s, points)
        return 0.5 * float((won & 1) + 1 - (won >> 1))

    def cards(self, s: State) -> int:
        """How many cards lie on the table."""
        return int(s["table"][0]).bit_count()

    def is_amid_a_turn(self, s: State) -> bool:
        """Whether a first card is turned up and a second one is to follow."""
        return int(s["stage"][0]) == SECOND_FLIP

    def bot(self, name: str, seed: int) -> Bot:
        """A player by its name: ``greedy``, level ``5``, or one that looks so many times ahead.

        Those are ``best:50``; ``knowing:50``, that knows its rival is greedy; and ``stalling:50``,
        that knows it and may stall.
        """
        who, _, rounds = name.partition(":")
        top = levels(GOLD)[-1]
        if name == "greedy":
            return AtFirstSight(self.mind, GREEDY, seed)
        if name == "5":
            budget = Budget(rounds=top.rounds)
            return Searcher(self.mind, top.eye, top.style, budget, seed, self.ending)
        if who in {"best", "knowing", "stalling"} and rounds.isdecimal() and int(rounds) > 0:
            budget = Budget(rounds=int(rounds))
            if who == "best":
                return Searcher(self.mind, top.eye, top.style, budget, seed)
            to_win = top.style._replace(taste=_TO_WIN)
            return Searcher(self._knowing[who == "stalling"], top.eye, to_win, budget, seed)
        known = "greedy, 5, best:N, knowing:N and stalling:N"
        raise UnknownEntrant(f"nobody called {name!r} plays small GOLD; there are {known}")

    @cached_property
    def _knowing(self) -> list[SmallMind]:
        """The search of someone who knows that its rival is greedy, and of one who may stall."""
        again = Remade(RUSH_AT=self.rush_at)
        names = judged(again)
        wanted = {
            "useful_choices": names["choices"],
            "any_likely_move": names["likely_move"],
            "best_move": names["best_move"],
        }
        made = again.make(knowing, wanted)
        names = names | {name: made[name] for name in ("ponder", "choices", "likely_move")}
        thinking = again.make(search, names)
        return [
            SmallMind(names, thinking, partial(knowing.new_lore, greed=GREEDY, may_stall=may_stall))
            for may_stall in (False, True)
        ]


class Full(Exception):
    """There are more positions than there is room for."""


class Exact:
    """Exact values of one game from some moment on."""

    def __init__(self, small: Small, seen: State, plan: tuple[int, int]) -> None:
        """Work out what follows what is *seen*, the seats playing by their *plan*."""
        self._small = small
        self._columns = np.zeros(MOST_IDEAS, np.int16), np.zeros(MOST_IDEAS)
        for room in _ROOMS:
            self._book = whole.new_book(room, GREEDY)
            small.begin(seen, self._book, *plan)
            self.value = float(small.share_of_first(seen, self._book))
            if self.value >= 0:
                return
        raise Full(f"this game has more than {self.kept} positions")

    @property
    def kept(self) -> int:
        """How many positions are in the book."""
        return int(self._book.page["kept"][0])

    def ideas(self, seen: State) -> dict[int, float]:
        """The share of the victory the seat to move comes to with each of its ideas."""
        ideas, shares = self._columns
        n = self._small.weigh_ideas(seen, self._book, ideas, shares)
        if n == 0:
            raise Full(f"this game has more than {self.kept} positions")
        return dict(zip(ideas[:n].tolist(), shares[:n].tolist(), strict=True))

    def choose(self, sight: Sight) -> str:
        """The move of a player that plays by these values."""
        worth = self.ideas(sight.seen)
        most = max(worth.values())
        return next(
            move
            for move in sight.moves
            if worth.get(self.idea(sight.seen, GOLD.number_of[move])) == most
        )

    def idea(self, seen: State, spot: int) -> int:
        """The idea behind turning up *spot*, as the solver counts ideas."""
        return int(self._small.idea_at(seen, spot))
