# ruff: noqa: F821 - the names declared without a value are the point of this file
"""Search over imagined worlds: information-set Monte Carlo tree search, for any game.

Each round imagines one world that fits what the seat knows, walks down the tree, plays on for a
while and tells every decision on the way what came of it for the seat that made it.  A node stands
for what the seat to move *knows* there, never for the world behind it, so nobody in the tree acts
on cards it cannot see; and cards that are turned up on the way lead to nodes of their own.

What is weighed at a node are *ideas*: moves that differ in nothing a player could tell, such as
turning up this or that unseen card, are one idea.

The names declared at the top stand for a game's rules and its judgement; ``bind`` puts the real
ones in their place.  Nothing here allocates or holds the GIL.
"""

from collections.abc import Callable
from math import exp, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.worth import Taste, guess, judge
from motherlode.kernel.bits import NOTHING, Word
from motherlode.kernel.chance import Stream, pick
from motherlode.kernel.edge import Struct, records, rule

MOST_DEPTH = 512
MOST_IDEAS = 128
_ONE = Word(1)

appeal: Callable[[Struct, Any, int], float]
best_move: Callable[[Struct, Any], int]
choices: Callable[[Struct, Any, NDArray[np.int16]], int]
dream: Callable[[Struct, Any, Stream, NDArray[np.void]], None]
is_quiet: Callable[[Struct], bool]
key: Callable[[Struct, Any], Word]
likely_move: Callable[[Struct, Any, Stream], int]
look: Callable[[Struct, Any], None]
move_of: Callable[[Struct, Any, int], int]
over: Callable[[Struct], bool]
play: Callable[[Struct, int], None]
ponder: Callable[[Struct, Any], None]
points: Callable[[Struct, NDArray[np.int16]], None]
promise: Callable[[Struct, Any, NDArray[np.int16]], float]
winners: Callable[[Struct, NDArray[np.int16]], int]


class Tree(NamedTuple):
    """What has been found out so far: nodes in a hash table, each with a row of edges."""

    keys: NDArray[np.uint64]
    first: NDArray[np.int32]  # edge of each node
    edges: NDArray[np.int32]  # how many it has
    visits: NDArray[np.int32]
    idea: NDArray[np.int16]  # by edge, and so are the rest
    prior: NDArray[np.float32]  # how likely it looks before anything is tried
    tried: NDArray[np.int32]
    total: NDArray[np.float64]  # what came of it for the seat that tried it
    wins: NDArray[np.float64]  # the share of the victory in that
    used: NDArray[np.int64]  # nodes, edges


class Walk(NamedTuple):
    """Room for one walk down the tree and on into the game."""

    world: NDArray[np.void]
    nodes: NDArray[np.int32]
    edges: NDArray[np.int32]
    seats: NDArray[np.int8]
    ideas: NDArray[np.int16]
    lore: Any  # in one place: room for a game's judgement
    points: NDArray[np.int16]
    worth: NDArray[np.float64]
    share: NDArray[np.float64]


class Style(NamedTuple):
    """How to search."""

    taste: Taste
    curiosity: float  # weight of what was tried little
    heat: float  # how little the first sight of an idea says; none counts if this is 0
    horizon: int  # how many moves to play on before the end is guessed
    depth: int = MOST_DEPTH  # how many decisions deep the tree may grow


def new_tree(nodes: int, edges: int) -> Tree:
    """An empty tree with room for that many; *nodes* is a power of two."""
    return Tree(
        np.zeros(nodes, np.uint64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.float32),
        np.zeros(edges, np.int32),
        np.zeros(edges),
        np.zeros(edges),
        np.zeros(2, np.int64),
    )


