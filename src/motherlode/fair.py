"""Fair deals: nobody can choose the cards, and afterwards anyone can check that nobody did.

The server draws a secret and publishes its commitment before anyone sits down.  Every human device
then commits to a nonce of its own, and opens it when all are in.  Secret, nonces and terms together
feed a stream of draws, and the stream gives the deal.  Once the secret is opened too, the deal can
be drawn again by everybody.

The bytes behind all this are written down in docs/fair-deals.md, with test vectors.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from motherlode.games import game
from motherlode.games.game import Deal, Game, Options

MOST_DEVICES = 8
MOST_IN_SEED = 80

_BITS = 256
_HEX_DIGITS = _BITS // 4
_HEX = re.compile(r"[0-9a-f]{64}")
_WORD = 2**32
_MOST_SHUFFLED = 2**16
_LARGEST = 9999

_TABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_OPTION = re.compile(r"[a-z][a-z0-9_]{0,31}=[!-<>-~]{1,200}")
_MOST_IN_OPTIONS = 300
# What would tear a line apart, or make one read differently from what it holds: control characters,
# halves of characters, line and paragraph ends, marks that turn the direction of writing.
_UNFIT = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)


# --- Terms --------------------------------------------------------------------------------------


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is settled before a deal, and bound by its commitment."""

    table: str
    game: str
    rules: int
    options: str  # as ``options_text`` writes them
    number: int = 1  # of the game, in a match
    attempt: int = 1  # at dealing it: more than 1 after aborted deals
    starter: int | None = None  # a seat, where the start moves on in a match; drawn otherwise

    def __post_init__(self) -> None:
        """Refuse what the protocol has no bytes for."""
        _must_match(_TABLE, self.table, "a table is named by letters, digits, '.', '_' and '-'")
        _must_match(_NAME, self.game, "a game is named by small letters and digits")
        _check_options_text(self.options)
        for what, value in (
            ("rules version", self.rules),
            ("number", self.number),
            ("attempt", self.attempt),
        ):
            check_whole(what, value, 1, _LARGEST)
        if self.starter is not None:
            check_whole("starter", self.starter, 0, _LARGEST)

    @property
    def texts(self) -> tuple[str, ...]:
        """The terms as the texts that are hashed, in their fixed order."""
        return (
            self.table,
            self.game,
            str(self.rules),
            self.options,
            str(self.number),
            str(self.attempt),
            starter_text(self.starter),
        )


def starter_text(starter: int | None) -> str:
    """Who starts, in words: seats are counted from 1 wherever they are written.

    >>> starter_text(0)
    'seat 1'
    """
    return "drawn" if starter is None else f"seat {starter + 1}"


def options_text(options: Options) -> str:
    """The options as one line, the one form that commitments and records hold."""
    text = " ".join(f"{name}={value}" for name, value in options.texts().items())
    _check_options_text(text)
    return text


def read_options_text(of: Game, text: str) -> Options:
    """The options of a game from the line ``options_text`` wrote; no other spelling will do."""
    _check_options_text(text)
    pairs = [option.split("=") for option in text.split(" ")]
    options = of.read_options(dict(pairs))
    if options_text(options) != text:
        raise ValueError(f"the options are written {options_text(options)!r}, not {text!r}")
    return options


def _check_options_text(text: str) -> None:
    told = "options are written as 'seats=3 layout=grid'"
    if len(text) > _MOST_IN_OPTIONS:
        raise ValueError(f"{told}, in {_MOST_IN_OPTIONS} characters at most")
    for option in text.split(" "):
        _must_match(_OPTION, option, told)


