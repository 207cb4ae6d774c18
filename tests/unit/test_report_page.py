"""The page as text: complete without JavaScript, escaped, the same every time."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ontorag.errors import InputError
from ontorag.report import graph_page, report_page, write_page
from ontorag.values import IRI, Answer, Fact, Subgraph, TraceStep, make_fact, write_statement
from ontorag.values.json import outcome_from_json

from ..report_samples import (
    HOSTILE,
    abstained_outcome,
    big_graph,
    big_outcome,
    csv_entities,
    csv_facts,
    hostile_curie,
    hostile_outcome,
    lotr_curie,
    lotr_outcome,
)


class Page(HTMLParser):
    """What a browser without JavaScript makes of a page: elements, ids, links and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.style = ""
        self.policy = ""
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[str] = []
        self._inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._inside = tag if tag in ("script", "style") else ""
        if tag == "script":
            self.scripts.append("")
        found = {name: value or "" for name, value in attrs}
        self.attributes += [(tag, name, value) for name, value in found.items()]
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found.get("href", ""))
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts[-1] += data
        elif self._inside == "style":
            self.style += data
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.texts))


def page_of(html: str) -> Page:
    return Page(html)


@pytest.fixture(scope="module")
def lotr_html() -> str:
    return report_page(lotr_outcome(), curies=lotr_curie)


def test_answer_claims_and_verdicts_stand_in_the_page(lotr_html: str) -> None:
    text = page_of(lotr_html).text
    assert "Frodo hat Heimlichkeit und Willensstärke." in text
    assert text.count("belegt") >= 3
    assert "Ein Teil der Frage wurde nicht verstanden („Mordor“)" in text


def test_reading_shows_correction_score_runner_up_and_curie(lotr_html: str) -> None:
    text = page_of(lotr_html).text
    assert re.search(r"korrigiert: Willenskraft -> ?Willensstärke", text.replace("  ", " "))
    assert "Güte 0,87" in text
    assert "Durchhaltevermögen" in text
    assert "lotr:Willensstaerke" in text
    assert "nicht verknüpft" in text


def test_mentions_are_marked_where_they_stand(lotr_html: str) -> None:
    question = re.search(r'<p class="question".*?</p>', lotr_html, re.DOTALL)
    assert question is not None
    assert '<mark class="linked" data-mention="3">Willenskraft</mark>' in question[0]
    assert '<mark class="unlinked" data-mention="5">Mordor</mark>' in question[0]


def test_every_citation_has_exactly_one_row(lotr_html: str) -> None:
    page = page_of(lotr_html)
    cited = {link[1:] for link in page.links if re.fullmatch(r"#[FD]\d+", link)}
    assert cited == {"F1", "F2", "F3", "F4", "F5", "D1"}
    assert all(page.ids.count(each) == 1 for each in cited)


def test_no_id_occurs_twice(lotr_html: str) -> None:
    ids = page_of(lotr_html).ids
    assert len(ids) == len(set(ids))


def test_cited_facts_come_first() -> None:
    outcome = lotr_outcome()
    claim = replace(outcome.answer.claims[0], evidence_ids=("F5",))
    answer = replace(outcome.answer, claims=(claim,), text=claim.text)
    rows = re.findall(r'<tr id="(F\d)"', report_page(replace(outcome, answer=answer)))
    assert rows == ["F5", "F1", "F2", "F3", "F4"]


def test_what_the_text_says_beside_its_claims_is_said_once_after_them() -> None:
    outcome = lotr_outcome()
    first, second, third = (claim.text for claim in outcome.answer.claims)
    text = f"{first[:-1]} [F1] [F2]. {second} [F3] {third} [D1] Gelesen als: X."
    answer = replace(outcome.answer, text=text)
    said = page_of(report_page(replace(outcome, answer=answer))).text
    assert said.count(second) == 1
    assert said.index("Gelesen als: X.") > said.index(second)


def test_a_text_in_other_words_than_its_claims_is_shown_before_them() -> None:
    outcome = lotr_outcome()
    answer = replace(outcome.answer, text="Es ist Frodo [F1].")
    html = report_page(replace(outcome, answer=answer))
    assert '<p class="lead" dir="auto">Es ist Frodo <a class="cite" href="#F1"' in html


def test_what_is_asked_for_is_not_ringed_but_what_decides_is() -> None:
    html = report_page(lotr_outcome())
    island = json.loads(page_of(html).scripts[1])
    ringed = sorted(node["label"] for node in island["nodes"] if node["matched"])
    assert ringed == ["Heimlichkeit", "Willensstärke"]


def test_a_citation_without_a_fact_is_no_link() -> None:
    outcome = lotr_outcome()
    claim = replace(outcome.answer.claims[0], evidence_ids=("F77",))
    html = report_page(replace(outcome, answer=replace(outcome.answer, claims=(claim,))))
    assert '<span class="cite unknown">F77?</span>' in html
    assert "#F77" not in page_of(html).links


