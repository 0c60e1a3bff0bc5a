"""``make pictures``: a picture of every screen, to be looked at.

Phone and desktop, light and dark, both languages, into the folder ``pictures``, which git ignores.
``make pictures ARGS="front after"`` takes those screens alone.
"""

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests.web.screens import SCREENS, Screen
from tests.web.visit import DESKTOP, PHONE, Program, Visitor, find_browser

FOLDER = Path(__file__).parents[2] / "pictures"
SIZES = {"phone": PHONE, "desktop": DESKTOP}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
LANGUAGES = {"en": "en-GB", "de": "de-DE"}


def main() -> None:
    """Take all pictures, or those of the screens that were asked for."""
    wanted = [each for each in SCREENS if each.__name__ in sys.argv[1:]] or list(SCREENS)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        with Program(Path(folder) / "tables.db") as program:
            for screen in wanted:
                _take_all(browser, program.address, screen)


def _take_all(browser: Browser, address: str, screen: Screen) -> None:
    for size, theme, language in product(SIZES, THEMES, LANGUAGES):
        with Visitor(
            browser,
            address,
            size=SIZES[size],
            theme=theme,
            language=LANGUAGES[language],
            listed=False,
        ) as visitor:
            screen(visitor)
            path = FOLDER / f"{screen.__name__}-{size}-{theme}-{language}.png"
            visitor.page.screenshot(path=path, full_page=True, animations="disabled")
            print(path.relative_to(FOLDER.parent))


if __name__ == "__main__":
    main()