def check_whole(what: str, value: int, low: int, high: int) -> None:
    """Refuse a number that is none, or out of its range."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"the {what} is a whole number from {low} to {high}, not {value!r:.60}")


def check_text(what: str, text: str, most: int) -> None:
    """Refuse text that could not stand on a line of its own and be read back as it was."""
    if not isinstance(text, str):
        raise ValueError(f"the {what} is text, not {text!r:.60}")  # noqa: TRY004 - named like the rest
    if len(text) > most:
        raise ValueError(f"the {what} is text of at most {most} characters")
    if _UNFIT.search(text) or text != text.strip(" "):
        raise ValueError(f"the {what} has no control characters and no blanks at its ends")


def _must_match(pattern: re.Pattern[str], text: str, told: str) -> None:
    if not pattern.fullmatch(text):
        raise ValueError(f"{told}, not {text!r:.60}")


# --- Secrets and commitments --------------------------------------------------------------------


def new_secret() -> str:
    """A secret for one deal, to be shown to nobody before the game is over."""
    return secrets.token_hex(_BITS // 8)


def new_nonce() -> str:
    """A device's own part of one deal, to be shown to nobody before all have committed."""
    return secrets.token_hex(_BITS // 8)


def commit(terms: Terms, secret: str) -> str:
    """The server's commitment: published before anyone sits, it settles secret and terms."""
    return _sha256("motherlode commitment 1", *terms.texts, from_hex("secret", secret))


def commit_nonce(terms: Terms, device: int, nonce: str) -> str:
    """A device's commitment to its nonce; devices are counted from 0 as they join.

    The number of the device is in it so that nobody can join with the commitment of another.
    """
    return _sha256("motherlode nonce 1", *terms.texts, str(device + 1), from_hex("nonce", nonce))


def from_hex(what: str, text: str) -> bytes:
    """The 32 bytes *text* writes in hexadecimal; it may be a secret, so no error repeats it."""
    if not _HEX.fullmatch(text):
        raise ValueError(f"the {what} is not {_HEX_DIGITS} digits from 0 to 9 and a to f")
    return bytes.fromhex(text)


def pack(*fields: str | bytes) -> bytes:
    """The fields one after another, each behind its length: no two lists give the same bytes.

    >>> pack("ab", "c") == pack("a", "bc")
    False
    """
    parts = [field.encode() if isinstance(field, str) else field for field in fields]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _sha256(*fields: str | bytes) -> str:
    return hashlib.sha256(pack(*fields)).hexdigest()


def _hmac(key: bytes, *fields: str | bytes) -> bytes:
    return hmac.digest(key, pack(*fields), "sha256")


def _same(a: str, b: str) -> bool:
    # In constant time: how far two values agree must not show in how long a refusal takes.
    return hmac.compare_digest(a.encode(), b.encode())


# --- The stream ---------------------------------------------------------------------------------


def stream(terms: Terms, secret: str, nonces: Sequence[str] = ()) -> "Stream":
    """The draws that terms, secret and all nonces, in the order of the devices, determine."""
    return Stream(stream_key(terms, secret, nonces), fair=True)


def stream_key(terms: Terms, secret: str, nonces: Sequence[str]) -> bytes:
    """The key all draws of a deal are made with: as long as one part is unknown, so is the key."""
    opened = [from_hex("nonce", nonce) for nonce in nonces]
    return _hmac(from_hex("secret", secret), "motherlode stream 1", *terms.texts, *opened)


class Stream:
    """The draws of one deal.

    Each label is a stream of its own, so no draw depends on which others were made, or in what
    order.  The same label twice would give the same numbers twice, which no game can mean.
    """

    def __init__(self, key: bytes, *, fair: bool) -> None:
        """Begin with no label drawn; ``stream`` and ``seeded`` make the key."""
        self._key = key
        self._drawn: set[str] = set()
        self.fair = fair

    def pick(self, label: str, n: int) -> int:
        """A number from 0 to *n* - 1, each exactly as likely as the others."""
        check_whole("choice", n, 1, _WORD)
        return _below(n, self._words(label))

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        """The numbers from 0 to *n* - 1, each order exactly as likely as the others."""
        check_whole("number of cards", n, 0, _MOST_SHUFFLED)
        words = self._words(label)
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            other = _below(last + 1, words)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, label: str) -> Iterator[int]:
        _must_match(_NAME, label, "a label is small letters, digits and '-'")
        if label in self._drawn:
            raise ValueError(f"{label!r} was drawn already")
        self._drawn.add(label)
        return _words(self._key, label)


