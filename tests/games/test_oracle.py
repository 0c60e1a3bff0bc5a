"""Our rules agree, state by state, with the slow ones somebody wrote who had not seen them."""

import random
from collections.abc import Callable
from typing import Any, Protocol

import pytest

from motherlode.games.golddigger import cards as digger
from motherlode.games.golddigger.setting import gold_cards
from motherlode.games.golddigger.words import card_text as digger_text
from motherlode.games.golddonkey import cards as donkey
from motherlode.games.golddonkey.words import card_text as donkey_text
from motherlode.games.goldrush import cards as rush
from motherlode.games.goldrush.words import MOVES as SPOTS
from motherlode.games.goldrush.words import card_text as rush_text
from motherlode.games.position import Position
from tests.games.ledger import things
from tests.oracle.golddigger import Golddigger
from tests.oracle.golddonkey import Golddonkey
from tests.oracle.goldrush import Goldrush
from tests.worlds import TABLES, Player, Table, every_table, some

Facts = dict[str, Any]


class Oracle(Protocol):
    """What the second implementations have in common."""

    seat: int

    def over(self) -> bool: ...
    def legal(self) -> set[str]: ...
    def play(self, text: str) -> None: ...
    def points(self) -> list[int]: ...
    def winners(self) -> set[int]: ...
    def facts(self) -> Facts: ...


# --- The same deal, told to the oracle; the kernel's record, told as the oracle does ------------


def rush_oracle(position: Position) -> Oracle:
    owners = zip(rush.COLOURS, position.deal.given, strict=True)
    return Goldrush(
        position.options.seats,
        position.deal.starter,
        {colour: None if seat == rush.NOBODY else seat for colour, seat in owners},
        [rush_text(int(rush.DECK[i])) for i in position.deal.order],
    )


def rush_facts(position: Position) -> Facts:
    s = position.state
    names = {rush.FEW_LEFT: "few left", rush.DEAD_TABLE: "dead table"}
    names[rush.QUIET_TURNS] = "quiet turns"
    won = s["won"][: position.options.seats].tolist()
    return {
        "table": sorted(SPOTS[spot] for spot in things(s["table"])),
        "first": SPOTS[s["up"][0]] if s["stage"] == rush.SECOND_FLIP else None,
        "rush": names.get(int(s["rush"])),
        "quiet": int(s["quiet"]),
        "won": [[n for n in rush.NUGGETS for _ in range(cards[n - 1])] for cards in won],
    }


def digger_oracle(position: Position) -> Oracle:
    deck = digger.deck(gold_cards(position.options.texts()["deck"]))
    cards = [digger_text(deck[i]) for i in position.deal.order]
    return Golddigger(position.options.seats, position.deal.starter, cards)


def digger_facts(position: Position) -> Facts:
    s, seats, mines = position.state, position.options.seats, range(len(digger.MINES))
    hands = s["hand"][:seats].tolist()
    return {
        "hands": [sorted(digger_text(c) for c in hand if c != digger.NO_CARD) for hand in hands],
        "pile": int(s["cards"]) - int(s["drawn"]),
        "people": {digger.MINES[i]: int(s["people"][i]) for i in mines},
        "ore": {digger.MINES[i]: sorted(s["ore"][i][: s["ores"][i]].tolist()) for i in mines},
        "stakes": {digger.MINES[i]: s["stakes"][:seats, i].tolist() for i in mines},
        "unplaced": s["unplaced"][:seats].tolist(),
    }


def donkey_oracle(position: Position) -> Oracle:
    donkeys = position.deal.given
    deck = donkey.deck(donkeys)
    return Golddonkey(
        position.options.seats,
        position.deal.starter,
        [donkey.COLOURS[colour] for colour in donkeys],
        [donkey_text(deck[i]) for i in position.deal.order],
    )


def donkey_facts(position: Position) -> Facts:
    s, seats = position.state, position.options.seats

    def texts(heap: int) -> list[str]:
        return sorted(donkey_text(card) for card in things(heap))

    return {
        "offer": texts(s["offer"]),
        # When all is over ours still knows what colour scoring discarded.
        "rows": [[] if position.over else texts(row) for row in s["row"][:seats].tolist()],
        "score": [texts(pile) for pile in s["score"][:seats].tolist()],
        "pile": int(s["cards"]) - donkey.ASIDE - int(s["drawn"]),
        "bonus": bool(s["stage"] == donkey.BONUS),
    }


ORACLES: dict[str, tuple[Callable[[Position], Oracle], Callable[[Position], Facts]]] = {
    "goldrush": (rush_oracle, rush_facts),
    "golddigger": (digger_oracle, digger_facts),
    "golddonkey": (donkey_oracle, donkey_facts),
}


# --- And they agree -----------------------------------------------------------------------------


def agree_on_a_game(table: Table, seed: int) -> None:
    """Play a random game both ways and compare all there is to know after every move."""
    tell, facts = ORACLES[table.game.id]
    position = table.start(seed)
    oracle = tell(position)
    player = Player(seed)
    while True:
        assert facts(position) == oracle.facts(), position.history
        assert list(position.scores) == oracle.points(), position.history
        assert position.over == oracle.over(), position.history
        if position.over:
            break
        assert set(position.moves) == oracle.legal(), position.history
        assert position.seat == oracle.seat, position.history
        move = player.choose(position.moves)
        position = position.play(move)
        oracle.play(move)
    assert set(position.winners) == oracle.winners(), position.history


@every_table
def test_the_second_implementation_agrees_state_by_state(table: Table) -> None:
    for seed in range(some(15, in_plain_python=2)):
        agree_on_a_game(table, seed)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(100))
@pytest.mark.parametrize("name", ORACLES)
def test_the_second_implementation_agrees_over_ten_thousand_games_of_each(
    name: str, hundred: int
) -> None:
    tables = [table for table in TABLES if table.game.id == name]
    for seed in range(100 * hundred, 100 * hundred + 100):
        agree_on_a_game(random.Random(seed).choice(tables), seed)
