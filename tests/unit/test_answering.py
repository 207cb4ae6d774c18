"""Answers by template and by a scripted model, over the small world on the embedded store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from ontorag.answering import answer_by_template, answer_text, write_abstention, write_prompt
from ontorag.answering.model import ask_model as ask_of_model
from ontorag.chat import ChatReply, ScriptedChat
from ontorag.selection import select
from ontorag.stores.sqlite import SQLiteStore, open_sqlite
from ontorag.values import (
    IRI,
    And,
    Candidate,
    Claim,
    Constraint,
    Every,
    Has,
    Is,
    Link,
    Literal,
    Mention,
    NearMiss,
    Not,
    OfType,
    Or,
    Plan,
    Reason,
    Source,
    Step,
    Subgraph,
    Superlative,
    Value,
    Verdict,
    Where,
    World,
)
from ontorag.verification import check_claims, repair


@dataclass
class Asker:
    """Plans over the small world, selected from a store."""

    world: Any
    store: SQLiteStore

    def has(self, skill: str, **options: Any) -> Constraint:
        where = Has(Step(self.world.term("hasSkill")), Is((self.world.term(skill),)))
        properties = (self.world.term("hasSkill"),)
        return Constraint(f"hat Fähigkeit: {skill}", where, properties=properties, **options)

    def plan(self, *constraints: Constraint, **options: Any) -> Plan:
        parts: list[Where] = [Not(c.where) if c.excluded else c.where for c in constraints]
        where = options.pop("where", parts[0] if len(parts) == 1 else And(tuple(parts)))
        options = {"operation": "holders", "language": "de"} | options
        return Plan(where=where, constraints=constraints, **options)

    def exists(self, person: str, mission: str) -> Plan:
        subject, took_part = self.world.term(person), self.world.term("participatedIn")
        where = Has(Step(took_part), Is((self.world.term(mission),)))
        constraint = Constraint(f"nahm teil an: {mission}", where, properties=(took_part,))
        return self.plan(
            constraint, where=And((Is((subject,)), where)), operation="exists", subjects=(subject,)
        )

    def values(self, subject: str, *properties: str, language: str = "de") -> Plan:
        thing, along = self.world.term(subject), [self.world.term(each) for each in properties]
        wheres: list[Where] = [Has(Step(each, inverse=True), Is((thing,))) for each in along]
        return Plan(
            "values", wheres[0] if len(wheres) == 1 else Or(tuple(wheres)), subjects=(thing,),
            properties=tuple(along), language=language,
        )  # fmt: skip

    def without_python(self) -> Plan:
        excluded = self.has("Python", excluded=True)
        persons = OfType((self.world.term("Person"),))
        return self.plan(excluded, where=And((persons, Not(excluded.where))))

    def requirements(self, mission: str) -> Plan:
        has, requires = self.world.term("hasSkill"), self.world.term("requiresSkill")
        where = Every(Step(has), Has(Step(requires, True), Is((self.world.term(mission),))))
        return self.plan(Constraint("alle Anforderungen", where, properties=(has, requires)))

    def select(self, plan: Plan, **options: Any) -> Subgraph:
        return select(plan, self.store, names=self.world.names, **options)

    def claims(self, plan: Plan, *, world: World = "recorded", **options: Any) -> tuple[Claim, ...]:
        subgraph = self.select(plan, world=world, **options)
        return answer_by_template(plan, subgraph, language=plan.language, world=world)

    def text(self, plan: Plan, **options: Any) -> str:
        return answer_text(self.claims(plan, **options), language=plan.language)


@pytest.fixture
def asker(world: Any) -> Iterator[Asker]:
    store = open_sqlite()
    with store.writing() as writer:
        writer.replace(Source("world"), world.quads)
    yield Asker(world, store)
    store.close()


def test_each_holder_is_told_with_its_qualifier_and_citation(asker: Asker) -> None:
    assert asker.text(asker.plan(asker.has("Python"))) == (
        "Anna Weber hat Fähigkeit Python (Niveau: Experte) [F1]. "
        "Ben Koch hat Fähigkeit Python (Niveau: Grundkenntnisse) [F2]."
    )


def test_the_only_one_is_told_with_what_else_is_recorded(asker: Asker) -> None:
    best = Superlative("beste Fähigkeit", True)
    plan = asker.plan(asker.has("Python"), asker.has("Navigation"), superlative=best)
    text = asker.text(plan)

    assert text.startswith(
        "Anna Weber hat Fähigkeit Python (Niveau: Experte) und Navigation [F1] [F2]."
    )
    assert (
        "Nur für Anna Weber ist verzeichnet: hat Fähigkeit: Python und hat Fähigkeit: Navigation; "
        "damit ist „beste Fähigkeit“ ohne Vergleich beantwortet [D1]." in text
    )
    assert "Anna Weber leitet Mission Aurora [F4]." in text


def test_nouns_and_verbs_are_told_apart(asker: Asker) -> None:
    assert asker.text(asker.values("Mission Aurora", "startDate", "budget")) == (
        "Budget von Mission Aurora: 1200000 (unit: EUR) [F1]. "
        "Startdatum von Mission Aurora: 2019-03-14 [F2]."
    )
    assert asker.text(asker.values("Anna Weber", "mentors")) == (
        "Anna Weber betreut als Mentor Ben Koch [F1]."
    )


def test_english_questions_are_answered_in_english(asker: Asker) -> None:
    text = asker.text(asker.values("Mission Aurora", "startDate", language="en"))

    assert text == "Startdatum of Mission Aurora: 2019-03-14 [F1]."


@pytest.mark.parametrize(
    ("reading", "complete", "said"),
    [
        ("recorded", (), "Es sind 2 verzeichnet"),
        ("open", (), "Es sind mindestens 2"),
        ("recorded", ("hasSkill",), "Es sind genau 2"),
    ],
)  # fmt: skip
def test_a_count_is_told_as_it_is_meant(
    asker: Asker, reading: World, complete: tuple[str, ...], said: str
) -> None:
    plan = asker.plan(asker.has("Python"), operation="count")
    declared = {asker.world.term(name) for name in complete}
    text = asker.text(plan, world=reading, complete=declared)

    assert text.startswith(f"{said} (hat Fähigkeit: Python): Anna Weber, Ben Koch [D1].")
    assert ("verzeichnet" in text) == (said == "Es sind 2 verzeichnet")


def test_yes_and_no_lead_with_the_word(asker: Asker) -> None:
    assert asker.text(asker.exists("Ben Koch", "Mission Aurora")) == (
        "Ja: Ben Koch nahm teil an Mission Aurora [F1]."
    )
    assert asker.text(asker.exists("Ben Koch", "Mission Borealis"), world="closed") == (
        "Nein: Trifft auf Ben Koch nicht zu: nahm teil an: Mission Borealis [D1]. "
        "Ben Koch nahm teil an Mission Aurora [F1]."
    )


def test_negation_says_not_recorded_and_never_cannot(asker: Asker) -> None:
    text = asker.text(asker.without_python())

    assert text == (
        "Für Anna Wegner, Clara Öztürk und Dana Roth nicht verzeichnet: hat Fähigkeit: Python [D2]."
    )


def test_nobody_is_an_answer_where_the_records_are_complete(asker: Asker) -> None:
    plan = asker.plan(asker.has("Kryptographie"))

    assert asker.text(plan, world="closed") == (
        "Niemand und nichts erfüllt: hat Fähigkeit: Kryptographie [D1]."
    )


def test_answers_beyond_the_budget_are_still_named(asker: Asker) -> None:
    skills = Has(Step(asker.world.term("hasSkill"), True), OfType((asker.world.term("Person"),)))
    plan = Plan("values", skills, properties=(asker.world.term("hasSkill"),), language="de")
    subgraph = asker.select(plan, budget=3)
    claims = answer_by_template(plan, subgraph, language="de")
    text = answer_text(claims, language="de", subgraph=subgraph)

    assert text.startswith(
        "Es sind 4 verzeichnet: Datenbanken, Navigation, Python, Schweißen [D1]."
    )
    assert text.endswith("Gezeigt werden 3 von 6 Fakten.")


def all_plans(asker: Asker) -> list[tuple[Plan, dict[str, Any]]]:
    superlative = Superlative("beste", True)
    both = asker.plan(asker.has("Python"), asker.has("Navigation"), superlative=superlative)
    persons = Constraint("Person", OfType((asker.world.term("Person"),)))
    anna = asker.world.term("Anna Weber")
    return [
        (asker.plan(asker.has("Python")), {}),
        (both, {}),
        (both, {"world": "closed"}),
        (asker.plan(asker.has("Python"), operation="count"), {"world": "open"}),
        (asker.plan(persons), {}),
        (asker.plan(persons), {"budget": 2}),
        (asker.plan(asker.has("Kryptographie")), {"world": "closed"}),
        (asker.without_python(), {}),
        (asker.without_python(), {"world": "closed"}),
        (asker.requirements("Mission Aurora"), {}),
        (asker.exists("Ben Koch", "Mission Aurora"), {}),
        (asker.exists("Ben Koch", "Mission Borealis"), {"world": "closed"}),
        (asker.values("Mission Aurora", "startDate", "endDate", "crewSize", "budget"), {}),
        (asker.values("Clara Öztürk", "reportsTo", language="en"), {}),
        (Plan("neighbourhood", Is((anna,)), subjects=(anna,), language="de"), {}),
    ]


def test_every_claim_of_the_template_is_proved_by_what_it_cites(asker: Asker) -> None:
    told = 0
    for plan, options in all_plans(asker):
        subgraph = asker.select(plan, **options)
        claims = answer_by_template(plan, subgraph, language=plan.language)
        checked = check_claims(claims, subgraph, language=plan.language)
        assert claims, plan
        for claim, own in zip(checked, claims, strict=True):
            assert (claim.verdict.kind, claim.evidence_ids) == ("supported", own.evidence_ids), (
                claim
            )
            told += 1
    assert told > 30


def reply(*claims: tuple[str, list[str]], status: str = "answered") -> str:
    said = [{"text": text, "evidence_ids": ids} for text, ids in claims]
    return json.dumps({"claims": said, "missing": ["x\u202e"], "status": status})


def ask_model(asker: Asker, *replies: Any) -> Any:
    plan = asker.plan(asker.has("Python"))
    chat = ScriptedChat(replies)
    subgraph = asker.select(plan)
    prompt = write_prompt("Wer beherrscht Python?", subgraph, chat, language="de", domain="Welt")
    answer = ask_of_model(prompt, chat, language="de")
    template = answer_by_template(plan, subgraph, language="de")
    checked = check_claims(
        answer.claims or template, subgraph, language="de", known_labels=asker.world.known_labels
    )
    return answer, repair(checked, template, subgraph), template, chat


def test_proved_claims_of_the_model_are_kept_as_said(asker: Asker) -> None:
    said = ("Anna Weber und Ben Koch beherrschen Python [F1].", ["F1", "F2", "F2"])
    answer, (claims, replaced), _, chat = ask_model(asker, reply(said))

    assert (answer.flags, replaced, len(chat.calls)) == ((), False, 1)
    assert [(claim.text, claim.evidence_ids) for claim in claims] == [
        ("Anna Weber und Ben Koch beherrschen Python.", ("F1", "F2"))
    ]
    assert answer.missing == ("x",)


def test_the_model_gets_the_selected_facts_and_nothing_else(asker: Asker) -> None:
    _, _, _, chat = ask_model(asker, reply(("Anna Weber hat Fähigkeit Python.", ["F1"])))
    sent = chat.calls[0].messages[-1].content

    assert '"subject": "Anna Weber"' in sent
    assert "Clara" not in sent


@pytest.mark.parametrize(
    "claim",
    [
        ("Clara Öztürk beherrscht Python.", []),
        ("Clara Öztürk beherrscht Python.", ["F1"]),
        ("Anna Weber bildet Ben Koch aus.", ["F1"]),
        ("Anna Weber beherrscht Python nicht.", ["F1"]),
        ("Anna Weber beherrscht Python seit 2019.", ["F1"]),
        ("Anna Weber beherrscht Python (Niveau: Grundkenntnisse).", ["F1"]),
        ("Anna Weber beherrscht Python. Siehe http://example.org", ["F1"]),
    ],
)
def test_what_is_not_proved_is_said_by_template(asker: Asker, claim: tuple[str, list[str]]) -> None:
    answer, (claims, replaced), template, _ = ask_model(asker, reply(claim))

    assert answer.claims
    assert (claims, replaced) == (template, True)


def test_a_proved_claim_beside_the_question_does_not_stand_for_the_answer(asker: Asker) -> None:
    said = ("Anna Weber beherrscht Navigation.", ["F1"])
    _, (claims, replaced), template, _ = ask_model(asker, reply(said))

    assert [claim.text for claim in claims] == [said[0], *(claim.text for claim in template)]
    assert (claims[0].verdict.kind, replaced) == ("miscited", False)


def test_an_answer_that_the_model_leaves_out_is_added(asker: Asker) -> None:
    said = ("Anna Weber beherrscht Python.", ["F1"])
    _, (claims, replaced), template, _ = ask_model(asker, reply(said))

    assert [claim.text for claim in claims] == [said[0], template[1].text]
    assert not replaced


def test_kept_claims_are_followed_by_what_they_leave_out(asker: Asker) -> None:
    kept, fallen = ("Ben Koch beherrscht Python.", ["F2"]), ("Anna ist die Beste.", ["F1"])
    _, (claims, replaced), template, _ = ask_model(asker, reply(kept, fallen))

    assert replaced
    assert [claim.text for claim in claims] == [kept[0], template[0].text]


@pytest.mark.parametrize(
    ("replies", "flag", "calls"),
    [
        ((reply(status="insufficient"),), "model_abstained", 1),
        (("{", "not json"), "invalid_model_output", 2),
        ((reply(),), "invalid_model_output", 1),
        ((ChatReply("no", "m", finish_reason="refusal"),), "model_abstained", 1),
        ((ChatReply('{"claims"', "m", finish_reason="length"),), "invalid_model_output", 1),
    ],
)
def test_a_model_that_says_nothing_usable_is_replaced_by_the_template(
    asker: Asker, replies: tuple[Any, ...], flag: str, calls: int
) -> None:
    answer, (claims, replaced), template, chat = ask_model(asker, *replies)

    assert (answer.claims, answer.flags, len(chat.calls)) == ((), (flag,), calls)
    assert [claim.text for claim in claims] == [claim.text for claim in template]
    assert not replaced


def test_corrections_and_what_was_left_aside_are_told() -> None:
    target = Value(IRI("urn:p"), Literal("Willensstärke"))
    links = (
        Link(
            Mention("Willenskraft", 0, 12), target,
            (Candidate(target, 0.9, "semantic", "Willensstärke"),), "semantic",
        ),
        Link(Mention("Mordor", 20, 26), None, role="circumstance"),
    )  # fmt: skip
    claim = Claim("Frodo.", ("F1",), Verdict("supported"))

    assert answer_text([claim], language="de", links=links) == (
        "Frodo [F1]. Gelesen als: Willenskraft → Willensstärke. Nicht berücksichtigt: „Mordor“."
    )


REASONS: tuple[Reason, ...] = (
    "invalid_question", "unsupported_operation", "out_of_time_scope", "out_of_domain",
    "unknown_concept", "unknown_entity", "ambiguous", "unknown_relation", "false_presupposition",
    "no_data", "no_matching_entity", "conflicting_facts", "open_world", "invalid_model_output",
    "unsupported_answer",
)  # fmt: skip


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_its_words(world: Any, reason: Reason, language: str) -> None:
    text = write_abstention(
        reason, language=language, mention="Rust", nearest=["Python"], options=["A", "B"],
        subject="Anna Weber", properties=["leitet"], subgraph=world.subgraph("F5"),
    )  # fmt: skip

    assert text.endswith(".")
    assert "  " not in text
    german = sum(word in text for word in ("ist", "nicht", "liegt", "Das", "Die"))
    assert bool(german) == (language == "de")


def test_an_empty_intersection_tells_counts_and_near_misses(asker: Asker) -> None:
    plan = asker.plan(asker.has("Python"), asker.has("Datenbanken"))
    text = write_abstention("no_matching_entity", language="de", subgraph=asker.select(plan))

    assert "hat Fähigkeit: Python – 2; hat Fähigkeit: Datenbanken – 1; zusammen – 0." in text
    assert (
        "Anna Weber 1 von 2 (erfüllt: hat Fähigkeit: Python; fehlt: hat Fähigkeit: Datenbanken)"
        in text
    )
    assert "Anna Weber hat Fähigkeit Python (Niveau: Experte) [F1]" in text


def test_a_requirement_tells_who_meets_how_much(asker: Asker) -> None:
    subgraph = asker.select(asker.requirements("Mission Borealis"))
    text = write_abstention("no_matching_entity", language="en", subgraph=subgraph)

    assert "Anna Weber 1 of 2 (met: Navigation; missing: Datenbanken)" in text
    assert "Clara Öztürk 1 of 2 (met: Datenbanken; missing: Navigation)" in text


def test_an_unrecorded_yes_or_no_tells_what_is_recorded(asker: Asker) -> None:
    subgraph = asker.select(asker.exists("Ben Koch", "Mission Borealis"))
    text = write_abstention("open_world", language="de", subgraph=subgraph)

    assert text.startswith("Für Ben Koch nicht verzeichnet: nahm teil an: Mission Borealis.")
    assert "Verzeichnet ist: Ben Koch nahm teil an Mission Aurora [F1]." in text


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        ("ranking", "Rangfolge für „beste“"),
        ("instruction", "wird nicht befolgt"),
        ("opinion", "Wertung"),
        ("counterfactual", "nicht der Fall"),
        ("prediction", "Zukunft"),
        ("", "nicht berechnen"),
    ],
)
def test_an_unsupported_operation_says_which(operation: str, said: str) -> None:
    text = write_abstention(
        "unsupported_operation", language="de", mention="beste", operation=operation
    )

    assert said in text


def test_long_lists_are_cut(world: Any) -> None:
    many = [f"Ding {n}" for n in range(30)]
    text = write_abstention("unknown_concept", language="de", mention="X", nearest=many)

    assert text.endswith("Ding 7, ….")


def test_a_near_miss_without_answers_needs_no_facts(world: Any) -> None:
    miss = NearMiss(world.names([world.term("Dana Roth")])[world.term("Dana Roth")], ("a",), ("b",))
    text = write_abstention(
        "no_matching_entity", language="en", subgraph=Subgraph(near_misses=(miss,))
    )

    assert "Dana Roth 1 of 2 (met: a; missing: b)" in text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Bei „Frodo“ ist nicht klar, welche Beziehung gemeint ist: „hat“ oder „kann“. "
               "Hilfreich: die Beziehung beim Namen nennen."),
        ("en", "It is not clear which relation is meant with “Frodo”: “hat” or “kann”. "
               "What would help: name the relation."),
    ],
)  # fmt: skip
def test_an_unclear_relation_is_said_to_be_one(language: str, text: str) -> None:
    options = ["hat", "kann"]
    said = write_abstention(
        "ambiguous", language=language, mention="Frodo", options=options, relation=True
    )
    assert said == text


def test_operations_without_words_of_the_question_are_whole_sentences() -> None:
    ranking = write_abstention("unsupported_operation", language="de", operation="ranking")
    assert ranking.startswith("Keine Eigenschaft in den Daten legt diese Rangfolge fest.")
    several = write_abstention(
        "unsupported_operation", language="en", operation="several questions", mention="And who?"
    )
    assert several.startswith("These are several questions at once: “And who?”.")
