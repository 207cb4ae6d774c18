"""The plan in a sentence, German and English."""

from __future__ import annotations

from collections.abc import Callable

from ontorag.values import OfType, Plan, Term

_OPENINGS = {
    "de": {
        "holders": "Gesucht ist{asked}, wofür gilt",
        "values": "Gesucht ist{asked}, wofür gilt",
        "count": "Gezählt wird{asked}, wofür gilt",
        "exists": "Geprüft wird, ob für {subject} gilt",
        "neighbourhood": "Gesucht ist alles, was zu {subject} verzeichnet ist",
    },
    "en": {
        "holders": "Looking for what{asked} satisfies",
        "values": "Looking for what{asked} satisfies",
        "count": "Counting what{asked} satisfies",
        "exists": "Checking whether {subject} satisfies",
        "neighbourhood": "Looking for everything recorded about {subject}",
    },
}
_WORDS = {
    "de": {"and": " und ", "or": " oder ", "not": "nicht {}", "class": " unter „{}“",
           "max": "; davon „{}“", "of": "; davon „{}“", "no": " (keine Skala dafür verzeichnet)"},
    "en": {"and": " and ", "or": " or ", "not": "not {}", "class": " among “{}”",
           "max": "; of these the “{}”", "of": "; of this the “{}”",
           "no": " (no scale recorded for it)"},
}  # fmt: skip


def describe(plan: Plan, label: Callable[[Term], str]) -> tuple[tuple[str, str], ...]:
    """Say in each language what the plan will do, as (language, sentence) pairs."""
    return tuple((language, _sentence(plan, language, label)) for language in ("de", "en"))


def _sentence(plan: Plan, language: str, label: Callable[[Term], str]) -> str:
    said = _WORDS[language]
    subject = ", ".join(label(term) for term in plan.subjects)
    asked = said["class"].format(label(plan.asked_class)) if plan.asked_class else ""
    sentence = _OPENINGS[language][plan.operation].format(asked=asked, subject=subject)
    conditions = [
        said["not"].format(each.text) if each.excluded else each.text
        for each in plan.constraints
        if plan.asked_class is None or not isinstance(each.where, OfType)
    ]
    joined = said["or" if plan.combine == "any" else "and"].join(conditions)
    if joined:
        sentence += f": {joined}"
    elif plan.operation != "neighbourhood":
        sentence = sentence.split(", wofür")[0].replace(" satisfies", " there is")
    if plan.qualifier is not None:
        sentence += said["of"].format(label(plan.qualifier))
    if plan.superlative is not None:
        sentence += said["max"].format(plan.superlative.text)
        sentence += "" if plan.superlative.predicate is not None else said["no"]
    return sentence + "."
