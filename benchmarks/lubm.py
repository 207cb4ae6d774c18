"""Write university data in the manner of LUBM: an OWL 2 RL ontology and any number of people.

The same seed gives the same statements. `KNOWN` are entailments that a complete run finds,
each by another kind of rule.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

Quad = tuple[str, str, str, str]

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
U = "http://example.org/univ#"
OWL_KEY = f"<{OWL}InverseFunctionalProperty>"


def u(name: str) -> str:
    """Give the IRI of a name."""
    return f"<{U}{name}>"


TYPE = f"<{RDF}type>"
SUBCLASSES = (
    ("Professor", "Faculty"), ("FullProfessor", "Professor"), ("AssociateProfessor", "Professor"),
    ("AssistantProfessor", "Professor"), ("Lecturer", "Faculty"), ("Faculty", "Employee"),
    ("Employee", "Person"), ("Student", "Person"), ("GraduateStudent", "Student"),
    ("UndergraduateStudent", "Student"), ("University", "Organization"),
    ("Department", "Organization"), ("ResearchGroup", "Organization"), ("Course", "Work"),
    ("GraduateCourse", "Course"), ("Publication", "Work"), ("Article", "Publication"),
)  # fmt: skip
PROPERTIES = (
    ("headOf", "worksFor"),
    ("worksFor", "memberOf"),
    ("doctoralDegreeFrom", "degreeFrom"),
    ("undergraduateDegreeFrom", "degreeFrom"),
)
DOMAINS = (("takesCourse", "Student"), ("teacherOf", "Faculty"), ("advisor", "Person"))
RANGES = (("takesCourse", "Course"), ("advisor", "Professor"), ("degreeFrom", "University"))


def schema() -> Iterator[Quad]:
    """Give the ontology."""

    def say(s: str, p: str, o: str) -> Quad:
        return s, f"<{p}>", o, ""

    for name in sorted({name for pair in SUBCLASSES for name in pair} | {"Chair", "TeachingStaff"}):
        yield say(u(name), RDF + "type", f"<{OWL}Class>")
    for sub, sup in SUBCLASSES:
        yield say(u(sub), RDFS + "subClassOf", u(sup))
    for sub, sup in PROPERTIES:
        yield say(u(sub), RDFS + "subPropertyOf", u(sup))
    for prop, cls in DOMAINS:
        yield say(u(prop), RDFS + "domain", u(cls))
    for prop, cls in RANGES:
        yield say(u(prop), RDFS + "range", u(cls))
    yield say(u("subOrganizationOf"), RDF + "type", f"<{OWL}TransitiveProperty>")
    yield say(u("colleagueOf"), RDF + "type", f"<{OWL}SymmetricProperty>")
    yield say(u("memberOf"), OWL + "inverseOf", u("member"))
    yield say(u("degreeFrom"), OWL + "inverseOf", u("hasAlumnus"))
    yield say(u("emailAddress"), RDF + "type", f"<{OWL}InverseFunctionalProperty>")
    # Chair = someone who is head of some department
    yield say("_:chair", RDF + "type", f"<{OWL}Restriction>")
    yield say("_:chair", OWL + "onProperty", u("headOf"))
    yield say("_:chair", OWL + "someValuesFrom", u("Department"))
    yield say(u("Chair"), OWL + "equivalentClass", "_:chair")
    # affiliated with an organization above one's own: a property chain
    yield say(u("affiliatedWith"), OWL + "propertyChainAxiom", "_:l1")
    for cell, member, rest in (
        ("_:l1", u("worksFor"), "_:l2"), ("_:l2", u("subOrganizationOf"), f"<{RDF}nil>"),
        ("_:l3", u("Professor"), "_:l4"), ("_:l4", u("Lecturer"), f"<{RDF}nil>"),
    ):  # fmt: skip
        yield say(cell, RDF + "first", member)
        yield say(cell, RDF + "rest", rest)
    yield say(u("TeachingStaff"), OWL + "unionOf", "_:l3")


def data(statements: int, seed: int = 7) -> Iterator[Quad]:
    """Give about so many statements about people, courses and departments."""
    chance, made, department = random.Random(seed), 0, 0
    while made < statements:
        for quad in one_department(chance, department):
            made += 1
            yield quad
        department += 1


def one_department(chance: random.Random, number: int) -> Iterator[Quad]:
    """Give a department with its staff, students and courses."""

    def say(s: str, p: str, o: str) -> Quad:
        return s, TYPE if p == "type" else u(p), o, ""

    here, university = u(f"dep{number}"), u(f"univ{number // 15}")
    yield say(here, "type", u("Department"))
    yield say(university, "type", u("University"))
    yield say(here, "subOrganizationOf", university)
    for group in range(5):
        yield say(u(f"group{number}_{group}"), "type", u("ResearchGroup"))
        yield say(u(f"group{number}_{group}"), "subOrganizationOf", here)
    kinds = ["FullProfessor"] * 8 + ["AssociateProfessor"] * 10 + ["AssistantProfessor"] * 9
    staff, courses = [], []
    for place, kind in enumerate(kinds + ["Lecturer"] * 5):
        person = u(f"staff{number}_{place}")
        staff.append(person)
        yield say(person, "type", u(kind))
        yield say(person, "worksFor" if place else "headOf", here)
        yield say(person, "emailAddress", f'"s{place}@dep{number}.example.org"')
        yield say(person, "doctoralDegreeFrom", u(f"univ{chance.randrange(number // 15 + 1)}"))
        yield say(person, "colleagueOf", chance.choice(staff))
        course = u(f"course{number}_{place}")
        courses.append(course)
        yield say(person, "teacherOf", course)
    for place in range(150):
        person = u(f"student{number}_{place}")
        yield say(
            person, "type", u("GraduateStudent" if place % 5 == 0 else "UndergraduateStudent")
        )
        yield say(person, "memberOf", here)
        yield say(person, "name", f'"Student {place} of {number}"')
        for course in chance.sample(courses, 2):
            yield say(person, "takesCourse", course)
        if place % 5 == 0:
            yield say(person, "advisor", chance.choice(staff[:27]))


def university(statements: int, seed: int = 7, *, keys: bool = True) -> list[Quad]:
    """Give the ontology with data of about so many statements.

    Without ``keys`` an e-mail address is not said to belong to one person only.
    """
    kept = [quad for quad in schema() if keys or quad[2] != OWL_KEY]
    return [*kept, *data(statements, seed)]


KNOWN = (
    (u("staff0_0"), TYPE, u("Person")),
    (u("staff0_0"), TYPE, u("Chair")),
    (u("staff0_0"), u("memberOf"), u("dep0")),
    (u("dep0"), u("member"), u("staff0_0")),
    (u("staff0_3"), u("affiliatedWith"), u("univ0")),
    (u("group0_1"), u("subOrganizationOf"), u("univ0")),
    (u("staff0_28"), TYPE, u("TeachingStaff")),
    (u("staff0_1"), u("degreeFrom"), u("univ0")),
    (u("univ0"), u("hasAlumnus"), u("staff0_2")),
    (u("course0_1"), TYPE, u("Work")),
    (u("student0_5"), TYPE, u("Person")),
)