def test_inferred_facts_cite_their_premises() -> None:
    outcome = lotr_outcome()
    first, *rest = outcome.subgraph.facts
    line = write_statement(rest[0].subject, rest[0].predicate, rest[0].object)
    other = write_statement(rest[0].subject, rest[0].predicate, IRI("http://example.org/lotr#Neu"))
    inferred = replace(first, origin="inferred", rule="prp-trp", premises=(line, other))
    subgraph = replace(outcome.subgraph, facts=(inferred, *rest))
    row = re.search(
        r'<tr id="F1".*?<tr', report_page(replace(outcome, subgraph=subgraph)), re.DOTALL
    )
    assert row is not None
    assert "abgeleitet durch prp-trp aus" in row[0]
    assert 'data-fact="F2"' in row[0]
    assert "Frodo – hat Fähigkeit – Neu" in row[0]


def test_trace_shows_queries_and_no_keys(lotr_html: str) -> None:
    assert "SELECT s\nFROM t\nWHERE p = ?" in lotr_html
    assert "•••" in page_of(lotr_html).text


def test_a_key_in_a_trace_or_in_the_json_is_blanked() -> None:
    secret = "sk-abcdefghijklmnop1234"
    outcome = lotr_outcome()
    step = TraceStep("chat", 1.0, (("request", f"key {secret}"), ("url", "http://a:pw@host/v1")))
    html = report_page(replace(outcome, trace=replace(outcome.trace, steps=(step,), prompt=secret)))
    assert secret not in html
    assert "a:pw@" not in html


def test_abstention_says_why_and_what_would_help() -> None:
    text = page_of(report_page(abstained_outcome())).text
    assert "Keine Antwort" in text
    assert "die Frage betrifft diese Ontologie nicht" in text
    assert "Diese Ontologie handelt von Charakteren" in text
    assert "Es gibt keine Fakten zu zeichnen." in text


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_reason_and_flag_has_words(language: str) -> None:
    from typing import get_args

    from ontorag.values.outcomes import Flag, Reason

    for reason in get_args(Reason):
        answer = Answer("insufficient_evidence", reason, (), "?")
        outcome = replace(abstained_outcome(), language=language, answer=answer)
        assert f"<code>{reason}</code>" in report_page(outcome)
    answer = Answer("answered", None, get_args(Flag), "!")
    html = report_page(replace(abstained_outcome(), language=language, answer=answer))
    assert html.count('class="flag"') == len(get_args(Flag))


def test_both_languages_have_the_same_words() -> None:
    from ontorag.report.words import ENGLISH, GERMAN

    assert ENGLISH.keys() == GERMAN.keys()
    fields = re.compile(r"\{(\w+)\}")
    differ = [
        key
        for key in ENGLISH
        if set(fields.findall(ENGLISH[key])) != set(fields.findall(GERMAN[key]))
    ]
    assert differ == []


def test_numbers_and_yes_or_no_are_answers() -> None:
    from decimal import Decimal

    subgraph = Subgraph(answers=(True, 1830, Decimal("2.5")))
    html = report_page(replace(abstained_outcome(), subgraph=subgraph, language="de"))
    assert re.findall(r"<bdi>(Ja|1\.830|2,5)</bdi>", html) == ["Ja", "1.830", "2,5"]


def test_the_json_island_is_the_outcome(lotr_html: str) -> None:
    raw = json.loads(page_of(lotr_html).scripts[0])
    expected = lotr_outcome()
    assert outcome_from_json(raw).subgraph.facts == expected.subgraph.facts
    assert raw["question"] == expected.question


def test_long_json_is_gzipped_and_whole() -> None:
    html = report_page(big_outcome(300))
    assert 'data-packed="gzip"' in html
    raw = json.loads(gzip.decompress(base64.b64decode(page_of(html).scripts[0])))
    assert len(raw["subgraph"]["facts"]) == len(big_graph(300)[0])


def test_policy_allows_the_inlined_scripts_and_style_by_hash_only(lotr_html: str) -> None:
    page = page_of(lotr_html)
    assert page.policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in page.policy
    for text in (*page.scripts[2:], page.style):
        digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
        assert f"'sha256-{digest}'" in page.policy


def test_licence_of_vis_network_is_kept(lotr_html: str) -> None:
    assert "vis.js is dual licensed under both" in lotr_html


def test_nothing_in_the_page_points_outside(lotr_html: str) -> None:
    page = page_of(lotr_html)
    outside = [
        (tag, name, value)
        for tag, name, value in page.attributes
        if name in ("src", "href", "action", "srcset", "poster") and not value.startswith("#")
    ]
    assert outside == [("link", "href", "data:,")]
    assert not re.search(r"url\(|@import", page.style)


def test_the_same_outcome_gives_the_same_bytes(lotr_html: str) -> None:
    assert report_page(lotr_outcome(), curies=lotr_curie) == lotr_html
    code = (
        "import hashlib, sys; from tests.report_samples import *; "
        "from ontorag.report import report_page; "
        "print(hashlib.sha256(report_page(lotr_outcome(), curies=lotr_curie).encode()).hexdigest())"
    )
    env = {**os.environ, "PYTHONHASHSEED": "77", "LC_ALL": "C"}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, cwd=root, check=True
    )
    assert done.stdout.strip() == hashlib.sha256(lotr_html.encode("utf-8")).hexdigest()


