"""How a game is set up: options, decks and deals are taken as meant, or refused by name."""

import json
import random
import re
from collections import Counter
from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.games import GAMES, game
from motherlode.games.game import BadDeal, BadOption, Deal, Game, Options, UnknownGame
from motherlode.games.golddigger.cards import SECOND_EDITION
from motherlode.games.goldrush.cards import COLOURS
from motherlode.games.position import Position
from tests.games.scenes import digger_cards, mountain, play_on, scripted
from tests.worlds import SEATINGS, TABLES, Dice, Table, some

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
RUSH, DIGGER = game("goldrush"), game("golddigger")

LONGEST_MESSAGE = 300
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.lists(st.integers()),
    st.dictionaries(st.text(), st.text(), max_size=3),
    st.just("x" * 100_000),
    st.just(10**5000),
    st.just((0,) * 10_000),
)


def assert_short(refusal: ValueError) -> None:
    text = str(refusal)
    assert len(text) <= LONGEST_MESSAGE
    assert len(text.splitlines()) == 1
    assert text.isprintable()


# --- Options ------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("seats", range(-1, 8))
def test_a_game_has_the_seats_it_is_made_for_and_no_others(game: Game, seats: int) -> None:
    if seats in game.seats:
        assert game.options(seats=seats).seats == seats
        assert game.read_options({"seats": str(seats)}).seats == seats
    else:
        said = f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not {seats}"
        with pytest.raises(BadOption, match=re.escape(said)):
            game.options(seats=seats)


@every_game
@pytest.mark.parametrize("seats", ["", "two", "2.0", " 2", "+2", "02 ", "²", "٢", "9999", True, 2])
def test_seats_are_written_as_a_plain_number(game: Game, seats: Any) -> None:
    with pytest.raises(BadOption, match=r"^seats is a number such as 2, not "):
        game.read_options({"seats": seats})


@every_game
def test_an_unknown_option_is_refused_with_those_there_are(game: Game) -> None:
    said = rf"{game.title} has no option 'speed'; it has seats"
    with pytest.raises(BadOption, match=said):
        game.options(speed="9")
    with pytest.raises(BadOption, match=said):
        game.read_options({"speed": "9"})


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_options_are_written_as_texts_and_read_back(table: Table) -> None:
    texts = table.options.texts()
    assert all(isinstance(text, str) for text in texts.values())
    assert table.game.read_options(texts) == table.options
    assert next(iter(texts)) == "seats"


def options_or_refused(game: Game, texts: Any) -> Options | None:
    """Options that can be played with, or a refusal by name."""
    try:
        options = game.read_options(texts)
    except BadOption as refusal:
        assert_short(refusal)
        return None
    assert game.read_options(options.texts()) == options
    assert game.start(options, game.draw(options, Dice(1))).moves
    return options


NAMES = st.one_of(st.sampled_from(["seats", "layout", "colours", "deck"]), st.text())
VALUES = st.one_of(
    st.sampled_from(["2", "3", "5", "grid", "drawn", "second-edition", "red,blue,green"]), ANYTHING
)


@every_game
@settings(max_examples=some(120, in_plain_python=30))
@given(texts=st.one_of(st.dictionaries(NAMES, VALUES, max_size=4), ANYTHING))
def test_whatever_is_asked_for_is_a_game_or_refused_by_name(game: Game, texts: Any) -> None:
    options_or_refused(game, texts)


@pytest.mark.parametrize("texts", [{1: "2"}, {None: "2"}, {("seats",): "2"}, ["seats"], "seats"])
@every_game
def test_options_that_are_no_texts_by_name_are_refused(game: Game, texts: Any) -> None:
    with pytest.raises(BadOption, match=r"^options are texts by name such as seats: '2', not "):
        game.read_options(texts)


@every_game
@settings(max_examples=some(100, in_plain_python=30))
@given(name=st.sampled_from(["seats", "layout", "colours", "deck"]), value=ANYTHING)
def test_an_option_of_any_type_is_taken_or_refused_by_name(
    game: Game, name: str, value: Any
) -> None:
    try:
        options = game.options(**{name: value})
    except BadOption as refusal:
        assert_short(refusal)
    else:
        assert game.read_options(options.texts()) == options


@settings(max_examples=some(100, in_plain_python=30))
@given(name=ANYTHING)
def test_whatever_is_no_game_is_refused_with_the_games_there_are(name: Any) -> None:
    with pytest.raises(
        UnknownGame, match="the games are goldrush, golddigger, golddonkey"
    ) as refusal:
        game(name)
    assert_short(refusal.value)


# --- The colours of GOLD ------------------------------------------------------------------------


