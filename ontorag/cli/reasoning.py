"""The commands about what follows: ``reason`` and ``explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ontorag.cli.graphs import opened, require_facts
from ontorag.cli.options import (
    AllowInconsistent,
    ClassValues,
    Config,
    Database,
    Json,
    Kg,
    Language,
    Skos,
    User,
    settings_from,
)
from ontorag.cli.showing import echo_json, this_screen
from ontorag.errors import InputError

if TYPE_CHECKING:
    from ontorag.graph import KnowledgeGraph, ReasoningReport

SHOWN = 10
Name = Annotated[str, typer.Argument(help="An IRI, CURIE or label.")]


def reason(
    kg: Kg = None,
    profile: Annotated[
        str, typer.Option("--profile", metavar="rl|dl", help="OWL 2 RL rules, or HermiT.")
    ] = "rl",
    skos: Skos = False,
    class_values: ClassValues = False,
    drop: Annotated[bool, typer.Option("--drop", help="Remove what was inferred.")] = False,
    max_facts: Annotated[
        int | None, typer.Option("--max-facts", metavar="N", help="Stop at more facts than that.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", help="Stop after so many seconds.")
    ] = None,
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MB", help="How much HermiT's Java may take.")
    ] = None,
    ignore_datatypes: Annotated[
        bool,
        typer.Option(
            "--ignore-datatypes", help="Leave out axioms that HermiT has no datatype for."
        ),
    ] = False,
    allow_inconsistent: AllowInconsistent = False,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Infer what follows from the statements.

    What follows is kept in the store beside them, marked and never exported, and inferred
    anew whenever sources change.
    """
    from ontorag.graph.reasoned import MAX_FACTS
    from ontorag.reasoning.dl import MEMORY_MB

    settings = settings_from(config, kg=kg, user=user, database=database)
    if profile not in ("rl", "dl"):
        raise InputError(f"--profile {profile!r} is not one of rl, dl")
    with opened(settings) as graph:
        require_facts(graph)
        if drop:
            typer.echo(f"{graph.drop_inferred():,} inferred facts removed")
            return
        report = graph.reason(
            "dl" if profile == "dl" else "rl", skos=skos, class_values=class_values,
            max_facts=max_facts or MAX_FACTS, seconds=seconds,
            allow_inconsistent=allow_inconsistent, memory_mb=memory or MEMORY_MB,
            ignore_datatypes=ignore_datatypes,
        )  # fmt: skip
        lines = [line for said in _lines(report, graph) for line in this_screen().wrap(said)]
    typer.echo("\n".join(lines))


def explain(
    subject: Name,
    predicate: Name,
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="An IRI, CURIE or label.")],
    kg: Kg = None,
    tree: Annotated[bool, typer.Option("--tree", help="Draw the proof as a tree.")] = False,
    as_json: Json = False,
    language: Language = None,
    user: User = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Prove a fact down to what sources state.

    The predicate "a" is rdf:type. Each step names its rule as the W3C does.
    """
    from ontorag.names import RDF_TYPE
    from ontorag.values import IRI

    settings = settings_from(config, kg=kg, language=language, user=user, database=database)
    with opened(settings) as graph:
        require_facts(graph)
        said = IRI(RDF_TYPE) if predicate == "a" else graph.find(predicate)
        if not isinstance(said, IRI):
            raise InputError(f"{predicate!r} is no property")
        found = graph.explain(
            graph.find(subject), said, graph.find(object_),
            language="de" if settings.language == "de" else "en",
        )  # fmt: skip
        if as_json:
            echo_json(found.proof.to_json())
        elif tree:
            typer.echo(found.as_tree())
        else:
            typer.echo("\n".join(this_screen().wrap(found.in_words())))


def _lines(report: ReasoningReport, graph: KnowledgeGraph) -> list[str]:
    lines = [
        f"{report.inferred:,} facts follow from {report.given:,} statements"
        f" ({report.seconds:.2f} s); {report.kept:,} are kept"
    ]
    clashes = [graph.explained(each.proof) for each in report.inconsistencies[:SHOWN]]
    lines += [f"Contradiction: {each.in_words(limit=SHOWN)}" for each in clashes]
    lines += _more(len(report.inconsistencies), "contradictions")
    for each in report.unsatisfiable[:SHOWN]:
        why = f": {graph.explained(each.proof).in_words(limit=SHOWN)}" if each.proof.rule else ""
        lines.append(f"Can have no member: {graph.curie(each.cls[1:-1])}{why}")
    lines += _more(len(report.unsatisfiable), "such classes")
    run = sum(each.problem is None for each in report.rules)
    lines += [f"{run:,} SWRL rule{' was' if run == 1 else 's were'} run"] if run else []
    unused = [each for each in report.rules if each.problem is not None]
    lines += [f"Rule not run, {each.problem}: {each.text or each.node}" for each in unused[:SHOWN]]
    broken = report.malformed[:SHOWN]
    return lines + [f"Not used, {why}: an axiom with {p[1:-1]}" for (_, p, _), why in broken]


def _more(count: int, what: str) -> list[str]:
    return [f"… and {count - SHOWN:,} further {what}"] if count > SHOWN else []
