"""Items of a JSON or YAML file with the lines they begin on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

from ontorag.errors import QuestionFileError

Lines: TypeAlias = Callable[[int], "int | None"]
"""The line on which the item of this number begins."""

_DECODER = json.JSONDecoder(parse_float=Decimal)
_BLANK = re.compile(r"[\s,]*")


def read_json(text: str, path: Path) -> Any:
    """Read a JSON document; numbers with a point become exact decimals."""
    try:
        return json.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise QuestionFileError(
            f"{path} line {error.lineno} is not JSON: {error.msg} (column {error.colno})",
            line=error.lineno,
        ) from error


def json_lines(text: str, key: str | None) -> Lines:
    """Find the lines of the items of the list under ``key``, or of the document's own list."""
    start = 0 if key is None else _list_under(text, key)
    places = list(_item_places(text, start)) if start is not None else []
    return lambda number: text.count("\n", 0, places[number]) + 1 if number < len(places) else None


def read_yaml(text: str, path: Path) -> tuple[Any, Callable[[str | None], Lines]]:
    """Read a YAML document; also a function that gives the lines under a key."""
    try:
        import yaml
    except ImportError as error:
        raise QuestionFileError(
            f"{path} is YAML, which needs the extra 'eval': pip install 'ontorag-kgqa[eval]'"
        ) from error
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        value = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = None if mark is None else mark.line + 1
        raise QuestionFileError(
            f"{path} line {line} is not YAML: {error.problem}", line=line
        ) from error
    except yaml.YAMLError as error:
        raise QuestionFileError(f"{path} is not YAML: {error}") from error
    return value, lambda key: _yaml_lines(root, key)


def _yaml_lines(root: Any, key: str | None) -> Lines:
    node = root
    if key is not None:
        node = next((value for name, value in root.value if name.value == key), None)
    items = node.value if node is not None and isinstance(node.value, list) else []
    lines = [item.start_mark.line + 1 for item in items if hasattr(item, "start_mark")]
    return lambda number: lines[number] if number < len(lines) else None


def _list_under(text: str, key: str) -> int | None:
    found = re.search(re.escape(json.dumps(key)) + r"\s*:\s*\[", text)
    return None if found is None else found.end() - 1


def _item_places(text: str, start: int) -> Iterator[int]:
    opening = text.find("[", start)
    place = opening + 1
    while 0 < place < len(text):
        blank = _BLANK.match(text, place)
        place = place if blank is None else blank.end()
        if place >= len(text) or text[place] == "]":
            return
        yield place
        _, place = _DECODER.raw_decode(text, place)