@pytest.mark.parametrize("seats", RUSH.seats)
def test_seats_own_the_colours_they_chose(seats: int) -> None:
    each = 2 if seats == 2 else 1
    for chosen in list(permutations(COLOURS, each * seats))[::7]:
        parts = [chosen[each * seat :][:each] for seat in range(seats)]
        options = RUSH.options(seats=seats, colours=",".join("+".join(part) for part in parts))
        view = RUSH.start(options, RUSH.draw(options, Dice(1))).view(None)
        for colour in COLOURS:
            owner = next((seat for seat in range(seats) if colour in parts[seat]), None)
            assert view.owners[colour] == owner


MISFITS = [
    *["", ",", "+", "red", "red+blue", "red+blue,green", "red+blue,green+green"],
    *["red+blue,red+green", "red,red,blue", "red,blue,yellow", "Red,Blue,Green"],
    *["red, blue, green", "red,blue,green,", "red,blue,green,orange,violet,red"],
    *["drawn,drawn", "DRAWN", "red+blue,green+violet+orange", "red,blue,green+orange"],
]
FOR_OTHER_SEATS = [
    (2, "red,blue"),
    (3, "red,blue"),
    (4, "red,blue,green"),
    (5, "red+blue,green+pink"),
]


@pytest.mark.parametrize(
    ("seats", "colours"),
    [(seats, colours) for seats in RUSH.seats for colours in MISFITS] + FOR_OTHER_SEATS,
)
def test_colours_that_do_not_fit_are_refused_with_an_example_that_does(
    seats: int, colours: str
) -> None:
    with pytest.raises(BadOption) as refusal:
        RUSH.options(seats=seats, colours=colours)
    found = re.search(r"such as '([^']*)'", str(refusal.value))
    assert found is not None
    assert RUSH.options(seats=seats, colours=found[1]).texts()["colours"] == found[1]


def test_chosen_colours_are_not_drawn_and_the_rest_of_the_deal_stays_the_same() -> None:
    drawn, chosen = RUSH.options(seats=3), RUSH.options(seats=3, colours="violet,red,blue")
    one, other = RUSH.draw(drawn, Dice(1)), RUSH.draw(chosen, Dice(1))
    assert (one.starter, one.order) == (other.starter, other.order)
    assert other.given == (1, -1, -1, 2, 0)


def test_a_deal_with_other_colours_than_were_chosen_is_refused() -> None:
    chosen = RUSH.options(seats=3, colours="violet,red,blue")
    deal = RUSH.draw(chosen, Dice(1))
    with pytest.raises(BadDeal, match="the colours were chosen as violet,red,blue, the deal has"):
        RUSH.start(chosen, msgspec.structs.replace(deal, given=(0, 1, 2, -1, -1)))


# --- The deck of GOLD DIGGER --------------------------------------------------------------------

DECKS = st.lists(st.integers(1, 20), min_size=15, max_size=15)


@settings(max_examples=some(40, in_plain_python=10))
@given(
    values=DECKS, gaps=st.lists(st.sampled_from(["", " ", "  ", "\t"]), min_size=15, max_size=15)
)
def test_any_fifteen_values_are_a_deck_and_are_the_gold_that_is_played(
    values: list[int], gaps: list[str]
) -> None:
    written = ",".join(gap + str(bags) + gap for bags, gap in zip(values, gaps, strict=True))
    options = DIGGER.options(seats=2, deck=written)
    # Written down in one way only, so that a commitment to it is one, too.
    assert options.texts()["deck"] == ",".join(map(str, sorted(values)))
    assert options == DIGGER.options(seats=2, deck=",".join(map(str, reversed(values))))
    in_deck = [card for card in digger_cards(options) if card.startswith("gold")]
    assert in_deck == [f"gold {bags}" for bags in sorted(values)]
    start = DIGGER.start(options, DIGGER.draw(options, Dice(1)))
    view = start.view(0)
    assert view.gold == tuple(sorted(values))
    assert not view.gold_is_provisional
    rng = random.Random(1)
    end = play_on(start, lambda position: rng.choice(position.moves))
    lying = Counter(bags for mine in end.view(None).mines for bags in mine.ore)
    assert lying == Counter(values) + Counter({0: 15})


def test_the_deck_nobody_chose_is_the_second_edition_marked_provisional_in_every_view() -> None:
    for table in SEATINGS:
        if table.game is DIGGER:
            for position in table.positions(1):
                for seat in (0, None):
                    view = position.view(seat)
                    assert view.gold_is_provisional
                    assert view.gold == SECOND_EDITION
                    assert b'"gold_is_provisional":true' in msgspec.json.encode(view)


