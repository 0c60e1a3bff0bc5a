"""The examples in the docstrings of the package are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "motherlode"
WITH_EXAMPLES = sorted(
    ".".join(("motherlode", *source.relative_to(PACKAGE).with_suffix("").parts))
    for source in PACKAGE.rglob("*.py")
    if ">>> " in source.read_text("utf-8")
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_an_example_in_a_docstring_gives_what_it_says(module: str) -> None:
    result = doctest.testmod(import_module(module.removesuffix(".__init__")))

    assert result.attempted > 0
    assert result.failed == 0
