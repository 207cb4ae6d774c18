"""Compile a `Where` to SQL: constant fragments joined by shape, every datum a parameter.

Each `Where` has two forms: a SELECT of its members (column ``x``), and a condition that holds
of one of them. A conjunction selects its rarest part and tests the others on each row, in the
order of their size, as a chain of EXISTS.
"""

from __future__ import annotations

# ruff: noqa: S608 - queries are joined from constant fragments; every datum is a parameter
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from ontorag.stores.comparing import Comparable, comparable
from ontorag.stores.sqlite import schema
from ontorag.stores.sqlite.simplify import compares
from ontorag.stores.sqlite.sizes import Sizes
from ontorag.values import (
    IRI,
    And,
    AtLeast,
    Compare,
    Every,
    Has,
    Is,
    Not,
    Or,
    QualifierCondition,
    Step,
    Term,
    Top,
    Where,
    write_term,
)  # fmt: skip

_CARRIERS = frozenset(schema.RESERVED[:4])
_NOTHING = "SELECT NULL AS x WHERE 0"
_MOST_PARTS = 100
"""Parts of one compound SELECT (SQLite takes 500)."""


@dataclass
class Compiler:
    """One question's parameters; ``ids`` has every term of it (negative: not in the store)."""

    ids: Mapping[Term, int]
    sizes: Sizes
    scope: str = ""
    parameters: dict[str, object] = field(default_factory=dict)
    _aliases: int = 0

    # ── small pieces ──────────────────────────────────────────────────────────────────

    def _parameter(self, value: object) -> str:
        name = f"v{len(self.parameters)}"
        self.parameters[name] = value
        return f":{name}"

    def _term(self, term: Term) -> str:
        return self._parameter(self.ids[term])

    def _terms(self, terms: tuple[Term, ...]) -> str:
        """Give a SELECT of the ids of ``terms``, one parameter however many they are."""
        ids = json.dumps(sorted({self.ids[term] for term in terms}))
        return f"SELECT value AS x FROM json_each({self._parameter(ids)})"

    def _alias(self) -> str:
        self._aliases += 1
        return f"a{self._aliases}"

    def _scoped(self, alias: str) -> str:
        return self.scope.replace("{row}", alias)

    # ── members ───────────────────────────────────────────────────────────────────────

    def members(self, where: Where, also: tuple[Where, ...] = ()) -> str:
        """Give a SELECT of the distinct members of ``where`` that meet the conditions ``also``."""
        if isinstance(where, Has):
            return self._has_members(where, also)
        if isinstance(where, And):
            return self._and_members(where, also)
        selected = self._plain_members(where)
        if not also:
            return selected
        row = self._alias()
        tests = " AND ".join(self.holds(part, f"{row}.x") for part in also)
        return f"SELECT {row}.x AS x FROM ({selected}) AS {row} WHERE {tests}"

    def _plain_members(self, where: Where) -> str:
        if isinstance(where, Is):
            return self._is_members(where)
        if isinstance(where, Or):
            return self._or_members(where)
        if isinstance(where, AtLeast):
            return self._at_least_members(where)
        if isinstance(where, Every):
            return self._every_members(where)
        if isinstance(where, Top):
            return self._top_members(where)
        raise TypeError(f"{where!r} has no members of its own")

    def _is_members(self, where: Is) -> str:
        if len(where.terms) == 1:
            return f"SELECT {self._term(where.terms[0])} AS x"
        return self._terms(where.terms)

    def _has_members(self, where: Has, also: tuple[Where, ...]) -> str:
        row, near, far = self._ends(where.step)
        origin, tests = self._reached(where, f"{row}.{far}")
        tests = [f"{row}.p = {self._term(where.step.predicate)}", *tests]
        tests += [self.holds(part, f"{row}.{near}") for part in also]
        return (
            f"SELECT DISTINCT {row}.{near} AS x FROM {origin}statement AS {row} "
            f"WHERE {' AND '.join(tests)}{self._rest(where, row)}"
        )

    def _ends(self, step: Step) -> tuple[str, str, str]:
        """Give a new alias, and the columns of a step's near and far end."""
        row = self._alias()
        return (row, "o", "s") if step.inverse else (row, "s", "o")

    def _reached(self, where: Has, far: str) -> tuple[str, list[str]]:
        """Give where members are selected from, and the condition on their far end.

        Few far ends are looked up one by one; many are a test on every edge of the property.
        """
        target = where.target
        if target is None:
            return "", []
        if compares(target) or (isinstance(target, Is) and len(target.terms) == 1):
            return "", [self.holds(target, far)]
        edges = self.sizes.use(self.ids[where.step.predicate])[0]
        if self.sizes.of(target) > edges:
            return "", [f"+{far} IN ({self.members(target)})"]
        ends = self._alias()
        return f"({self.members(target)}) AS {ends} CROSS JOIN ", [f"{far} = {ends}.x"]

    def _rest(self, where: Has, row: str) -> str:
        """Give the scope of a statement and the conditions on its qualifiers."""
        conditions = "".join(f" AND {self._qualified(c, row)}" for c in where.qualifiers)
        return self._scoped(row) + conditions

    def _qualified(self, condition: QualifierCondition, row: str) -> str:
        wanted = "NOT " if condition.excluded else ""
        if write_term(condition.predicate) in _CARRIERS:
            return f"{wanted}0"
        about, said = self._alias(), self._alias()
        tests = self._about(row, about, said, condition.predicate)
        if condition.target is not None:
            tests += f" AND {self.holds(condition.target, f'{said}.o')}"
        return (
            f"{wanted}EXISTS (SELECT 1 FROM reifier AS {about} CROSS JOIN annotation AS {said} "
            f"WHERE {tests})"
        )

    def _about(self, row: str, about: str, said: str, predicate: IRI) -> str:
        """Give the join of a fact with what is said about it by ``predicate``."""
        tests = _ABOUT.format(row=row, about=about, said=said, predicate=self._term(predicate))
        if self.scope:
            tests += self._scoped(said) + carried(about, self._scoped("c"))
        return tests

    def _and_members(self, where: And, also: tuple[Where, ...]) -> str:
        parts = [part for part in where.parts if not isinstance(part, Not)]
        excluded = [part for part in where.parts if isinstance(part, Not)]
        first, *others = sorted(parts, key=self.sizes.of)
        return self.members(first, (*others, *excluded, *also))

    def _or_members(self, where: Or) -> str:
        return self._united([self.members(part) for part in where.parts], "UNION")

    def _united(self, selects: list[str], word: str) -> str:
        if not selects:
            return _NOTHING
        whole = [f"SELECT x FROM ({select})" for select in selects]
        if len(whole) > _MOST_PARTS:
            groups = [whole[at : at + _MOST_PARTS] for at in range(0, len(whole), _MOST_PARTS)]
            return self._united([f" {word} ".join(group) for group in groups], word)
        return f" {word} ".join(whole)

    def _at_least_members(self, where: AtLeast) -> str:
        united = self._united([self.members(part) for part in where.parts], "UNION ALL")
        return f"SELECT x FROM ({united}) GROUP BY x HAVING count(*) >= {self._parameter(where.n)}"

    def _every_members(self, where: Every) -> str:
        row, near, far = self._ends(where.step)
        wanted, ends = self.members(where.of), self._alias()
        return (
            f"SELECT x FROM (SELECT DISTINCT {row}.{near} AS x, {row}.{far} AS y "
            f"FROM ({wanted}) AS {ends} CROSS JOIN statement AS {row} "
            f"WHERE {row}.{far} = {ends}.x "
            f"AND {row}.p = {self._term(where.step.predicate)}{self._scoped(row)}) "
            f"GROUP BY x HAVING count(*) = (SELECT count(*) FROM ({wanted}))"
        )

    # ── the best ──────────────────────────────────────────────────────────────────────

    def _top_members(self, where: Top) -> str:
        first = self._alias()
        join, value = self._ranked(where, first)
        if where.scale:
            places = {self.ids[term]: place for place, term in reversed([*enumerate(where.scale)])}
            rows = json.dumps(sorted(places.items()))
            rank, family = f"json_extract({first}k.value, '$[1]')", "0"
            join += (
                f" CROSS JOIN json_each({self._parameter(rows)}) AS {first}k "
                f"ON json_extract({first}k.value, '$[0]') = {value}"
            )
        else:
            rank, family = f"{first}k.{'high' if where.largest else 'low'}", f"{first}k.family"
            join += f" CROSS JOIN comparison AS {first}k ON {first}k.term = {value}"
        best, order = ("max", "DESC") if where.largest else ("min", "ASC")
        return _TOP.format(
            name=first, rank=rank, family=family, of=self.members(where.of), join=join,
            best=best, order=order, n=self._parameter(where.n),
        )  # fmt: skip

    def _ranked(self, where: Top, first: str) -> tuple[str, str]:
        """Give the joins from a member to its values, and the column of the value."""
        step = where.of_step or Step(where.predicate)
        row, near, far = self._ends(step)
        join = (
            f" CROSS JOIN statement AS {row} ON {row}.{near} = {first}.x "
            f"AND {row}.p = {self._term(step.predicate)}{self._scoped(row)}"
        )
        if where.of_step is None:
            return join, f"{row}.o"
        if where.of_target is not None:
            join += f" AND {self.holds(where.of_target, f'{row}.{far}')}"
        about, said = self._alias(), self._alias()
        carries = write_term(where.predicate) in _CARRIERS
        tests = "0" if carries else self._about(row, about, said, where.predicate)
        join += f" CROSS JOIN reifier AS {about} CROSS JOIN annotation AS {said} ON {tests}"
        return join, f"{said}.o"

    # ── conditions ────────────────────────────────────────────────────────────────────

    def holds(self, where: Where, x: str) -> str:
        """Give the condition that the term ``x`` (a column) is a member of ``where``."""
        if isinstance(where, Is):
            return self._is_one_of(where, x)
        if isinstance(where, Has):
            return self._has_an_edge(where, x)
        if isinstance(where, Compare):
            return self._compares(where, x)
        if isinstance(where, Not):
            return f"NOT {self.holds(where.part, x)}"
        if isinstance(where, And):
            parts = sorted(where.parts, key=lambda part: isinstance(part, Not))
            return f"({' AND '.join(self.holds(part, x) for part in parts)})"
        if isinstance(where, Or) and (len(where.parts) <= _MOST_PARTS or compares(where)):
            return f"({' OR '.join(self.holds(part, x) for part in where.parts) or '0'})"
        if isinstance(where, AtLeast):
            counted = " + ".join(f"({self.holds(part, x)})" for part in where.parts)
            return f"({counted} >= {self._parameter(where.n)})"
        return f"{x} IN ({self.members(where)})"

    def _is_one_of(self, where: Is, x: str) -> str:
        if len(where.terms) == 1:
            return f"{x} = {self._term(where.terms[0])}"
        return f"{x} IN ({self._terms(where.terms)})"

    def _has_an_edge(self, where: Has, x: str) -> str:
        row, near, far = self._ends(where.step)
        tests = f"{row}.{near} = {x} AND {row}.p = {self._term(where.step.predicate)}"
        if isinstance(where.target, Is) and len(where.target.terms) == 1:
            tests += f" AND {self.holds(where.target, f'{row}.{far}')}"
        elif where.target is not None:
            tests += f" AND {self.holds(where.target, f'+{row}.{far}')}"
        return f"EXISTS (SELECT 1 FROM statement AS {row} WHERE {tests}{self._rest(where, row)})"

    def _compares(self, where: Compare, x: str) -> str:
        value = comparable(where.value)
        if value is None:
            return "0"
        row = self._alias()
        test = self._interval_test(where.operator, value, row)
        if value.family == "string":
            return f"EXISTS (SELECT 1 FROM term AS {row} WHERE {row}.id = {x} AND {test})"
        return (
            f"EXISTS (SELECT 1 FROM comparison AS {row} WHERE {row}.term = {x} "
            f"AND {row}.family = {schema.FAMILIES[value.family]} AND {test})"
        )

    def _interval_test(self, operator: str, value: Comparable, row: str) -> str:
        low, high = self._parameter(value.low), self._parameter(value.high)
        ends = (f"{row}.low", f"{row}.high")
        if value.family == "string":
            ends = (f"string_of({row}.text)",) * 2
        return _INTERVALS[operator].format(low=low, high=high, its_low=ends[0], its_high=ends[1])