FIFTEEN = ["1"] * 15


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (",".join(FIFTEEN[1:]), "these are 14"),
        (",".join([*FIFTEEN, "1"]), "these are 16"),
        (",".join([*FIFTEEN[1:], "0"]), "'0' is none"),
        (",".join([*FIFTEEN[1:], "21"]), "'21' is none"),
        (",".join([*FIFTEEN[1:], "-1"]), "'-1' is none"),
        (",".join([*FIFTEEN[1:], "1.5"]), "'1.5' is none"),
        (",".join([*FIFTEEN[1:], ""]), "'' is none"),
        (",".join([*FIFTEEN[1:], "²"]), "'²' is none"),
        (",".join([*FIFTEEN[1:], "٢"]), "'٢' is none"),
        (" ".join(FIFTEEN), "is none"),
        ("", "'' is none"),
        ("Second-Edition", "'Second-Edition' is none"),
        ("1990", "'1990' is none"),
    ],
)
def test_a_deck_that_is_none_is_refused_with_what_is_wrong_in_it(deck: str, fault: str) -> None:
    said = "'second-edition' or 15 numbers from 1 to 20 with commas between them"
    with pytest.raises(BadOption, match=said) as refusal:
        DIGGER.options(deck=deck)
    assert str(refusal.value).endswith(fault)
    assert_short(refusal.value)


@settings(max_examples=some(200, in_plain_python=50))
@given(deck=st.one_of(ANYTHING, st.lists(st.text()).map(",".join), DECKS.map(str)))
def test_whatever_is_given_for_a_deck_is_one_or_refused_by_name(deck: Any) -> None:
    options_or_refused(DIGGER, {"deck": deck})


# --- Deals --------------------------------------------------------------------------------------

DEALS = [(table.game, table.options, table.game.draw(table.options, Dice(1))) for table in SEATINGS]
every_deal = pytest.mark.parametrize(
    ("game", "options", "deal"), DEALS, ids=[table.name for table in SEATINGS]
)


def some_wrong_deals(options: Options, deal: Deal) -> dict[str, Deal]:
    """Deals each of which has one thing wrong."""
    order, given = deal.order, deal.given
    wrong: dict[str, dict[str, Any]] = {
        "a seat too many": {"starter": options.seats},
        "a seat too few": {"starter": -1},
        "a starter in words": {"starter": "0"},
        "a starter that is true": {"starter": True},
        "a card twice": {"order": (order[1], *order[1:])},
        "a card short": {"order": order[1:]},
        "a card too many": {"order": (*order, len(order))},
        "a card from elsewhere": {"order": (300, *order[1:])},
        "a card below": {"order": (-1, *order[1:])},
        "a huge card": {"order": (10**5000, *order[1:])},
        "no cards": {"order": ()},
        "a list of cards": {"order": list(order)},
        "cards in words": {"order": tuple(map(str, order))},
        "one card too many given": {"given": (*given, 0)},
        "a list of cards given": {"given": list(given)},
        "nothing given": {"given": None},
        "cards given in words": {"given": ("red",) * max(len(given), 1)},
        "an odd card given": {"given": (77,) * max(len(given), 1)},
        "a huge card given": {"given": (10**5000,) * max(len(given), 1)},
    }
    return {what: msgspec.structs.replace(deal, **fields) for what, fields in wrong.items()}


@every_deal
@pytest.mark.parametrize("what", some_wrong_deals(DEALS[0][1], DEALS[0][2]))
def test_a_deal_that_does_not_fit_is_refused_by_name(
    game: Game, options: Options, deal: Deal, what: str
) -> None:
    wrong = some_wrong_deals(options, deal)[what]
    with pytest.raises(BadDeal) as refusal:
        game.start(options, wrong)
    assert_short(refusal.value)


@pytest.mark.parametrize("given", [(0, 0), (0, 6), (-1, 0), (0, 1, 2), (0, 1, 1), (0,), ()])
def test_donkeys_are_of_different_colours_one_for_each_seat(given: tuple[int, ...]) -> None:
    donkey = game("golddonkey")
    options = donkey.options(seats=2)
    deal = donkey.draw(options, Dice(1))
    with pytest.raises(BadDeal, match=r"^each seat gets "):
        donkey.start(options, msgspec.structs.replace(deal, given=given))


@every_deal
@settings(max_examples=some(50, in_plain_python=10))
@given(starter=ANYTHING, given=ANYTHING, order=ANYTHING)
def test_a_deal_of_any_type_is_refused_by_name(
    game: Game, options: Options, deal: Deal, starter: Any, given: Any, order: Any
) -> None:
    for fields in ({"order": order}, {"starter": starter, "given": given, "order": order}):
        with pytest.raises(BadDeal) as refusal:
            game.start(options, msgspec.structs.replace(deal, **fields))
        assert_short(refusal.value)


