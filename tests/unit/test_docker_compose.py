"""The Compose file: what it starts, and that it starts nothing with a known password."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

COMPOSE = Path(__file__).parents[2] / "docker-compose.yml"


def test_the_file_follows_the_compose_specification() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    run = subprocess.run([*command, str(COMPOSE)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_missing_password_is_an_error_and_none_is_written_down() -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    assert "NEO4J_AUTH: neo4j/${NEO4J_PASSWORD:?" in text
    assert text.count("NEO4J_AUTH") == 1


def test_both_ports_a_health_check_and_a_named_volume_are_there() -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    assert ":7474:7474" in text
    assert ":7687:7687" in text
    assert "healthcheck:" in text
    assert "neo4j-data:/data" in text
