"""Findings in SARIF, which editors and code hosts show at the line.

Source: OASIS Static Analysis Results Interchange Format 2.1.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ontorag.values import Finding

_LEVELS = {"error": "error", "warning": "warning", "information": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def to_sarif(findings: Iterable[Finding], *, version: str) -> dict[str, Any]:
    """Write findings as a SARIF log with one run of this ``version``."""
    listed = list(findings)
    rules = {finding.code: finding for finding in listed}
    driver = {
        "name": "ontorag",
        "version": version,
        "rules": [
            {"id": code, "help": {"text": rules[code].advice or code}} for code in sorted(rules)
        ],
    }
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": [_result(each) for each in listed]}],
    }


def _result(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "occurrenceCount": finding.count,
    }
    if finding.source:
        place: dict[str, Any] = {"artifactLocation": {"uri": finding.source}}
        if finding.line:
            place["region"] = {"startLine": finding.line}
        result["locations"] = [{"physicalLocation": place}]
    return result