def _words(key: bytes, label: str) -> Iterator[int]:
    """The 32-bit numbers of a label, without end: eight in every block."""
    block = 0
    while True:
        digest = _hmac(key, "motherlode draw 1", label, str(block))
        for i in range(0, len(digest), 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        block += 1


def _below(n: int, words: Iterator[int]) -> int:
    """The next word, modulo *n*; words beyond the last full round of *n* would favour some."""
    fair = _WORD - _WORD % n
    return next(word for word in words if word < fair) % n


def seeded(of: str, rules: int, options: str, seed: str, number: int = 1) -> Stream:
    """The draws anyone can have again from the text *seed*: for practice, not for fair deals.

    They say so: ``fair`` is false.  No table is in the key, so that many can play the same deal.
    """
    return Stream(seed_key(of, rules, options, seed, number), fair=False)


def seed_key(of: str, rules: int, options: str, seed: str, number: int) -> bytes:
    """The key of a deal that anyone can have again."""
    check_text("seed", seed, MOST_IN_SEED)
    texts = (of, str(rules), options, str(number))
    return hashlib.sha256(pack("motherlode seed 1", *texts, seed)).digest()


# --- The promise of one deal --------------------------------------------------------------------


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one human device adds to a deal."""

    commits: str
    opens: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is not hexadecimal."""
        from_hex("commitment to a nonce", self.commits)
        if self.opens is not None:
            from_hex("nonce", self.opens)


class Promise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal on its way: promised, joined by devices, opened nonce by nonce, at last proved."""

    terms: Terms
    commitment: str
    devices: tuple[Device, ...] = ()
    secret: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is not hexadecimal, and more devices than any table has."""
        from_hex("commitment", self.commitment)
        if len(self.devices) > MOST_DEVICES:
            raise ValueError(f"at most {MOST_DEVICES} devices share a deal")
        if self.secret is not None:
            from_hex("secret", self.secret)

    @classmethod
    def make(cls, terms: Terms, secret: str) -> "Promise":
        """Commit to *secret*, which stays out of the promise until it is opened."""
        return cls(terms, commit(terms, secret))

    @property
    def roll(self) -> str:
        """Who is in, as one hash: a device keeps it before it opens its nonce.

        Without it a device could be slipped in afterwards, with a nonce chosen last.
        """
        commitments = [device.commits for device in self.devices]
        return _sha256("motherlode roll 1", *self.terms.texts, self.commitment, *commitments)

    @property
    def ready(self) -> bool:
        """Whether every device has opened its nonce."""
        return all(device.opens is not None for device in self.devices)

    @property
    def nonces(self) -> tuple[str, ...]:
        """The nonces, in the order of the devices; an error names those not opened."""
        waiting = [i for i, device in enumerate(self.devices) if device.opens is None]
        if waiting:
            raise ValueError(f"{_devices(waiting)} did not open the nonce")
        return tuple(device.opens for device in self.devices if device.opens is not None)

    def join(self, commits: str) -> "Promise":
        """Let one more device in, with the commitment to its nonce."""
        if any(device.opens is not None for device in self.devices):
            raise ValueError("no device can join once a nonce is open")
        if any(_same(device.commits, commits) for device in self.devices):
            raise ValueError("another device has committed to the same")
        return msgspec.structs.replace(self, devices=(*self.devices, Device(commits)))

    def open_nonce(self, device: int, nonce: str) -> "Promise":
        """Take the nonce a device opens; it must be the one it committed to."""
        if not 0 <= device < len(self.devices):
            raise ValueError(f"there is no device {device + 1}, there are {len(self.devices)}")
        joined = self.devices[device]
        if not _same(joined.commits, commit_nonce(self.terms, device, nonce)):
            raise ValueError(f"device {device + 1} did not commit to this nonce")
        opened = Device(joined.commits, nonce)
        devices = (*self.devices[:device], opened, *self.devices[device + 1 :])
        return msgspec.structs.replace(self, devices=devices)

    def open(self, secret: str) -> "Promise":
        """Open the secret, once the game is over."""
        if not _same(self.commitment, commit(self.terms, secret)):
            raise ValueError("this secret is not the one that was committed to")
        return msgspec.structs.replace(self, secret=secret)

    def stream(self, secret: str | None = None) -> Stream:
        """The draws, once all nonces are open; the server brings its secret, others wait for it."""
        known = secret or self.secret
        if known is None:
            raise ValueError("the secret is not open")
        self.open(known)  # no deal is ever made that could not be proved later
        return stream(self.terms, known, self.nonces)

    def deal(self, secret: str | None = None) -> Deal:
        """The cards these draws deal."""
        its_game = game(self.terms.game)
        options = read_options_text(its_game, self.terms.options)
        return its_game.draw(options, self.stream(secret), self.terms.starter)


def _devices(numbers: Sequence[int]) -> str:
    named = " and ".join(str(number + 1) for number in numbers)
    return f"device {named}" if len(numbers) == 1 else f"devices {named}"


# --- Verification -------------------------------------------------------------------------------


_FOR_A_PROOF = ("commitment", "nonce", "roll", "head")


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody at the table kept of a deal, to compare later: the root of every proof."""

    commitment: str | None = None  # as it was shown before sitting down
    device: int | None = None
    nonce: str | None = None  # the device's own
    roll: str | None = None  # of all that had joined, when the nonce was opened
    head: str | None = None  # the end of the log as it was last shown

    def __post_init__(self) -> None:
        """Refuse what is not hexadecimal."""
        for what in _FOR_A_PROOF:
            value = getattr(self, what)
            if value is not None:
                from_hex(f"{what} kept", value)
        if (self.device is None) != (self.nonce is None):
            raise ValueError("a nonce is kept together with the number of its device")

    @property
    def missing(self) -> tuple[str, ...]:
        """What a proof needs and was not kept."""
        return tuple(what for what in _FOR_A_PROOF if getattr(self, what) is None)


class Result(StrEnum):
    """How a verification came out."""

    PROVED = "proved"
    CONSISTENT = "consistent"
    WRONG = "wrong"
    NOTHING = "nothing to verify"


class Reason(StrEnum):
    """Why a deal is wrong, or why there is nothing to verify."""

    NOT_COMMITTED = "not committed"
    SECRET_NOT_OPEN = "secret not open"  # noqa: S105 - a reason, no password
    OTHER_COMMITMENT = "other commitment"
    OTHER_SECRET = "other secret"  # noqa: S105 - the same
    NONCE_MISSING = "nonce missing"
    NONCE_NOT_OPEN = "nonce not open"
    NONCE_TWICE = "nonce twice"
    OTHER_NONCE = "other nonce"
    OTHER_ROLL = "other roll"
    OTHER_LOG = "other log"
    BAD_GAME = "bad game"


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What verification found: a result, its reason by name, and both in a sentence."""

    result: Result
    says: str
    reason: Reason | None = None
    missing: tuple[str, ...] = ()  # what would have made it a proof
    seen: int | None = None  # how many moves the head that was kept vouches for


def verify(promise: Promise, chain: Sequence[str] = (), kept: Kept | None = None) -> Verdict:
    """Check a deal against itself and against what was *kept*.

    *chain* holds the heads of the log, one before the first move and one after each.
    """
    kept = kept or Kept()
    wrong = next(_faults(promise, chain, kept), None)
    if wrong:
        reason, says = wrong
        return Verdict(Result.WRONG, says, reason)
    if promise.secret is None:
        return nothing_to_verify(Reason.SECRET_NOT_OPEN)
    seen = None if kept.head is None else list(chain).index(kept.head)
    if kept.missing:
        lacking = ", ".join(kept.missing)
        says = f"The deal is consistent with itself. A proof also needs what you kept: {lacking}."
        return Verdict(Result.CONSISTENT, says + _aborted(promise), None, kept.missing, seen)
    says = "Proved: the deal was settled before your device opened its nonce; nobody chose it."
    if seen != len(chain) - 1:
        says += f" The log is the one you saw up to move {seen} of {len(chain) - 1}."
    return Verdict(Result.PROVED, says + _aborted(promise), seen=seen)


def nothing_to_verify(reason: Reason) -> Verdict:
    """The verdict on a deal that was not promised, or is not open."""
    says = {
        Reason.NOT_COMMITTED: "Nobody committed to this deal, so there is nothing to verify.",
        Reason.SECRET_NOT_OPEN: "The secret is not open, so there is nothing to verify yet.",
    }
    return Verdict(Result.NOTHING, says[reason], reason)


def _aborted(promise: Promise) -> str:
    # Somebody who sees a deal before the others can abort the ones that do not suit: say so.
    earlier = promise.terms.attempt - 1
    return f" Before it, {earlier} of this game's deals came to nothing." if earlier else ""


def _faults(promise: Promise, chain: Sequence[str], kept: Kept) -> Iterator[tuple[Reason, str]]:
    yield from _faults_of_kept(promise, chain, kept)
    yield from _faults_of_nonces(promise)
    yield from _faults_of_secret(promise)


def _faults_of_kept(
    promise: Promise, chain: Sequence[str], kept: Kept
) -> Iterator[tuple[Reason, str]]:
    if kept.commitment is not None and not _same(kept.commitment, promise.commitment):
        yield Reason.OTHER_COMMITMENT, "This is not the commitment you were shown."
    if kept.device is not None and kept.nonce is not None:
        yield from _faults_of_own_nonce(promise, kept.device, kept.nonce)
    if kept.roll is not None and not _same(kept.roll, promise.roll):
        yield (
            Reason.OTHER_ROLL,
            "These are not the devices that were in when yours opened its nonce.",
        )
    if kept.head is not None and not any(_same(kept.head, head) for head in chain):
        yield Reason.OTHER_LOG, "This is not the log you were shown."


def _faults_of_own_nonce(promise: Promise, device: int, nonce: str) -> Iterator[tuple[Reason, str]]:
    if not 0 <= device < len(promise.devices):
        yield Reason.NONCE_MISSING, f"Your device, number {device + 1}, is missing in the deal."
    elif not _same(promise.devices[device].commits, commit_nonce(promise.terms, device, nonce)):
        yield Reason.OTHER_NONCE, "Your device is in the deal with a nonce that is not yours."


def _faults_of_nonces(promise: Promise) -> Iterator[tuple[Reason, str]]:
    for number, device in enumerate(promise.devices):
        before = promise.devices[:number]
        if any(_shares_nonce(device, other) for other in before):
            yield Reason.NONCE_TWICE, f"Device {number + 1} has the nonce of another device."
        if device.opens is None:
            if promise.secret is not None:
                yield Reason.NONCE_NOT_OPEN, f"Device {number + 1} did not open its nonce."
        elif not _same(device.commits, commit_nonce(promise.terms, number, device.opens)):
            yield Reason.OTHER_NONCE, f"Device {number + 1} opened a nonce it did not commit to."


def _shares_nonce(one: Device, other: Device) -> bool:
    return _same(one.commits, other.commits) or (
        one.opens is not None and other.opens is not None and _same(one.opens, other.opens)
    )


def _faults_of_secret(promise: Promise) -> Iterator[tuple[Reason, str]]:
    if promise.secret is None:
        return
    if not _same(promise.commitment, commit(promise.terms, promise.secret)):
        yield Reason.OTHER_SECRET, "The secret is not the one that was committed to."
