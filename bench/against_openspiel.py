"""``make versus``: our best player against OpenSpiel's own search, on paired deals.

Ours looks ahead 50 times before a move, OpenSpiel's information-set tree search 500 times; see
``bench/spiel.py`` for how it comes to sit at our tables.  Every deal is played twice, with the
seats changed in between, and is one observation: the share of the victories we made of it, a
shared victory being half for each.  In GOLD the k-th new card is the k-th of the stack for both.
Deals, seeds and how many of them are fixed beforehand, and all is printed, however it comes out.

Deals that were played are kept in a journal, and not played again: stop it and start it as you
like.  A journal belongs to the sources it was made with; after an edit it begins anew.
"""

import argparse
import hashlib
import json
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

import numpy as np

import motherlode
from bench import peers
from bench.spiel import Peer
from motherlode.bots.roster import entrant
from motherlode.bots.sight import Bot, Player
from motherlode.fair import options_text, seeded
from motherlode.games import GAMES, game
from motherlode.games.game import Deal, Game
from motherlode.games.position import Position

SEATS = 2
BAR = 0.55
_RESAMPLES = 10_000
_BOUNDS = (2.5, 97.5)


@dataclass(frozen=True)
class Match:
    """Who plays what: two results of equal matches may be added up."""

    game: str
    ours: str
    simulations: int
    seed: str
    sources: str


@dataclass(frozen=True)
class Played:
    """What came of one deal: our share of the victory from each seat, and the CPU seconds spent."""

    deal: int
    shares: tuple[float, ...]
    moves: tuple[int, int]  # ours, theirs
    seconds: tuple[float, float]

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)


# --- One deal -----------------------------------------------------------------------------------


def play_deal(match: Match, number: int) -> Played:
    """Play a deal from both seats."""
    its_game = game(match.game)
    deal = _deal(its_game, match.seed, number)
    shares, moves, seconds = [], [0, 0], [0.0, 0.0]
    for ours in range(SEATS):
        seed = SEATS * number + ours
        bots: list[Bot] = [Peer(match.simulations, seed)]
        bots.insert(ours, entrant(its_game, match.ours).make(seed))
        position = its_game.start(its_game.options(seats=SEATS), deal)
        players = [Player(bot) for bot in bots]
        while not position.over:
            side = position.seat != ours
            start = process_time()
            position = _moved(position, players[position.seat])
            seconds[side] += process_time() - start
            moves[side] += 1
        shares.append((ours in position.winners) / len(position.winners))
    return Played(number, tuple(shares), (moves[0], moves[1]), (seconds[0], seconds[1]))


def _get_ready(match: Match) -> None:
    """Let both choose once, so that finding the compiled code is in nobody's time."""
    its_game = game(match.game)
    start = its_game.start(its_game.options(seats=SEATS), _deal(its_game, match.seed, 0))
    for bot in (Peer(2, 0), entrant(its_game, match.ours).make(0)):
        Player(bot).move(start)


def _moved(position: Position, player: Player) -> Position:
    move = player.move(position)
    return position.in_turn(move).play(move)


def _deal(its_game: Game, seed: str, number: int) -> Deal:
    options = its_game.options(seats=SEATS)
    draws = seeded(its_game.id, its_game.rules_version, options_text(options), seed, number)
    return its_game.draw(options, draws)


# --- The journal --------------------------------------------------------------------------------


def sources() -> str:
    """A name for all that decides how a deal comes out, but for OpenSpiel."""
    package = Path(motherlode.__file__).parent
    digest = hashlib.sha256(peers.version().encode())
    for part in ("kernel", "games", "bots"):
        for source in sorted((package / part).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode() + source.read_bytes())
    for source in (Path(__file__), Path(__file__).with_name("spiel.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def read(journal: Path, match: Match) -> Iterator[Played]:
    """What was played of this *match*; a line that was cut off is as if it had not been."""
    if not journal.exists():
        return
    for line in journal.read_text("utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if entry["match"] == asdict(match):
            fields = entry["played"]
            yield Played(
                fields["deal"],
                tuple(fields["shares"]),
                tuple(fields["moves"]),
                tuple(fields["seconds"]),
            )


def write(journal: Path, match: Match, played: Played) -> None:
    """Add a line for a deal."""
    journal.parent.mkdir(parents=True, exist_ok=True)
    with journal.open("a", encoding="utf-8") as file:
        # The line before may have been cut off; an empty one is nothing.
        file.write(f"\n{json.dumps({'match': asdict(match), 'played': asdict(played)})}")


# --- All deals ----------------------------------------------------------------------------------


def play_all(match: Match, deals: int, journal: Path, jobs: int) -> list[Played]:
    """Play what is missing of so many deals, side by side, and return all of them in order."""
    done = {played.deal: played for played in read(journal, match) if played.deal < deals}
    missing = [number for number in range(deals) if number not in done]
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawning, _get_ready, (match,)) as pool:
        for future in as_completed([pool.submit(play_deal, match, each) for each in missing]):
            played = future.result()
            write(journal, match, played)
            done[played.deal] = played
            print(f"\r{match.game}: {len(done)} of {deals} deals", end="", file=sys.stderr)
    if missing:
        print(file=sys.stderr)
    return [done[number] for number in sorted(done)]


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Where the mean of *shares* lies at 95 %: a bootstrap over the deals."""
    rng = np.random.default_rng(0)
    drawn = rng.choice(np.array(shares), (_RESAMPLES, len(shares)))
    low, high = np.percentile(drawn.mean(axis=1), _BOUNDS)
    return float(low), float(high)


def show(match: Match, results: list[Played]) -> None:
    """What came out, with all that was lost."""
    shares = [played.share for played in results]
    low, high = interval(shares)
    games = [share for played in results for share in played.shares]
    mean = sum(shares) / len(shares)
    star = "" if mean >= BAR else " *"
    print(
        f"{match.game}: {match.ours} against OpenSpiel with {match.simulations} simulations, "
        f"{len(results)} deals, each from both seats\n"
        f"  {mean:.1%} of the victories (95 %: {low:.1%} to {high:.1%})   bar {BAR:.0%}{star}\n"
        f"  games: {sum(share > 0.5 for share in games)} won, {games.count(0.5)} shared, "
        f"{sum(share < 0.5 for share in games)} lost\n"
        f"  CPU: ours {_per_move(results, 0):.2f} ms a move, theirs {_per_move(results, 1):.1f}, "
        f"{sum(sum(played.seconds) for played in results) / len(results):.2f} s a deal"
    )


def _per_move(results: list[Played], side: int) -> float:
    moves = sum(played.moves[side] for played in results)
    return 1000 * sum(played.seconds[side] for played in results) / moves


def main() -> None:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(prog="python -m bench.against_openspiel", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all three if none is named")
    parser.add_argument("--deals", type=int, default=400, help="of each game")
    parser.add_argument("--ours", default="best:50", help="who plays for us")
    parser.add_argument("--simulations", type=int, default=500, help="how often theirs looks ahead")
    parser.add_argument("--seed", default="versus", help="what the deals are drawn from")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument(
        "--journal",
        type=Path,
        default=Path(".versus.jsonl"),
        help="where deals that were played are kept",
    )
    chosen = parser.parse_args()
    print(peers.version())
    for name in chosen.games or GAMES:
        match = Match(game(name).id, chosen.ours, chosen.simulations, chosen.seed, sources())
        show(match, play_all(match, chosen.deals, chosen.journal, chosen.jobs))


if __name__ == "__main__":
    main()
