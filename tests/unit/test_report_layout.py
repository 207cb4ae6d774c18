"""Positions: deterministic, apart, in rings by hops."""

from __future__ import annotations

from itertools import combinations
from math import hypot

from ontorag.report.drawing import draw
from ontorag.report.figure import Drawing, Node, extent
from ontorag.report.layout import STRETCH, Box, in_rings
from ontorag.report.texts import names_of
from ontorag.values import IRI, Literal, make_fact

from ..report_samples import (
    big_graph,
    csv_entities,
    csv_facts,
    lotr,
    lotr_entities,
    lotr_facts,
)

BOX = Box(10, 10, 10)


def drawn_csv() -> Drawing:
    return draw(csv_facts(), names_of(csv_entities(), None))


def overlap(one: Node, other: Node) -> bool:
    a, b = one.box, other.box
    across = a.side + b.side - abs(one.x - other.x)
    upper, lower = (one, other) if one.y <= other.y else (other, one)
    down = upper.y + upper.box.below - (lower.y - lower.box.above)
    return across > 1 and down > 1


def test_csv_is_28_nodes_and_31_edges() -> None:
    drawing = drawn_csv()
    assert (len(drawing.nodes), len(drawing.edges), drawing.kind) == (28, 31, "all")


def test_surroundings_of_frodo_are_six_edges() -> None:
    frodo = IRI("urn:ontorag:data#Frodo")
    facts = [fact for fact in csv_facts() if frodo in (fact.subject, fact.object)]
    drawing = draw(facts, names_of(csv_entities(), None), matched=[frodo])
    assert len(drawing.edges) == 6
    assert [node.label for node in drawing.nodes if node.matched] == ["Frodo"]


def test_same_facts_get_the_same_positions() -> None:
    assert drawn_csv() == drawn_csv()


def test_no_node_or_label_of_a_small_graph_overlaps_another() -> None:
    drawing = drawn_csv()
    wrong = [
        (one.label, other.label)
        for one, other in combinations(drawing.nodes, 2)
        if overlap(one, other)
    ]
    assert wrong == []


def test_rings_follow_the_hops_from_the_root() -> None:
    neighbours = [[1, 2, 3], [0, 4], [0], [0], [1, 5], [4]]
    points = in_rings(neighbours, [[0, 1, 2, 3, 4, 5]], [0], [BOX] * 6)
    far = [hypot(x / STRETCH, y) for x, y in _around(points, points[0])]
    assert far[0] == 0
    assert max(far[1:4]) < far[4] < far[5]


def _around(
    points: list[tuple[float, float]], middle: tuple[float, float]
) -> list[tuple[float, float]]:
    return [(x - middle[0], y - middle[1]) for x, y in points]


def test_siblings_of_one_property_stand_together() -> None:
    skill, level = IRI("urn:p:skill"), IRI("urn:p:level")
    hub = IRI("urn:x:hub")
    facts = [make_fact(hub, skill if at % 2 else level, IRI(f"urn:x:{at}")) for at in range(8)]
    drawing = draw(facts, names_of([], None), matched=[hub])
    middle = next(node for node in drawing.nodes if node.matched)
    ring = sorted(
        (edge for edge in drawing.edges),
        key=lambda edge: _angle(middle, drawing.nodes[edge.target]),
    )
    labels = [edge.label for edge in ring]
    changes = sum(one != other for one, other in zip(labels, [*labels[1:], labels[0]], strict=True))
    assert changes == 2


def _angle(middle: Node, node: Node) -> float:
    from math import atan2

    return atan2(node.y - middle.y, node.x - middle.x)


def test_parts_do_not_overlap() -> None:
    points = in_rings([[1], [0], [3], [2], []], [[0, 1], [2, 3], [4]], [], [BOX] * 5)
    assert len({(round(x), round(y)) for x, y in points}) == 5


def test_a_literal_is_a_box_of_its_own_for_each_fact() -> None:
    expert = Literal("Experte")
    facts = [make_fact(IRI(f"urn:x:{name}"), IRI("urn:p:level"), expert) for name in "ab"]
    drawing = draw(facts, names_of([], None))
    assert [node.label for node in drawing.nodes if node.group == -1] == ["Experte", "Experte"]


