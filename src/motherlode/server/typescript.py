"""The messages as TypeScript, for the browser client: ``make types`` writes them down.

Structs become interfaces; their docstrings, and the remarks beside their fields, become comments.
A field may be missing where a client may leave it out, or where the server does.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from types import ModuleType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import inspect as kinds

from motherlode.games import GAMES
from motherlode.games.game import Choice, Outcome, Pile
from motherlode.server import protocol as told
from motherlode.server.commands import PHRASES, Commands
from motherlode.server.handle import LONGEST_NAME, LONGEST_TEXT, Why
from motherlode.server.table import Phase

_WIDTH = 100

_HEADER = """\
// Made from the Python types in src/motherlode by `make types`, and changed nowhere else.
// docs/protocol.md says what the messages mean.
"""

# A field or a member of an enum, and what is remarked beside it.
_REMARK = re.compile(r"^    (\w+)(?::| =).*  # (.+)$", re.MULTILINE)
# How a docstring names a field.
_ARGUMENT = re.compile(r"\*(\w+)\*")

_SHOWN: Any = Union[tuple(each.words.Shown for each in GAMES.values())]  # noqa: UP007
_OWN: Any = Union[tuple(each.words.Own for each in GAMES.values())]  # noqa: UP007

# What stands in the fields that come as bytes, because they are encoded once for all who look.
_ENCODED: dict[tuple[type, str], Any] = {
    (told.Update, "table"): told.TableShown,
    (told.Update, "shown"): _SHOWN | None,
    (told.Update, "own"): _OWN | None,
    (told.Moment, "shown"): _SHOWN,
    (told.Moment, "own"): _OWN,
}

# Types that are one of several, what they are, and what they are called.
_EVENTS = {
    f"{each.id.capitalize()}Events": (
        f"Something seen to happen in {each.title}.",
        each.words.Events,
    )
    for each in GAMES.values()
}
_ONE_OF: dict[str, tuple[str, Any]] = {
    **_EVENTS,
    "Shown": ("What all see of a game.", _SHOWN),
    "Own": ("What only the seat looked from sees of a game, and its legal moves.", _OWN),
    "Commands": ("What somebody at a table may ask for.", Commands),
    "Troubles": ("What can be wrong.", told.Troubles),
    "FromServer": ("What comes from the server over a socket.", told.FromServer),
}


class Unwritable(TypeError):
    """A type nobody has said how to write in TypeScript."""


def typescript() -> str:
    """The whole file."""
    return "\n".join(_parts())


def _parts() -> Iterator[str]:
    yield _HEADER
    yield from _constants()
    yield from map(_enum, (Phase, Why))
    yield from (struct(each) for each in (Outcome, Pile, Choice))
    for each in GAMES.values():
        yield _title(each.title)
        hidden = {each.words.Event, each.words.View}
        yield from map(struct, (s for s in _structs_of(each.words) if s not in hidden))
        yield _one_of(f"{each.id.capitalize()}Events")
    yield _title("Commands")
    yield from map(struct, get_args(Commands))
    yield _one_of("Commands")
    yield _title("Messages")
    yield from map(_one_of, ("Shown", "Own", "Troubles", "FromServer"))
    yield from map(struct, _structs_of(told))


def _title(text: str) -> str:
    return f"// --- {text} ".ljust(_WIDTH, "-") + "\n"


def _constants() -> Iterator[str]:
    yield f"export const VERSION = {told.VERSION};\n"
    yield f"export const LONGEST_NAME = {LONGEST_NAME};\n"
    yield f"export const LONGEST_TEXT = {LONGEST_TEXT};\n"
    phrases = "".join(f"  {_quoted(each)},\n" for each in PHRASES)
    yield f"/** What can be said with one tap. */\nexport const PHRASES = [\n{phrases}] as const;\n"


def _structs_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The structs of a module, in its order."""
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and each.__module__ == module.__name__
    ]


# --- What a type becomes ------------------------------------------------------------------------


def struct(cls: type[msgspec.Struct]) -> str:
    """A struct as an interface."""
    parameters = getattr(cls, "__parameters__", ())
    # A type variable is written like a struct of its name.
    marks = tuple(msgspec.defstruct(each.__name__, [], module=told.__name__) for each in parameters)
    told_type = kinds.type_info(cls[marks] if marks else cls)  # type: ignore[index]
    if not isinstance(told_type, kinds.StructType):
        raise Unwritable(f"{cls.__name__} is no struct")
    named = name_of(cls) + (f"<{', '.join(map(name_of, marks))}>" if marks else "")
    remarks = _remarks(cls)
    lines = [f"export interface {named} {{"]
    if told_type.tag_field is not None:
        lines.append(f"  {told_type.tag_field}: {_quoted(told_type.tag)};")
    lines += [_field(cls, field, remarks.get(field.name)) for field in told_type.fields]
    return _documented(cls.__doc__, "\n".join([*lines, "}"]))


