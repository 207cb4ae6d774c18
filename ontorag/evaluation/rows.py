"""One row of a question file, whatever its fields are called, as a `Question`.

The fields of ragas, deepeval and promptfoo are known beside our own; what a system under test
returned (``response``, ``actual_output``, ``retrieved_contexts`` …) is not read.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, get_args

from ontorag.errors import QuestionFileError
from ontorag.evaluation.questions import Gold, GoldFact, Question
from ontorag.values import Reason
from ontorag.values.outcomes import Status

ALIASES: dict[str, tuple[str, ...]] = {
    "id": ("id", "qid", "question_id", "name"),
    "question": ("question", "user_input", "input", "query", "prompt"),
    "lang": ("lang", "language"),
    "answers": (
        "answers", "answer", "gold_answers", "reference", "ground_truth", "ground_truths",
        "expected_output", "expected",
    ),
    "entities": ("entities", "concepts", "gold_entities"),
    "facts": ("facts", "gold_facts"),
    "passages": ("passages", "reference_contexts", "contexts", "context"),
    "sources": ("sources", "source", "source_file", "reference_context_ids"),
    "expected_status": ("expected_status", "status"),
    "expected_reason": ("expected_reason", "reason"),
    "tags": ("tags", "tag", "features", "category", "synthesizer_name"),
    "links": ("links",),
}  # fmt: skip
"""Our fields with the names they also go by; of several in one row the first counts."""

STATUSES: dict[str, Status] = {
    "answered": "answered",
    "insufficient_evidence": "insufficient_evidence",
    "abstained": "insufficient_evidence",
}
SEPARATOR = "|"
_TRIPLE = re.compile(r'<([^>]*)>\s+<([^>]*)>\s+(?:<([^>]*)>|"((?:[^"\\]|\\.)*)".*?)\s*\.\s*')


def question_of(row: Mapping[str, Any], *, line: int | None, where: str, number: int) -> Question:
    """Read one row; ``where`` names file and line in errors, ``number`` is its id without one.

    Raises `QuestionFileError`.
    """
    read = _Row(row, line, where)
    text = read.value("question")
    if not isinstance(text, str) or not text.strip():
        named = ", ".join(map(str, row)) or "nothing"
        raise read.wrong(f"there is no question; give it as 'question' (there is: {named})")
    status, reason = read.text("expected_status"), read.text("expected_reason")
    if status is not None and status not in STATUSES:
        raise read.wrong(f"the status {status!r} is none of {', '.join(STATUSES)}")
    if reason is not None and reason not in get_args(Reason):
        raise read.wrong(f"the reason {reason!r} is none of {', '.join(get_args(Reason))}")
    return Question(
        id=str(read.value("id") if read.value("id") not in (None, "") else number),
        text=text.strip(),
        language=read.text("lang"),
        answers=read.answers(),
        entities=read.texts("entities"),
        facts=read.facts(),
        passages=read.texts("passages"),
        sources=read.texts("sources"),
        expected_status=STATUSES[status] if status else None,
        expected_reason=reason,
        tags=read.texts("tags") or (),
        links=read.links(),
        line=line,
    )


class _Row:
    """The fields of one row under our names."""

    def __init__(self, row: Mapping[str, Any], line: int | None, where: str) -> None:
        self._row, self._line, self._where = row, line, where
        self._refuse_typing_errors()

    def value(self, field: str) -> Any:
        for name in ALIASES[field]:
            if name in self._row:
                return self._row[name]
        return None

    def text(self, field: str) -> str | None:
        value = self.value(field)
        if value in (None, ""):
            return None
        if not isinstance(value, str):
            raise self.wrong(f"'{field}' is a text, not {value!r}")
        return value.strip()

    def texts(self, field: str) -> tuple[str, ...] | None:
        value = self.value(field)
        if value is None:
            return None
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(SEPARATOR) if part.strip())
        if isinstance(value, Sequence) and all(isinstance(each, str) for each in value):
            return tuple(value)
        raise self.wrong(f"'{field}' is a list of texts, not {str(value)[:80]!r}")

    def answers(self) -> tuple[Gold, ...] | None:
        value = self.value("answers")
        if value is None:
            return None
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(SEPARATOR) if part.strip())
        listed = value if isinstance(value, list) else [value]
        return tuple(gold for each in listed for gold in self._gold(each))

    def facts(self) -> tuple[GoldFact, ...] | None:
        value = self.value("facts")
        if value is None:
            return None
        listed = value.splitlines() if isinstance(value, str) else value
        if not isinstance(listed, Sequence):
            raise self.wrong(f"'facts' is a list of facts, not {str(value)[:80]!r}")
        return tuple(self._fact(each) for each in listed if each)

    def links(self) -> tuple[tuple[str, str], ...]:
        value = self.value("links")
        if value in (None, ""):
            return ()
        if isinstance(value, Mapping) and all(isinstance(each, str) for each in value.values()):
            return tuple(value.items())
        raise self.wrong("'links' is an object of words and IRIs or labels")

    def wrong(self, what: str) -> QuestionFileError:
        return QuestionFileError(f"{self._where}: {what}", line=self._line)

    def _gold(self, value: Any) -> tuple[Gold, ...]:
        if isinstance(value, Mapping):
            value = value.get("iri", value.get("label", value.get("value", value.get("answer"))))
        if isinstance(value, (bool, str)):
            return (value,)
        if isinstance(value, (int, float, Decimal)):
            return (Decimal(str(value)),)
        if isinstance(value, list):
            return tuple(gold for each in value for gold in self._gold(each))
        raise self.wrong(f"an answer is a text, number or truth value, not {str(value)[:80]!r}")

    def _fact(self, value: Any) -> GoldFact:
        if isinstance(value, str):
            triple = _TRIPLE.fullmatch(value)
            if triple is not None:
                return triple[1], triple[2], triple[3] if triple[3] is not None else triple[4]
            value = [part.strip() for part in value.split(SEPARATOR)]
        if isinstance(value, Mapping):
            value = [value.get(name) for name in ("subject", "predicate", "object")]
        if isinstance(value, Sequence) and len(value) == 3 and all(value):
            subject, predicate, obj = map(str, value)
            return subject, predicate, obj
        shown = repr(str(value)[:80])
        raise self.wrong(f"a fact is [subject, predicate, object] or N-Triples, not {shown}")

    def _refuse_typing_errors(self) -> None:
        """A name that is nearly one of ours, where ours is missing, is no other tool's field."""
        known = [name for names in ALIASES.values() for name in names]
        for name in self._row:
            if not isinstance(name, str) or name in known:
                continue
            near = difflib.get_close_matches(name.casefold(), list(ALIASES), n=1, cutoff=0.85)
            if near and self.value(near[0]) is None:
                raise self.wrong(f"there is no field {name!r}; did you mean '{near[0]}'?")
