"""Fair deals: the protocol to the byte, its draws, and what verification finds.

``python -m tests.test_fair`` prints the test vectors of tests/vectors/fair.json anew.
"""

import ast
import hashlib
import inspect
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import motherlode
from motherlode import fair
from motherlode.fair import Device, Kept, Promise, Reason, Result, Stream, Terms, verify
from motherlode.games import GAMES, game

VECTORS = Path(__file__).parent / "vectors" / "fair.json"

SECRET = hashlib.sha256(b"a secret of the tests").hexdigest()
NONCES = tuple(hashlib.sha256(b"a nonce of device %d" % i).hexdigest() for i in (1, 2))
CHAIN = tuple(hashlib.sha256(b"after move %d" % i).hexdigest() for i in range(4))
TERMS = Terms("copper-kettle", "golddonkey", 1, "seats=2")

hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
labels = st.from_regex(r"[a-z][a-z0-9-]{0,10}", fullmatch=True)


def promised(terms: Terms = TERMS, nonces: tuple[str, ...] = NONCES) -> Promise:
    """A promise all devices have joined."""
    promise = Promise.make(terms, SECRET)
    for device, nonce in enumerate(nonces):
        promise = promise.join(fair.commit_nonce(terms, device, nonce))
    return promise


def ready(terms: Terms = TERMS, nonces: tuple[str, ...] = NONCES) -> Promise:
    """A promise to which all devices have opened their nonces."""
    promise = promised(terms, nonces)
    for device, nonce in enumerate(nonces):
        promise = promise.open_nonce(device, nonce)
    return promise


def proved() -> Promise:
    """A promise after the game."""
    return ready().open(SECRET)


def kept(**changes: Any) -> Kept:
    """What the second device kept of it."""
    mine = Kept(promised().commitment, 1, NONCES[1], promised().roll, CHAIN[-1])
    return msgspec.structs.replace(mine, **changes)


def changed(promise: Promise, device: int, **changes: Any) -> Promise:
    """The promise with one device altered, as no server of ours would let it be."""
    devices = list(promise.devices)
    devices[device] = msgspec.structs.replace(devices[device], **changes)
    return msgspec.structs.replace(promise, devices=tuple(devices))


# --- To the byte --------------------------------------------------------------------------------


def test_fields_are_packed_behind_their_lengths() -> None:
    assert fair.pack("ab", b"\x00") == b"\x00\x00\x00\x02ab\x00\x00\x00\x01\x00"


def test_moving_a_border_between_fields_changes_the_bytes() -> None:
    assert fair.pack("ab", "c") != fair.pack("a", "bc")


@given(st.lists(st.binary(max_size=8)), st.lists(st.binary(max_size=8)))
def test_different_fields_never_give_the_same_bytes(one: list[bytes], other: list[bytes]) -> None:
    assert (fair.pack(*one) == fair.pack(*other)) == (one == other)


def test_a_border_moved_between_table_and_game_changes_the_commitment() -> None:
    one = Terms("kettle-g", "olddonkey", 1, "seats=2")
    other = Terms("kettle-", "golddonkey", 1, "seats=2")
    assert fair.commit(one, SECRET) != fair.commit(other, SECRET)


OTHER_TERMS = {
    "table": "copper-kettles",
    "game": "golddigger",
    "rules": 2,
    "options": "seats=3",
    "number": 2,
    "attempt": 2,
    "starter": 0,
}


def test_every_field_of_the_terms_is_tried() -> None:
    assert set(OTHER_TERMS) == set(Terms.__struct_fields__)


@pytest.mark.parametrize("field", OTHER_TERMS)
def test_every_field_of_the_terms_is_bound(field: str) -> None:
    other = msgspec.structs.replace(TERMS, **{field: OTHER_TERMS[field]})
    assert fair.commit(other, SECRET) != fair.commit(TERMS, SECRET)
    assert fair.commit_nonce(other, 0, NONCES[0]) != fair.commit_nonce(TERMS, 0, NONCES[0])
    assert fair.stream_key(other, SECRET, NONCES) != fair.stream_key(TERMS, SECRET, NONCES)
    assert promised(other).roll != promised().roll


