"""The SVG: well formed, safe, the same positions as the page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from ontorag.report import draw_svg, report_page
from ontorag.values import IRI, make_fact

from ..report_samples import (
    HOSTILE,
    big_graph,
    csv_entities,
    csv_facts,
    hostile_outcome,
    lotr,
    lotr_entities,
    lotr_facts,
    lotr_outcome,
)

SVG = "{http://www.w3.org/2000/svg}"


def lotr_svg() -> str:
    return draw_svg(
        lotr_facts(),
        lotr_entities(),
        matched=[lotr("Heimlichkeit"), lotr("Willensstaerke")],
        answers=[lotr("Frodo")],
        language="de",
    )


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_labels_of_nodes_and_edges_are_written() -> None:
    said = texts(lotr_svg())
    assert {"Frodo", "Heimlichkeit", "Willensstärke", "Fortgeschritten"} <= set(said)
    assert said.count("hat Fähigkeit") == 2


def test_matched_nodes_are_ringed_and_the_answer_has_a_star() -> None:
    root = ElementTree.fromstring(lotr_svg())
    rings = [c for c in root.iter(f"{SVG}circle") if c.get("fill") == "none"]
    assert len(rings) == 2
    frodo = next(
        g for g in root.iter(f"{SVG}g") if (g.findtext(f"{SVG}title") or "")[:5] == "Frodo"
    )
    assert len(frodo.findall(f"{SVG}path")) == 1


def test_inferred_lines_are_dashed() -> None:
    from dataclasses import replace

    first, *rest = lotr_facts()
    svg = draw_svg([replace(first, origin="inferred"), *rest], lotr_entities())
    assert svg.count("stroke-dasharray") == 1


def test_csv_draws_31_edges() -> None:
    root = ElementTree.fromstring(draw_svg(csv_facts(), csv_entities()))
    titles = [g.findtext(f"{SVG}title") or "" for g in root.iter(f"{SVG}g")]
    assert sum(1 for title in titles if re.match(r"F\d+: ", title)) == 31


def test_hostile_text_stays_text() -> None:
    outcome = hostile_outcome()
    svg = draw_svg(outcome.subgraph.facts, outcome.subgraph.entities)
    root = ElementTree.fromstring(svg)
    kinds = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert kinds <= {"svg", "title", "rect", "g", "path", "circle", "polygon", "text"}
    assert any(HOSTILE[0] in (node.text or "") for node in root.iter(f"{SVG}title"))


def test_no_script_style_or_address_is_needed() -> None:
    svg = lotr_svg()
    assert "style" not in svg
    assert re.findall(r"https?://[^\"<]+", svg.replace("http://example.org", "")) == [
        "http://www.w3.org/2000/svg"
    ]


def test_the_same_facts_give_the_same_svg() -> None:
    assert lotr_svg() == lotr_svg()


def test_positions_are_those_of_the_page() -> None:
    html = report_page(lotr_outcome())
    island = re.search(r'id="drawing">(.*?)</script>', html)
    assert island is not None
    import json

    node = next(n for n in json.loads(island[1])["nodes"] if n["label"] == "Heimlichkeit")
    svg = re.search(r"<noscript>.*?</noscript>", html, re.DOTALL)
    assert svg is not None
    assert f'cx="{node["x"]:g}" cy="{node["y"]:g}"' in svg[0]


def test_a_loop_is_drawn_at_its_node() -> None:
    me = IRI("urn:x:me")
    assert draw_svg([make_fact(me, IRI("urn:p:knows"), me)], ()).count("C") >= 1


def test_nothing_to_draw_says_so() -> None:
    assert texts(draw_svg([], ())) == ["There are no facts to draw."]


def test_too_much_to_draw_says_so() -> None:
    facts, entities = big_graph(2001)
    assert texts(draw_svg(facts, entities)) == [
        "2001 nodes are too many to draw; all facts are in the table."
    ]
