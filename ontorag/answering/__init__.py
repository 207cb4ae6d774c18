"""Answers from evidence: claims by template or by a model, and the words of an abstention.

What asks a model (`ontorag.answering.model`) is imported where a model is asked: it brings
pydantic.
"""

from ontorag.answering.abstentions import write_abstention
from ontorag.answering.baselines import answer_for_comparison
from ontorag.answering.prompting import (
    PHRASINGS,
    Phrasing,
    Prompt,
    first_facts,
    room_for_prompt,
    write_prompt,
)
from ontorag.answering.template import answer_by_template
from ontorag.answering.text import answer_text, cited

__all__ = [
    "PHRASINGS",
    "Phrasing",
    "Prompt",
    "answer_by_template",
    "answer_for_comparison",
    "answer_text",
    "cited",
    "first_facts",
    "room_for_prompt",
    "write_abstention",
    "write_prompt",
]
