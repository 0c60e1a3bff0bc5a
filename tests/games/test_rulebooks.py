"""Our rulebooks: the same in both languages, true to the code, our rulings marked as ours."""

import re
from collections import Counter

import pytest

from motherlode.games import GAMES
from motherlode.games.game import LANGUAGES, Game
from motherlode.games.golddigger import cards as digger
from motherlode.games.golddonkey import cards as donkey
from motherlode.games.goldrush import cards as rush
from tests.games.scenes import numbered

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)

RULINGS = {
    "goldrush": numbered("G", 41) | {"Q1", "Q2"},
    # The amendments to D-17 and D-26 are for Gold! as well.
    "golddigger": numbered("D", 31),
    "golddonkey": numbered("A", 46) | {"D-17", "D-26"},
}
OURS = {"en": "Ours", "de": "Von uns"}


def headings(book: str) -> list[str]:
    return [line for line in book.splitlines() if line.startswith("#")]


def boxes(book: str) -> list[str]:
    """The boxed paragraphs, each as one line."""
    found = re.findall(r"(?:^>.*\n?)+", book, flags=re.MULTILINE)
    return [" ".join(line.lstrip("> ") for line in box.splitlines()) for box in found]


def ours(book: str, language: str) -> list[str]:
    """The ids of the rulings that are marked as ours, in their order."""
    found = [re.match(rf"\*\*{OURS[language]} \(([^)]*)\)\.\*\* ", box) for box in boxes(book)]
    return [match[1] if match else "" for match in found]


def plain(book: str) -> str:
    """The text without marks and line ends."""
    return " ".join(re.sub(r"[*>`]", "", book).split())


def section(book: str, number: int) -> str:
    """The section below the heading of that *number*, the title being 0."""
    return re.split(r"^#+ .*$", book, flags=re.MULTILINE)[number + 1]


# --- Both languages -----------------------------------------------------------------------------


@every_game
def test_both_languages_have_the_same_headings_one_by_one(game: Game) -> None:
    english, german = (headings(game.rulebook(language)) for language in LANGUAGES)
    levels = [[line.split()[0] for line in lines] for lines in (english, german)]
    assert levels[0] == levels[1]
    assert len(english) >= 10
    assert english[0] == german[0] == f"# {game.title}"


@every_game
def test_both_languages_mark_the_same_rulings_as_ours_in_the_same_order(game: Game) -> None:
    english, german = (ours(game.rulebook(language), language) for language in LANGUAGES)
    assert english == german
    assert len(english) >= 10
    assert max(Counter(english).values()) == 1


@every_game
def test_both_languages_have_the_same_rulings_and_examples_in_the_same_sections(
    game: Game,
) -> None:
    english, german = (game.rulebook(language) for language in LANGUAGES)
    for number in range(len(headings(english))):
        one, other = section(english, number), section(german, number)
        assert ours(one, "en") == ours(other, "de")
        assert one.count("**Example.**") == other.count("**Beispiel.**")
        assert re.findall(r"`[^`]*`", one) == re.findall(r"`[^`]*`", other)


@every_game
def test_both_languages_have_the_same_sums_and_they_are_right(game: Game) -> None:
    english, german = (game.rulebook(language) for language in LANGUAGES)
    for number in range(len(headings(english))):
        sums = [
            re.findall(r"\d+(?: [+-] \d+|\+\d+)+ = \d+", section(book, number))
            for book in (english, german)
        ]
        assert sums[0] == sums[1]
        for written in sums[0]:
            terms, result = written.split(" = ")
            assert sum(map(int, terms.replace(" ", "").replace("-", "+-").split("+"))) == int(
                result
            )


# --- Rulings ------------------------------------------------------------------------------------


@every_language
@every_game
def test_every_ruling_that_is_cited_exists_and_stands_in_a_box_of_its_own(
    game: Game, language: str
) -> None:
    book = game.rulebook(language)
    cited = re.findall(r"\b(?:[GDA]-\d+|Q\d)\b", book)
    assert set(cited) <= RULINGS[game.id]
    assert cited == ours(book, language)


@every_game
def test_the_match_is_marked_as_ours_where_no_rulebook_prints_it(game: Game) -> None:
    for language, title in (("en", "## A match"), ("de", "## Ein Match")):
        book = game.rulebook(language)
        number = headings(book).index(title)
        assert ("D-26" in ours(section(book, number), language)) == (not game.match_is_printed)
        assert section(book, number).strip().startswith(">") == (not game.match_is_printed)


# --- Figures ------------------------------------------------------------------------------------


@every_game
def test_the_rulebook_is_for_as_many_players_as_the_game(game: Game) -> None:
    low, high = game.seats[0], game.seats[-1]
    words = {"en": {1: "to", 0: "or"}, "de": {1: "bis", 0: "oder"}}
    for language in LANGUAGES:
        between = words[language][high - low > 1]
        assert f"{low} {between} {high} " in section(game.rulebook(language), 0)