def new_walk(state: np.dtype[np.void], lore: Any) -> Walk:
    """Room for walking through games of that *state*, with *lore* as its judgement wants it."""
    return Walk(
        records(state),
        np.zeros(MOST_DEPTH, np.int32),
        np.zeros(MOST_DEPTH, np.int32),
        np.zeros(MOST_DEPTH, np.int8),
        np.zeros(MOST_IDEAS, np.int16),
        lore,
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
def clear(tree: Tree) -> None:
    """Forget everything."""
    tree.keys[:] = NOTHING
    tree.used[:] = 0


@rule
def place_of(tree: Tree, wanted: Word) -> int:
    """Where the node of that key stands, or would stand."""
    mask = len(tree.keys) - 1
    i = np.int64(wanted ^ (wanted >> Word(29))) & mask
    while tree.keys[i] != NOTHING and tree.keys[i] != wanted:
        i = (i + 1) & mask
    return i  # type: ignore[return-value]


@rule
def may_grow(tree: Tree) -> bool:
    """Whether another node may be added."""
    return 4 * tree.used[0] < 3 * len(tree.keys) and tree.used[1] + MOST_IDEAS < len(tree.idea)


@rule
def sprout(tree: Tree, node: int, wanted: Word, ideas: NDArray[np.int16], n: int) -> None:
    """Add a node for that key with an edge for each of the *n* ideas, none tried yet."""
    edge = tree.used[1]
    tree.keys[node] = wanted
    tree.first[node] = edge
    tree.edges[node] = n
    tree.visits[node] = 0
    for i in range(n):
        tree.idea[edge + i] = ideas[i]
        tree.tried[edge + i] = 0
        tree.total[edge + i] = 0.0
        tree.wins[edge + i] = 0.0
    tree.used[0] += 1
    tree.used[1] += n


@rule
def temper(tree: Tree, node: int, heat: float) -> None:
    """Turn the appeal of the ideas at *node* into how likely each looks; they add up to 1."""
    first, n = tree.first[node], tree.edges[node]
    most = tree.prior[first]
    for edge in range(first, first + n):
        most = max(most, tree.prior[edge])
    total = 0.0
    for edge in range(first, first + n):
        tree.prior[edge] = exp((tree.prior[edge] - most) / heat)
        total += tree.prior[edge]
    for edge in range(first, first + n):
        tree.prior[edge] /= total


@rule
def promising(tree: Tree, node: int, curiosity: float) -> int:
    """The edge with the best prospects: what came of it, what it looks like, how little is known.

    What nobody has tried yet counts like the average of the node.
    """
    first, n = tree.first[node], tree.edges[node]
    total = 0.0
    for edge in range(first, first + n):
        total += tree.total[edge]
    visits = tree.visits[node]
    average = total / visits if visits > 0 else 0.5
    urge = curiosity * sqrt(visits + 1.0)
    best = first
    most = -1.0
    for edge in range(first, first + n):
        tried = tree.tried[edge]
        hope = tree.total[edge] / tried if tried > 0 else average
        hope += urge * tree.prior[edge] / (1 + tried)
        if hope > most:
            most = hope
            best = edge
    return best


@rule
def untried_first(tree: Tree, node: int, curiosity: float, rng: Stream) -> int:
    """The edge plain search takes: any untried one, then the one of the best upper bound."""
    first, n = tree.first[node], tree.edges[node]
    best = first
    most = -1.0
    untried = 0
    spread = log(tree.visits[node] + 1.0)
    for edge in range(first, first + n):
        tried = tree.tried[edge]
        if tried == 0:
            untried += 1
            if pick(rng, untried) == 0:
                best = edge
        elif untried == 0:
            hope = tree.total[edge] / tried + curiosity * sqrt(spread / tried)
            if hope > most:
                most = hope
                best = edge
    return best


@rule
def tell(tree: Tree, walk: Walk, depth: int) -> None:
    """Tell every decision on the way what came of it."""
    for i in range(depth):
        edge = walk.edges[i]
        seat = walk.seats[i]
        tree.visits[walk.nodes[i]] += 1
        tree.tried[edge] += 1
        tree.total[edge] += walk.worth[seat]
        tree.wins[edge] += walk.share[seat]


# --- With the rules of one game -----------------------------------------------------------------


def begin(
    seen: Struct, tree: Tree, walk: Walk, style: Style, ideas: NDArray[np.int16], n: int
) -> None:
    """Clear the tree but for a root, what is *seen* now, with *n* of the *ideas*, or its own."""
    clear(tree)
    ponder(seen, walk.lore[0])
    known = key(seen, walk.lore[0]) | _ONE
    if n == 0:
        n = choices(seen, walk.lore[0], ideas)
    grow(seen, tree, walk, place_of(tree, known), known, style, ideas, n)


def at_once(seen: Struct, lore: Any) -> int:
    """The move that looks best at first sight."""
    ponder(seen, lore[0])
    return best_move(seen, lore[0])


def grow(
    s: Struct,
    tree: Tree,
    walk: Walk,
    node: int,
    known: Word,
    style: Style,
    ideas: NDArray[np.int16],
    n: int,
) -> None:
    """Add a node with *n* ideas, and look at each of them."""
    sprout(tree, node, known, ideas, n)
    if style.heat > 0:
        look(s, walk.lore[0])
        for edge in range(tree.first[node], tree.first[node] + n):
            tree.prior[edge] = appeal(s, walk.lore[0], tree.idea[edge])
        temper(tree, node, style.heat)


def report(
    seen: Struct,
    tree: Tree,
    walk: Walk,
    moves: NDArray[np.int16],
    tried: NDArray[np.int32],
    worth: NDArray[np.float64],
    share: NDArray[np.float64],
) -> int:
    """Write what came of each idea at the root, by the move it means, and return how many."""
    node = place_of(tree, key(seen, walk.lore[0]) | _ONE)
    n = tree.edges[node]
    for i in range(n):
        edge = tree.first[node] + i
        moves[i] = move_of(seen, walk.lore[0], tree.idea[edge])
        tried[i] = tree.tried[edge]
        worth[i] = tree.total[edge] / max(1, tree.tried[edge])
        share[i] = tree.wins[edge] / max(1, tree.tried[edge])
    return n


def search(seen: Struct, tree: Tree, walk: Walk, style: Style, rng: Stream, n: int) -> None:
    """Look *n* times into the future of what is *seen*."""
    for _ in range(n):
        dream(seen, walk.lore[0], rng, walk.world)
        depth = walk_down(tree, walk, style, rng)
        play_on(walk, style.horizon, rng)
        world = walk.world[0]
        if over(world):
            points(world, walk.points)
            ahead = winners(world, walk.points)
            judge(walk.points, ahead, world.seats, style.taste, walk.worth, walk.share)
        else:
            spread = promise(world, walk.lore[0], walk.points)
            guess(walk.points, spread, world.seats, style.taste, walk.worth, walk.share)
        tell(tree, walk, depth)


def walk_down(tree: Tree, walk: Walk, style: Style, rng: Stream) -> int:
    """Play the world down the tree until a new node is added; return the decisions made."""
    world = walk.world[0]
    depth = 0
    is_new = False
    while not (is_new or over(world) or depth == style.depth):
        known = key(world, walk.lore[0]) | _ONE
        node = place_of(tree, known)
        is_new = tree.keys[node] == NOTHING
        if is_new:
            if not may_grow(tree):
                break
            n = choices(world, walk.lore[0], walk.ideas)
            grow(world, tree, walk, node, known, style, walk.ideas, n)
        if style.heat > 0:
            edge = promising(tree, node, style.curiosity)
        else:
            edge = untried_first(tree, node, style.curiosity, rng)
        walk.nodes[depth] = node
        walk.edges[depth] = edge
        walk.seats[depth] = world.turn
        depth += 1
        play(world, move_of(world, walk.lore[0], tree.idea[edge]))
    return depth


def play_on(walk: Walk, horizon: int, rng: Stream) -> None:
    """Play the world on by judgement: so many moves, and until nothing hangs in the air."""
    world = walk.world[0]
    while not over(world) and (horizon > 0 or not is_quiet(world)):
        play(world, likely_move(world, walk.lore[0], rng))
        horizon -= 1
