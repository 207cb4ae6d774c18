"""Which format a source is in: by what the caller says, its content, or its name.

Sources: the media types that IANA lists; RFC 4180 (CSV), RFC 7464's sibling JSON Lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal as OneOf

from ontorag.errors import SourceError

Family = OneOf[
    "turtle", "lines", "xml", "json", "table", "jsonl", "obo", "obographs", "functional", "owlxml"
]


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read: its name for people, its media type, and how it is read."""

    title: str
    media_type: str
    family: Family


TURTLE = Format("Turtle", "text/turtle", "turtle")
TRIG = Format("TriG", "application/trig", "turtle")
N_TRIPLES = Format("N-Triples", "application/n-triples", "lines")
N_QUADS = Format("N-Quads", "application/n-quads", "lines")
RDF_XML = Format("RDF/XML", "application/rdf+xml", "xml")
JSON_LD = Format("JSON-LD", "application/ld+json", "json")
CSV = Format("CSV", "text/csv", "table")
TSV = Format("TSV", "text/tab-separated-values", "table")
JSON_LINES = Format("JSON Lines", "application/jsonl", "jsonl")
OBO = Format("OBO", "text/obo", "obo")
OBO_GRAPHS = Format("OBO-graph JSON", "application/vnd.obographs+json", "obographs")
FUNCTIONAL = Format("OWL functional syntax", "text/owl-functional", "functional")
OWL_XML = Format("OWL/XML", "application/owl+xml", "owlxml")

_BY_SUFFIX = {
    "ttl": TURTLE, "turtle": TURTLE, "n3": TURTLE, "trig": TRIG,
    "nt": N_TRIPLES, "ntriples": N_TRIPLES, "nq": N_QUADS, "nquads": N_QUADS,
    "rdf": RDF_XML, "rdfs": RDF_XML, "owl": RDF_XML, "rdfxml": RDF_XML,
    "jsonld": JSON_LD, "csv": CSV, "tsv": TSV, "tab": TSV, "psv": CSV,
    "jsonl": JSON_LINES, "ndjson": JSON_LINES, "obo": OBO, "obograph": OBO_GRAPHS,
    "obographs": OBO_GRAPHS, "ofn": FUNCTIONAL, "fss": FUNCTIONAL, "owx": OWL_XML,
    "owlxml": OWL_XML,
}  # fmt: skip
_BY_MEDIA_TYPE = {
    each.media_type: each
    for each in (
        TURTLE, TRIG, N_TRIPLES, N_QUADS, RDF_XML, JSON_LD, CSV, TSV, JSON_LINES, OBO, OBO_GRAPHS,
        FUNCTIONAL, OWL_XML,
    )
} | {
    "application/x-turtle": TURTLE, "text/n3": TURTLE, "text/rdf+n3": TURTLE,
    "application/x-trig": TRIG, "text/plain": N_TRIPLES, "text/x-nquads": N_QUADS,
    "application/xml": RDF_XML, "text/xml": RDF_XML, "application/x-ndjson": JSON_LINES,
    "application/jsonlines": JSON_LINES, "application/csv": CSV,
}  # fmt: skip
_COMPRESSED = {"gz", "bz2"}
READABLE = (
    "Turtle, TriG, N-Triples, N-Quads, RDF/XML, JSON-LD, OBO, OBO-graph JSON, OWL/XML, OWL "
    "functional syntax, and CSV, TSV or JSON Lines of triples"
)

_RDF_SPACE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_XML = re.compile(r"\s*<(?:\?xml\b|!DOCTYPE\b|!--|rdf:RDF\b|[A-Za-z_][\w.-]*:RDF\b)")
_ROOT = re.compile(r"<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)[\s>/]")
_SKIPPED = re.compile(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL)
_TURTLE = re.compile(r"^\s*(?:@prefix|@base|PREFIX|BASE)\s", re.MULTILINE | re.IGNORECASE)
_NT_TERM = r'(?:<[^>]*>|_:\S+|"[^"\\]*(?:\\.[^"\\]*)*"(?:\^\^<[^>]*>|@[\w-]+)?)'
_NT_LINE = re.compile(rf"(?:{_NT_TERM}\s+){{2}}{_NT_TERM}\s*({_NT_TERM})?\s*\.\s*(?:#.*)?")
_FUNCTIONAL = re.compile(r"\s*(?:Prefix\s*\(|Ontology\s*\()")
_MANCHESTER = re.compile(r"\s*(?:Prefix|Ontology|Class)\s*:")
_OBO = re.compile(r"\s*(?:!.*\s+)*(?:format-version\s*:|ontology\s*:|\[Term\]|\[Typedef\])")
_OBO_GRAPHS = re.compile(r'\s*\{\s*"(?:graphs|meta)"\s*:')
_BY_OPENING = ((_FUNCTIONAL, FUNCTIONAL), (_OBO, OBO))


