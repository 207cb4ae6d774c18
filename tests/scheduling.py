"""Which tests share a process when ``pytest -n`` starts several: those of one server do."""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return _ByServer(config, log)


class _ByServer(LoadScopeScheduling):
    """One process for what needs the Neo4j server, whose name tells; the rest goes by file."""

    def _split_scope(self, nodeid: str) -> str:
        needs_server = any(store in nodeid for store in ("neo4j", "imported"))
        return "neo4j" if needs_server else nodeid.partition("::")[0]
