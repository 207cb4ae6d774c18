"""Results as JUnit XML, which continuous integration systems show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from ontorag.evaluation.records import Record
from ontorag.evaluation.thresholds import Verdict

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(records: Sequence[Record], verdicts: Sequence[Verdict] = ()) -> str:
    """Write a suite for each mode, a case for each question, and a suite of the thresholds.

    A question fails when it is not right in everything that is expected of it.
    """
    root = ElementTree.Element("testsuites", name="ontorag eval")
    for mode in dict.fromkeys(record.mode for record in records):
        _suite(root, mode, [record for record in records if record.mode == mode])
    if verdicts:
        missed = sum(not each.met for each in verdicts)
        suite = ElementTree.SubElement(
            root, "testsuite", name="thresholds", tests=str(len(verdicts)), failures=str(missed)
        )
        for each in verdicts:
            case = ElementTree.SubElement(suite, "testcase", classname="thresholds", name=each.name)
            if not each.met:
                ElementTree.SubElement(case, "failure", message=each.text)
    ElementTree.indent(root)
    text: str = ElementTree.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _suite(root: ElementTree.Element, mode: str, records: Sequence[Record]) -> None:
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=mode,
        tests=str(len(records)),
        failures=str(sum(not r.right and r.error is None for r in records)),
        errors=str(sum(r.error is not None for r in records)),
        time=f"{sum(map(_seconds, records)):.3f}",
    )
    for record in records:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=mode,
            name=_clean(f"{record.id}: {record.question}"),
            time=f"{_seconds(record):.3f}",
        )
        if record.error is not None:
            ElementTree.SubElement(case, "error", message=_clean(record.error))
        elif not record.right:
            ElementTree.SubElement(case, "failure", message=_clean(why_wrong(record)))


def why_wrong(record: Record) -> str:
    """Say in a line what was expected and what came."""
    wanted = ", ".join(record.expected or ()) or "no answer"
    if record.expected is None:
        wanted = record.expected_reason or record.expected_status or "other links"
    came = ", ".join(record.returned) or record.reason or "nothing"
    return f"expected {wanted}; {record.status}: {came}"


def _seconds(record: Record) -> float:
    return sum(record.milliseconds.values()) / 1000


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)