_INTERVALS = {
    "<": "{its_high} < {low}",
    "<=": "{its_low} <= {high}",
    "=": "({its_low} <= {high} AND {its_high} >= {low})",
    "!=": "({its_high} < {low} OR {its_low} > {high})",
    ">=": "{its_high} >= {low}",
    ">": "{its_low} > {high}",
}
"""The tests of `ontorag.stores.comparing.OPERATORS`."""

_ABOUT = (
    "{about}.s = {row}.s AND {about}.p = {row}.p AND {about}.o = {row}.o "
    "AND {said}.s = {about}.r AND {said}.p = {predicate} AND NOT ({said}.p = 5 AND {said}.o = 6)"
)


def carried(about: str, in_scope: str) -> str:
    """Give the condition that the statements which make ``about`` a reifier are in the scope."""
    return _CARRIED.format(about=about, in_scope=in_scope)


_CARRIED = (
    " AND CASE WHEN {about}.t IS NOT NULL THEN "
    + " ".join(
        f"{word} EXISTS (SELECT 1 FROM annotation AS c WHERE c.s = {{about}}.r "
        f"AND c.p = {carrier} AND c.o = {{about}}.{column}{{in_scope}})"
        for word, carrier, column in (
            ("", schema.REIFIES, "t"),
            ("ELSE", schema.SUBJECT, "s"),
            ("AND", schema.PREDICATE, "p"),
            ("AND", schema.OBJECT, "o"),
        )
    )
    + " END"
)

_TOP = """SELECT x FROM (
WITH {name}r AS (
SELECT {name}.x AS x, {rank} AS v, {family} AS family FROM ({of}) AS {name}{join}),
{name}b AS (
SELECT x, {best}(v) AS v FROM {name}r
WHERE family = (SELECT min(family) FROM {name}r) GROUP BY x)
SELECT x FROM (SELECT x, rank() OVER (ORDER BY v {order}) AS place FROM {name}b)
WHERE place <= {n})"""