def suffix_of(name: str) -> str:
    """Give the suffix of a file's name that tells its format, in lower case and without the dot.

    >>> suffix_of("data/Hobbits.TTL.gz"), suffix_of("README")
    ('ttl', '')
    """
    suffixes = [each[1:].lower() for each in PurePosixPath(name).suffixes]
    while suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def has_readable_suffix(name: str) -> bool:
    """Whether a file's name alone says that its format can be read."""
    return suffix_of(name) in _BY_SUFFIX


def named_format(media_type: str) -> Format:
    """Give the format of a media type, or of a short name such as ``ttl``.

    Raises `SourceError` when it is none that can be read.
    """
    key = media_type.split(";")[0].strip().lower()
    found = _BY_MEDIA_TYPE.get(key) or _BY_SUFFIX.get(key.removeprefix("."))
    if found is None:
        raise SourceError(
            f"the media type {media_type!r} cannot be read; give one of "
            f"{', '.join(sorted(_BY_MEDIA_TYPE))}"
        )
    return found


def recognised_format(name: str, opening: str) -> Format:
    """Recognise the format from the first characters of a file and from its name.

    XML is believed over the name, since nothing else begins like it. Raises `SourceError`,
    with what to convert it to, for a format that cannot be read.
    """
    if _XML.match(opening):
        return _xml_format(name, opening)
    _refuse_other_syntaxes(name, opening)
    by_opening = next((form for pattern, form in _BY_OPENING if pattern.match(opening)), None)
    if by_opening is not None:
        return by_opening
    found = _BY_SUFFIX.get(suffix_of(name))
    if found is RDF_XML and opening.strip():
        found = _by_content(opening)
        return found if found is not None and found.family != "table" else TURTLE
    found = found or _by_content(opening)
    if found is None:
        raise SourceError(
            f"{name}: neither its name nor its content tells its format; ontorag reads {READABLE}. "
            "Rename the file, or give media_type=, such as 'text/turtle' or 'text/csv'"
        )
    return found


def looks_readable(opening: str) -> bool:
    """Whether the content alone tells a graph format; a table is what any text may look like."""
    if _XML.match(opening):
        root = _root(opening)
        return root is not None and root[2] in ("RDF", "Ontology")
    if any(pattern.match(opening) for pattern, _ in _BY_OPENING):
        return True
    found = _by_content(opening)
    return found is not None and found.family != "table"


def _xml_format(name: str, opening: str) -> Format:
    root = _root(opening)
    if root is not None and root[2].lower() == "html":
        raise SourceError(
            f"{name} is a web page, not an ontology; download the data itself "
            "(often a link named RDF, Turtle or OWL on that page)"
        )
    if root is not None and root[2] == "Ontology":
        return OWL_XML
    if root is not None and root[2] != "RDF" and _RDF_SPACE not in opening:
        raise SourceError(
            f"{name} is XML, but neither RDF/XML nor OWL/XML: its root element is "
            f"<{root[2]}>; ontorag reads {READABLE}"
        )
    return RDF_XML


def _root(opening: str) -> re.Match[str] | None:
    return _ROOT.search(_SKIPPED.sub(" ", opening))


def _refuse_other_syntaxes(name: str, opening: str) -> None:
    if suffix_of(name) in ("owl", "omn") and _MANCHESTER.match(opening):
        raise _not_readable(name, "Manchester syntax")


def _not_readable(name: str, title: str) -> SourceError:
    return SourceError(
        f"{name} is in {title}, which this version does not read; convert it to Turtle or "
        "RDF/XML first (Protégé: File, Save as; or robot convert)"
    )


def _by_content(opening: str) -> Format | None:
    text = opening.lstrip()
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        return None
    if _TURTLE.search(opening):
        return TRIG if re.search(r"^\s*(?:GRAPH\s+)?\S+\s*\{", opening, re.MULTILINE) else TURTLE
    line = _NT_LINE.fullmatch(lines[0].strip())
    if line is not None:
        return N_QUADS if line[1] else N_TRIPLES
    if text[0] in "[{":
        return _json_format(text, lines)
    return CSV if any(sign in lines[0] for sign in ",;\t|") else None


def _json_format(text: str, lines: list[str]) -> Format | None:
    if _OBO_GRAPHS.match(text):
        return OBO_GRAPHS
    if re.search(r'"@(?:context|id|graph|type)"', text):
        return JSON_LD
    whole = lines[0].rstrip()
    return JSON_LINES if whole.endswith(("}", "]")) and len(whole) > 2 else None
