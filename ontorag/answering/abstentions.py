"""Why there is no answer, and what would help, in German and English."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ontorag.answering.sentences import Wording, grouped, listed
from ontorag.language.visible import INNER_QUOTES, as_name, visible
from ontorag.values import ConstraintCount, NearMiss, Reason, Subgraph

SHOWN = 8
STATEMENTS = 5


@dataclass(frozen=True, slots=True)
class _Case:
    """Everything an abstention may mention."""

    language: str
    mention: str
    nearest: tuple[str, ...]
    options: tuple[str, ...]
    subject: str
    properties: tuple[str, ...]
    operation: str
    subgraph: Subgraph
    relation: bool = False

    @property
    def german(self) -> bool:
        return self.language == "de"

    def quoted(self, text: str) -> str:
        return f"„{text}“" if self.german else f"“{text}”"

    def alternatives(self, texts: Sequence[str]) -> str:
        """List options with "or"."""
        shown = [self.quoted(text) for text in texts[:SHOWN]]
        last = " oder " if self.german else " or "
        return last.join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 else "".join(shown)

    def names(self, texts: Sequence[str]) -> str:
        """List what there is, cut after `SHOWN`."""
        shown = ", ".join(texts[:SHOWN])
        return f"{shown}, …" if len(texts) > SHOWN else shown


def write_abstention(
    reason: Reason,
    *,
    language: str,
    mention: str = "",
    nearest: Sequence[str] = (),
    options: Sequence[str] = (),
    subject: str = "",
    properties: Sequence[str] = (),
    operation: str = "",
    subgraph: Subgraph | None = None,
    relation: bool = False,
) -> str:
    """Say why a question is not answered, from what was found, and what would help.

    * ``mention``: the words of the question that decided it
    * ``nearest``: labels to offer instead; ``options``: what an ambiguous mention may mean
    * ``subject``: the label of what the question is about
    * ``properties``: labels of the properties that it has, or (no_data) that were asked for
    * ``operation``: what is not supported, one of "ranking", "opinion", "counterfactual",
      "instruction", "prediction", "negation", or "" for any other
    * ``relation``: whether the options are properties, not meanings of the words
    * ``subgraph``: counts, near misses and the facts that refute or stand beside
    """
    case = _Case(
        language=language,
        mention=visible(mention).translate(INNER_QUOTES),
        nearest=tuple(as_name(text, language) for text in nearest),
        options=tuple(visible(text).translate(INNER_QUOTES) for text in options),
        subject=as_name(subject, language),
        properties=tuple(as_name(text, language) for text in properties),
        operation=operation,
        subgraph=subgraph or Subgraph(),
        relation=relation,
    )
    return " ".join(sentence for sentence in _WRITERS[reason](case) if sentence)


def _invalid_question(case: _Case) -> list[str]:
    if case.german:
        return ["Das ist keine lesbare Frage. Hilfreich: eine Frage in Worten stellen."]
    return ["This is not a readable question. What would help: ask it in words."]


_OPERATIONS = {
    "ranking": (
        "Keine Eigenschaft in den Daten legt eine Rangfolge für {} fest.",
        "No property in the data ranks {}.",
    ),
    "opinion": (
        "{} ist eine Wertung, zu der die Daten nichts sagen.",
        "{} is a judgement that the data say nothing about.",
    ),
    "counterfactual": (
        "{} fragt nach etwas, das nicht der Fall ist; die Daten sagen nur, was ist.",
        "{} asks about what is not the case; the data only say what is.",
    ),
    "instruction": (
        "{} ist eine Anweisung und keine Frage; sie wird nicht befolgt.",
        "{} is an instruction and not a question; it is not followed.",
    ),
    "prediction": (
        "{} fragt nach der Zukunft; die Daten sagen nur, was verzeichnet ist.",
        "{} asks about the future; the data only say what is recorded.",
    ),
    "several questions": (
        "Das sind mehrere Fragen auf einmal: {}. Hilfreich: sie einzeln stellen.",
        "These are several questions at once: {}. What would help: ask them one at a time.",
    ),
    "joined questions": (
        "Das sind zwei Fragen in einer: {}. Hilfreich: sie einzeln stellen.",
        "These are two questions in one: {}. What would help: ask them one at a time.",
    ),
    "": (
        "{} lässt sich aus den Daten nicht berechnen.",
        "{} cannot be computed from the data.",
    ),
}


def _unsupported_operation(case: _Case) -> list[str]:
    texts = _OPERATIONS.get(case.operation, _OPERATIONS[""])
    what = case.quoted(case.mention) if case.mention else "Das" if case.german else "This"
    said = texts[0 if case.german else 1].format(what)
    if case.operation == "ranking" and not case.mention:
        said = (
            "Keine Eigenschaft in den Daten legt diese Rangfolge fest."
            if case.german
            else "No property in the data gives this ranking."
        )
    helpful = _askable(case)
    if case.operation == "ranking" and not helpful:
        helpful = (
            "Hilfreich: in der Ontologie eine Skala angeben (urn:ontorag:schema#order)."
            if case.german
            else "What would help: an ordered scale in the ontology (urn:ontorag:schema#order)."
        )
    return [said, helpful]


def _askable(case: _Case) -> str:
    if not case.properties:
        return ""
    lead = "Fragen lässt sich nach" if case.german else "What can be asked for"
    return f"{lead}: {case.names(case.properties)}."


def _out_of_time_scope(case: _Case) -> list[str]:
    what = case.quoted(case.mention) if case.mention else "Das" if case.german else "This"
    if case.german:
        return [f"{what} liegt außerhalb der Zeit, über die die Daten etwas sagen."]
    return [f"{what} lies outside the time that the data cover."]


def _out_of_domain(case: _Case) -> list[str]:
    what = f" ({case.quoted(case.mention)})" if case.mention else ""
    if case.german:
        return [f"Davon handeln diese Daten nicht{what}.", _nearest(case)]
    return [f"These data are not about that{what}.", _nearest(case)]


def _nearest(case: _Case) -> str:
    if not case.nearest:
        return ""
    lead = "Am nächsten kommen" if case.german else "The nearest are"
    return f"{lead}: {case.names(case.nearest)}."


def _unknown_concept(case: _Case) -> list[str]:
    what = case.quoted(case.mention)
    if case.german:
        return [f"{what} kommt in diesen Daten nicht vor.", _nearest(case)]
    return [f"{what} does not occur in these data.", _nearest(case)]


def _unknown_entity(case: _Case) -> list[str]:
    what = case.quoted(case.mention)
    known = case.nearest or case.options
    if case.german:
        offered = f"Verzeichnet sind: {case.names(known)}." if known else ""
        return [f"{what} ist in diesen Daten nicht verzeichnet.", offered]
    offered = f"Recorded are: {case.names(known)}." if known else ""
    return [f"{what} is not recorded in these data.", offered]


def _ambiguous(case: _Case) -> list[str]:
    what = case.quoted(case.mention)
    offered = case.alternatives(case.options or case.nearest)
    if case.relation and case.german:
        return [f"Bei {what} ist nicht klar, welche Beziehung gemeint ist: {offered}.",
                "Hilfreich: die Beziehung beim Namen nennen."]  # fmt: skip
    if case.relation:
        return [f"It is not clear which relation is meant with {what}: {offered}.",
                "What would help: name the relation."]  # fmt: skip
    same_name = any("<" in option for option in case.options)
    if case.german:
        how = "mit der IRI festlegen, was gemeint ist" if same_name else "den ganzen Namen nennen"
        return [f"{what} ist mehrdeutig. Gemeint sein kann {offered}.", f"Hilfreich: {how}."]
    how = "settle by its IRI which one is meant" if same_name else "say the whole name"
    return [f"{what} is ambiguous. It may mean {offered}.", f"What would help: {how}."]


def _unknown_relation(case: _Case) -> list[str]:
    listed_ = case.names(case.properties)
    if case.german:
        asked = f" nach {case.quoted(case.mention)}" if case.mention else ""
        there = f"Zu {case.subject} ist verzeichnet: {listed_}." if listed_ else ""
        return [f"Keine Eigenschaft in den Daten beantwortet die Frage{asked}.", there]
    asked = f" about {case.quoted(case.mention)}" if case.mention else ""
    there = f"Recorded for {case.subject}: {listed_}." if listed_ else ""
    return [f"No property in the data answers the question{asked}.", there]


def _false_presupposition(case: _Case) -> list[str]:
    said = _statements(case)
    if case.german:
        return [f"Die Frage setzt etwas voraus, das die Daten widerlegen: {said}."]
    return [f"The question presupposes what the data refute: {said}."]


def _statements(case: _Case) -> str:
    """Say the facts of the subgraph with their ids, at most `STATEMENTS` sentences."""
    wording = Wording(case.subgraph, case.language)
    said = [
        wording.sentence(group) + "".join(f" [{fact.id}]" for fact in group)
        for group in grouped(case.subgraph.facts)
    ]
    return "; ".join(said[:STATEMENTS]) + ("; …" if len(said) > STATEMENTS else "")


def _no_data(case: _Case) -> list[str]:
    what = listed([case.quoted(text) for text in case.properties], case.language)
    what = what or case.quoted(case.mention)
    if case.german:
        return [f"Zu {case.subject} ist {what} nicht verzeichnet.",
                "Die Eigenschaft ist bekannt, der Wert fehlt."]  # fmt: skip
    return [f"{what} is not recorded for {case.subject}.",
            "The property is known, the value is missing."]  # fmt: skip


def _no_matching_entity(case: _Case) -> list[str]:
    counts, nears = case.subgraph.constraint_counts, case.subgraph.near_misses
    said = [
        "Alle Begriffe sind bekannt, aber nichts Verzeichnetes passt."
        if case.german
        else "Everything asked for is known, but nothing recorded matches."
    ]
    if counts:
        said.append(_counts(case, counts))
    if nears:
        lead = "Am nächsten kommen" if case.german else "The nearest are"
        said.append(f"{lead}: {'; '.join(_near(case, near) for near in nears)}.")
    if case.subgraph.facts:
        lead = "Verzeichnet ist" if case.german else "Recorded"
        said.append(f"{lead}: {_statements(case)}.")
    return said


def _counts(case: _Case, counts: Sequence[ConstraintCount]) -> str:
    each = "; ".join(f"{one.text} – {one.count}" for one in counts)
    lead = "Treffer" if case.german else "Matches"
    telling = len(counts) > 1 and all(one.count for one in counts)
    together = f"; {'zusammen' if case.german else 'together'} – 0" if telling else ""
    return f"{lead}: {each}{together}."


def _near(case: _Case, near: NearMiss) -> str:
    of = "von" if case.german else "of"
    met = "erfüllt" if case.german else "met"
    missed = "fehlt" if case.german else "missing"
    share = f"{len(near.met)} {of} {len(near.met) + len(near.missed)}"
    parts = f"{met}: {', '.join(near.met)}; {missed}: {', '.join(near.missed)}"
    return f"{as_name(near.entity.label, case.language)} {share} ({parts})"


def _conflicting_facts(case: _Case) -> list[str]:
    said = _statements(case)
    denied = [each.text for each in case.subgraph.derived if each.kind == "absent"]
    if denied:
        lead = "Die Daten widersprechen sich" if case.german else "The data contradict each other"
        return [f"{lead}: {said}.", *denied]
    if case.german:
        return [f"Die Daten widersprechen sich, wo nur ein Wert gelten kann: {said}."]
    return [f"The data contradict each other where one value can hold: {said}."]


def _open_world(case: _Case) -> list[str]:
    denied = [each.text for each in case.subgraph.derived if each.kind == "absent"]
    said = denied[:1] or (["Nicht verzeichnet."] if case.german else ["Not recorded."])
    if case.operation == "negation":
        said = []
    if case.german:
        said.append("Was nicht verzeichnet ist, kann dennoch gelten.")
        helpful = (
            "Hilfreich: die Eigenschaft als vollständig erklären (urn:ontorag:schema#complete)."
        )
        lead = "Verzeichnet ist"
    else:
        said.append("What is not recorded may still hold.")
        helpful = "What would help: declare the property complete (urn:ontorag:schema#complete)."
        lead = "Recorded"
    if case.subgraph.facts and case.operation != "negation":
        said.append(f"{lead}: {_statements(case)}.")
    return [*said, helpful]


def _invalid_model_output(case: _Case) -> list[str]:
    if case.german:
        return ["Das Modell hat nichts Brauchbares geantwortet, und ohne Modell steht keine "
                "Antwort fest."]  # fmt: skip
    return ["The model's output cannot be used, and without it there is no certain answer."]


def _unsupported_answer(case: _Case) -> list[str]:
    if case.german:
        return ["Keine Aussage der Antwort ist durch Fakten belegt; deshalb wird sie nicht "
                "gegeben."]  # fmt: skip
    return ["No claim of the answer is supported by facts, so it is not given."]


_WRITERS: dict[Reason, Callable[[_Case], list[str]]] = {
    "invalid_question": _invalid_question,
    "unsupported_operation": _unsupported_operation,
    "out_of_time_scope": _out_of_time_scope,
    "out_of_domain": _out_of_domain,
    "unknown_concept": _unknown_concept,
    "unknown_entity": _unknown_entity,
    "ambiguous": _ambiguous,
    "unknown_relation": _unknown_relation,
    "false_presupposition": _false_presupposition,
    "no_data": _no_data,
    "no_matching_entity": _no_matching_entity,
    "conflicting_facts": _conflicting_facts,
    "open_world": _open_world,
    "invalid_model_output": _invalid_model_output,
    "unsupported_answer": _unsupported_answer,
}
