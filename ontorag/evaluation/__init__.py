"""Questions with known answers: ask them, score them, and say how sure the scores are.

`read_questions` reads a file, `asker` asks and scores one question, `run` asks them all and keeps
each result on disk, `summarise` gives the metrics, which are defined in `metrics` and in
docs/evaluation.md.
"""

from ontorag.evaluation.asking import Ask, asker, names_in
from ontorag.evaluation.junit import junit
from ontorag.evaluation.metrics import METRICS, Metric
from ontorag.evaluation.page import evaluation_page
from ontorag.evaluation.questions import Gold, Question
from ontorag.evaluation.reading import read_questions
from ontorag.evaluation.records import Record
from ontorag.evaluation.resampling import Difference, compare, interval
from ontorag.evaluation.running import RunFolder, Task, digest, read_records, run
from ontorag.evaluation.sampling import draw
from ontorag.evaluation.summary import (
    Estimate,
    ModeSummary,
    Price,
    Summary,
    estimates,
    read_baseline,
    summarise,
    summary_to_json,
)
from ontorag.evaluation.thresholds import Threshold, Verdict, judge, read_threshold

__all__ = [
    "METRICS", "Ask", "Difference", "Estimate", "Gold", "Metric", "ModeSummary", "Price",
    "Question", "Record", "RunFolder", "Summary", "Task", "Threshold", "Verdict", "asker",
    "compare", "digest", "draw", "estimates", "evaluation_page", "interval", "judge", "junit",
    "names_in", "read_baseline", "read_questions", "read_records", "read_threshold", "run",
    "summarise", "summary_to_json",
]  # fmt: skip