def test_the_secret_is_bound() -> None:
    assert fair.commit(TERMS, NONCES[0]) != fair.commit(TERMS, SECRET)
    assert fair.stream_key(TERMS, NONCES[0], NONCES) != fair.stream_key(TERMS, SECRET, NONCES)


@pytest.mark.parametrize(
    "nonces", [(), NONCES[:1], NONCES[::-1], (NONCES[0], SECRET), (SECRET, NONCES[1])]
)
def test_every_nonce_and_its_place_change_the_stream(nonces: tuple[str, ...]) -> None:
    assert fair.stream_key(TERMS, SECRET, nonces) != fair.stream_key(TERMS, SECRET, NONCES)


def test_a_commitment_to_a_nonce_is_of_one_device_only() -> None:
    assert fair.commit_nonce(TERMS, 0, NONCES[0]) != fair.commit_nonce(TERMS, 1, NONCES[0])


def test_a_secret_is_never_repeated() -> None:
    assert len({fair.new_secret() for _ in range(100)} | {fair.new_nonce()}) == 101


def test_secrets_and_nonces_have_256_bits() -> None:
    assert len(fair.from_hex("secret", fair.new_secret())) == 32
    assert len(fair.from_hex("nonce", fair.new_nonce())) == 32


@pytest.mark.parametrize(
    "text",
    ["", SECRET[:-1], SECRET + "0", SECRET.upper(), " " + SECRET[1:], "0x" + SECRET[2:], "é" * 64],
)
def test_only_64_small_hexadecimal_digits_are_a_secret(text: str) -> None:
    with pytest.raises(ValueError, match="secret is not 64 digits") as refusal:
        fair.commit(TERMS, text)
    assert not text.strip() or text not in str(refusal.value)


@given(st.text(min_size=4).filter(lambda text: len(text) != 64))
def test_what_is_no_secret_is_not_repeated_in_the_error(text: str) -> None:
    with pytest.raises(ValueError, match="digits") as refusal:
        fair.from_hex("guess", text)
    assert str(refusal.value) == "the guess is not 64 digits from 0 to 9 and a to f"


@pytest.mark.parametrize(
    "bad",
    [
        {"table": ""},
        {"table": "two words"},
        {"table": "x" * 65},
        {"table": "a\nb"},
        {"game": "Gold!"},
        {"rules": 0},
        {"rules": True},
        {"options": ""},
        {"options": "seats"},
        {"options": "seats=2  layout=grid"},
        {"options": "seats=2\n"},
        {"options": "a=b=c"},
        {"options": "a=" + "x" * 201},
        {"options": " ".join(["a=b"] * 100)},
        {"number": 0},
        {"attempt": 10_000},
        {"starter": -1},
    ],
)
def test_terms_the_protocol_has_no_bytes_for_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not|at most"):
        msgspec.structs.replace(TERMS, **bad)


def test_fairness_asks_no_clock_and_no_common_random_numbers() -> None:
    tree = ast.parse(inspect.getsource(fair))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None) or node.names[0].name]
    }
    assert not imported & {"random", "time", "datetime", "numpy", "os", "uuid"}


# --- Options in one line ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "chosen", "text"),
    [
        ("goldrush", {}, "seats=2 layout=scatter colours=drawn"),
        ("goldrush", {"seats": 4, "layout": "grid"}, "seats=4 layout=grid colours=drawn"),
        ("golddigger", {"seats": 5}, "seats=5 deck=second-edition"),
        ("golddonkey", {"seats": 3}, "seats=3"),
    ],
)
def test_options_have_one_spelling(of: str, chosen: dict[str, Any], text: str) -> None:
    options = game(of).options(**chosen)
    assert fair.options_text(options) == text
    assert fair.read_options_text(game(of), text) == options


