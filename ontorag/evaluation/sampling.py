"""A sample of questions that is the same each time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from ontorag.evaluation.questions import Question


def draw(questions: Sequence[Question], size: int, *, seed: int = 1) -> tuple[Question, ...]:
    """Draw at most ``size`` questions, in their order in the file.

    Each question has a place of its own by hash of seed, id and text, so a larger sample holds the
    smaller one, and a changed file changes little.

    >>> drawn = draw([Question(str(n), "Who?") for n in range(100)], 10)
    >>> len(drawn), drawn == draw([Question(str(n), "Who?") for n in range(100)], 10)
    (10, True)
    """

    def place(question: Question) -> str:
        text = f"{seed}\x1f{question.id}\x1f{question.text}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    chosen = {question.id for question in sorted(questions, key=place)[:size]}
    return tuple(question for question in questions if question.id in chosen)
