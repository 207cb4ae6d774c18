"""The corpus run on a small corpus: counts, expectations, and workers that hang or die."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import pytest

from benchmarks.corpus import main, run
from benchmarks.corpus_cases import Case, manifest_cases, obo_cases, w3c_cases
from benchmarks.corpus_work import Place

LOADING = Path(__file__).parents[1] / "data" / "loading"
MF = """@prefix mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#> .
@prefix rdft: <http://www.w3.org/ns/rdftest#> .
<#good> a rdft:TestTurtleEval ; mf:action <good.ttl> ; mf:result <good.nt> .
<#wrong> a rdft:TestTurtleEval ; mf:action <good.ttl> ; mf:result <wrong.nt> .
<#bad> a rdft:TestTurtleNegativeSyntax ; mf:action <bad.ttl> .
"""
OBO = "format-version: 1.4\nontology: o\n[Term]\nid: X:1\n"


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def suites(folder: Path) -> Path:
    """Write a small corpus in the form of the large one."""
    data = write(
        folder / "ontologies",
        MANIFEST_tsv="file\tformat\tbytes\ttriples_or_terms\tde_literals\tnotes\tparse_problems\n"
        "a.ttl\tTurtle\t1\t1\t0\t\t\nb.ttl\tTurtle\t1\t\t\t\tbroken\n",
        a_ttl="<urn:a> <urn:p> [] .", b_ttl="<urn:a> <urn:p> .",
    )  # fmt: skip
    w3c = write(
        folder / "w3c", manifest_ttl=MF, good_ttl="<urn:a> <urn:p> [] .", bad_ttl="<urn:a> .",
        good_nt="<urn:a> <urn:p> _:x .", wrong_nt='<urn:a> <urn:p> "x" .',
    )  # fmt: skip
    obo = write(folder / "obo", a_obo=OBO, a_meta_yaml="invalid: true")
    for name, inside in (("w3c-rdf-tests", w3c), ("oak-obo-compliance", obo)):
        with tarfile.open(data / f"{name}.tar.gz", "w:gz") as archive:
            archive.add(inside, arcname=name)
    return folder


def outcomes(cases: list[Case], **options: object) -> dict[str, str]:
    given = {"limit": 60.0, "workers": 2, "through": Place()} | options
    results = run(cases, **given)  # type: ignore[arg-type]
    return {case.name: each.outcome for case, each in zip(cases, results, strict=True)}


def test_the_manifest_says_what_must_load(tmp_path: Path) -> None:
    cases = list(manifest_cases(suites(tmp_path) / "ontologies"))
    assert [case.expected for case in cases] == ["loaded", None]
    assert outcomes(cases) == {"a.ttl": "loaded", "b.ttl": "refused"}


def test_results_are_compared_with_those_expected(tmp_path: Path) -> None:
    cases = list(w3c_cases(suites(tmp_path) / "w3c"))
    assert sorted(case.expected or "" for case in cases) == ["loaded", "loaded", "refused"]
    found = run(cases, limit=60.0, workers=1)
    assert sorted(each.outcome for each in found) == ["differs", "loaded", "refused"]


def test_an_invalid_file_that_loads_is_wrong(tmp_path: Path) -> None:
    (case,) = obo_cases(suites(tmp_path) / "obo")
    assert case.expected == "refused"
    assert outcomes([case]) == {"obo/a": "loaded"}


def test_the_loading_cases_never_crash_or_hang() -> None:
    cases = [Case(path.name, str(path)) for path in sorted(LOADING.iterdir())]
    found = outcomes(cases)
    assert set(found.values()) == {"loaded", "refused"}
    assert found["21laughs.rdf"] == found["22xxe.rdf"] == "refused"


def test_what_does_not_end_is_named_and_the_others_still_run(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "endless.ttl")
    cases = [Case("endless", str(tmp_path / "endless.ttl")), Case("a", str(LOADING / "pun.nt"))]
    assert outcomes(cases, limit=15.0, workers=1) == {"endless": "hung", "a": "loaded"}


def test_the_whole_run_fails_on_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--only", "manifest,w3c,obo", "--data", str(suites(tmp_path)), "--workers", "1"]
    assert main(given) == 1
    shown = capsys.readouterr().out
    assert "MANIFEST.tsv: 2 files: 1 loaded, 1 refused" in shown
    assert "2 wrong" in shown