def assert_says(game: Game, **texts: str) -> None:
    for language, text in texts.items():
        assert text in plain(game.rulebook(language))


def test_the_cards_of_gold_are_as_many_as_the_rulebook_says() -> None:
    game = GAMES["goldrush"]
    deck = Counter(rush.DECK.tolist())
    one, two, three, four = (deck[rush.gold(nuggets)] for nuggets in rush.NUGGETS)
    diggers = sum(deck[card] for card in range(rush.DIGGERS))
    worth = sum(n * deck[rush.gold(n)] for n in rush.NUGGETS)
    assert_says(
        game,
        en=f"{one + two + three + four} gold cards: {one} with 1 nugget, {two} with 2, {three} "
        f"with 3 and {four} with 4. Total: {worth}.",
        de=f"{one + two + three + four} Goldkarten: {one} mit 1 Nugget, {two} mit 2, {three} "
        f"mit 3 und {four} mit 4. Zusammen sind das {worth}.",
    )
    assert_says(game, en=f"{diggers} diggers in red", de=f"{diggers} Goldgräber in Rot")
    sticks = deck[rush.DYNAMITE]
    assert_says(game, en=f"{sticks} dynamite cards", de=f"{sticks} Karten Dynamit")
    for colour in range(len(rush.COLOURS)):
        strengths = [n for n in rush.STRENGTHS for _ in range(deck[rush.digger(colour, n)])]
        *most, last = map(str, strengths)
        assert_says(game, en=f"{', '.join(most)} and {last}.", de=f"{', '.join(most)} und {last}.")
    assert_says(game, en=f"the other {len(rush.DECK)} cards", de=f"anderen {len(rush.DECK)} Karten")
    assert_says(game, en=", ".join(rush.COLOURS[:-1]) + f" and {rush.COLOURS[-1]}")


def test_the_gold_rush_is_called_when_the_rulebook_says() -> None:
    game = GAMES["goldrush"]
    limit, each = rush.QUIET_LIMIT, rush.QUIET_LIMIT_PER_SEAT
    assert_says(
        game,
        en=f"{rush.RUSH_AT} or fewer cards lie face down?",
        de=f"höchstens {rush.RUSH_AT} Karten verdeckt?",
    )
    assert_says(
        game,
        en=f"for {limit} turns in a row ({4 * each} with four players, {5 * each} with five)",
        de=f"{limit} Züge lang keine Karte (zu viert {4 * each}, zu fünft {5 * each})",
    )
    assert 3 * each <= limit < 4 * each