@every_deal
def test_chance_is_asked_once_for_each_thing_by_its_name(
    game: Game, options: Options, deal: Deal
) -> None:
    asked = []

    class Listening(Dice):
        def pick(self, label: str, n: int) -> int:
            asked.append((label, n))
            return super().pick(label, n)

        def shuffle(self, label: str, n: int) -> tuple[int, ...]:
            asked.append((label, n))
            return super().shuffle(label, n)

    assert game.draw(options, Listening(1)) == deal
    given: dict[str, list[tuple[str, int]]] = {
        "goldrush": [("colours", 5)],
        "golddigger": [],
        "golddonkey": [("donkeys", 6)],
    }
    assert asked == [("starter", options.seats), *given[game.id], ("deck", len(deal.order))]
    asked.clear()
    assert game.draw(options, Listening(1), starter=1).starter == 1
    assert "starter" not in dict(asked)


def test_colours_are_dealt_round_as_they_were_drawn() -> None:
    options = RUSH.options(seats=2)
    deal = RUSH.draw(options, scripted({"starter": 0, "colours": (3, 1, 4, 0, 2)}))
    assert deal.given == (1, 1, -1, 0, 0)


# --- Positions on paper -------------------------------------------------------------------------


def position_or_refused(text: bytes | str) -> None:
    """What was written is a position, or refused as none."""
    try:
        position = Position.from_json(text)
    except ValueError as refusal:
        assert len(str(refusal)) <= 400  # noqa: PT017 - either will do
        return
    assert Position.from_json(position.to_json()) == position


def saved(table: Table) -> dict[str, Any]:
    """A position in the middle of a game, as it is written."""
    positions = list(table.positions(5))
    written: dict[str, Any] = json.loads(positions[len(positions) // 4].to_json())
    return written


@pytest.mark.parametrize("table", SEATINGS, ids=str)
@settings(max_examples=some(40, in_plain_python=10))
@given(data=st.data())
def test_a_position_with_a_slip_in_it_is_read_or_refused(table: Table, data: st.DataObject) -> None:
    text = json.dumps(saved(table)).encode()
    at = data.draw(st.integers(0, len(text)))
    dropped = data.draw(st.integers(0, 20))
    slip = data.draw(st.one_of(st.binary(max_size=3), st.sampled_from([b"[" * 9999, b"9" * 9999])))
    position_or_refused(text[:at] + slip + text[at + dropped :])


@pytest.mark.parametrize("table", SEATINGS, ids=str)
@settings(max_examples=some(40, in_plain_python=10))
@given(data=st.data())
def test_a_position_with_a_wrong_part_is_read_or_refused(table: Table, data: st.DataObject) -> None:
    written = saved(table)
    inside = data.draw(st.sampled_from([written, written["deal"], written["options"]]))
    key = data.draw(st.one_of(st.sampled_from([*inside, *written]), st.text()))
    small = st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(-9, 99), st.text(max_size=9)),
        lambda part: st.one_of(st.lists(part), st.dictionaries(st.text(), part, max_size=3)),
        max_leaves=9,
    )
    inside[key] = data.draw(st.one_of(small, st.sampled_from(["x" * 9999, [0] * 9999, 10**300])))
    position_or_refused(json.dumps(written))


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("game", "chess", "there is no game 'chess'"),
        ("rules", 99, "played by rules version 1 here, not 99"),
        ("rules", 10**4000, "played by rules version 1 here, not 1000"),
        ("options", {"seats": "9"}, "GOLD is for 2 to 5 seats, not 9"),
        ("moves", ["z9"], "expected a spot"),
        ("moves", ["a1", "a1"], "that card is turned up already"),
        ("x" * 9999, 1, "this is no position: Object contains unknown field"),
        ("moves", None, "this is no position: Expected `array`"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    part: str, value: Any, said: str
) -> None:
    written = json.loads(mountain().to_json())
    written[part] = value
    with pytest.raises(ValueError, match=re.escape(said)) as refusal:
        Position.from_json(json.dumps(written))
    assert_short(refusal.value)


@pytest.mark.parametrize("text", ["", "{}", "[]", "\ud800", b"\xff", b"{" * 99_999, "null", "1"])
def test_what_is_no_position_at_all_is_refused(text: bytes | str) -> None:
    with pytest.raises(ValueError, match=r"^this is no position: ") as refusal:
        Position.from_json(text)
    assert_short(refusal.value)
