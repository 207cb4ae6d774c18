"""Adjectives as measures: what "heavier", "am teuersten" or "newest" compare, and which way.

General words of both languages, of no ontology. An adjective that goes with a measure ("old" with
age) may go against another (old is an early date of birth).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal as OneOf

from ontorag.language.text import fold

Grade = OneOf["positive", "comparative", "superlative"]

_TABLE = """
+ heavy schwer : weight mass Gewicht Masse
- light leicht : weight mass Gewicht Masse
+ expensive costly pricey dear teuer kostspielig : price cost fee amount Preis Kosten Betrag
- cheap inexpensive affordable billig günstig preiswert : price cost fee amount Preis Kosten
 Betrag
+ tall high hoch : height altitude elevation tall high Höhe Größe hoch
- low niedrig : height altitude elevation level score Höhe
- short kurz : length duration runtime height Länge Dauer Laufzeit Spieldauer Größe
+ long lang : length duration runtime Länge Dauer Laufzeit Spieldauer
+ wide broad breit : width Breite
- narrow schmal eng : width Breite
+ deep tief : depth Tiefe
- shallow flach : depth Tiefe
+ old alt : age Alter / birth born birthday founded established foundation construction built
 release year date Geburt Geburtstag Geburtsdatum geboren Gründung Gründungsjahr gegründet Baujahr
 gebaut erbaut errichtet Jahr Datum
- young jung : age Alter / birth born birthday founded established foundation construction built
 release year date Geburt Geburtstag Geburtsdatum geboren Gründung Gründungsjahr gegründet Baujahr
 gebaut erbaut errichtet Jahr Datum
+ new recent late neu aktuell spät jung : date year release published start founded birth built
 Datum Jahr Erscheinungsjahr Veröffentlichung erschienen veröffentlicht gegründet gebaut Beginn
 Start
- early früh : date year release published start founded birth built Datum Jahr Erscheinungsjahr
 Veröffentlichung erschienen veröffentlicht gegründet gebaut Beginn Start
+ fast quick schnell : speed velocity Geschwindigkeit Tempo
- slow langsam : speed velocity Geschwindigkeit Tempo
+ big large huge groß : size area population inhabitant volume height Größe Fläche Einwohner
 Einwohnerzahl Bevölkerung Volumen
- small little klein : size area population inhabitant volume height Größe Fläche Einwohner
 Einwohnerzahl Bevölkerung Volumen
+ good gut : rating score quality level grade Bewertung Qualität Note Niveau Stufe Level
- bad poor schlecht : rating score quality level grade Bewertung Qualität Note Niveau Stufe Level
+ reliable zuverlässig : reliability Zuverlässigkeit
+ popular famous beliebt populär bekannt : popularity vote rating Beliebtheit Popularität Stimme
+ rich wealthy reich : wealth assets fortune income Vermögen Reichtum Einkommen
- poor arm : wealth income Vermögen Einkommen
+ strong powerful mighty stark mächtig : strength power force Stärke Kraft Leistung Macht
- weak schwach : strength power force Stärke Kraft Leistung
+ hot warm heiß : temperature Temperatur
- cold cool kalt : temperature Temperatur
+ loud laut : volume loudness noise Lautstärke
- quiet silent leise : volume loudness noise Lautstärke
+ dense dicht : density Dichte
+ bright hell : brightness magnitude luminosity Helligkeit
+ populous bevölkerungsreich einwohnerstark : population inhabitant Bevölkerung Einwohner
 Einwohnerzahl
