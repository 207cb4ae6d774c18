"""Lint: what in a graph will surprise the people who ask it, with what to do about it.

Each check is one function from a `Linted` graph to findings; `CHECKS` lists them all. Findings
say what they do to answers. Nothing is changed.
"""

from ontorag.lint.linter import CHECKS, Linted, lint
from ontorag.lint.rendering import to_sarif

__all__ = ["CHECKS", "Linted", "lint", "to_sarif"]
