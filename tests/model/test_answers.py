"""Questions answered with a real small model: nothing unproved reaches the reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ontorag
from ontorag.answering import Phrasing
from ontorag.chat import OpenAIChat
from ontorag.values import Claim, Draft, Withdrawn
from ontorag.verification import check_claims

from ..local_model import CONTEXT, LocalModel, ModelUnavailableError, start_local_model

pytestmark = pytest.mark.model

LOTR = Path(__file__).parents[2] / "ontologies" / "lotr.ttl"
ANSWERABLE = {
    "Welche Charaktere haben Heimlichkeit?": {"Frodo", "Samweis"},
    "Who has stealth and willpower?": {"Frodo"},
    "Wer hat Erfahrung mit Orks am Fluss bekämpfen?": {"Legolas"},
}
UNANSWERABLE = {
    "Wer hat Heimlichkeit und Axtkampf?": "no_matching_entity",
    "Wie koche ich Spaghetti Carbonara?": "out_of_domain",
}


@pytest.fixture(scope="module")
def server() -> Iterator[LocalModel]:
    try:
        model = start_local_model()
    except ModelUnavailableError as exc:
        pytest.skip(str(exc))
    yield model
    model.stop()


@pytest.fixture(scope="module")
def rag(server: LocalModel) -> Iterator[ontorag.OntoRAG]:
    chat = OpenAIChat(
        "local", base_url=server.base_url, context=CONTEXT, max_tokens=200, timeout=240
    )
    with ontorag.load(LOTR, source="lotr.ttl") as graph:
        yield ontorag.OntoRAG(graph, chat=chat, embeddings=None)


@pytest.mark.parametrize("question", ANSWERABLE)
def test_whatever_the_model_says_every_claim_is_proved(question: str, rag: ontorag.OntoRAG) -> None:
    result = rag.ask(question, budget=8)
    assert {str(answer.label) for answer in result.answers} == ANSWERABLE[question]  # type: ignore[union-attr]
    assert result.answer.claims
    again = check_claims(
        result.answer.claims,
        result.subgraph,
        language=result.outcome.language,
        known_labels=rag.graph.view().labels_in,
    )
    assert [claim.verdict.kind for claim in again] == ["supported"] * len(again)
    assert result.trace.model is not None
    assert result.trace.prompt_tokens


@pytest.mark.parametrize("phrasing", ["claims", "prose"])
def test_what_a_model_streams_is_proved_before_it_is_told(
    phrasing: Phrasing, rag: ontorag.OntoRAG
) -> None:
    streaming = ontorag.OntoRAG(
        rag.graph, chat=rag.chat, embeddings=None, phrasing=phrasing, seed=1
    )
    *events, result = streaming.stream("Who has stealth and willpower?", budget=8)
    assert isinstance(result, ontorag.Result)
    told = [event for event in events if isinstance(event, Claim)]
    assert told == list(result.answer.claims) != []
    again = check_claims(
        told,
        result.subgraph,
        language=result.outcome.language,
        known_labels=rag.graph.view().labels_in,
        relations=rag.graph.view().relations,
    )
    assert [claim.verdict.kind for claim in again] == ["supported"] * len(again)
    drafted = [event for event in events if isinstance(event, Draft)]
    assert bool(drafted) == (phrasing == "prose")
    [call, *_] = result.trace.calls
    assert (call.seed, call.ended) in ((1, "stop"), (1, "length"))
    assert call.counted_by == "estimated"


def test_leaving_a_stream_frees_the_server(rag: ontorag.OntoRAG) -> None:
    endless = ontorag.OntoRAG(rag.graph, chat=rag.chat, embeddings=None, phrasing="prose")
    for event in endless.stream("Who has stealth?", budget=8):
        assert isinstance(event, Draft | Claim | Withdrawn)
        break
    assert rag.ask("Who has stealth?", budget=4).answered


@pytest.mark.parametrize("question", UNANSWERABLE)
def test_the_model_is_not_asked_where_there_is_no_answer(
    question: str, rag: ontorag.OntoRAG
) -> None:
    result = rag.ask(question)
    assert result.answer.reason == UNANSWERABLE[question]
    assert "chat" not in [step.name for step in result.trace.steps]
