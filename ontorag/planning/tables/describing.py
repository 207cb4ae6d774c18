"""A plan with a table in a sentence, German and English."""

from __future__ import annotations

from collections.abc import Callable

from ontorag.values import Column, Limit, OfType, Order, Plan, Table, Term

_WORDS = {
    "de": {
        "table": "Gelesen wird{asked}", "count": "Gezählt wird{asked}",
        "holders": "Gesucht ist{asked}",
        "exists": "Geprüft wird, ob es{asked} gibt", "every": "Geprüft wird, ob für alle „{}“ gilt",
        "where": ", wofür gilt: {}", "among": " „{}“",
        "not": "nicht {}", "and": " und ", "show": "; gezeigt: {}", "limit": "; nur Zeilen mit {}",
        "up": "; sortiert nach {}, aufsteigend", "down": "; sortiert nach {}, absteigend",
        "first": ", davon die ersten {}", "skip": ", nach den ersten {}", "within": ", je {}",
        "versus": "; verglichen: {}", "both": " gegen ",
    },
    "en": {
        "table": "Reading what{asked} there is", "count": "Counting what{asked} there is",
        "holders": "Looking for what{asked} there is", "exists": "Checking whether there is{asked}",
        "every": "Checking whether all “{}” satisfy",
        "where": ", satisfying: {}", "among": " “{}”", "not": "not {}", "and": " and ",
        "show": "; shown: {}", "limit": "; only rows with {}", "up": "; sorted by {}, ascending",
        "down": "; sorted by {}, descending", "first": ", the first {} of them",
        "skip": ", after the first {}", "within": ", for each {}", "versus": "; compared: {}",
        "both": " with ",
    },
}  # fmt: skip


def describe_table(plan: Plan, label: Callable[[Term], str]) -> tuple[tuple[str, str], ...]:
    """Say in each language what the plan will do, as (language, sentence) pairs."""
    return tuple((language, _sentence(plan, language, label)) for language in ("de", "en"))


def _sentence(plan: Plan, language: str, label: Callable[[Term], str]) -> str:
    said = _WORDS[language]
    asked = said["among"].format(label(plan.asked_class)) if plan.asked_class else ""
    sentence = said[plan.operation].format(asked=asked)
    if plan.each is not None:
        texts = said["and"].join(each.text for each in plan.constraints)
        return f"{said['every'].format(plan.each.text)}: {texts}."
    conditions = [
        said["not"].format(each.text) if each.excluded else each.text
        for each in plan.constraints
        if not isinstance(each.where, OfType)
    ]
    if conditions:
        sentence += said["where"].format(said["and"].join(conditions))
    if plan.table is not None:
        sentence += _of_table(plan.table, said, label)
    return sentence + "."


def _of_table(table: Table, said: dict[str, str], label: Callable[[Term], str]) -> str:
    shown = [column.text for column in table.columns if column.shown and column.text]
    text = said["show"].format(", ".join(shown)) if shown else ""
    for limit in table.limits:
        text += said["limit"].format(_limit(limit, table.columns))
    for order in table.orders:
        text += _order(order, table, said)
    if table.versus is not None:
        pair = (label(table.versus.left), label(table.versus.right))
        text += said["versus"].format(said["both"].join(pair))
    return text


def _limit(limit: Limit, columns: tuple[Column, ...]) -> str:
    other = columns[limit.other].text if limit.other is not None else ""
    value = limit.value.lexical if limit.value is not None else other
    return f"{columns[limit.column].text} {limit.operator} {value}"


def _order(order: Order, table: Table, said: dict[str, str]) -> str:
    text = said["down" if order.descending else "up"].format(table.columns[order.column].text)
    text += "".join(said["within"].format(table.columns[n].text) for n in order.within)
    text += said["skip"].format(order.skip) if order.skip else ""
    return text + (said["first"].format(order.first) if order.first else "")
