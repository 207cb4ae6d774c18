"""The metrics, each defined once.

Every question adds a numerator and a denominator to a metric, and the metric of many questions is
the sum of the first over the sum of the second: a mean over questions where each adds (score, 1),
a share of mentions or of answers where it adds counts. So one bootstrap over questions serves all.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Share: TypeAlias = tuple[float, float]
"""What one question adds to a metric: numerator and denominator."""

MOST_GOLD = 50
"""Questions with more gold answers do not count for the answer recall in the facts."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: its name, what it says, whether more is better, whether it is a plain count."""

    name: str
    meaning: str
    more_is_better: bool = True
    is_count: bool = False


METRICS = (
    Metric("hits_at_1", "the first returned answer is gold; an abstention counts 0"),
    Metric("hit", "any returned answer is gold"),
    Metric("set_f1", "F1 of the set of returned answers and the gold set, mean over questions"),
    Metric("linking_f1", "F1 of linked and gold terms, micro over mentions; NIL links nothing"),
    Metric("recall_at_1", "share of a question's gold terms that are a mention's first candidate"),
    Metric("recall_at_5", "share of a question's gold terms among a mention's first 5 candidates"),
    Metric("recall_at_10", "share of a question's gold terms among a mention's first 10"),
    Metric("mrr", "1 / rank of each gold term, mean over the question's, then over questions"),
    Metric("answer_recall_in_facts", "share of gold answers that occur in the facts shown"),
    Metric("fact_recall", "share of gold facts that were selected"),
    Metric("source_recall", "share of gold sources that the selected facts come from"),
    Metric("abstention_precision", "share of abstentions where an abstention was right"),
    Metric("abstention_recall", "share of questions to abstain from that were abstained from"),
    Metric("reason_accuracy", "share of right abstentions with the expected reason"),
    Metric("over_abstention", "share of answerable questions refused", more_is_better=False),
    Metric(
        "invented",
        "returned answers for questions whose gold is empty",
        more_is_better=False,
        is_count=True,
    ),
    Metric("coverage", "share of questions answered"),
)
NAMED = {metric.name: metric for metric in METRICS}


def hits_at_1(gold: Collection[Hashable], returned: Sequence[Hashable]) -> float:
    """Say whether the first returned answer is gold: 1 or 0; nothing returned is 0.

    ``returned`` is in the plan's order, else in label order, as the answers of an outcome are.

    >>> hits_at_1({"a", "b"}, ["b", "c"]), hits_at_1({"a"}, ["c", "a"]), hits_at_1({"a"}, [])
    (1.0, 0.0, 0.0)
    """
    return float(bool(returned) and returned[0] in gold)


def hit(gold: Collection[Hashable], returned: Sequence[Hashable]) -> float:
    """Say whether any returned answer is gold.

    >>> hit({"a"}, ["c", "a"]), hit({"a"}, [])
    (1.0, 0.0)
    """
    return float(any(each in gold for each in returned))


def set_f1(gold: Collection[Hashable], returned: Collection[Hashable]) -> float:
    """Give the harmonic mean of precision and recall of two sets; both empty is 1.

    >>> set_f1({"a", "b", "c"}, {"b", "c", "d", "e"})     # 2 right: 2 * 2 / (3 + 4)
    0.5714285714285714
    >>> set_f1(set(), set()), set_f1({"a"}, set()), set_f1(set(), {"a"})
    (1.0, 0.0, 0.0)
    """
    right, size = len(set(gold) & set(returned)), len(set(gold)) + len(set(returned))
    return 2 * right / size if size else 1.0


def rank(gold: Collection[Hashable], lists: Sequence[Sequence[Collection[Hashable]]]) -> int | None:
    """Give the best place of a gold term in the candidate lists of the mentions, from 1.

    A candidate is the keys it may be expected by, the gold term likewise. Candidates of equal
    score keep the places they were listed in: a tie counts when its place is within k.

    >>> rank({"a"}, [[{"x"}, {"a", "A"}], [{"y"}]]), rank({"b"}, [[{"x"}]])
    (2, None)
    """
    wanted = set(gold)
    places = [
        place
        for candidates in lists
        for place, keys in enumerate(candidates, 1)
        if wanted & set(keys)
    ]
    return min(places, default=None)


def recall_at(k: int, ranks: Sequence[int | None]) -> float:
    """Give the share of a question's gold terms whose rank is at most ``k``.

    >>> recall_at(5, [1, 5, 6, None])
    0.5
    """
    return sum(place is not None and place <= k for place in ranks) / len(ranks)


def reciprocal_rank(ranks: Sequence[int | None]) -> float:
    """Give the mean of 1 / rank of a question's gold terms; one that is not found adds 0.

    >>> reciprocal_rank([1, 4, None])
    0.4166666666666667
    """
    return sum(1 / place for place in ranks if place) / len(ranks)


def linking_share(
    gold: Sequence[Collection[Hashable]], linked: Sequence[Collection[Hashable]]
) -> Share:
    """Give (2 right, gold + linked): their ratio, summed over questions, is the micro F1.

    Each term is the keys it may be expected by. What two mentions link to counts once; a
    mention without a link (NIL) is not in ``linked``, so a NIL that is right adds nothing and
    a wrong link counts against precision.

    >>> linking_share([{"a"}, {"b"}], [{"a"}, {"c"}])
    (2.0, 4.0)
    >>> linking_share([], [])
    (0.0, 0.0)
    """
    right = sum(any(set(term) & set(each) for each in linked) for term in gold)
    return 2.0 * right, float(len(gold) + len(linked))


def recall_in(gold: Collection[Hashable], present: Collection[Hashable]) -> float:
    """Give the share of gold answers that occur in the selected facts.

    >>> recall_in({"a", "b"}, {"b", "c"})
    0.5
    """
    return len(set(gold) & set(present)) / len(set(gold))


def abstention_shares(
    *, should: bool, abstained: bool, reason_is_right: bool | None = None
) -> dict[str, Share]:
    """Give what one question adds to precision, recall, reason accuracy and over-abstention.

    ``reason_is_right`` is None where no reason is expected.

    >>> abstention_shares(should=True, abstained=True, reason_is_right=False)["reason_accuracy"]
    (0.0, 1.0)
    >>> abstention_shares(should=False, abstained=True)
    {'abstention_precision': (0.0, 1.0), 'over_abstention': (1.0, 1.0)}
    """
    shares: dict[str, Share] = {}
    if abstained:
        shares["abstention_precision"] = float(should), 1.0
    if should:
        shares["abstention_recall"] = float(abstained), 1.0
    else:
        shares["over_abstention"] = float(abstained), 1.0
    if should and abstained and reason_is_right is not None:
        shares["reason_accuracy"] = float(reason_is_right), 1.0
    return shares


def value_of(metric: Metric, shares: Sequence[Share]) -> float | None:
    """Give a metric over the shares of many questions; None where no question counts for it.

    >>> value_of(NAMED["set_f1"], [(1.0, 1.0), (0.5, 1.0)])
    0.75
    >>> value_of(NAMED["invented"], [(3, 1), (0, 1)])
    3
    """
    over = sum(denominator for _, denominator in shares)
    total = sum(numerator for numerator, _ in shares)
    if not over:
        return None
    return total if metric.is_count else total / over