@pytest.mark.parametrize(
    "text",
    [
        "seats=2",
        "layout=scatter seats=2 colours=drawn",
        "seats=2 seats=2 layout=scatter colours=drawn",
        "seats=2 layout=scatter colours=drawn mood=good",
        "seats=02 layout=scatter colours=drawn",
    ],
)
def test_no_other_spelling_of_options_is_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"options are written|no option"):
        fair.read_options_text(game("goldrush"), text)


# --- The draws ----------------------------------------------------------------------------------


def fixed() -> Stream:
    """The same draws every time."""
    return fair.stream(TERMS, SECRET, NONCES)


def chi_square(counts: Counter[Any], outcomes: int) -> float:
    """How far *counts* are from all outcomes being equally likely."""
    expected = counts.total() / outcomes
    missing = (outcomes - len(counts)) * expected
    return missing + sum((n - expected) ** 2 / expected for n in counts.values())


# The 99.9 % points of the chi-square distribution, by degrees of freedom.
BOUNDS = {1: 10.83, 2: 13.82, 4: 18.47, 5: 20.52, 6: 22.46, 12: 32.91, 23: 49.73}


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 13])
def test_every_choice_is_equally_likely(n: int) -> None:
    draws = fixed()
    counts = Counter(draws.pick(f"draw-{i}", n) for i in range(3000))
    assert chi_square(counts, n) < BOUNDS[n - 1]


def test_every_order_is_equally_likely() -> None:
    draws = fixed()
    counts = Counter(draws.shuffle(f"draw-{i}", 4) for i in range(4800))
    assert chi_square(counts, 24) < BOUNDS[23]


def test_draws_under_neighbouring_labels_are_independent() -> None:
    draws = fixed()
    picks = [draws.pick(f"draw-{i}", 2) for i in range(4001)]
    pairs = Counter(pairwise(picks))
    assert chi_square(pairs, 4) < BOUNDS[4]


@given(st.integers(1, 2**32), labels)
def test_a_pick_is_in_its_range(n: int, label: str) -> None:
    assert 0 <= fixed().pick(label, n) < n


@given(st.integers(0, 200), labels)
def test_a_shuffle_holds_every_number_once(n: int, label: str) -> None:
    assert sorted(fixed().shuffle(label, n)) == list(range(n))


def test_words_that_would_favour_low_numbers_are_passed_over() -> None:
    last, low = 2**32 - 1, 4
    assert fair._below(3, iter([last, low])) == low % 3
    assert fair._below(2, iter([last, low])) == last % 2


@given(st.permutations(["starter", "colours", "deck", "donkeys"]))
def test_a_draw_does_not_depend_on_those_before_it(order: list[str]) -> None:
    draws = fixed()
    drawn = {label: draws.shuffle(label, 10) for label in order}
    assert drawn == {label: fixed().shuffle(label, 10) for label in order}


def test_a_label_is_drawn_once() -> None:
    draws = fixed()
    draws.pick("starter", 2)
    with pytest.raises(ValueError, match="'starter' was drawn already"):
        draws.shuffle("starter", 2)


def test_labels_that_differ_draw_differently() -> None:
    draws = fixed()
    assert len({draws.shuffle(label, 60) for label in ("deck", "deck-2", "d", "eck")}) == 4


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1, True, 2.0])
def test_there_is_no_pick_among_none_or_too_many(n: Any) -> None:
    with pytest.raises(ValueError, match="choice is a whole number"):
        fixed().pick("starter", n)


@pytest.mark.parametrize("n", [-1, 2**16 + 1])
def test_there_is_no_shuffle_of_too_many(n: int) -> None:
    with pytest.raises(ValueError, match="number of cards"):
        fixed().shuffle("deck", n)


@pytest.mark.parametrize("label", ["", "Deck", "the deck", "x" * 33])
def test_a_label_is_a_plain_word(label: str) -> None:
    with pytest.raises(ValueError, match="label"):
        fixed().pick(label, 2)


def test_a_seed_deals_the_same_every_time_and_says_that_it_is_not_fair() -> None:
    one, other = (fair.seeded("goldrush", 1, "seats=2", "monday") for _ in range(2))
    assert one.shuffle("deck", 64) == other.shuffle("deck", 64)
    assert not one.fair
    assert fixed().fair


