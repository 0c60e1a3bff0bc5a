"""The deal: every card goes where the order that chance gave it says."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from motherlode.games import GAMES, game
from motherlode.games.game import BadDeal, Deal
from motherlode.games.golddigger.setting import gold_cards
from motherlode.games.golddigger.words import card_text as digger_text
from motherlode.games.golddonkey.words import card_text as donkey_text
from motherlode.games.goldrush.cards import COLOURS, DECK, NOBODY
from motherlode.games.goldrush.words import card_text as rush_text
from tests.games.ledger import things
from tests.worlds import TABLES, Dice, Table, every_seating, every_table, odds_are_plausible, some

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

RUSH, DIGGER, DONKEY = game("goldrush"), game("golddigger"), game("golddonkey")


def dealt(table: Table, **changed: Any) -> Deal:
    """A deal for the table, with something *changed* about it."""
    return msgspec.structs.replace(table.start(0).deal, **changed)


@every_table
def test_the_first_player_is_the_one_the_deal_names(table: Table) -> None:
    for starter in range(table.options.seats):
        position = table.game.start(table.options, dealt(table, starter=starter))
        assert position.seat == starter


@every_seating
def test_chance_names_every_seat_as_often_as_the_next_unless_the_starter_is_given(
    table: Table,
) -> None:
    seats, deals = table.options.seats, some(400, in_plain_python=60)
    starters = Counter(table.game.draw(table.options, Dice(seed)).starter for seed in range(deals))
    assert odds_are_plausible(starters, dict.fromkeys(range(seats), deals / seats))
    for starter in range(seats):
        assert table.game.draw(table.options, Dice(1), starter).starter == starter


@every_table
def test_a_deal_is_written_as_json_and_read_back(table: Table) -> None:
    deal = table.start(0).deal
    assert msgspec.json.decode(msgspec.json.encode(deal), type=Deal) == deal


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("order", ["as it is", "shuffled"])
def test_gold_lies_in_the_order_of_the_deal(seats: int, order: str) -> None:
    cards = tuple(range(64)) if order == "as it is" else Dice(4).shuffle("deck", 64)
    table = next(table for table in TABLES if table.options.seats == seats)
    states = RUSH.start(table.options, dealt(table, order=cards)).state
    assert states["card"].tolist() == [int(DECK[card]) for card in cards]
    assert things(states["table"]) == list(range(64))
    assert int(states["known"]) == 0


def test_the_deck_of_gold_has_35_diggers_24_gold_and_5_dynamite() -> None:
    cards = Counter(rush_text(int(card)) for card in DECK)
    assert cards == {
        **{f"{colour} {n}": copies for colour in COLOURS for n, copies in ((2, 2), (3, 2), (4, 2))},
        **{f"{colour} 5": 1 for colour in COLOURS},
        "gold 1": 5,
        "gold 2": 7,
        "gold 3": 7,
        "gold 4": 5,
        "dynamite": 5,
    }


@pytest.mark.parametrize("table", [t for t in TABLES if t.game is RUSH], ids=str)
def test_each_seat_owns_its_colours_and_no_other_division_is_dealt(table: Table) -> None:
    seats, each = table.options.seats, 2 if table.options.seats == 2 else 1
    owned = []
    for seed in range(20):
        given = table.start(seed).deal.given
        owned.append(given)
        assert Counter(given) == Counter(
            {**dict.fromkeys(range(seats), each), NOBODY: 5 - each * seats}
        )
        assert list(table.start(seed).state["owner"]) == list(given)
    if table.options.texts()["colours"] == "drawn":
        assert len(set(owned)) > 5
        wrong = owned[0][:-1]
    else:
        assert len(set(owned)) == 1
        wrong = tuple((owner + 1) % seats if owner != NOBODY else NOBODY for owner in owned[0])
    for given in (wrong, (), (0,) * 5, (*owned[0], NOBODY)):
        with pytest.raises(BadDeal, match="colours"):
            RUSH.start(table.options, dealt(table, given=given))


def test_the_colours_somebody_chose_are_theirs() -> None:
    options = RUSH.options(colours="violet+green,red+orange")
    view = RUSH.start(options, RUSH.draw(options, Dice(0))).view(None)
    assert view.owners == {"red": 1, "orange": 1, "green": 0, "blue": None, "violet": 0}


@pytest.mark.parametrize("table", [t for t in TABLES if t.game is DIGGER], ids=str)
def test_gold_digger_deals_three_cards_to_each_seat_in_the_order_of_the_deal(
    table: Table,
) -> None:
    seats = table.options.seats
    position = table.start(5)
    bags = sorted(gold_cards(table.options.texts()["deck"]))
    mines = ("badger", "coyote", "eagle", "fox", "moose", "owl")
    deck = [mine for mine in mines for _ in range(5)] + ["fool"] * 15 + [f"gold {n}" for n in bags]
    cards = [deck[i] for i in position.deal.order]
    for seat in range(seats):
        assert sorted(position.view(seat).hand) == sorted(cards[3 * seat : 3 * seat + 3])
    pile = position.state["pile"][position.state["drawn"] :].tolist()
    assert [digger_text(card) for card in pile] == cards[3 * seats :]
    assert position.view(None).unplaced == (3,) * seats
    with pytest.raises(BadDeal, match="nothing is dealt before the cards are shuffled"):
        DIGGER.start(table.options, dealt(table, given=(1,)))


@pytest.mark.parametrize("table", [t for t in TABLES if t.game is DONKEY], ids=str)
def test_gold_donkey_deals_donkeys_then_sets_two_cards_aside_then_lays_out_five(
    table: Table,
) -> None:
    seats = table.options.seats
    colours = ("green", "blue", "violet", "red", "orange", "pink")
    position = table.start(5)
    donkeys = [f"{colours[i]} donkey" for i in position.deal.given]
    left = Counter({f"{colour} donkey": seats for colour in colours})
    left += Counter({f"{colour} 3": 2 for colour in colours})
    left += Counter(f"{colour} {n}" for colour in colours for n in range(4, 9))
    left -= Counter(donkeys)
    view = position.view(None)
    assert view.rows == tuple((card,) for card in donkeys)
    pile = [donkey_text(card) for card in position.state["pile"].tolist() if card >= 0]
    assert Counter(pile) + Counter(view.offer) == left
    assert len(position.deal.order) == left.total() == {2: 52, 3: 57}[seats]
    assert (len(view.offer), view.pile) == (5, left.total() - 5 - 2)

    # The first two cards of the order are set aside, the next five are on offer.
    order = list(position.deal.order)
    changes = {"aside": (0, 1), "offer": (3, 4), "both": (1, 2), "pile": (7, 8)}
    same_offer = {}
    for name, (a, b) in changes.items():
        swapped = order.copy()
        swapped[a], swapped[b] = swapped[b], swapped[a]
        other = DONKEY.start(table.options, dealt_again(position.deal, swapped))
        same_offer[name] = other.view(None).offer == view.offer
    assert same_offer == {"aside": True, "offer": True, "both": False, "pile": True}


def dealt_again(deal: Deal, order: list[int]) -> Deal:
    """The same deal with the shuffled cards in another *order*."""
    return msgspec.structs.replace(deal, order=tuple(order))


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_offer_of_gold_donkey_is_no_richer_in_donkeys_than_the_cards_are(
    seats: int,
) -> None:
    """The donkeys dealt to the seats are taken out before the cards are shuffled, not by it.

    Dealing the first donkeys of the order to the seats would take them from the front.
    """
    options = DONKEY.options(seats=seats)
    games = some(1500, in_plain_python=150)
    offered = Counter(
        card.split()[1]
        for seed in range(games)
        for card in DONKEY.start(options, random_deal(seats, seed)).view(None).offer
    )
    cards = 5 * seats + 12 + 30
    assert cards == {2: 52, 3: 57}[seats]
    odds = {"donkey": 5 * seats, "3": 12, **dict.fromkeys("45678", 6)}
    expected = {value: 5 * games * n / cards for value, n in odds.items()}
    assert odds_are_plausible(offered, expected)


def random_deal(seats: int, seed: int) -> Deal:
    """A deal of Gold! as quick as it gets."""
    chance = random.Random(seed)
    n = {2: 52, 3: 57}[seats]
    return Deal(0, tuple(chance.sample(range(6), seats)), tuple(chance.sample(range(n), n)))