+ experienced erfahren : experience Erfahrung Berufserfahrung
+ successful profitable erfolgreich : revenue profit success gross turnover Umsatz Gewinn Erfolg
+ thick dick : thickness Dicke Stärke
- thin dünn : thickness Dicke Stärke
+ distant far weit fern : distance Entfernung Distanz
- close near nah : distance Entfernung Distanz
+ important wichtig : importance priority Wichtigkeit Priorität
+ dangerous risky gefährlich riskant : danger risk Gefahr Risiko
+ efficient effizient : efficiency Effizienz
+ durable haltbar langlebig : durability lifetime Haltbarkeit Lebensdauer
+ loyal loyal : loyalty Loyalität
"""
_IRREGULAR = {
    "better": "good", "best": "good", "worse": "bad", "worst": "bad", "farther": "far",
    "farthest": "far", "further": "far", "furthest": "far", "older": "old", "elder": "old",
    "eldest": "old", "besser": "gut", "höher": "hoch", "höchst": "hoch",
    "näher": "nah", "nächst": "nah", "teurer": "teuer", "größt": "groß", "größer": "groß",
}  # fmt: skip
_UMLAUTS = ("alt", "lang", "kurz", "jung", "stark", "schwach", "warm", "kalt", "arm", "groß")
_UMLAUT_OF = str.maketrans("aou", "äöü")
_MORE = {"more": True, "less": False, "mehr": True, "weniger": False}
_MOST = {"most": True, "least": False, "fewest": False, "meisten": True, "meiste": True,
         "wenigsten": False, "wenigste": False}  # fmt: skip
_ENDINGS = ("e", "en", "er", "es", "em")


@dataclass(frozen=True, slots=True)
class Degree:
    """One reading of a graded adjective.

    ``largest`` is whether it points to large values of ``measures``, which are folded words for
    properties; of those in ``against`` it points the other way.
    """

    grade: Grade
    largest: bool
    measures: frozenset[str]
    against: frozenset[str] = frozenset()

    @property
    def turned(self) -> Degree:
        """The reading that points the other way ("less heavy")."""
        return Degree(self.grade, not self.largest, self.measures, self.against)


def degrees_of(word: str) -> tuple[Degree, ...]:
    """Give the readings of one word as a graded adjective, none for another word.

    >>> [(each.grade, each.largest) for each in degrees_of("schwersten")]
    [('superlative', True)]
    >>> ("comparative", True) in [(e.grade, "price" in e.measures) for e in degrees_of("cheaper")]
    True
    """
    return _forms().get(fold(word), ())


def more_or_less(word: str) -> bool | None:
    """Say whether a word before an adjective raises it ("more"), lowers it, or neither."""
    return _MORE.get(fold(word))


def most_or_least(word: str) -> bool | None:
    """Say whether a word asks for the most (True), the least (False), or neither."""
    return _MOST.get(fold(word))


@lru_cache(maxsize=1)
def _forms() -> dict[str, tuple[Degree, ...]]:
    found: dict[str, list[Degree]] = {}
    for line in _TABLE.strip().replace("\n ", " ").splitlines():
        head, _, tail = line.partition(" : ")
        sign, *adjectives = head.split()
        measures, _, against = tail.partition(" / ")
        for adjective in adjectives:
            for form, grade in _graded(adjective):
                degree = Degree(
                    grade, sign == "+", frozenset(map(fold, measures.split())),
                    frozenset(map(fold, against.split())),
                )  # fmt: skip
                known = found.setdefault(fold(form), [])
                if degree not in known:
                    known.append(degree)
    return {form: tuple(readings) for form, readings in found.items()}


def _graded(adjective: str) -> list[tuple[str, Grade]]:
    """Give all forms of an adjective that either language can make of it."""
    found: list[tuple[str, Grade]] = [(adjective, "positive")]
    found += [(adjective + ending, "positive") for ending in _ENDINGS]
    for form, base in _IRREGULAR.items():
        if base == adjective:
            superlative = form.endswith(("st", "t"))
            found += _inflected(form, "superlative" if superlative else "comparative")
    for stem in _stems(adjective):
        found += _inflected(stem + "er", "comparative")
        found += _inflected(stem + "est", "superlative")
        found += _inflected(stem + "st", "superlative")
    return found


def _inflected(form: str, grade: Grade) -> list[tuple[str, Grade]]:
    return [(form, grade), *((form + ending, grade) for ending in _ENDINGS)]


def _stems(adjective: str) -> list[str]:
    """Give what "-er" and "-est" are put to: heavi-, larg-, bigg-, ält-, teur-."""
    stems = [adjective]
    if adjective.endswith("y"):
        stems = [adjective[:-1] + "i"]
    elif adjective.endswith("e"):
        stems = [adjective[:-1]]
    elif adjective in ("big", "hot", "thin"):
        stems = [adjective + adjective[-1]]
    elif adjective.endswith("uer"):
        stems = [adjective, adjective[:-2] + "r"]
    if adjective in _UMLAUTS:
        stems = [adjective.translate(_UMLAUT_OF)]
    return stems