@pytest.mark.parametrize(
    "other",
    [
        ("golddigger", 1, "seats=2", "monday", 1),
        ("goldrush", 2, "seats=2", "monday", 1),
        ("goldrush", 1, "seats=3", "monday", 1),
        ("goldrush", 1, "seats=2", "Monday", 1),
        ("goldrush", 1, "seats=2", "monday", 2),
    ],
)
def test_another_seed_game_or_number_deals_otherwise(other: tuple[str, int, str, str, int]) -> None:
    monday = fair.seeded("goldrush", 1, "seats=2", "monday")
    assert fair.seeded(*other).shuffle("deck", 64) != monday.shuffle("deck", 64)


@pytest.mark.parametrize("seed", ["x" * 81, "a\nb", " monday", "monday ", 7, b"monday"])
def test_a_seed_is_one_line_of_text(seed: Any) -> None:
    with pytest.raises(ValueError, match="the seed"):
        fair.seeded("goldrush", 1, "seats=2", seed)
    with pytest.raises(ValueError, match="the seed"):
        motherlode.start("goldrush", seed=seed)


# --- A promise on its way -----------------------------------------------------------------------


def test_the_secret_stays_out_of_a_promise_until_it_is_opened() -> None:
    assert SECRET.encode() not in msgspec.json.encode(ready())
    assert SECRET not in repr(ready())


def test_nobody_joins_once_a_nonce_is_open() -> None:
    promise = promised().open_nonce(0, NONCES[0])
    with pytest.raises(ValueError, match="no device can join once a nonce is open"):
        promise.join(fair.commit_nonce(TERMS, 2, SECRET))


def test_nobody_joins_with_the_commitment_of_another() -> None:
    with pytest.raises(ValueError, match="another device has committed to the same"):
        promised().join(promised().devices[0].commits)


def test_a_table_has_a_bounded_number_of_devices() -> None:
    promise = promised(nonces=NONCES * 4)
    with pytest.raises(ValueError, match="at most 8 devices"):
        promise.join(fair.commit_nonce(TERMS, 8, SECRET))


def test_a_device_opens_what_it_committed_to() -> None:
    with pytest.raises(ValueError, match="device 1 did not commit to this nonce") as refusal:
        promised().open_nonce(0, NONCES[1])
    assert NONCES[1] not in str(refusal.value)


def test_a_device_that_is_not_there_opens_nothing() -> None:
    with pytest.raises(ValueError, match="there is no device 3, there are 2"):
        promised().open_nonce(2, NONCES[0])


def test_nothing_is_drawn_before_all_nonces_are_open() -> None:
    promise = promised()
    with pytest.raises(ValueError, match="devices 1 and 2 did not open"):
        promise.stream(SECRET)
    with pytest.raises(ValueError, match="device 2 did not open"):
        promise.open_nonce(0, NONCES[0]).stream(SECRET)
    assert not promise.ready
    assert ready().ready


def test_nothing_is_drawn_from_a_secret_that_was_not_promised() -> None:
    with pytest.raises(ValueError, match="not the one that was committed to") as refusal:
        ready().stream(NONCES[0])
    assert NONCES[0] not in str(refusal.value)


def test_without_the_secret_nothing_can_be_drawn() -> None:
    with pytest.raises(ValueError, match="the secret is not open"):
        ready().stream()


def test_everybody_draws_what_the_server_drew_once_the_secret_is_open() -> None:
    assert proved().stream().shuffle("deck", 60) == ready().stream(SECRET).shuffle("deck", 60)


@pytest.mark.parametrize("of", GAMES)
def test_a_promise_deals_every_game(of: str) -> None:
    for seats in game(of).seats:
        options = game(of).options(seats=seats)
        promise = ready(Terms("copper-kettle", of, 1, fair.options_text(options)))
        assert game(of).start(options, promise.deal(SECRET)).moves


