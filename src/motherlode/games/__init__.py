"""The games, by name."""

from motherlode.games.game import Game, UnknownGame, shown

__all__ = ["GAMES", "Game", "UnknownGame", "game"]

GAMES: dict[str, Game] = {
    each.id: each
    for each in (
        Game(
            "goldrush",
            "GOLD",
            "Reiner Knizia",
            "Game Factory, 2020",
            rules_version=1,
            seats=(2, 3, 4, 5),
            minutes=15,
            age=6,
            pitch="Flip two cards, remember what lay where, and carry the gold out of the mine.",
            match_is_printed=True,
            fleeting=True,
        ),
        Game(
            "golddigger",
            "GOLD DIGGER",
            "Reiner Knizia",
            "Out of the Box, second edition 2006",
            rules_version=1,
            seats=(2, 3, 4, 5),
            minutes=20,
            age=7,
            pitch="Lay gold and fool's gold at six mines, and stake your claims in time.",
            match_is_printed=False,
        ),
        Game(
            "golddonkey",
            "Gold!",
            "Michael Schacht",
            "ABACUSSPIELE, 2011",
            rules_version=1,
            seats=(2, 3),
            minutes=20,
            age=8,
            pitch="Take the lowest card or exchange a better one, and get rid of the donkeys.",
            match_is_printed=False,
        ),
    )
}


def game(name: str) -> Game:
    """The game of that name.

    >>> game("goldrush").title
    'GOLD'
    """
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        known = ", ".join(GAMES)
        raise UnknownGame(f"there is no game {shown(name)}; the games are {known}") from None
