"""What whoever hosts is given to copy: every command in it exists, and every file is whole."""

import configparser
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]

from motherlode import cli
from motherlode.server.metrics import Metrics

ROOT = Path(__file__).parent.parent
PAGES = ("docs/hosting.md", "docs/privacy.md", "README.md")
DEPLOY = ROOT / "deploy"
# For measuring, not for hosting.
UNTOLD = {"--no-limits"}


def text_of(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def commands_in(page: str) -> Iterator[list[str]]:
    """Every command of ours that a page shows, as its words, without the name of the program."""
    blocks = re.findall(r"^```(?:console)?\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    inline = re.findall(r"`([^`\n]*motherlode [^`\n]*)`", page)
    for line in [*lines, *inline]:
        found = re.search(r"(?:^|/bin/| server )motherlode ([a-z]+(?: .*)?)$", line)
        if found:
            # Not what the shell makes of it: where it goes, or what date it is.
            yield shlex.split(re.sub(r"\$\([^)]*\)|[<>|].*", "", found[1]))


def command_named(name: str) -> click.Command:
    command = cli.commands.commands.get(name)
    assert command is not None, f"there is no command {name!r}"
    return command


def options_of(command: click.Command) -> set[str]:
    return {name for each in command.params for name in each.opts} | {"--help"}


def check(words: list[str]) -> None:
    """Whether a command line could be typed: everything it names exists."""
    command = command_named(words[0])
    try:
        _, left, _ = command.make_parser(click.Context(command)).parse_args(words[1:])
    except click.UsageError as error:
        raise AssertionError(words) from error
    assert not left, words


def unit() -> configparser.SectionProxy:
    """The service of the systemd unit; of settings given twice the last."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / "motherlode.service", "utf-8")
    return parser["Service"]


def compose() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load(text_of("deploy/compose.yaml"))
    return told


# --- Pages ---------------------------------------------------------------------------------------


def test_every_command_of_hosting_is_shown_and_can_be_typed() -> None:
    commands = list(commands_in(text_of("docs/hosting.md")))

    for words in commands:
        check(words)
    shown = {words[0] for words in commands}
    assert shown >= {"serve", "backup", "export", "import", "prune", "reports"}


def test_the_page_about_hosting_tells_every_option_of_the_server_and_no_other() -> None:
    page = text_of("docs/hosting.md")
    table = page.partition("What `motherlode serve` can be told")[2].partition("\n`")[0]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    told = set(re.findall(r"`(--[a-z-]+)", "".join(rows)))

    assert told == options_of(command_named("serve")) - UNTOLD - {"--help"}


def test_every_metric_the_page_names_is_measured_and_no_other() -> None:
    named = set(re.findall(r"`(motherlode_[a-z_]+)`", text_of("docs/hosting.md")))
    measured = re.findall(r"^# HELP (\S+)", Metrics().text().decode(), re.MULTILINE)

    assert named == {each for each in measured if not each.endswith("_created")}


def test_files_shown_on_the_page_are_the_ones_to_copy() -> None:
    shown = re.findall(r"<!-- (\S+) -->\n```\n(.*?)```\n", text_of("docs/hosting.md"), re.DOTALL)

    assert len(shown) == 4
    for path, text in shown:
        assert text == text_of(path), path


@pytest.mark.parametrize("page", PAGES)
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text_of(page)):
        path, _, part = link.partition("#")
        goal = (ROOT / page).parent / path if path else ROOT / page
        assert goal.exists(), link
        if part:
            assert part in anchors(goal.read_text("utf-8")), link


def anchors(page: str) -> set[str]:
    """The parts of a page that can be linked to."""
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


# --- The unit ------------------------------------------------------------------------------------


def test_the_unit_starts_the_server_with_options_it_has() -> None:
    program, *words = shlex.split(unit()["ExecStart"])

    assert Path(program).name == "motherlode"
    check(words)
    assert words[0] == "serve"


def test_the_unit_lets_the_server_write_to_its_own_folders_alone() -> None:
    service = unit()

    for name, value in (
        ("DynamicUser", "yes"),
        ("StateDirectory", "motherlode"),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateTmp", "yes"),
        ("NoNewPrivileges", "yes"),
        ("CapabilityBoundingSet", ""),
    ):
        assert service[name] == value
    # More than the server takes to finish what it accepted.
    assert int(service["TimeoutStopSec"]) > 10


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd on this machine")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = text_of("deploy/motherlode.service")
    here = tmp_path / "motherlode.service"
    here.write_text(text.replace("/opt/motherlode/bin/motherlode", "/bin/true"), "utf-8")

    said = subprocess.run(
        ["systemd-analyze", "verify", here], capture_output=True, text=True, check=False
    )

    assert (said.returncode, said.stderr) == (0, "")


# --- Containers ----------------------------------------------------------------------------------


def test_the_image_starts_the_server_and_brings_all_it_is_built_from() -> None:
    text = text_of("deploy/Containerfile")
    words = [re.search(rf"^{name} (\[.*\])$", text, re.MULTILINE) for name in ("ENTRYPOINT", "CMD")]
    entry, command = [yaml.safe_load(found[1]) for found in words if found]

    assert entry == ["motherlode"]
    check(command)
    allowed = {line[1:] for line in text_of(".dockerignore").splitlines() if line.startswith("!")}
    assert all((ROOT / path).exists() for path in allowed)
    for needed in re.findall(r"requirements/[a-z.]+", text):
        assert (ROOT / needed).exists()


def test_what_the_image_installs_for_a_town_is_pinned() -> None:
    names = re.search(r"\^\(([a-z|-]+)\)==", text_of("deploy/Containerfile"))
    assert names
    for name in names[1].split("|"):
        assert re.search(rf"^{name}==\S+ .*\\$", text_of("requirements/dev.txt"), re.MULTILINE)


def test_compose_starts_one_process_unless_the_town_is_asked_for() -> None:
    services = compose()["services"]

    plain = {name for name, each in services.items() if "profiles" not in each}
    town = {name for name, each in services.items() if each.get("profiles") == ["town"]}
    assert plain == {"server", "caddy"}
    assert town == {"town", "one", "two", "postgres"} == set(services) - plain
    for name, each in services.items():
        assert set(each.get("depends_on", ())) <= set(services), name
        if each["image"] == "motherlode":
            check(each["command"])


def test_only_the_proxy_of_compose_is_reached_from_outside() -> None:
    told = compose()

    for name, each in told["services"].items():
        is_proxy = name in {"caddy", "town"}
        assert ("ports" in each) == is_proxy
        outside = {net for net in each["networks"] if not told["networks"][net]}
        assert bool(outside) == is_proxy, name
