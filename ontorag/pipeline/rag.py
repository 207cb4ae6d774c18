"""From question to result: link, plan, select, decide, answer, verify. In this order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Union

from ontorag.abstaining import Decision, decide
from ontorag.answering import PHRASINGS, Phrasing, answer_by_template, answer_text
from ontorag.chat import ScriptedChat
from ontorag.errors import InputError
from ontorag.graph import Explanation, KnowledgeGraph, reading_again
from ontorag.language import detect
from ontorag.linking import Linked, with_flags, without_head_noun
from ontorag.pipeline.abstention import abstain
from ontorag.pipeline.calls import RecordedChat
from ontorag.pipeline.class_level import Found, read_by_classes, tell_what_it_is
from ontorag.pipeline.comparing import answer_unverified
from ontorag.pipeline.following import Followed, follow
from ontorag.pipeline.listening import ask_each, ask_in_thread, listen
from ontorag.pipeline.options import (
    MODES,
    UNSELECTED,
    AskOptions,
    Mode,
    Reasoning,
    reasoning_of,
    require_askable,
    side_by_side,
    until,
)
from ontorag.pipeline.phrasing import phrase_answer
from ontorag.pipeline.plan_making import plan_asked
from ontorag.pipeline.premises import refuted_premise
from ontorag.pipeline.reading_choice import chooser
from ontorag.pipeline.run import Asked, Heard, Run, Wanted
from ontorag.pipeline.scoping import complete_properties, read_scope, require_said
from ontorag.pipeline.selecting import one_valued, select_facts, with_nearby, with_proofs
from ontorag.pipeline.semantic import Semantic
from ontorag.pipeline.spans import (
    Spans,
    answer_attributes,
    question_attributes,
    subgraph_attributes,
)
from ontorag.planning import Planned
from ontorag.result import Result
from ontorag.values import Answer, Fact, Link, Outcome, Plan, Problem, Subgraph, Term, World
from ontorag.verification import GUARD_MODES, GuardMode

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ontorag.chat import ChatModel
    from ontorag.embeddings import EmbeddingModel

LONGEST_QUESTION = 20_000
"""A longer text is no question (characters)."""


class OntoRAG:
    """Answers questions from a knowledge graph, with facts that it can show.

    Without a chat model the answer is written by template. ``embeddings`` is "auto" (the model
    of the extra ``semantic`` where it is installed), None, or an `EmbeddingModel`. ``language``
    ("de", "en") fixes the language of questions and answers. ``guard`` is what becomes of a
    model's claim that the facts do not prove: "replace" (by what they prove), "remove",
    "annotate" (it stays, marked), or "off". ``phrasing`` "prose" lets the model write a text
    instead of claims with evidence; it is checked in the same way. ``seed`` goes along with every
    call of the chat model. Spans of OpenTelemetry hold texts only with ``trace_contents``.
    Nothing is loaded or sent before the first question.
    """

    def __init__(
        self,
        graph: KnowledgeGraph,
        *,
        chat: ChatModel | None = None,
        embeddings: EmbeddingModel | str | None = "auto",
        world: World = "recorded",
        complete: Collection[str | Term] = (),
        language: str | None = None,
        guard: GuardMode = "replace",
        phrasing: Phrasing = "claims",
        seed: int | None = None,
        trace_contents: bool = False,
    ) -> None:
        if guard not in GUARD_MODES:
            raise InputError(f"guard {guard!r} is not one of {', '.join(GUARD_MODES)}")
        if phrasing not in PHRASINGS:
            raise InputError(f"phrasing {phrasing!r} is not one of {', '.join(PHRASINGS)}")
        self.graph = graph
        self.chat = chat
        self._semantic = Semantic(embeddings)
        self._world = world
        self._complete = tuple(complete)
        self._language = language
        self._wanted = Wanted(phrasing, guard)
        self._seed = seed
        self._trace_contents = trace_contents
        self._lock = threading.Lock()

    def ask(
        self,
        question: str,
        *,
        links: Mapping[str, str | Term] | None = None,
        world: World | None = None,
        complete: Collection[str | Term] = (),
        graphs: Collection[str] | None = None,
        sources: Collection[str] | None = None,
        budget: int = 100,
        reasoning: Reasoning | None = None,
        mode: Mode = "selected",
        language: str | None = None,
        token_budget: int | None = None,
        dry_run: bool = False,
        cancel: threading.Event | None = None,
        deadline: float | None = None,
        hear: Callable[[Heard], None] | None = None,
        today: date | None = None,
        after: Result | None = None,
    ) -> Result:
        """Answer a question, or say why not.

        * ``links`` settles what words mean: ``{"Anna": "http://example.org/anna"}``
        * ``world`` reads what is not recorded: "recorded" (as what the data record), "open",
          "closed"; ``complete`` are properties whose records are all there is
        * ``graphs`` (IRIs, "" is the default graph) and ``sources`` (names) restrict the data
        * ``budget`` is how many facts are shown and sent, at most; answers are never cut
        * ``reasoning`` "rl" or "dl" infers first what follows (see `KnowledgeGraph.reason`), "off"
          leaves out what was inferred, None takes the graph as it is
        * ``mode`` "none" and "all" ask the chat model without facts, or with all of them: for
          comparison only, unverified; "selected+inferred" is ``reasoning`` "rl"
        * ``language`` ("de", "en") is the question's, where it is known
        * ``token_budget`` bounds the answering prompt; facts that do not fit are not sent (nor
          what does not fit into the chat model's ``context``, where that is known)
        * ``dry_run`` writes the prompts into ``result.trace.prompt`` and sends none; what a model
          would decide is left as it is, and the answer is the template's
        * ``cancel`` and ``deadline`` (seconds) end it with `CancelledError`
        * ``hear`` is told of each claim as soon as it is verified; `stream` gives them in a loop
        * ``today`` is what "last year" refers to; without it the calendar's day
        * ``after`` is what a follow-up goes on from: "and which of them …", "what about …"

        Raises `InputError` for arguments that cannot be used, `StoreError`, `ModelError`.
        """
        require_askable(
            question, mode, budget=budget, token_budget=token_budget,
            has_chat=self.chat is not None or dry_run,
        )  # fmt: skip
        followed = follow(question, after, self.link) if after else Followed(question)
        question = followed.question
        spans = Spans(contents=self._trace_contents)
        run = Run(cancel, deadline, self._seed, dry_run, hear, spans)
        with spans.span("ontorag.ask") as marks:
            reasoning = reasoning_of(mode, reasoning)
            self._reason(reasoning, run)
            language = language or self._language or detect(question)
            chat = self._chat(run)

            def answered() -> Result:
                view = self.graph.view()
                marks.set(question_attributes(question, view.snapshot, contents=spans.contents))
                asked = Asked(
                    question, language, view,
                    replace(read_scope(self.graph, graphs, sources), inferred=reasoning != "off"),
                    world or self._world,
                    complete_properties(self.graph, self._complete, complete, view),
                    budget, replace(self._wanted, token_budget=token_budget),
                    today or date.today(), followed.within,
                )  # fmt: skip
                if mode in UNSELECTED and chat is not None:
                    answer, subgraph = answer_unverified(asked, self.graph, mode, chat, run)
                    return self._result(asked, (), None, subgraph, answer, run)
                return self._answered(asked, links or {}, run)

            result = reading_again(answered)
            marks.set(answer_attributes(result.answer, contents=spans.contents))
        return result

    async def aask(self, question: str, **options: Unpack[AskOptions]) -> Result:
        """Answer a question as `ask` does, without blocking the event loop.

        It runs in a thread; cancelling the task cancels the question.
        """
        return await ask_in_thread(
            lambda stop: self.ask(question, **until(options, stop)), options.get("cancel")
        )

    def stream(
        self, question: str, **options: Unpack[AskOptions]
    ) -> Iterator[Union[Heard, Result]]:
        """Answer a question as `ask` does, and give each claim as soon as it is verified.

        The last thing given is the `Result`; the claims before it are those of its answer. In
        prose, `Draft` pieces that nobody has checked come before each `Claim`; `Withdrawn` says
        that what was drafted since the last claim is not proved. Leaving the loop early cancels.
        """
        return listen(
            lambda stop, hear: self.ask(question, **until(options, stop), hear=hear),
            options.get("cancel"),
        )

    def ask_many(
        self, questions: Iterable[str], *, parallel: int = 4, **options: Unpack[AskOptions]
    ) -> list[Result]:
        """Answer questions as `ask` does, ``parallel`` at a time; results come in their order.

        More at once is of use with a chat model, whose answers are waited for. The first error
        cancels the other questions and is raised.
        """
        return ask_each(
            lambda question, stop: self.ask(question, **until(options, stop)),
            questions, parallel, options.get("cancel"),
        )  # fmt: skip

    def _answered(self, asked: Asked, links: Mapping[str, str | Term], run: Run) -> Result:
        linked = self._link(asked, links, run)
        found = tell_what_it_is(asked, linked, run) or self._found(asked, linked, run)
        plan, read, decision = found.plan, found.links, found.decision
        subgraph = with_nearby(asked, read, found.subgraph, decision)
        subgraph = with_proofs(asked, subgraph, self.graph)
        answer, subgraph = self._answer(asked, plan, subgraph, decision, read, run)
        return self._result(asked, read, plan, subgraph, answer, run)

    def _found(self, asked: Asked, linked: Linked, run: Run) -> Found:
        """Plan, select and decide by what is stated, else by class axioms."""
        planned = self._plan(asked, linked, run)
        refuted = refuted_premise(asked, planned)
        plan = planned.plan if refuted is None else refuted[0]
        subgraph = self._select(asked, plan, run) if refuted is None else refuted[1]
        decision = self._decide(asked, plan, subgraph, planned.links, run)
        found = Found(plan, planned.links, subgraph, decision)
        return found if refuted is not None else read_by_classes(asked, linked, found, run)

    def link(self, text: str, *, links: Mapping[str, str | Term] | None = None) -> tuple[Link, ...]:
        """Give the mentions of any text with their links, and all candidates that come near."""
        linker = self._semantic.linker(self.graph.view(), self.chat)
        found = linker.link(
            text, given=_named(links or {}), language=self._language, offers=True
        ).links
        require_said(links or {}, found)
        return found

    def compare(self, question: str, modes: Sequence[Mode] = MODES) -> list[Result]:
        """Answer a question in several modes, to see them side by side."""
        return [
            self.ask(question, mode=mode, reasoning=reasoning)
            for mode, reasoning in side_by_side(modes)
        ]

    def _chat(self, run: Run) -> RecordedChat | None:
        """Give the chat model as this question uses it; a dry run needs none."""
        if self.chat is None:
            return RecordedChat(ScriptedChat(name="no model"), run) if run.is_dry else None
        return RecordedChat(self.chat, run)

    def _reason(self, reasoning: Reasoning | None, run: Run) -> None:
        if reasoning is None or reasoning == "off":
            return
        with self._lock:
            if self.graph.is_reasoned(reasoning):
                return
            with run.step("reason") as details:
                found = self.graph.reason(reasoning)
                details.append(("inferred", f"{found.inferred} facts, {found.kept} kept"))

    def _link(self, asked: Asked, given: Mapping[str, str | Term], run: Run) -> Linked:
        with run.step("link") as details:
            if len(asked.question) > LONGEST_QUESTION or not asked.question.strip():
                return Linked("de" if asked.language == "de" else "en", ())
            linked = self._semantic.linker(asked.view, self._chat(run)).link(
                asked.question, given=_named(given), language=asked.language
            )
            view = asked.view
            read = tuple(without_head_noun(e, view.lookup, view.schema) for e in linked.links)
            read = with_flags(read, asked.question, linked.language, view.flag)
            linked = replace(linked, links=read)
            require_said(given, linked.links)
            details.append(("mentions", len(linked.links)))
            if linked.choice is not None:
                details.append(("shown to the model", linked.choice.shown))
                details += [("refused", each) for each in linked.choice.refused]
                if linked.choice.problem:
                    details.append(("problem", linked.choice.problem))
        return linked

    def _plan(self, asked: Asked, linked: Linked, run: Run) -> Planned:
        with run.step("plan") as details:
            if len(asked.question) > LONGEST_QUESTION or not asked.question.strip():
                return Planned(Problem("invalid_question"), linked.links)
            choose = chooser(asked, self._chat(run), details)
            planned = plan_asked(asked, linked, self.graph.store, choose)
            made = planned.plan
            if isinstance(made, Plan):
                details.append(("plan", made.describe()))
                details.append(("constraints", len(made.constraints)))
            else:
                details.append(("no plan", made.reason))
        return planned

    def _select(self, asked: Asked, plan: Plan | Problem, run: Run) -> Subgraph:
        with run.step("traverse") as details:
            if isinstance(plan, Problem):
                return Subgraph()
            subgraph = select_facts(asked, plan, self.graph, details)
            run.mark(subgraph_attributes(subgraph, contents=run.spans.contents))
        return subgraph

    def _decide(
        self,
        asked: Asked,
        plan: Plan | Problem,
        subgraph: Subgraph,
        links: Sequence[Link],
        run: Run,
    ) -> Decision:
        with run.step("decide") as details:
            decision = decide(
                plan, subgraph, links, world=asked.world, complete=asked.complete,
                functional=one_valued(asked, plan),
            )  # fmt: skip
            details.append(("decision", decision.reason or "answer"))
            details.append(("near misses", len(subgraph.near_misses)))
        return decision

    def _answer(
        self,
        asked: Asked,
        plan: Plan | Problem,
        subgraph: Subgraph,
        decision: Decision,
        links: Sequence[Link],
        run: Run,
    ) -> tuple[Answer, Subgraph]:
        if decision.reason is not None or isinstance(plan, Problem):
            return abstain(asked, plan, subgraph, decision), subgraph
        chat = self._chat(run)
        flags = decision.flags
        if chat is None:
            claims = answer_by_template(
                plan, subgraph, language=asked.language, world=asked.world, links=links
            )
            run.tell(claims)
        else:
            said = phrase_answer(asked, plan, subgraph, links, chat=chat, run=run)
            claims, subgraph, flags = said.claims, said.subgraph, (*flags, *said.flags)
        if subgraph.truncated and "truncated" not in flags:
            flags = (*flags, "truncated")
        if not claims:
            return abstain(asked, plan, subgraph, Decision("unsupported_answer")), subgraph
        text = answer_text(claims, language=asked.language, subgraph=subgraph, links=links)
        return Answer("answered", None, flags, text, claims), subgraph

    def _result(
        self,
        asked: Asked,
        links: Sequence[Link],
        plan: Plan | Problem | None,
        subgraph: Subgraph,
        answer: Answer,
        run: Run,
    ) -> Result:
        outcome = Outcome(
            question=asked.question,
            language=asked.language,
            links=tuple(links),
            plan=plan if isinstance(plan, Plan) else None,
            subgraph=subgraph,
            answer=answer,
            trace=run.trace(asked.view.snapshot),
        )
        return Result(outcome, self.graph.curie, self._prove)

    def _prove(self, fact: Fact, language: str) -> Explanation:
        return self.graph.explain_fact(fact, language="de" if language == "de" else "en")


def _named(links: Mapping[str, str | Term]) -> dict[str, str]:
    return {mention: str(target) for mention, target in links.items()}
