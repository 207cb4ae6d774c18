"""What is noticed while a source is read, collected into findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ontorag.errors import SourceError
from ontorag.sources.files import SourceFile
from ontorag.sources.looking import find_lines
from ontorag.values import Finding
from ontorag.values.reports import Severity

MOST_OF_A_KIND = 100
"""So many findings of one code are listed singly; the others are counted."""


@dataclass(slots=True)
class _Note:
    finding: Finding
    needles: tuple[str, ...] = ()


@dataclass(slots=True)
class Notes:
    """Findings of one source: one for each code and subject, counted, with lines where known."""

    source: str
    findings: list[Finding]
    _noted: dict[tuple[str, str], _Note] = field(default_factory=dict)
    _kinds: dict[str, int] = field(default_factory=dict)
    _unlisted: dict[str, tuple[Finding, int]] = field(default_factory=dict)

    def add(
        self,
        code: str,
        message: str,
        *,
        subject: str = "",
        severity: Severity = "warning",
        iri: str | None = None,
        line: int | None = None,
        effect: str = "",
        advice: str = "",
        needles: Iterable[str] = (),
    ) -> None:
        """Note one thing; the same code and subject again is counted, not repeated.

        ``needles`` are texts that a second look may find the line by.
        """
        key = (code, subject or message)
        before = self._noted.get(key)
        if before is not None:
            before.finding = replace(before.finding, count=before.finding.count + 1)
            return
        finding = Finding(
            code, severity, message, iri=iri, line=line, effect=effect, advice=advice
        )  # fmt: skip
        self._kinds[code] = self._kinds.get(code, 0) + 1
        if self._kinds[code] > MOST_OF_A_KIND:
            self._unlisted[code] = (finding, self._unlisted.get(code, (finding, 0))[1] + 1)
        else:
            self._noted[key] = _Note(finding, tuple(needles))

    def noted(self) -> list[Finding]:
        """Give what has been noted so far and is listed singly."""
        return [note.finding for note in self._noted.values()]

    def needles(self) -> dict[str, tuple[str, ...]]:
        """Give the texts to look for, by a key of the finding that lacks a line."""
        return {
            f"{code} {subject}": note.needles
            for (code, subject), note in self._noted.items()
            if note.needles and note.finding.line is None
        }

    def close(self, file: SourceFile | None = None) -> None:
        """Move everything noted to ``findings``, with lines looked up in ``file``."""
        wanted = self.needles()
        lines = find_lines(file, wanted) if file is not None and wanted else {}
        for (code, subject), note in self._noted.items():
            line = note.finding.line or lines.get(f"{code} {subject}")
            self.findings.append(replace(note.finding, line=line, source=self.source))
        for finding, count in self._unlisted.values():
            message = f"{count} more like this, the last: {finding.message}"
            self.findings.append(replace(finding, message=message, count=count, source=self.source))
        self._noted, self._unlisted = {}, {}


_SIGNS = {" ": "a space", '"': "a double quote", "\\": "a backslash", "\t": "a tab"}


def note_invalid_iri(notes: Notes, iri: str, problem: str) -> None:
    """Note an IRI that the grammar refuses but that can be kept as it is written."""
    sign = next((title for char, title in _SIGNS.items() if char in iri), None)
    notes.add(
        "invalid-iri",
        f"<{iri}> is not a valid IRI: {'it holds ' + sign if sign else problem}",
        iri=iri,
        subject=iri,
        effect="it is kept exactly as written; other tools may refuse it",
        advice="correct it where it comes from",
        needles=(f"<{iri}>", f'"{iri}"', f"'{iri}'", iri, iri[max(map(iri.rfind, "#/:")) + 1 :]),
    )


def note_ill_typed(notes: Notes, lexical: str, datatype: str) -> None:
    """Note a literal whose text does not fit its datatype."""
    name = datatype[datatype.rfind("#") + 1 :]
    notes.add(
        "ill-typed-literal",
        f"{shown(lexical)} is not a valid xsd:{name}",
        iri=datatype,
        subject=f"{lexical} {datatype}",
        effect="it is kept as written; comparisons and filters skip it",
        advice="correct the value or its datatype",
        needles=(f'"{lexical}"', lexical) if lexical else ('""',),
    )


def shown(text: str) -> str:
    """Quote a text, cut to what fits a message."""
    return f'"{text}"' if len(text) <= 40 else f'"{text[:40]}…"'


def unreadable(name: str, error: SourceError) -> Finding:
    """Make the finding for a whole file that is left out."""
    return Finding(
        "unreadable-file", "error", str(error), source=name,
        effect="the whole file is left out; what it stated before stays",
        advice="correct it, or take it out of what is loaded",
    )  # fmt: skip
