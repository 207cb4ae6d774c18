"""Adjectives of places: "French" means France, "bayerisch" may be of Bayern. Of no ontology."""

from __future__ import annotations

from functools import lru_cache

from ontorag.language.text import fold
from ontorag.language.words import Language

_COUNTRIES = """
France Frankreich : french französisch
Germany Deutschland : german deutsch
Austria Österreich : austrian österreichisch
Switzerland Schweiz : swiss schweizerisch schweizer
Italy Italien : italian italienisch
Spain Spanien : spanish spanisch
Portugal Portugal : portuguese portugiesisch
Netherlands Niederlande : dutch niederländisch holländisch
Belgium Belgien : belgian belgisch
Luxembourg Luxemburg : luxembourgish luxemburgisch
Denmark Dänemark : danish dänisch
Sweden Schweden : swedish schwedisch
Norway Norwegen : norwegian norwegisch
Finland Finnland : finnish finnisch
Iceland Island : icelandic isländisch
Ireland Irland : irish irisch
United_Kingdom Großbritannien Vereinigtes_Königreich UK : british britisch english englisch
Poland Polen : polish polnisch
Czech_Republic Tschechien Czechia : czech tschechisch
Slovakia Slowakei : slovak slowakisch
Hungary Ungarn : hungarian ungarisch
Romania Rumänien : romanian rumänisch
Bulgaria Bulgarien : bulgarian bulgarisch
Greece Griechenland : greek griechisch
Croatia Kroatien : croatian kroatisch
Serbia Serbien : serbian serbisch
Slovenia Slowenien : slovenian slowenisch
Russia Russland : russian russisch
Ukraine Ukraine : ukrainian ukrainisch
Turkey Türkei : turkish türkisch
United_States USA US United_States_of_America Vereinigte_Staaten America Amerika : american
 amerikanisch
Canada Kanada : canadian kanadisch
Mexico Mexiko : mexican mexikanisch
Brazil Brasilien : brazilian brasilianisch
Argentina Argentinien : argentinian argentine argentinisch
Chile Chile : chilean chilenisch
Peru Peru : peruvian peruanisch
Colombia Kolumbien : colombian kolumbianisch
China China : chinese chinesisch
Japan Japan : japanese japanisch
South_Korea Südkorea Korea : korean koreanisch
India Indien : indian indisch
Pakistan Pakistan : pakistani pakistanisch
Vietnam Vietnam : vietnamese vietnamesisch
Thailand Thailand : thai thailändisch
Indonesia Indonesien : indonesian indonesisch
Australia Australien : australian australisch
New_Zealand Neuseeland : new_zealand neuseeländisch
Israel Israel : israeli israelisch
Iran Iran : iranian persian iranisch persisch
Egypt Ägypten : egyptian ägyptisch
Morocco Marokko : moroccan marokkanisch
Nigeria Nigeria : nigerian nigerianisch
Kenya Kenia : kenyan kenianisch
South_Africa Südafrika : south_african südafrikanisch
"""
_ENDINGS = ("", "e", "en", "er", "es", "em")


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for line in _COUNTRIES.strip().replace("\n ", " ").splitlines():
        names, _, adjectives = line.partition(" : ")
        countries = tuple(name.replace("_", " ") for name in names.split())
        for adjective in adjectives.split():
            for ending in _ENDINGS:
                table[fold(adjective.replace("_", " ") + ending)] = countries
    for line in _COUNTRIES.strip().replace("\n ", " ").splitlines():
        countries = tuple(name.replace("_", " ") for name in line.partition(" : ")[0].split())
        for country in countries:
            table.setdefault(fold(country), countries)
    return table


def countries_of(word: str) -> tuple[str, ...]:
    """Give the names of the country that an adjective or a name of it means.

    >>> countries_of("französischen"), countries_of("Frodo")
    (('France', 'Frankreich'), ())
    """
    return _table().get(fold(word), ())


_SHORTEST = 4
_GERMAN_PLACES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("anisch", ("a", "o")), ("isch", ("n", "en", "ien", "land", "a", "e", "")), ("er", ("", "en")),
)  # fmt: skip
_ENGLISH_PLACES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ian", ("", "ia", "y", "a")), ("an", ("", "a")), ("ean", ("", "e")), ("ese", ("", "a")),
)  # fmt: skip
_PLAIN = str.maketrans("äöü", "aou")


def places_of(word: str, language: Language) -> tuple[str, ...]:
    """Give the names of places that an adjective may be made of; () for another word.

    By form alone: whether there is such a place only an ontology's labels tell.

    >>> "Bayern" in places_of("bayerischen", "de"), "München" in places_of("Münchner", "de")
    (True, True)
    >>> "Tyrol" in places_of("Tyrolean", "en"), places_of("cities", "en")
    (True, ())
    """
    if language == "en":
        rules, base = _ENGLISH_PLACES, word if word[:1].isupper() else ""
    else:
        rules, base = _GERMAN_PLACES, _without_ending(word)
    found: dict[str, None] = {}
    for suffix, endings in rules:
        stem = base.removesuffix(suffix)
        if stem == base or len(stem) < _SHORTEST:
            continue
        for form in (stem, _with_e(stem) if suffix == "er" else stem, stem.translate(_PLAIN)):
            found.update(dict.fromkeys((form + ending).capitalize() for ending in endings))
    return tuple(found)


def _without_ending(word: str) -> str:
    """Give a German adjective without its ending; one in -er is written large and has none."""
    if word[:1].isupper() and word.endswith("er"):
        return word
    for ending in ("en", "em", "er", "es", "e", ""):
        if word.endswith("isch" + ending):
            return word.removesuffix(ending)
    return ""


def _with_e(stem: str) -> str:
    """Give back the "e" that is left out before -er: "Münchn", "Dresdn"."""
    return stem[:-1] + "en" if stem.endswith("n") and stem[-2:-1] not in "aeiouäöü" else stem