def test_parallel_facts_are_drawn_as_two_curves() -> None:
    a, b = IRI("urn:x:a"), IRI("urn:x:b")
    facts = [make_fact(a, IRI("urn:p:1"), b), make_fact(b, IRI("urn:p:2"), a)]
    drawing = draw(facts, names_of([], None))
    assert [edge.bend for edge in drawing.edges] == [-0.18, -0.18]


def test_an_edge_bends_around_a_node_in_its_way() -> None:
    drawing = drawn_csv()
    labels = [node.label for node in drawing.nodes]
    edge = next(
        e
        for e in drawing.edges
        if (labels[e.source], labels[e.target]) == ("Samweis", "Heimlichkeit")
    )
    assert edge.bend != 0


def test_types_and_labels_show_as_colour_and_label_unless_cited() -> None:
    from ontorag.names import RDF_TYPE, RDFS_LABEL

    kind = make_fact(lotr("Frodo"), IRI(RDF_TYPE), lotr("Hobbit"))
    label = make_fact(lotr("Frodo"), IRI(RDFS_LABEL), Literal("Frodo"))
    facts = [*lotr_facts(), kind, label]
    names = names_of(lotr_entities(), None)
    assert (len(draw(facts, names).edges), draw(facts, names).said) == (5, 2)
    from dataclasses import replace

    cited = [*lotr_facts(), replace(kind, id="F6")]
    assert len(draw(cited, names, cited=["F6"]).edges) == 6


def test_up_to_300_nodes_all_are_drawn_and_few_are_named() -> None:
    facts, entities = big_graph(300)
    drawing = draw(facts, names_of(entities, None), matched=[facts[0].subject])
    assert (len(drawing.nodes), drawing.kind) == (300, "all")
    named = [node for node in drawing.nodes if node.named]
    assert 1 <= len(named) <= 13
    assert all(edge.label_at is None for edge in drawing.edges)


def test_above_300_nodes_only_the_evidence_is_drawn() -> None:
    facts, entities = big_graph(2000)
    names = names_of(entities, None)
    start, end = facts[0].subject, facts[-1].object
    drawing = draw(facts, names, matched=[start], answers=[end], cited=["F1", "F2"])
    assert (drawing.kind, drawing.total_nodes) == ("evidence", 2000)
    assert len(drawing.nodes) <= 150
    assert {"F1", "F2"} <= {edge.fact.id for edge in drawing.edges}
    assert any(node.answer for node in drawing.nodes)


def test_above_300_nodes_without_evidence_the_best_connected_are_drawn() -> None:
    facts, entities = big_graph(1000)
    drawing = draw(facts, names_of(entities, None))
    assert (drawing.kind, len(drawing.nodes)) == ("overview", 150)
    assert len(drawing.edges) >= 100


def test_above_2000_nodes_nothing_is_drawn() -> None:
    facts, entities = big_graph(2001)
    drawing = draw(facts, names_of(entities, None), matched=[facts[0].subject], cited=["F1"])
    assert (drawing.nodes, drawing.total_nodes, drawing.kind) == ((), 2001, "nothing")


def test_ninth_and_further_classes_share_the_group_other() -> None:
    from ontorag.values import Labelled

    terms = [IRI(f"urn:x:{at}") for at in range(12)]
    facts = [make_fact(terms[0], IRI("urn:p"), term) for term in terms[1:]]
    entities = [Labelled(term, f"{at}", (f"class {at:02d}",)) for at, term in enumerate(terms)]
    groups = draw(facts, names_of(entities, None)).groups
    assert [(group.at, group.how, group.count) for group in groups][-1] == (8, "other", 4)


def test_everything_lies_within_the_extent() -> None:
    drawing = drawn_csv()
    left, top, right, bottom = extent(drawing)
    assert all(left < node.x < right and top < node.y < bottom for node in drawing.nodes)
