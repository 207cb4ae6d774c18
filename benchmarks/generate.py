"""Generate a graph of persons, skills and missions of any size, the same for the same seed.

A person has skills by Zipf's law, so a few skills are held by very many and most by few; a
mission requires two to four. Persons and skills have a label and a class.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

TextQuad = tuple[str, str, str, str]

NS = "http://example.org/people/"
TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
HAS_SKILL = f"<{NS}hasSkill>"
REQUIRES = f"<{NS}requires>"
LEADS = f"<{NS}leads>"
AGE = f"<{NS}age>"
INTEGER = "<http://www.w3.org/2001/XMLSchema#integer>"
SKILLS_OF_A_PERSON = (3, 12)


def person(number: int) -> str:
    """Give the N-Triples text of a person."""
    return f"<{NS}person{number}>"


def skill(number: int) -> str:
    """Give the N-Triples text of a skill; small numbers are common skills."""
    return f"<{NS}skill{number}>"


def mission(number: int) -> str:
    """Give the N-Triples text of a mission."""
    return f"<{NS}mission{number}>"


@dataclass
class Population:
    """What to generate; about ten statements a person."""

    persons: int = 96_000
    skills: int = 5_000
    missions: int = 10_000
    seed: int = 7

    def quads(self) -> Iterator[TextQuad]:
        """Give the statements, in an order that depends on nothing but the numbers above."""
        for number in range(self.skills):
            yield skill(number), TYPE, f"<{NS}Skill>", ""
            yield skill(number), LABEL, f'"Skill {number}"@en', ""
        draw = random.Random(self.seed)
        for number, skills in enumerate(self.skills_of_persons()):
            yield person(number), TYPE, f"<{NS}Person>", ""
            yield person(number), LABEL, f'"Person {number}"@en', ""
            yield person(number), AGE, f'"{draw.randint(18, 90)}"^^{INTEGER}', ""
            for one in skills:
                yield person(number), HAS_SKILL, skill(one), ""
        for number in range(self.missions):
            yield mission(number), TYPE, f"<{NS}Mission>", ""
            yield mission(number), LABEL, f'"Mission {number}"@en', ""
            yield person(draw.randrange(self.persons)), LEADS, mission(number), ""
            for one in sorted({draw.randrange(self.skills) for _ in range(draw.randint(2, 4))}):
                yield mission(number), REQUIRES, skill(one), ""

    def skills_of_persons(self) -> Iterator[list[int]]:
        """Give the skills of each person, sorted."""
        draw = random.Random(self.seed + 1)
        weights = list(accumulate(1 / (rank + 5) for rank in range(self.skills)))
        numbers = range(self.skills)
        for _ in range(self.persons):
            chosen = draw.choices(numbers, cum_weights=weights, k=draw.randint(*SKILLS_OF_A_PERSON))
            yield sorted(set(chosen))

    def questions(self, count: int = 200) -> list[tuple[str, ...]]:
        """Give sets of two to four skills that at least one person has together."""
        draw = random.Random(self.seed + 2)
        asked: list[tuple[str, ...]] = []
        for skills in self.skills_of_persons():
            if len(asked) == count:
                break
            if len(skills) >= 4:
                asked.append(tuple(skill(one) for one in draw.sample(skills, draw.randint(2, 4))))
        return asked
