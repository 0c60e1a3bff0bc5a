"""What the README shows is what happens."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
CONSOLES = re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_python_of_the_readme_gives_what_it_says() -> None:
    code = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", README, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)

    # A doctest says "..." where the README has one sign.
    for example in test.examples:
        example.want = example.want.replace("…", "...")
        if example.exc_msg:
            example.exc_msg = example.exc_msg.replace("…", "...")
    results = runner.run(test)

    assert results.attempted > 15
    assert results.failed == 0


@pytest.mark.parametrize("console", CONSOLES, ids=lambda console: console.split("\n", 1)[0])
def test_a_console_of_the_readme_shows_what_is_printed(console: str) -> None:
    command, *shown = console.rstrip().split("\n")
    typed = [line[2:] for line in shown if line.startswith("> ")]

    result = subprocess.run(
        [sys.executable, "-m", *command.split()[1:]],
        input="\n".join([*typed, "quit", "y"]),
        capture_output=True,
        text=True,
        check=False,
    )

    printed = [line.rstrip() for line in result.stdout.split("\n")]
    assert result.returncode == 0, result.stderr
    assert _holds(printed, shown), result.stdout


def _holds(printed: list[str], shown: list[str]) -> bool:
    """Whether the lines *shown* stand in *printed* in this order, gaps only where "…" says so."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None