def _field(cls: type[msgspec.Struct], field: kinds.Field, remark: str | None) -> str:
    encoded = _ENCODED.get((cls, field.name))
    text = written(field.type if encoded is None else kinds.type_info(encoded))
    config = cls.__struct_config__
    # Only what comes from clients is read so strictly; they may leave out what has a default.
    from_client = config.forbid_unknown_fields
    is_unset = not field.required and field.default is field.default_factory is msgspec.NODEFAULT
    may_miss = is_unset or (not field.required and (from_client or config.omit_defaults))
    if may_miss and not from_client:
        if field.default is None:
            text = text.removesuffix(" | null")
        elif not is_unset:
            missing = f"{_quoted(field.default)} if it is missing"
            remark = missing if remark is None else f"{remark}; {missing}"
    return _remarked(f"  {field.encode_name}{'?' if may_miss else ''}: {text};", remark)


def _enum(cls: type[Enum]) -> str:
    remarks = _remarks(cls)
    lines = [_remarked(f"  | {_quoted(member.value)}", remarks.get(member.name)) for member in cls]
    return _documented(cls.__doc__, "\n".join([f"export type {name_of(cls)} =", *lines, ";"]))


def _one_of(name: str) -> str:
    doc, kind = _ONE_OF[name]
    return _documented(doc, _type(name, _members(kinds.type_info(kind))))


def _type(name: str, members: Iterable[str]) -> str:
    line = f"export type {name} = {' | '.join(members)};"
    if len(line) <= _WIDTH:
        return line
    return f"export type {name} =" + "".join(f"\n  | {each}" for each in members) + ";"


def _documented(doc: str | None, text: str) -> str:
    if doc is None:
        return f"{text}\n"
    said = _ARGUMENT.sub(r"`\1`", doc)
    return f"/** {said} */\n{text}\n"


def _remarked(line: str, remark: str | None) -> str:
    return line if remark is None else f"{line} // {remark}"


def name_of(cls: type) -> str:
    """What a type is called; the games use the same names, so there the game's comes first."""
    folder = cls.__module__.split(".")[-2]
    return folder.capitalize() + cls.__name__ if folder in GAMES else cls.__name__


def written(kind: kinds.Type) -> str:
    """A type as it is used."""
    match kind:
        case kinds.Metadata(type=inner):
            return written(inner)
        case kinds.UnionType() | kinds.LiteralType():
            return " | ".join(_with_names(_members(kind)))
        case kinds.StructType(cls=cls):
            return _reference(cls)
        case kinds.EnumType(cls=cls):
            return name_of(cls)
        case kinds.VarTupleType(item_type=item):
            text = written(item)
            return f"({text})[]" if " " in text else f"{text}[]"
        case kinds.DictType(key_type=key, value_type=value):
            return f"Record<{written(key)}, {written(value)}>"
        case kinds.IntType():
            return "number"
        case kinds.StrType():
            return "string"
        case kinds.BoolType():
            return "boolean"
        case kinds.NoneType():
            return "null"
        case kinds.AnyType():
            return "unknown"
    raise Unwritable(f"how {kind} is written in TypeScript has still to be said")


def _members(kind: kinds.Type) -> list[str]:
    match kind:
        case kinds.UnionType(types=members):
            return list(map(written, members))
        case kinds.LiteralType(values=values):
            return list(map(_quoted, values))
    raise Unwritable(f"{kind} is not one of several")


def _with_names(members: list[str]) -> list[str]:
    """The *members* of a union, those that have a name together under that name."""
    for name, (_, kind) in _ONE_OF.items():
        together = _members(kinds.type_info(kind))
        if set(together) <= set(members):
            return [name, *(each for each in members if each not in together)]
    return members


def _reference(cls: Any) -> str:
    origin = get_origin(cls)
    if origin is None:
        return name_of(cls)
    arguments = (written(kinds.type_info(each)) for each in get_args(cls))
    return f"{name_of(origin)}<{', '.join(arguments)}>"


def _remarks(cls: type) -> dict[str, str]:
    """What is remarked beside the fields of a struct, or the members of an enum."""
    # The halves of a view stand nowhere: their fields are those of the view.
    source = cls if cls.__doc__ else vars(sys.modules[cls.__module__])["View"]
    return dict(_REMARK.findall(inspect.getsource(source)))


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.stdout.write(typescript())
