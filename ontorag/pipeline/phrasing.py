"""Let a model phrase an answer: prompt, chat, parse, verify; what is not proved, facts say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ontorag.answering import (
    Prompt,
    answer_by_template,
    first_facts,
    room_for_prompt,
    write_prompt,
)
from ontorag.answering.hearing import without_active
from ontorag.errors import ContextTooLongError
from ontorag.language import Language
from ontorag.pipeline.calls import NotSentError, RecordedChat
from ontorag.pipeline.run import Asked, Heard, Run
from ontorag.values import Claim, Draft, Flag, Link, Plan, Subgraph, Withdrawn
from ontorag.verification import KEPT, UNREAD, Guard, GuardMode, repair, standing

if TYPE_CHECKING:
    from ontorag.answering.model import ModelAnswer

ATTEMPTS = 4
"""How often a prompt that is too long is written, each time with half of the facts or less."""


@dataclass(frozen=True, slots=True)
class Phrased:
    """The claims of an answer, what qualifies them, and the facts that the model was given."""

    claims: tuple[Claim, ...]
    flags: tuple[Flag, ...]
    subgraph: Subgraph


def phrase_answer(
    asked: Asked,
    plan: Plan,
    subgraph: Subgraph,
    links: Sequence[Link],
    *,
    chat: RecordedChat,
    run: Run,
) -> Phrased:
    """Let ``chat`` phrase the answer; what it withholds, garbles or invents, the template says.

    A prompt that is too long for the model (its server says so, or cut it without a word) is
    written again with fewer facts.
    """
    room = room_for_prompt(chat, asked.wanted.token_budget)
    said: ModelAnswer | None = None
    for attempt in range(1, ATTEMPTS + 1):
        prompt = _prompted(asked, subgraph, chat, room, run)
        subgraph = prompt.subgraph
        checking = Checking(asked, subgraph, run.hear)
        is_last = attempt == ATTEMPTS or len(subgraph.facts) < 2
        try:
            said = _asked_model(prompt, chat, run, checking)
        except ContextTooLongError:
            if is_last:
                raise
            subgraph = _shorter(prompt, prompt.tokens)
            continue
        except NotSentError:
            break
        if said.read is None or is_last or checking.checked:
            break
        subgraph = _shorter(prompt, said.read)
    template = answer_by_template(
        plan, subgraph, language=asked.language, world=asked.world, links=links
    )
    if said is None:
        checking.tell(template)
        return Phrased(template, (), subgraph)
    return _verified(said, template, subgraph, checking, asked.wanted.guard, run)


def _shorter(prompt: Prompt, read: int) -> Subgraph:
    """Keep as many facts as the server read of the prompt, half of them at most."""
    facts = len(prompt.subgraph.facts)
    return first_facts(prompt.subgraph, max(1, min(facts // 2, facts * read // prompt.tokens)))


def _prompted(
    asked: Asked,
    subgraph: Subgraph,
    chat: RecordedChat,
    room: int | None,
    run: Run,
) -> Prompt:
    with run.step("prompt") as noted:
        prompt = write_prompt(
            asked.question, subgraph, chat, language=asked.language,
            domain=asked.view.schema.title or "", phrasing=asked.wanted.phrasing, room=room,
        )  # fmt: skip
        noted += [("facts", len(prompt.subgraph.facts)), ("tokens", prompt.tokens)]
        noted.append(("tokens are", prompt.counter.name))
        if room is not None:
            noted.append(("room", room))
    return prompt


def _asked_model(prompt: Prompt, chat: RecordedChat, run: Run, checking: Checking) -> ModelAnswer:
    from ontorag.answering.model import ask_model  # it brings pydantic

    hear = checking.hear if run.hear is not None else None
    return ask_model(prompt, chat, language=checking.language, timed=run.step, hear=hear)


def _verified(
    said: ModelAnswer,
    template: tuple[Claim, ...],
    subgraph: Subgraph,
    checking: Checking,
    guard: GuardMode,
    run: Run,
) -> Phrased:
    if not said.claims:
        checking.tell(template)
        return Phrased(template, said.flags, subgraph)
    with run.step("verify") as noted:
        for claim in said.claims[len(checking.heard) :]:
            checking.hear(claim)
        claims, changed = repair(checking.checked, template, subgraph, mode=guard)
        checking.tell(claims)
        noted += [("claims", len(checking.checked)), ("kept", checking.kept)]
        noted += [
            (each.text, f"{each.verdict.kind}: {each.verdict.reason}") for each in checking.checked
        ]
    replaced: tuple[Flag, ...] = ("replaced",) if changed and guard == "replace" else ()
    return Phrased(claims, (*said.flags, *replaced), subgraph)


class Checking:
    """Checks the claims of one answer as they come, and tells who listens what stands."""

    def __init__(
        self,
        asked: Asked,
        subgraph: Subgraph,
        tell: Callable[[Heard], None] | None,
    ) -> None:
        self.language: Language = "de" if asked.language == "de" else "en"
        self.heard: list[Claim] = []
        self.checked: list[Claim] = []
        self._told: list[Claim] = []
        self._mode = asked.wanted.guard
        self._default = _every_id(subgraph) if asked.wanted.phrasing == "prose" else ()
        self._tell = tell
        self._guard = Guard(
            subgraph, self.language, known_labels=asked.view.labels_in,
            relations=asked.view.relations,
        )  # fmt: skip

    @property
    def kept(self) -> int:
        """How many claims are proved."""
        return sum(claim.verdict.kind in KEPT for claim in self.checked)

    def hear(self, said: Claim | Draft) -> None:
        """Check a claim, once whatever its repetitions; a draft is only passed on."""
        if isinstance(said, Draft):
            self._say(said)
            return
        is_repeated = said.text in {claim.text for claim in self.heard}
        self.heard.append(said)
        if is_repeated:
            return
        before = self.checked[-1] if self.checked else None
        cited = said if said.evidence_ids else replace(said, evidence_ids=self._default)
        claim = standing(self._guard.checked(cited), before)
        if claim.verdict.kind not in KEPT:
            claim = _harmless(claim)
        self.checked.append(claim)
        if self._mode in ("annotate", "off"):
            shown = claim if self._mode == "annotate" else replace(claim, verdict=UNREAD)
            self.tell([*self._told, shown])
        elif claim.verdict.kind in KEPT:
            self.tell([*self._told, claim])
        else:
            self._say(Withdrawn(claim.verdict.kind))

    def tell(self, claims: Sequence[Claim]) -> None:
        """Tell those of ``claims`` that were not told yet; they follow the others."""
        for claim in claims[len(self._told) :]:
            self._told.append(claim)
            self._say(claim)

    def _say(self, event: Heard) -> None:
        if self._tell is not None:
            self._tell(event)


def _harmless(claim: Claim) -> Claim:
    """Give a claim that is not proved as it may be shown: nothing in it is a link or mark-up."""
    text = without_active(claim.text)
    if text == claim.text:
        return claim
    return replace(claim, text=text, verdict=replace(claim.verdict, spans=()))


def _every_id(subgraph: Subgraph) -> tuple[str, ...]:
    """Give all evidence there is: prose that cites nothing is judged by it."""
    return (*(fact.id for fact in subgraph.facts), *(each.id for each in subgraph.derived))
