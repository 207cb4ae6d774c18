"""What is inferred before a question is asked, as its flags say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from ontorag.errors import SettingsError

if TYPE_CHECKING:
    from ontorag.graph import KnowledgeGraph
    from ontorag.pipeline import Reasoning


@dataclass(frozen=True, slots=True)
class Inferring:
    """The reasoning that a question asks for, with what is beyond the profile."""

    reasoning: Reasoning | None = None
    skos: bool = False
    class_values: bool = False
    allow_inconsistent: bool = False

    def infer(self, graph: KnowledgeGraph) -> None:
        """Infer in a way that the question alone would not, where that is not done yet."""
        extras = {"skos": self.skos, "class_values": self.class_values}
        if self.reasoning not in ("rl", "dl") or not (
            any(extras.values()) or self.allow_inconsistent
        ):
            return
        if not graph.is_reasoned(self.reasoning, **extras):
            graph.reason(self.reasoning, **extras, allow_inconsistent=self.allow_inconsistent)


def read_inferring(
    reasoning: str | None, *, skos: bool, class_values: bool, allow_inconsistent: bool
) -> Inferring:
    """Read the flags; each of the others asks for reasoning="rl" by itself.

    Raises `SettingsError` for a word that is none, and for flags beside "off".
    """
    from ontorag.pipeline import Reasoning

    known = next((each for each in get_args(Reasoning) if each == reasoning), None)
    if known is None and reasoning is not None:
        listed = ", ".join(get_args(Reasoning))
        raise SettingsError(f"--reasoning {reasoning!r} is not one of {listed}")
    extra = skos or class_values or allow_inconsistent
    if known == "off" and extra:
        raise SettingsError("--reasoning off infers nothing; leave out the flags that say how")
    return Inferring(known or ("rl" if extra else None), skos, class_values, allow_inconsistent)
