"""Which of several readings is meant, where the words leave it open: a chat model chooses, or none.

The readings are plans that planning made and selection can carry out; the model is shown them as
sentences. It gives a number, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ontorag.errors import CancelledError, ModelError
from ontorag.pipeline.run import Asked, Noted
from ontorag.planning import Planned
from ontorag.prompts import reading_prompt
from ontorag.values import Plan

if TYPE_CHECKING:
    from ontorag.chat import ChatModel

SHOWN = 5
"""Readings that are shown, at most."""
Choose: TypeAlias = Callable[[Sequence[Planned]], "Planned | None"]


def chooser(asked: Asked, chat: ChatModel | None, noted: Noted) -> Choose | None:
    """Give what chooses one of several readings, noting what it was shown; None without a model."""
    if chat is None:
        return None
    return lambda rivals: _choose(rivals, asked, chat, noted)


def _choose(
    rivals: Sequence[Planned], asked: Asked, chat: ChatModel, noted: Noted
) -> Planned | None:
    """Let the model choose; None where it does not, or cannot be reached or used."""
    from ontorag.chat.replies import choose_one  # it brings pydantic

    shown = _told_apart(rivals)[:SHOWN]
    if len(shown) < 2:
        return None
    sentences = [sentence for sentence, _ in shown]
    noted.append(("readings shown", len(shown)))
    messages = reading_prompt(
        asked.question, sentences, domain=asked.view.schema.title or "", language=asked.language
    )
    try:
        chosen = choose_one(chat, messages, len(shown))
    except CancelledError:
        raise
    except ModelError as error:
        noted.append(("problem", str(error)))
        return None
    noted.append(("model calls", len(chosen.replies)))
    if chosen.refused:
        noted.append(("refused", chosen.refused))
    if chosen.problem:
        noted.append(("problem", chosen.problem))
    number = chosen.number
    if number is None:
        return None
    noted.append(("chosen by the model", sentences[number - 1]))
    noted += [("also considered", each) for n, each in enumerate(sentences, 1) if n != number]
    return shown[number - 1][1]


def _told_apart(rivals: Sequence[Planned]) -> list[tuple[str, Planned]]:
    """Give the readings with their sentences; between those of one sentence none can choose."""
    plans = [(each.plan, each) for each in rivals]
    said = [(plan.describe(), each) for plan, each in plans if isinstance(plan, Plan)]
    sentences = [sentence for sentence, _ in said]
    return [(sentence, each) for sentence, each in said if sentences.count(sentence) == 1]
