"""``python -m tests.web.lighthouse FOLDER``: what Lighthouse says about the front page and a table.

It is fetched into the folder, unless it is there: nobody else needs it.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx

from tests.web.visit import Program, find_browser

CATEGORIES = "performance,accessibility,best-practices"


def main() -> None:
    """Measure both pages, and tell the scores."""
    folder = Path(sys.argv[1]).resolve()
    program = folder / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        subprocess.run(["npm", "install", "--prefix", str(folder), "lighthouse@12.8.2"], check=True)
    with tempfile.TemporaryDirectory() as store, Program(Path(store) / "tables.db") as server:
        wanted = {"game": "goldrush", "seats": [{"name": "Ann"}, {}]}
        table = httpx.post(f"{server.address}/api/tables", json=wanted).raise_for_status().json()
        for path in ("/", f"/t/{table['table']}#{table['key']}"):
            print(path.partition("#")[0], measured(program, server.address + path))


def measured(program: Path, address: str) -> dict[str, float]:
    """The score of each category, of 100."""
    flags = ("--quiet", "--output=json", f"--only-categories={CATEGORIES}")
    answer = subprocess.run(
        [str(program), address, *flags, "--chrome-flags=--headless --no-sandbox"],
        env={**os.environ, "CHROME_PATH": find_browser()},
        stdout=subprocess.PIPE,
        check=True,
    )
    categories = json.loads(answer.stdout)["categories"]
    return {name: 100 * each["score"] for name, each in categories.items()}


if __name__ == "__main__":
    main()
