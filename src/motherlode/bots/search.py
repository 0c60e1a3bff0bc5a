# ruff: noqa: F821 - the names declared without a value are the point of this file
"""Search over imagined worlds: information-set Monte Carlo tree search, for any game.

Each round imagines one world that fits what the seat knows, walks down the tree, plays on to the
end and tells every decision on the way what came of it for the seat that made it.  A node stands
for what is *known* at that moment, never for the world behind it, so nobody in the tree acts on
cards it cannot see; and cards that are turned up on the way lead to nodes of their own.

The names declared at the top stand for a game's rules and its judgement; ``bind`` puts the real
ones in their place.  Nothing here allocates or holds the GIL.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.kernel.bits import Word
from motherlode.kernel.chance import Stream, pick
from motherlode.kernel.edge import Struct, records, rule

MOST_SEATS = 5
MOST_DEPTH = 512
MOST_CHOICES = 128
NONE = -1
_EMPTY = Word(0)
_ONE = Word(1)

any_move: Callable[[Struct, Stream], int]
choices: Callable[[Struct, Any, NDArray[np.int16]], int]
imagine: Callable[[Struct, Stream, NDArray[np.void]], None]
key: Callable[[Struct, int, Any], Word]
likely_move: Callable[[Struct, Any, Stream], int]
is_quiet: Callable[[Struct], bool]
over: Callable[[Struct], bool]
play: Callable[[Struct, int], None]
points: Callable[[Struct, NDArray[np.int16]], None]
promise: Callable[[Struct, Any, NDArray[np.int16]], None]
winners: Callable[[Struct, NDArray[np.int16]], int]


class Tree(NamedTuple):
    """What has been found out so far: nodes in a hash table, each with a chain of edges."""

    keys: NDArray[np.uint64]
    chain: NDArray[np.int32]  # the first edge of each node
    move: NDArray[np.int16]  # by edge, and so are the rest
    next: NDArray[np.int32]  # edge of the same node
    tried: NDArray[np.int32]
    open: NDArray[np.int32]  # how often it could have been tried
    total: NDArray[np.float64]  # what came of it for the seat that tried it
    wins: NDArray[np.float64]  # the share of the victory in that
    used: NDArray[np.int64]  # nodes, edges


class Walk(NamedTuple):
    """Room for one walk down the tree and on to the end of the game."""

    world: NDArray[np.void]
    edges: NDArray[np.int32]
    seats: NDArray[np.int8]
    moves: NDArray[np.int16]
    edge_of: NDArray[np.int32]  # by move
    lore: NDArray[np.int16]  # scratch for a game's judgement
    points: NDArray[np.int16]
    worth: NDArray[np.float64]
    share: NDArray[np.float64]


class Style(NamedTuple):
    """How to search."""

    curiosity: float  # weight of what was tried little
    margin: float  # how much of a result is the margin, the rest being the victory
    scale: float  # the margin that counts in full
    informed: bool  # play on by judgement, not by chance
    horizon: int  # how many moves to play on before the end is guessed


def new_tree(nodes: int, edges: int) -> Tree:
    """An empty tree with room for that many; *nodes* is a power of two."""
    return Tree(
        np.zeros(nodes, np.uint64),
        np.full(nodes, NONE, np.int32),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges),
        np.zeros(edges),
        np.zeros(2, np.int64),
    )


def new_walk(state: np.dtype[np.void], moves: int) -> Walk:
    """Room for walking through games of that *state* and that many different *moves*."""
    return Walk(
        records(state),
        np.zeros(MOST_DEPTH, np.int32),
        np.zeros(MOST_DEPTH, np.int8),
        np.zeros(MOST_CHOICES, np.int16),
        np.full(moves, NONE, np.int32),
        np.zeros(128, np.int16),
        np.zeros(8, np.int16),
        np.zeros(8),
        np.zeros(8),
    )


# --- The same for all games ---------------------------------------------------------------------


@rule
def mixed(h: Word, word: Word) -> Word:
    """The hash *h* with another *word* in it; two steps of a generator that cannot overflow."""
    h ^= word
    for _ in range(2):
        h = (h & Word(0xFFFFFFFF)) * Word(4294883355) + (h >> Word(32))
    return h


@rule
def place_of(tree: Tree, wanted: Word) -> int:
    """Where the node of that key stands, or would stand."""
    mask = len(tree.keys) - 1
    i = np.int64(wanted ^ (wanted >> Word(29))) & mask
    while tree.keys[i] != _EMPTY and tree.keys[i] != wanted:
        i = (i + 1) & mask
    return i


@rule
def has_room(tree: Tree) -> bool:
    """Whether another node may be added."""
    return (
        4 * tree.used[0] < 3 * len(tree.keys)
        and tree.used[1] + MOST_CHOICES < len(tree.move)
    )


@rule
def plant(tree: Tree, i: int, wanted: Word) -> None:
    """Add a node at place *i*."""
    tree.keys[i] = wanted
    tree.used[0] += 1


@rule
def sprout(tree: Tree, node: int, move: int) -> int:
    """Add an edge for *move* to the *node*."""
    edge = tree.used[1]
    tree.used[1] += 1
    tree.move[edge] = move
    tree.next[edge] = tree.chain[node]
    tree.chain[node] = edge
    return edge


@rule
def choose(tree: Tree, walk: Walk, node: int, n: int, curiosity: float, rng: Stream) -> int:
    """The edge to try among the *n* moves of the walk: an untried one, or the most promising."""
    edge = tree.chain[node]
    while edge != NONE:
        walk.edge_of[tree.move[edge]] = edge
        edge = tree.next[edge]
    best = NONE
    most = -1.0
    untried = 0
    for i in range(n):
        edge = walk.edge_of[walk.moves[i]]
        if edge == NONE:
            if tree.used[1] >= len(tree.move):
                continue
            edge = sprout(tree, node, walk.moves[i])
        tree.open[edge] += 1
        tried = tree.tried[edge]
        if tried == 0:
            untried += 1
            if pick(rng, untried) == 0:
                best = edge
        elif untried == 0:
            hope = tree.total[edge] / tried + curiosity * sqrt(log(tree.open[edge]) / tried)
            if hope > most:
                most = hope
                best = edge
    edge = tree.chain[node]
    while edge != NONE:
        walk.edge_of[tree.move[edge]] = NONE
        edge = tree.next[edge]
    return best


@rule
def judge(walk: Walk, seats: int, ahead: int, style: Style) -> None:
    """What the end of a game is worth to each seat, from 0 to 1."""
    winners = 0
    for seat in range(seats):
        winners += ahead >> seat & 1
    for seat in range(seats):
        rival = -32768
        for other in range(seats):
            if other != seat:
                rival = max(rival, int(walk.points[other]))
        margin = 0.5 + 0.5 * (int(walk.points[seat]) - rival) / style.scale
        walk.share[seat] = (ahead >> seat & 1) / winners
        walk.worth[seat] = (1 - style.margin) * walk.share[seat] + style.margin * min(
            1.0, max(0.0, margin)
        )


@rule
def tell(tree: Tree, walk: Walk, depth: int) -> None:
    """Tell every decision on the way what came of it."""
    for i in range(depth):
        edge = walk.edges[i]
        tree.tried[edge] += 1
        tree.total[edge] += walk.worth[walk.seats[i]]
        tree.wins[edge] += walk.share[walk.seats[i]]


# --- With the rules of one game -----------------------------------------------------------------


def search(seen: Struct, me: int, tree: Tree, walk: Walk, style: Style, rng: Stream, n: int) -> None:
    """Look *n* times into the future of what is *seen* by the seat *me*."""
    for _ in range(n):
        imagine(seen, rng, walk.world)
        depth = walk_down(me, tree, walk, style, rng)
        play_on(walk, style, rng)
        points(walk.world[0], walk.points)
        if not over(walk.world[0]):
            promise(walk.world[0], walk.lore, walk.points)
        judge(walk, walk.world[0].seats, winners(walk.world[0], walk.points), style)
        tell(tree, walk, depth)


def walk_down(me: int, tree: Tree, walk: Walk, style: Style, rng: Stream) -> int:
    """Play the world down the tree until a new node is planted; return the decisions made."""
    world = walk.world[0]
    depth = 0
    while not over(world) and depth < MOST_DEPTH:
        known = key(world, me, walk.lore) | _ONE
        node = place_of(tree, known)
        is_new = tree.keys[node] == _EMPTY
        if is_new:
            if not has_room(tree):
                break
            plant(tree, node, known)
        n = choices(world, walk.lore, walk.moves)
        edge = choose(tree, walk, node, n, style.curiosity, rng)
        if edge == NONE:
            break
        walk.edges[depth] = edge
        walk.seats[depth] = world.turn
        depth += 1
        play(world, tree.move[edge])
        if is_new:
            break
    return depth


def play_on(walk: Walk, style: Style, rng: Stream) -> None:
    """Play the world to its end."""
    world = walk.world[0]
    if style.informed:
        n = style.horizon
        while not over(world) and (n > 0 or not is_quiet(world)):
            play(world, likely_move(world, walk.lore, rng))
            n -= 1
    else:
        while not over(world):
            play(world, any_move(world, rng))
