"""Settings: where they come from, which one wins, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ontorag.config import Settings, read_settings, setting_names
from ontorag.errors import SettingsError


def write(folder: Path, text: str, name: str = "ontorag.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_without_any_source_every_setting_has_its_default(tmp_path: Path) -> None:
    settings = read_settings(directory=tmp_path)
    assert settings == Settings()
    assert (settings.world, settings.budget, settings.kg) == ("recorded", 100, ())
    assert settings.embeddings.model == "auto"
    assert settings.chat.model is None


def test_a_flag_outranks_the_environment_and_that_the_file(tmp_path: Path) -> None:
    write(tmp_path, 'world = "open"\nbudget = 10\ndatabase = "movies"\n')
    settings = read_settings(
        {"world": "closed"},
        environment={"ONTORAG_WORLD": "recorded", "ONTORAG_BUDGET": "20"},
        directory=tmp_path,
    )
    assert (settings.world, settings.budget, settings.database) == ("closed", 20, "movies")


def test_a_flag_that_was_not_given_hides_nothing(tmp_path: Path) -> None:
    write(tmp_path, 'kg = "lotr.ttl"\nworld = "open"\n')
    settings = read_settings({"world": None, "kg": []}, directory=tmp_path)
    assert (settings.world, settings.kg) == ("open", ("lotr.ttl",))


def test_tables_of_the_file_are_groups_of_settings(tmp_path: Path) -> None:
    write(tmp_path, '[chat]\nmodel = "small"\nurl = "http://127.0.0.1:1/v1"\ntimeout = 5\n')
    settings = read_settings(environment={"ONTORAG_CHAT_MODEL": "large"}, directory=tmp_path)
    assert settings.chat.model == "large"
    assert settings.chat.url == "http://127.0.0.1:1/v1"
    assert settings.chat.timeout == 5.0


def test_lists_in_the_environment_are_parted_by_semicolons(tmp_path: Path) -> None:
    variables = {"ONTORAG_KG": "a,b.ttl; neo4j://localhost:7687", "ONTORAG_COMPLETE": "hatSkill"}
    settings = read_settings(environment=variables, directory=tmp_path)
    assert settings.kg == ("a,b.ttl", "neo4j://localhost:7687")
    assert settings.complete == ("hatSkill",)


def test_paths_in_a_named_file_are_relative_to_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    path = write(
        folder, 'kg = ["lotr.ttl", "bolt://localhost"]\nreport = "graph.html"\n', "my.toml"
    )
    settings = read_settings(config=path, directory=tmp_path)
    assert settings.kg == ((folder / "lotr.ttl").as_posix(), "bolt://localhost")
    assert settings.report == (folder / "graph.html").as_posix()


def test_an_unknown_key_of_the_file_is_refused_with_the_likely_one(tmp_path: Path) -> None:
    write(tmp_path, '[chat]\nmodle = "small"\n')
    with pytest.raises(SettingsError, match=r"key 'chat\.modle'.*did you mean 'chat\.model'\?"):
        read_settings(directory=tmp_path)


def test_an_unknown_variable_is_refused_with_the_likely_one(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"ONTORAG_WORDL.*did you mean 'ONTORAG_WORLD'"):
        read_settings(environment={"ONTORAG_WORDL": "open"}, directory=tmp_path)


def test_variables_of_the_test_suite_are_no_settings(tmp_path: Path) -> None:
    variables = {"ONTORAG_TEST_NEO4J_VERSION": "5", "ONTORAG_DATA": "data"}
    assert read_settings(environment=variables, directory=tmp_path) == Settings()


@pytest.mark.parametrize(
    ("flags", "variables", "text", "origin"),
    [
        ({"world": "flat"}, {}, "", r"--world is 'flat'"),
        ({}, {"ONTORAG_WORLD": "flat"}, "", r"the environment variable ONTORAG_WORLD is 'flat'"),
        ({}, {}, 'world = "flat"', r"'world' in .*ontorag\.toml is 'flat'"),
        ({"chat.timeout": 0}, {}, "", r"--chat-timeout is 0"),
        ({}, {"ONTORAG_BUDGET": "many"}, "", r"ONTORAG_BUDGET is 'many'"),
    ],
)
def test_a_value_that_does_not_fit_names_its_place(
    tmp_path: Path, flags: dict[str, object], variables: dict[str, str], text: str, origin: str
) -> None:
    write(tmp_path, text)
    with pytest.raises(SettingsError, match=origin):
        read_settings(flags, environment=variables, directory=tmp_path)


def test_broken_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    write(tmp_path, 'world = "open"\nbudget = \n')
    with pytest.raises(SettingsError, match=r"ontorag\.toml is not a TOML file.*line 2"):
        read_settings(directory=tmp_path)


def test_a_settings_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml cannot be read.*--config"):
        read_settings(config=tmp_path / "none.toml")


def test_a_key_is_taken_from_the_named_variable(tmp_path: Path) -> None:
    write(tmp_path, '[chat]\nkey_env = "MY_KEY"\n')
    settings = read_settings(
        environment={"MY_KEY": "sesame", "OPENAI_API_KEY": "other"}, directory=tmp_path
    )
    assert settings.chat.key is not None
    assert settings.chat.key.get_secret_value() == "sesame"
    assert settings.embeddings.key is not None
    assert settings.embeddings.key.get_secret_value() == "other"


def test_the_usual_variables_of_openai_clients_come_last(tmp_path: Path) -> None:
    write(tmp_path, '[chat]\nurl = "http://127.0.0.1:1/v1"\n')
    variables = {"OPENAI_API_KEY": "sesame", "OPENAI_BASE_URL": "http://127.0.0.1:2/v1"}
    settings = read_settings(environment=variables, directory=tmp_path)
    assert settings.chat.url == "http://127.0.0.1:1/v1"
    assert settings.embeddings.url == "http://127.0.0.1:2/v1"
    assert settings.chat.key is not None
    assert settings.chat.key.get_secret_value() == "sesame"


def test_a_named_variable_that_is_not_set_is_refused(tmp_path: Path) -> None:
    write(tmp_path, 'password_env = "DB_PASSWORD"\n')
    with pytest.raises(SettingsError, match=r"'password_env' in .*DB_PASSWORD, which is not set"):
        read_settings(directory=tmp_path)


def test_no_secret_is_ever_written(tmp_path: Path) -> None:
    variables = {"ONTORAG_PASSWORD": "sesame", "ONTORAG_CHAT_KEY": "sesame"}
    settings = read_settings(environment=variables, directory=tmp_path)
    assert settings.password is not None
    assert settings.password.get_secret_value() == "sesame"
    assert "sesame" not in repr(settings) + str(settings) + settings.model_dump_json()
    with pytest.raises(SettingsError) as caught:
        read_settings({"password": ["sesame"], "chat.key": 7}, directory=tmp_path)
    assert "sesame" not in str(caught.value)
    assert "--password" in str(caught.value)
    assert "--chat-key: " in str(caught.value)


def test_settings_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().budget = 5  # type: ignore[misc]


def test_every_setting_is_documented() -> None:
    page = Path(__file__).parents[2] / "docs" / "settings.md"
    text = page.read_text(encoding="utf-8")
    missing = [name for name in setting_names() if f"`{name}`" not in text]
    assert missing == []


@pytest.mark.parametrize(
    ("flags", "environment", "where"),
    [
        ({"chat.model": "m", "chat.url": ""}, {}, "--chat-url"),
        ({"chat.model": "m"}, {"ONTORAG_CHAT_URL": ""}, "ONTORAG_CHAT_URL"),
        ({}, {"ONTORAG_EMBEDDINGS_URL": " "}, "ONTORAG_EMBEDDINGS_URL"),
        ({"chat.model": ""}, {}, "--chat"),
        ({"report": ""}, {}, "--report"),
    ],
)
def test_an_empty_address_or_flag_is_refused(
    flags: dict[str, object], environment: dict[str, str], where: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError, match=f"{where} is empty"):
        read_settings(flags, environment=environment, directory=tmp_path)


def test_an_empty_address_in_the_file_is_refused(tmp_path: Path) -> None:
    write(tmp_path, '[chat]\nmodel = "m"\nurl = ""\n')
    with pytest.raises(SettingsError, match=r"'chat\.url' in .* is empty"):
        read_settings(directory=tmp_path)


def test_an_address_on_the_command_line_needs_a_model(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="--chat MODEL"):
        read_settings({"chat.url": "http://127.0.0.1:1/v1"}, directory=tmp_path)
    write(tmp_path, '[chat]\nmodel = "small"\n')
    settings = read_settings({"chat.url": "http://127.0.0.1:1/v1"}, directory=tmp_path)
    assert settings.chat.model == "small"


def test_a_number_where_texts_belong_is_said_in_plain_words(tmp_path: Path) -> None:
    write(tmp_path, "kg = 3\n")
    with pytest.raises(SettingsError, match=r"'kg' in .* is 3: give a text or a list of texts"):
        read_settings(directory=tmp_path)


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "ontorag.toml").write_text('kg = "a.ttl"\n', encoding="utf-8-sig")
    assert read_settings(directory=tmp_path).kg == ("a.ttl",)
