"""Numbers and dates of a question: "Masse über 5", "seit 2019", "4 Besatzungsmitglieder"."""

from __future__ import annotations

from dataclasses import dataclass

from ontorag.language import Quantity, fold, quantities, sign_before
from ontorag.language.words import folded_set
from ontorag.planning.question import Question
from ontorag.planning.relations import Weighing
from ontorag.schema import Property
from ontorag.values import IRI, XSD, And, Compare, Has, Literal, Or, Step, Where
from ontorag.values.where import Operator

OPERATORS: dict[str, Operator] = {
    "more_than": ">", "less_than": "<", "at_least": ">=", "at_most": "<=",
    "before": "<", "after": ">", "since": ">=", "until": "<=",
}  # fmt: skip
_BETWEEN_CUE_AND_VALUE = folded_set("als than dem der den the a an of im in am on to zum")
_BEGINNING = folded_set("start begin beginning since from anfang beginn seit ab startdatum")
_NUMBERS = frozenset(
    {"integer", "decimal", "double", "float", "int", "long", "short", "byte", "unsignedInt",
     "nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger",
     "unsignedLong"}
)  # fmt: skip
_DATES = frozenset({"date", "dateTime", "gYear", "gYearMonth", "dateTimeStamp"})


@dataclass(frozen=True, slots=True)
class Comparison:
    """A condition on a property's value; ``start`` to ``end`` are the words it was read from."""

    property: IRI
    where: Where
    said: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Sought:
    """A value with the operator that leads to it, None for one that cannot be computed.

    ``start`` includes the operator's words.
    """

    operator: Operator | None
    quantity: Quantity
    start: int


def comparisons(question: Question, weighing: Weighing) -> list[Comparison]:
    """Read each number or date, outside names, as a condition on the property said nearest."""
    found: list[Comparison] = []
    for sought in _sought(question):
        iri = _property(weighing, sought)
        if iri is not None and sought.operator is not None:
            found.append(_comparison(iri, sought, sought.operator))
    return _ranges(question, found)


def unread_quantity(question: Question, read: list[Comparison]) -> Quantity | None:
    """Give the first number or date that no comparison took up."""
    for each in _sought(question):
        taken = any(c.start <= each.quantity.start and each.quantity.end <= c.end for c in read)
        if not taken:
            return each.quantity
    return None


def _sought(question: Question) -> list[_Sought]:
    named = [
        (link.mention.start, link.mention.end)
        for link in question.links
        if link.target is not None or link.candidates or link.role == "circumstance"
    ]
    return [
        _with_operator(question, quantity)
        for quantity in quantities(question.text, question.language)
        if not any(start <= quantity.start < end for start, end in named)
        and (question.wanted_best is None or quantity.start != question.wanted_best[1])
    ]


def _with_operator(question: Question, quantity: Quantity) -> _Sought:
    """Look for the operator right before a value, over light words; without one it is "="."""
    sign = sign_before(question.text, quantity.start)
    if sign is not None:
        return _Sought(sign[0], quantity, sign[1])
    start = quantity.start
    before = [token for token in question.said if token.end <= quantity.start]
    while before and fold(before[-1].text) in _BETWEEN_CUE_AND_VALUE:
        start = before.pop().start
    for cue in question.cues:
        ends = [token.end for token in before[-1:]]
        if cue.kind in OPERATORS and (cue.end in ends or cue.end == _end_of(before, start)):
            return _Sought(OPERATORS[cue.kind], quantity, cue.start)
        if cue.kind in OPERATORS and cue.start < start <= cue.end:
            return _Sought(OPERATORS[cue.kind], quantity, cue.start)
    return _Sought("=", quantity, quantity.start)


def _end_of(before: list, start: int) -> int:  # type: ignore[type-arg]
    return before[-1].end if before else start


def _property(weighing: Weighing, sought: _Sought) -> IRI | None:
    """Choose the property whose values can be compared and whose words stand nearest."""
    said = weighing.question.said
    near = []
    for iri, match in weighing.phrases.items():
        use = weighing.schema.properties.get(iri)
        if use is not None and _comparable(use, sought.quantity):
            places = [said[at].start for at in match.positions]
            near.append((min(abs(place - sought.quantity.start) for place in places), iri))
    if near:
        return min(near, key=lambda pair: (pair[0], pair[1].value))[1]
    return _time_of_statement(weighing, sought)


def _time_of_statement(weighing: Weighing, sought: _Sought) -> IRI | None:
    """Choose the one time that qualifies statements: "bei Acme seit 2019" says no property."""
    word = weighing.question.text[sought.start : sought.quantity.start].strip()
    if not word or sought.quantity.precision == "decimal":
        return None
    times = [
        use.iri
        for use in weighing.schema.properties.values()
        if use.is_qualifier and weighing.is_temporal(use) and _comparable(use, sought.quantity)
    ]
    begun = [iri for iri in times if _says_begin(weighing, iri)]
    if fold(word) in ("since", "seit") and len(begun) == 1:
        return begun[0]
    return times[0] if len(times) == 1 else None


def _says_begin(weighing: Weighing, iri: IRI) -> bool:
    phrases = weighing.lexicon.phrases_of(iri)
    return any(_BEGINNING & {form for word in p.words for form in word} for p in phrases)


def _comparable(use: Property, quantity: Quantity) -> bool:
    if not use.literals:
        return False
    kinds = {cls.value.rpartition("#")[2] for cls in use.ranges}
    if not kinds & (_NUMBERS | _DATES):
        return True
    if quantity.precision == "gYear":
        return True
    return bool(kinds & (_NUMBERS if quantity.precision == "decimal" else _DATES))


def _comparison(iri: IRI, sought: _Sought, operator: Operator) -> Comparison:
    quantity = sought.quantity
    values = [Literal(quantity.lexical, XSD + quantity.precision)]
    if quantity.precision == "gYear":
        values.append(Literal(quantity.lexical, XSD + "decimal"))
    each = tuple(Has(Step(iri), Compare(operator, value)) for value in values)
    where: Where = each[0] if len(each) == 1 else Or(each)
    said = f"{operator} {quantity.text.strip()}"
    return Comparison(iri, where, said, sought.start, quantity.end)


def _ranges(question: Question, found: list[Comparison]) -> list[Comparison]:
    """Join "zwischen A und B" to one condition with both limits."""
    joined: list[Comparison] = []
    for cue in question.cues:
        if cue.kind != "between":
            continue
        inside = [each for each in found if each.start >= cue.end][:2]
        if len(inside) == 2 and inside[0].property == inside[1].property:
            low, high = (_with(each, op) for each, op in zip(inside, (">=", "<="), strict=True))
            both = Comparison(
                low.property, And((low.where, high.where)), f"{low.said}, {high.said}",
                cue.start, high.end,
            )  # fmt: skip
            found = [each for each in found if each not in inside]
            joined.append(both)
    return [*found, *joined]


def _with(comparison: Comparison, operator: str) -> Comparison:
    """Give the comparison with another operator."""

    def changed(where: Where) -> Where:
        if isinstance(where, Or):
            return Or(tuple(changed(part) for part in where.parts))
        assert isinstance(where, Has) and isinstance(where.target, Compare)
        limit: Operator = ">=" if operator == ">=" else "<="
        return Has(where.step, Compare(limit, where.target.value))

    said = f"{operator} {comparison.said.split(' ', 1)[1]}"
    return Comparison(
        comparison.property, changed(comparison.where), said, comparison.start, comparison.end
    )
