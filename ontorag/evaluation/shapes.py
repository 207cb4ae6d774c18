"""The shapes that published question sets come in, as rows: QALD, MetaQA, text2sparql, promptfoo.

Each function gives (row, number of the item) pairs with our own field names, or raises
`ValueError` saying what is wrong with the item.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from ontorag.names import mint

_TOPIC = re.compile(r"\[([^\]]+)\]")
_XSD = "http://www.w3.org/2001/XMLSchema#"
_NUMERIC = frozenset(
    _XSD + name
    for name in (
        "integer", "int", "long", "short", "byte", "decimal", "float", "double",
        "nonNegativeInteger", "positiveInteger", "unsignedInt", "unsignedLong",
    )
)  # fmt: skip


def metaqa_row(line: str, *, topic_is_given: bool) -> dict[str, Any]:
    r"""Read ``question with [topic] TAB answer1|answer2``.

    The brackets are taken away; with ``topic_is_given`` the topic is settled as the node of that
    spelling, as a loaded ``kb.txt`` has it.

    >>> metaqa_row("who directed [Alien]\tRidley Scott", topic_is_given=False)["question"]
    'who directed Alien'
    """
    question, tab, answers = line.partition("\t")
    topic = _TOPIC.search(question)
    if not tab or topic is None:
        raise ValueError("it is not a question with a [topic], a TAB and its answers")
    row: dict[str, Any] = {
        "question": _TOPIC.sub(r"\1", question),
        "lang": "en",
        "answers": [each for each in answers.split("|") if each],
    }
    return row | ({"links": {topic[1]: mint(topic[1])}} if topic_is_given else {})


def qald_rows(item: Mapping[str, Any], language: str) -> list[dict[str, Any]]:
    """Read a question of QALD in one language; one with several phrasings gives several rows."""
    said = [each for each in item["question"] if each.get("language") == language]
    answers = _bindings(item.get("answers"))
    tags = [item[name] for name in ("answertype",) if item.get(name)]
    tags += [name for name in ("aggregation", "hybrid") if str(item.get(name)).lower() == "true"]
    return [
        {
            "id": f"{item['id']}" if number == 1 else f"{item['id']}-{number}",
            "question": each["string"],
            "lang": language,
            "tags": tags,
        }
        | ({} if answers is None else {"answers": answers})
        for number, each in enumerate(said, 1)
        if each.get("string")
    ]


def text2sparql_rows(
    item: Mapping[str, Any], language: str, prefix: str, gold: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """Read a question of text2sparql; ``gold`` are the answers of all questions by their key."""
    text = item["question"].get(language)
    if not text:
        return []
    row: dict[str, Any] = {
        "id": str(item["id"]),
        "question": text,
        "lang": language,
        "tags": list(item.get("features") or ()),
    }
    if gold is not None:
        key = f"{prefix}:{item['id']}-{language}"
        if key not in gold:
            raise ValueError(f"the answers have no {key!r}")
        row["answers"] = truths(gold[key])
    return [row]


def truths(result: Mapping[str, Any]) -> list[Any]:
    """Read a result of text2sparql: its keys, or for yes and no the number beside "true".

    >>> truths({"true": 0}), truths({"urn:a": 1, "5": 1})
    ([False], ['urn:a', '5'])
    """
    if set(result) == {"true"}:
        return [bool(result["true"])]
    return list(result)


def promptfoo_row(item: Mapping[str, Any]) -> dict[str, Any]:
    """Read a test of promptfoo: the question among its variables, the answers in its assertions."""
    variables = dict(item.get("vars") or {})
    answers = [
        value
        for each in item.get("assert") or ()
        if each.get("type") in ("equals", "contains", "icontains", "contains-all", "contains-any")
        for value in (each["value"] if isinstance(each["value"], list) else [each["value"]])
    ]
    row = variables | {"tags": [str(each) for each in (item.get("metadata") or {}).values()]}
    if item.get("description"):
        row.setdefault("id", item["description"])
    return row | ({"answers": answers} if answers else {})


def _bindings(results: Any) -> list[Any] | None:
    """Read SPARQL results in JSON, all columns as one set; None where there are none at all."""
    if not results:
        return None
    found: list[Any] = []
    for result in results:
        if "boolean" in result:
            found.append(bool(result["boolean"]))
        rows: Iterable[Any] = (result.get("results") or {}).get("bindings") or ()
        found += [_bound(cell) for row in rows for cell in row.values()]
    return found


def _bound(cell: Mapping[str, Any]) -> Any:
    value = str(cell["value"])
    if cell.get("type") == "uri":
        return f"<{value}>"
    if cell.get("datatype") in _NUMERIC:
        try:
            return Decimal(value)
        except InvalidOperation:
            return value
    return value