def test_the_cards_of_gold_digger_are_as_many_as_the_rulebook_says() -> None:
    game = GAMES["golddigger"]
    assert_says(game, en="6 mines: " + ", ".join(mine.title() for mine in digger.MINES[:-1]))
    people = len(digger.MINES) * digger.PEOPLE_OF_A_MINE
    assert_says(
        game,
        en=f"{people} people, five for each mine",
        de=f"{people} Leute, fünf für jede Mine",
    )
    gold, fools = digger.GOLD_CARDS, digger.FOOLS_GOLD_CARDS
    assert_says(game, en=f"{gold} gold cards", de=f"{gold} Karten Gold")
    assert_says(game, en=f"{fools} fool's gold cards", de=f"{fools} Karten Katzengold")
    assert_says(game, en=f"{digger.STAKES} stakes in a colour", de=f"{digger.STAKES} Pflöcke in")
    assert_says(game, en=f"all {digger.CARDS} cards", de=f"alle {digger.CARDS} Karten")
    assert digger.PEOPLE_OF_A_MINE == digger.ORE_OF_A_MINE == 5
    turns = {seats: digger.CARDS // seats for seats in game.seats}
    assert_says(
        game,
        en=f"With two players each has {turns[2]}, with three {turns[3]}, with four {turns[4]}, "
        f"with five {turns[5]}.",
        de=f"Zu zweit hat jeder {turns[2]}, zu dritt {turns[3]}, zu viert {turns[4]}, "
        f"zu fünft {turns[5]}.",
    )


def test_the_provisional_gold_is_what_the_rulebook_says_and_is_called_provisional() -> None:
    game = GAMES["golddigger"]
    copies = Counter(digger.SECOND_EDITION)
    assert [n for n, k in copies.items() if k == 3] == [1, 2, 3, 4]
    assert sorted(set(digger.SECOND_EDITION)) == [1, 2, 3, 4, 5, 8]
    assert (copies[5], copies[8]) == (2, 1)
    bags, most = sum(digger.SECOND_EDITION), digger.MOST_BAGS
    for language, texts in {
        "en": ["provisional", "1, 2, 3 and 4 three times each, then 5, 5 and 8", f"{bags} bags"],
        "de": ["vorläufige", "1, 2, 3 und 4 je dreimal, dazu 5, 5 und 8", f"{bags} Säcke"],
    }.items():
        book = game.rulebook(language)
        box = next(box for box in boxes(book) if "(D-01)" in box)
        assert all(text in box for text in texts)
        assert re.search(rf"15 (values from|Werte von) 1 (to|bis) {most}", box)


def test_the_cards_of_gold_with_donkeys_are_as_many_as_the_rulebook_says() -> None:
    game = GAMES["golddonkey"]
    gold = [
        value
        for value, copies in zip(donkey.VALUES[1:], donkey.COPIES[1:], strict=True)
        for _ in range(copies)
    ]
    *most, last = map(str, gold)
    assert len(gold) == 7
    assert_says(
        game,
        en=f"{donkey.CARDS} cards in " + ", ".join(donkey.COLOURS[:-1]),
        de=f"{donkey.CARDS} Karten in Grün, Blau, Violett, Rot, Orange und Pink",
    )
    assert_says(
        game,
        en=f"seven gold cards: {', '.join(most)} and {last}.",
        de=f"sieben Karten Gold: {', '.join(most)} und {last}.",
    )
    assert donkey.COPIES[0] == 3
    assert_says(
        game,
        en=f"three donkeys, worth {donkey.VALUES[0]} each",
        de=f"drei Esel, jeder zählt {donkey.VALUES[0]}",
    )
    two = donkey.CARDS - (donkey.COPIES[0] - donkey.DONKEYS_OF_A_COLOUR[2]) * len(donkey.COLOURS)
    assert_says(game, en=f"{two} cards are left", de=f"sind es {two} Karten")
    assert donkey.DONKEYS_OF_A_COLOUR == {2: 2, 3: 3}
    assert (donkey.OFFER, donkey.ASIDE, donkey.SET) == (5, 2, 3)


# --- Moves --------------------------------------------------------------------------------------


@every_language
@every_game
def test_every_move_typed_in_the_rulebook_is_read_as_it_stands(game: Game, language: str) -> None:
    book = game.rulebook(language)
    typed = re.findall(r"`([^`]*)`", book)
    assert len(typed) >= 3
    for move in typed:
        assert game.read_move(move) == move
    # They all stand where one looks for them.
    title = {"en": "## Typing a move", "de": "## So tippst du einen Zug"}[language]
    assert re.findall(r"`([^`]*)`", section(book, headings(book).index(title))) == typed


def test_every_kind_of_move_is_explained_in_the_rulebook() -> None:
    kinds = {
        "goldrush": {"spot"},
        "golddigger": {"person", "staked", "gold", "fool"},
        "golddonkey": {"take", "swap", "bonus", "no"},
    }

    def kind(game: Game, move: str) -> str:
        if game.id == "goldrush":
            return "spot"
        first, *rest = move.split()
        if game.id == "golddonkey":
            return first
        if not rest:
            return "person"
        return "staked" if rest == ["stake"] else "fool" if first == "fool" else "gold"

    for game in GAMES.values():
        typed = re.findall(r"`([^`]*)`", game.rulebook())
        assert {kind(game, move) for move in typed} == kinds[game.id]
        assert {kind(game, move) for move in game.words.MOVES} == kinds[game.id]


# --- Credits ------------------------------------------------------------------------------------


@every_language
@every_game
def test_designer_publisher_and_year_are_named_and_we_are_not_affiliated(
    game: Game, language: str
) -> None:
    book = game.rulebook(language)
    assert headings(book)[-1] == "## Credits"
    credit = plain(section(book, len(headings(book)) - 1))
    publisher, rest = game.publisher.split(", ")
    assert f"{game.title} {'is' if language == 'en' else 'ist'} " in credit
    assert game.designer in credit
    assert publisher in credit
    assert rest.rsplit(maxsplit=1)[-1] in credit
    not_ours = {
        "en": ("our own wording", "not affiliated with the designer or the publisher"),
        "de": ("unsere eigene Fassung", "weder mit dem Autor noch mit dem Verlag verbunden"),
    }
    assert all(text in credit for text in not_ours[language])


def test_the_game_with_the_donkeys_is_by_michael_schacht_and_never_by_another() -> None:
    game = GAMES["golddonkey"]
    assert game.designer == "Michael Schacht"
    for language in LANGUAGES:
        book = plain(game.rulebook(language))
        assert "Michael Schacht" in book
        assert "Knizia" not in book


def test_the_other_two_are_by_reiner_knizia() -> None:
    for name in ("goldrush", "golddigger"):
        assert GAMES[name].designer == "Reiner Knizia"
        for language in LANGUAGES:
            assert "Schacht" not in plain(GAMES[name].rulebook(language)).replace("Schachtel", "")