def test_a_start_that_moves_on_is_kept_and_leaves_the_cards_alone() -> None:
    drawn, moved_on = (
        ready(msgspec.structs.replace(TERMS, starter=starter)).deal(SECRET) for starter in (0, 1)
    )
    assert (drawn.starter, moved_on.starter) == (0, 1)


@pytest.mark.parametrize("promise", [promised(), ready(), proved()])
def test_a_promise_travels_as_json(promise: Promise) -> None:
    assert msgspec.json.decode(msgspec.json.encode(promise), type=Promise) == promise


@pytest.mark.parametrize(
    "bad", [{"commitment": "abc"}, {"secret": "abc"}, {"devices": (Device(SECRET),) * 9}]
)
def test_what_is_no_promise_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"digits|devices"):
        msgspec.structs.replace(proved(), **bad)


# --- Verification -------------------------------------------------------------------------------


def test_who_kept_everything_has_a_proof() -> None:
    verdict = verify(proved(), CHAIN, kept())
    assert (verdict.result, verdict.missing, verdict.seen) == (Result.PROVED, (), 3)


def test_an_earlier_head_vouches_for_the_moves_up_to_it() -> None:
    verdict = verify(proved(), CHAIN, kept(head=CHAIN[1]))
    assert (verdict.result, verdict.seen) == (Result.PROVED, 1)
    assert "up to move 1 of 3" in verdict.says


def test_a_file_alone_is_only_consistent() -> None:
    verdict = verify(proved(), CHAIN)
    assert verdict.result is Result.CONSISTENT
    assert verdict.missing == ("commitment", "nonce", "roll", "head")


@pytest.mark.parametrize(
    ("forgotten", "missing"),
    [
        ({"commitment": None}, "commitment"),
        ({"device": None, "nonce": None}, "nonce"),
        ({"roll": None}, "roll"),
        ({"head": None}, "head"),
    ],
)
def test_each_thing_that_was_not_kept_is_missing_for_a_proof(
    forgotten: dict[str, None], missing: str
) -> None:
    verdict = verify(proved(), CHAIN, kept(**forgotten))
    assert (verdict.result, verdict.missing) == (Result.CONSISTENT, (missing,))


def test_aborted_deals_are_told() -> None:
    third = msgspec.structs.replace(TERMS, attempt=3)
    verdict = verify(ready(third).open(SECRET), CHAIN)
    assert "2 of this game's deals came to nothing" in verdict.says


def test_there_is_nothing_to_verify_before_the_secret_is_open() -> None:
    verdict = verify(ready(), CHAIN, kept())
    assert (verdict.result, verdict.reason) == (Result.NOTHING, Reason.SECRET_NOT_OPEN)


def test_a_wrong_commitment_shows_even_before_the_secret_is_open() -> None:
    verdict = verify(ready(), CHAIN, kept(commitment=SECRET))
    assert verdict.reason is Reason.OTHER_COMMITMENT


def slipped_in() -> Promise:
    """The server's friend joins after the second device opened, with a nonce to its taste."""
    friend = fair.commit_nonce(TERMS, 2, SECRET)
    return msgspec.structs.replace(proved(), devices=(*proved().devices, Device(friend, SECRET)))