def test_hostile_text_makes_no_element_and_no_attribute() -> None:
    page = page_of(report_page(hostile_outcome(), curies=hostile_curie))
    assert "img" not in page.tags
    assert "b" not in [tag for tag in page.tags if tag == "script" * 2]
    assert page.tags.count("script") == 4
    assert [name for _, name, _ in page.attributes if name.startswith("on")] == []
    assert [link for link in page.links if not re.fullmatch(r"#[FD]\d+", link)] == []
    assert HOSTILE[0] in page.text
    assert "{{7*7}}" in page.text
    assert "evil[U+202E]gpj.exe" in page.text


def test_hostile_json_cannot_end_its_script_element() -> None:
    page = page_of(report_page(hostile_outcome(), curies=hostile_curie))
    for island in page.scripts[:2]:
        assert "<" not in island
        json.loads(island)


def test_lone_surrogates_and_control_characters_can_be_written(tmp_path: Path) -> None:
    file = write_page(report_page(hostile_outcome()), tmp_path / "hostile.html")
    text = file.read_text(encoding="utf-8")
    assert "\x00" not in text
    assert "[U+0000]nul[U+D800]" in text


def test_graph_page_says_how_much_of_the_graph_it_shows() -> None:
    html = graph_page(csv_facts(), csv_entities(), title="lotr", total=1000)
    text = page_of(html).text
    assert "31 of 1,000 facts" in text
    assert "28 nodes, 31 edges" in text


def test_graph_page_numbers_its_facts() -> None:
    ids = page_of(graph_page(csv_facts(), csv_entities(), title="lotr")).ids
    assert [each for each in ids if re.fullmatch(r"F\d+", each)] == [f"F{n}" for n in range(1, 32)]


def test_2000_nodes_are_all_in_the_table_and_under_the_size_limit() -> None:
    outcome = big_outcome(2000)
    html = report_page(outcome)
    rows = re.findall(r'<tr id="F\d+"', html)
    assert len(rows) == len(outcome.subgraph.facts)
    assert len(html.encode("utf-8")) < 1_500_000
    assert "Showing 4 of 2,000 nodes" in page_of(html).text


def test_above_2000_nodes_the_page_has_a_table_and_no_canvas() -> None:
    facts, entities = big_graph(2100)
    page = page_of(graph_page(facts, entities, title="big"))
    assert "2,100 nodes are too many to draw" in page.text
    assert "canvas" not in page.ids
    assert sum(1 for each in page.ids if re.fullmatch(r"F\d+", each)) == len(facts)


def test_a_very_long_table_says_what_it_leaves_out() -> None:
    facts: list[Fact] = [
        make_fact(IRI(f"urn:x:{at}"), IRI("urn:p"), IRI("urn:y")) for at in range(5200)
    ]
    page = page_of(graph_page(facts, (), title="long"))
    assert "This page lists the first 5,000 of 5,200 facts" in page.text


def test_a_cut_subgraph_says_so() -> None:
    outcome = lotr_outcome()
    subgraph = replace(outcome.subgraph, truncated=True, total=900)
    text = page_of(report_page(replace(outcome, subgraph=subgraph))).text
    assert "5 von 900 ausgewählten sind aufgeführt" in text


def test_facts_without_labels_are_named_by_their_iri() -> None:
    fact = make_fact(IRI("http://a.org/Frodo_selbst"), IRI("http://a.org/hasPart"), IRI("urn:b"))
    text = page_of(graph_page([fact], (), title="bare")).text
    assert "Frodo selbst" in text
    assert "has Part" in text


def test_writing_into_a_missing_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the folder .*nowhere does not exist; create it"):
        write_page("<p>", tmp_path / "nowhere" / "a.html")


def test_writing_to_a_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder; add a file name"):
        write_page("<p>", tmp_path)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="/proc refuses even root"
)
def test_writing_where_nobody_may_is_a_clear_error() -> None:
    with pytest.raises(InputError, match="cannot write the report to"):
        write_page("<p>", "/proc/report.html")


def test_pages_are_utf8_with_line_feeds_under_any_locale(tmp_path: Path) -> None:
    code = (
        "import sys; from tests.report_samples import *; "
        "from ontorag.report import report_page, write_page; "
        "write_page(report_page(lotr_outcome()), sys.argv[1])"
    )
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    root = Path(__file__).parents[2]
    file = tmp_path / "frodo.html"
    subprocess.run([sys.executable, "-c", code, str(file)], env=env, cwd=root, check=True)
    data = file.read_bytes()
    assert "Willensstärke".encode() in data
    assert b"\r\n" not in data


def test_importing_the_report_pulls_in_no_third_party_package() -> None:
    code = (
        "import sys, ontorag.report; "
        "print(sorted({'pyvis', 'networkx', 'jinja2', 'markupsafe'} & set(sys.modules)))"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True
    )
    assert done.stdout.strip() == "[]"
