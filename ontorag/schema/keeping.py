"""The schema as JSON, to be kept for one snapshot of a store."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, Protocol

from ontorag.schema.shape import ClassShare, ClassUse, Property, Schema
from ontorag.values import IRI, read_term, write_term

FORMAT = "4"

_IRI_FIELDS = {
    "domains", "ranges", "inverse_of", "parents", "like_objects", "objects_as_subjects",
    "like_subjects", "qualifies",
}  # fmt: skip
_TERM_FIELDS = {"scale", "values", "negations"}
_SHARE_FIELDS = {"observed_domains", "observed_ranges"}
_DEFAULTS = {each.name: each.default for each in fields(Property)}


class Keeper(Protocol):
    """What keeps a text for one snapshot of a store: the look-up index."""

    def kept(self, name: str, snapshot: str) -> str | None:
        """Give the text kept under ``name`` for exactly this snapshot, or None."""

    def keep(self, name: str, snapshot: str, text: str) -> None:
        """Keep a text under ``name`` for a snapshot."""


def keep_schema(keeper: Keeper, snapshot: str, schema: Schema) -> None:
    """Keep the schema for a snapshot."""
    keeper.keep("schema", f"{FORMAT} {snapshot}", schema_to_json(schema))


def kept_schema(keeper: Keeper, snapshot: str) -> Schema | None:
    """Give the schema kept for exactly this snapshot, or None."""
    text = keeper.kept("schema", f"{FORMAT} {snapshot}")
    return None if text is None else schema_from_json(text)


def schema_to_json(schema: Schema) -> str:
    """Write a schema as JSON: IRIs plain, other terms as their N-Triples text."""
    classes = [
        [each.iri.value, [parent.value for parent in each.parents], each.members]
        for each in schema.classes.values()
    ]
    raw = {
        "properties": [_plain(each) for each in schema.properties.values()],
        "classes": classes,
        "titles": schema.titles,
        "prefixes": dict(schema.prefixes),
    }
    return json.dumps(raw, ensure_ascii=False)


def schema_from_json(text: str) -> Schema:
    """Read a schema back from its JSON."""
    raw = json.loads(text)
    properties = [_property(each) for each in raw["properties"]]
    classes = [ClassUse(IRI(iri), _iris(up), members) for iri, up, members in raw["classes"]]
    return Schema(
        properties={each.iri: each for each in properties},
        classes={each.iri: each for each in classes},
        titles=tuple((text, language) for text, language in raw["titles"]),
        prefixes=raw["prefixes"],
    )


def _plain(each: Property) -> dict[str, Any]:
    """Write a property without what is at its default."""
    raw: dict[str, Any] = {}
    for name, default in _DEFAULTS.items():
        value = getattr(each, name)
        if value == default:
            continue
        if name == "iri":
            value = value.value
        elif name in _IRI_FIELDS:
            value = [iri.value for iri in value]
        elif name in _SHARE_FIELDS:
            value = [[share.iri.value, share.share] for share in value]
        elif name in _TERM_FIELDS:
            value = [write_term(term) for term in value]
        raw[name] = value
    return raw


def _property(raw: dict[str, Any]) -> Property:
    for name, value in raw.items():
        if name == "iri":
            raw[name] = IRI(value)
        elif name in _IRI_FIELDS:
            raw[name] = _iris(value)
        elif name in _SHARE_FIELDS:
            raw[name] = tuple(ClassShare(IRI(iri), share) for iri, share in value)
        elif name in _TERM_FIELDS:
            raw[name] = tuple(read_term(text) for text in value)
    return Property(**raw)


def _iris(values: Iterable[str]) -> tuple[IRI, ...]:
    return tuple(IRI(value) for value in values)