WRONG: dict[str, tuple[Callable[[], Promise], Callable[[], Kept | None], Reason]] = {
    "another commitment than was shown": (
        proved,
        lambda: kept(commitment=SECRET),
        Reason.OTHER_COMMITMENT,
    ),
    "another secret than was committed to": (
        lambda: msgspec.structs.replace(proved(), secret=NONCES[0]),
        lambda: None,
        Reason.OTHER_SECRET,
    ),
    "the device left out": (
        lambda: msgspec.structs.replace(proved(), devices=proved().devices[:1]),
        lambda: kept(roll=None),
        Reason.NONCE_MISSING,
    ),
    "a number no device has": (proved, lambda: kept(device=-1), Reason.NONCE_MISSING),
    "another nonce in the device's place": (
        lambda: changed(proved(), 1, commits=fair.commit_nonce(TERMS, 1, SECRET), opens=SECRET),
        kept,
        Reason.OTHER_NONCE,
    ),
    "a nonce that was not committed to": (
        lambda: changed(proved(), 0, opens=SECRET),
        lambda: None,
        Reason.OTHER_NONCE,
    ),
    "a nonce not opened": (
        lambda: changed(proved(), 0, opens=None),
        lambda: None,
        Reason.NONCE_NOT_OPEN,
    ),
    "two devices with one nonce": (
        lambda: ready(nonces=(NONCES[0], NONCES[0])).open(SECRET),
        lambda: None,
        Reason.NONCE_TWICE,
    ),
    "two devices with one commitment": (
        lambda: changed(proved(), 1, commits=proved().devices[0].commits),
        lambda: None,
        Reason.NONCE_TWICE,
    ),
    "a device that came in last": (slipped_in, kept, Reason.OTHER_ROLL),
    "another log than was shown": (proved, lambda: kept(head=SECRET), Reason.OTHER_LOG),
    "other terms than were committed to": (
        lambda: msgspec.structs.replace(
            proved(), terms=msgspec.structs.replace(TERMS, options="seats=3"), devices=()
        ),
        lambda: None,
        Reason.OTHER_SECRET,
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_named(what: str) -> None:
    promise, own, reason = WRONG[what]
    verdict = verify(promise(), CHAIN, own())
    assert (verdict.result, verdict.reason) == (Result.WRONG, reason)


def test_every_reason_has_its_case() -> None:
    elsewhere = {Reason.NOT_COMMITTED, Reason.SECRET_NOT_OPEN, Reason.BAD_GAME}
    assert {reason for _, _, reason in WRONG.values()} | elsewhere == set(Reason)


def test_no_verdict_tells_a_nonce_or_a_secret() -> None:
    hidden = [SECRET, *NONCES]
    for promise, own, _ in WRONG.values():
        says = verify(promise(), CHAIN, own()).says
        assert not any(value in says for value in hidden)


@pytest.mark.parametrize(
    "bad", [{"commitment": "abc"}, {"nonce": "abc"}, {"roll": "abc"}, {"head": ""}, {"nonce": None}]
)
def test_what_nobody_can_have_kept_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="kept"):
        kept(**bad)


def test_a_verdict_travels_as_json() -> None:
    verdict = verify(proved(), CHAIN, kept())
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=fair.Verdict) == verdict


@given(hashes, st.sampled_from(["commitment", "nonce", "roll", "head"]))
def test_no_other_value_than_the_one_kept_gives_a_proof(value: str, what: str) -> None:
    own = kept(**{what: value})
    if own != kept() and not (what == "head" and value in CHAIN):
        assert verify(proved(), CHAIN, own).result is Result.WRONG


# --- Test vectors -------------------------------------------------------------------------------


CASES: list[tuple[Terms, int]] = [
    (Terms("copper-kettle", "goldrush", 1, "seats=2 layout=scatter colours=drawn"), 2),
    (
        Terms(
            "t_7.b", "goldrush", 1, "seats=3 layout=grid colours=red,blue,violet", 3, 1, starter=1
        ),
        1,
    ),
    (Terms("copper-kettle", "goldrush", 1, "seats=5 layout=grid colours=drawn"), 5),
    (Terms("long-shaft", "golddigger", 1, "seats=4 deck=second-edition", 1, 12), 3),
    (Terms("long-shaft", "golddonkey", 1, "seats=3", 2, 1, starter=2), 0),
    (Terms("A", "golddonkey", 1, "seats=2"), 8),
]
SEEDS = [
    ("goldrush", "seats=2 layout=scatter colours=drawn", "monday", 1),
    ("golddigger", "seats=5 deck=second-edition", "Glück auf! ⛏", 4),
]
# About half of all words are passed over for the first of these, a quarter for the second.
PICKS = (2**31 + 1, 3 * 2**30, 2**32, 1, 2, 5, 1000)


