"""The frozen values that the rooms exchange."""

from ontorag.values.facts import (
    Fact,
    Origin,
    Qualifier,
    Source,
    fact_key,
    fact_order,
    make_fact,
    write_statement,
)
from ontorag.values.links import Candidate, Concept, Kind, Link, Mention, Role, Target, Tier, Value
from ontorag.values.outcomes import (
    Answer,
    AnswerValue,
    Claim,
    ConstraintCount,
    DerivedFact,
    Draft,
    Ended,
    Flag,
    Labelled,
    ModelCall,
    NearMiss,
    Outcome,
    Reason,
    Span,
    Subgraph,
    Trace,
    TraceStep,
    Verdict,
    Withdrawn,
)
from ontorag.values.plans import Constraint, Plan, Problem, Superlative, World
from ontorag.values.reports import SEVERITIES, Finding, LoadReport, Progress, Severity, reaching
from ontorag.values.tables import Cell, Column, Function, Limit, Order, Path, Table, Versus
from ontorag.values.terms import (
    IRI,
    RDF,
    XSD,
    BlankNode,
    Literal,
    Quad,
    Term,
    TextQuad,
    Triple,
    read_term,
    write_term,
)
from ontorag.values.where import (
    And,
    AtLeast,
    Compare,
    Every,
    Has,
    Is,
    Not,
    OfType,
    Or,
    QualifierCondition,
    Step,
    Top,
    Where,
)

__all__ = [
    "IRI", "RDF", "SEVERITIES", "XSD", "And", "Answer", "AnswerValue", "AtLeast", "BlankNode",
    "Candidate", "Cell", "Claim", "Column", "Compare", "Concept", "Constraint", "ConstraintCount",
    "DerivedFact", "Draft", "Ended", "Every", "Fact", "Finding", "Flag", "Function", "Has", "Is",
    "Kind", "Labelled", "Limit", "Link", "Literal", "LoadReport", "Mention", "ModelCall",
    "NearMiss", "Not", "OfType", "Or", "Order", "Origin", "Outcome", "Path", "Plan", "Problem",
    "Progress", "Quad", "Qualifier", "QualifierCondition", "Reason", "Role", "Severity", "Source",
    "Span", "Step", "Subgraph", "Superlative", "Table", "Target", "Term", "TextQuad", "Tier",
    "Top", "Trace", "TraceStep", "Triple", "Value", "Verdict", "Versus", "Where", "Withdrawn",
    "World", "fact_key", "fact_order", "make_fact", "reaching", "read_term", "write_statement",
    "write_term",
]  # fmt: skip