def vectors() -> dict[str, Any]:
    """All test vectors, as fair.py makes them."""
    return {
        "pack": [{"fields": list(f), "bytes": fair.pack(*f).hex()} for f in PACKED],
        "deals": [deal_vector(terms, devices) for terms, devices in CASES],
        "seeds": [seed_vector(*seed) for seed in SEEDS],
    }


PACKED = [(), ("",), ("ab", "c"), ("a", "bc"), ("Glück", "⛏")]


def vectors_text() -> str:
    """All test vectors as JSON, a line for each value."""
    parts = []
    for name, cases in vectors().items():
        texts = []
        for case in cases:
            entries = [f"{json.dumps(k)}: {_json(v)}" for k, v in case.items()]
            texts.append("  {\n   " + ",\n   ".join(entries) + "\n  }")
        parts.append(f" {json.dumps(name)}: [\n" + ",\n".join(texts) + "\n ]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def deal_vector(terms: Terms, devices: int) -> dict[str, Any]:
    """Everything that follows from some terms, a secret and some nonces."""
    secret = hashlib.sha256(f"secret of {terms.table}".encode()).hexdigest()
    nonces = [hashlib.sha256(f"nonce {i}".encode()).hexdigest() for i in range(devices)]
    promise = Promise.make(terms, secret)
    for i, nonce in enumerate(nonces):
        promise = promise.join(fair.commit_nonce(terms, i, nonce))
    for i, nonce in enumerate(nonces):
        promise = promise.open_nonce(i, nonce)
    return {
        "terms": list(terms.texts),
        "secret": secret,
        "commitment": promise.commitment,
        "nonces": nonces,
        "nonce commitments": [device.commits for device in promise.devices],
        "roll": promise.roll,
        "key": fair.stream_key(terms, secret, nonces).hex(),
        **draws_vector(promise.stream(secret)),
        "deal": msgspec.to_builtins(promise.deal(secret)),
    }


def seed_vector(of: str, options: str, seed: str, number: int) -> dict[str, Any]:
    """Everything that follows from a seed."""
    draws = fair.seeded(of, 1, options, seed, number)
    deal = game(of).draw(fair.read_options_text(game(of), options), draws)
    return {
        "texts": [of, "1", options, str(number), seed],
        "key": fair.seed_key(of, 1, options, seed, number).hex(),
        "deal": msgspec.to_builtins(deal),
    }


def draws_vector(draws: Stream) -> dict[str, Any]:
    """Some draws."""
    picks = [[f"pick-{i}", n, draws.pick(f"pick-{i}", n)] for i, n in enumerate(PICKS)]
    shuffles = [[f"shuffle-{n}", n, list(draws.shuffle(f"shuffle-{n}", n))] for n in (0, 1, 2, 20)]
    return {"picks": picks, "shuffles": shuffles}


def test_the_test_vectors_hold() -> None:
    assert VECTORS.read_text("utf-8") == vectors_text()


# Once more, and only from docs/fair-deals.md: so that the page is enough to write it elsewhere.


def sha256(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def hmac_sha256(key: bytes, data: bytes) -> bytes:
    """HMAC with a key of at most 64 bytes, from its definition."""
    key = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + data)
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner)


def joined(*fields: str | bytes) -> bytes:
    """Fields behind their lengths."""
    data = b""
    for field in fields:
        part = field.encode("utf-8") if isinstance(field, str) else field
        data += bytes([len(part) >> 24, len(part) >> 16 & 255, len(part) >> 8 & 255])
        data += bytes([len(part) & 255]) + part
    return data


def page_words(key: bytes, label: str) -> Iterator[int]:
    """The 32-bit words of a label."""
    for block in range(10**6):
        digest = hmac_sha256(key, joined("motherlode draw 1", label, str(block)))
        for i in range(8):
            a, b, c, d = digest[4 * i : 4 * i + 4]
            yield ((a * 256 + b) * 256 + c) * 256 + d


def page_number(n: int, words: Iterator[int]) -> int:
    """The next number below n."""
    while True:
        word = next(words)
        if word < 2**32 - 2**32 % n:
            return word % n


def page_shuffle(key: bytes, label: str, n: int) -> list[int]:
    """The numbers below n in the order drawn."""
    words = page_words(key, label)
    order = list(range(n))
    i = n - 1
    while i > 0:
        j = page_number(i + 1, words)
        order[i], order[j] = order[j], order[i]
        i -= 1
    return order


def page_deal(key: bytes, of: str, options: dict[str, str], starter: str) -> dict[str, Any]:
    """The deal of a game."""
    seats = int(options["seats"])
    drawn = page_number(seats, page_words(key, "starter"))
    first = drawn if starter == "drawn" else int(starter.split()[1]) - 1
    given: list[int] = []
    cards = 60
    if of == "goldrush":
        cards = 64
        given = page_owners(key, seats, options["colours"])
    if of == "golddonkey":
        cards = {2: 52, 3: 57}[seats]
        given = page_shuffle(key, "donkeys", 6)[:seats]
    return {"starter": first, "given": given, "order": page_shuffle(key, "deck", cards)}


def page_owners(key: bytes, seats: int, colours: str) -> list[int]:
    """Who owns which colour in GOLD."""
    owners = [-1] * 5
    if colours == "drawn":
        places = 4 if seats == 2 else seats
        for i, colour in enumerate(page_shuffle(key, "colours", 5)[:places]):
            owners[colour] = i % seats
    else:
        names = ["red", "orange", "green", "blue", "violet"]
        for seat, chosen in enumerate(colours.split(",")):
            for name in chosen.split("+"):
                owners[names.index(name)] = seat
    return owners


def options_of(text: str) -> dict[str, str]:
    """Options by name."""
    pairs = [option.split("=") for option in text.split(" ")]
    return {name: value for name, value in pairs}  # noqa: C416 - checks that each is a pair


VECTOR_CASES = json.loads(VECTORS.read_text("utf-8")) if VECTORS.exists() else {}


@pytest.mark.parametrize("case", VECTOR_CASES.get("deals", []), ids=lambda case: case["terms"][1])
def test_the_page_alone_is_enough_to_check_a_deal(case: dict[str, Any]) -> None:
    terms, secret = case["terms"], bytes.fromhex(case["secret"])
    nonces = [bytes.fromhex(nonce) for nonce in case["nonces"]]
    commitment = sha256(joined("motherlode commitment 1", *terms, secret)).hex()
    commits = [
        sha256(joined("motherlode nonce 1", *terms, str(i), nonce)).hex()
        for i, nonce in enumerate(nonces, 1)
    ]
    key = hmac_sha256(secret, joined("motherlode stream 1", *terms, *nonces))

    assert case["commitment"] == commitment
    assert case["nonce commitments"] == commits
    assert case["roll"] == sha256(joined("motherlode roll 1", *terms, commitment, *commits)).hex()
    assert case["key"] == key.hex()
    for label, n, drawn in case["picks"]:
        assert page_number(n, page_words(key, label)) == drawn
    for label, n, order in case["shuffles"]:
        assert page_shuffle(key, label, n) == order
    assert case["deal"] == page_deal(key, terms[1], options_of(terms[3]), terms[6])


@pytest.mark.parametrize("case", VECTOR_CASES.get("seeds", []), ids=lambda case: case["texts"][0])
def test_the_page_alone_is_enough_to_repeat_a_seeded_deal(case: dict[str, Any]) -> None:
    of, _, options, _, _ = case["texts"]
    key = sha256(joined("motherlode seed 1", *case["texts"]))
    assert case["key"] == key.hex()
    assert case["deal"] == page_deal(key, of, options_of(options), "drawn")


def test_some_vectors_pass_over_words() -> None:
    keys = [bytes.fromhex(case["key"]) for case in VECTOR_CASES["deals"]]
    firsts = [next(page_words(key, "pick-0")) for key in keys]
    assert any(word > 2**31 for word in firsts)
    assert any(word <= 2**31 for word in firsts)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(vectors_text())
