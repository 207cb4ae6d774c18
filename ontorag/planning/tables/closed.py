"""The closed words of questions that ask for tables, German and English; of no ontology."""

from __future__ import annotations

from functools import lru_cache

from ontorag.language import fold
from ontorag.language.words import Language, folded_set

_PHRASES = {
    "count": "how many|the number of|number of|count of|count|wie viele|wieviele|anzahl"
    "|die anzahl|die zahl",
    "average": "average|mean|on average|durchschnittlich|durchschnittliche|durchschnittlichen"
    "|durchschnittlicher|durchschnittliches|durchschnitt|im durchschnitt|im schnitt|mittlere"
    "|mittlerer|mittleren|mittleres",
    "sum": "total|sum|sum of|overall|combined|altogether|in total|summe|gesamte|gesamten|gesamter"
    "|gesamtes|insgesamt",
    "minimum": "minimum|minimal|minimale|minimaler|minimales|minimalen",
    "maximum": "maximum|maximal|maximale|maximaler|maximales|maximalen",
    "per": "per|for each|for every|by each|of each|of every|in each|in every|each|every|pro|je"
    "|für jede|für jeden|für jedes|jede|jeder|jedes|jedem|jeden|in jeder|in jedem|nach jeweiliger",
    "order": "sorted by|ordered by|order by|sort by|ranked by|order them|sort them|sorted|ordered"
    "|sortiert nach|geordnet nach|sortiere nach|sortiert|geordnet|absteigend nach"
    "|aufsteigend nach|alphabetically|alphabetisch",
    "descending": "descending|in descending order|absteigend|in absteigender reihenfolge",
    "ascending": "ascending|in ascending order|aufsteigend|in aufsteigender reihenfolge",
    "difference": "difference|differences|difference between|unterschied|differenz|unterschiede",
    "not": "not|no|without|never|lack|lacks|lacking|nicht|kein|keine|keinen|keinem|keiner|keines"
    "|ohne|doesn't|don't|isn't|aren't|didn't|hasn't|haven't|nor",
    "nobody": "nobody|no one|niemand|niemandem|niemanden",
    "only": "only|solely|exclusively|nur|ausschließlich|lediglich",
    "or": "or|oder",
    "and": "and|und|as well as|sowie|&|and also",
    "who": "who|wer|wen|wem|whom|everyone|everybody|anyone|jeder der|alle die",
    "which": "which|what|welche|welcher|welches|welchen|welchem|was|what are|what is|how much"
    "|how much is|how high is|how high are|how large is|how big is|how long is|how old is"
    "|how heavy is|wie hoch ist|wie hoch sind|wie groß ist|wie lang ist|wie alt ist"
    "|wie schwer ist|wie viel|wie viel ist|um wie viel",
    "request": "list|show|give|name|find|tell|show me|give me|tell me|i need|we need|i want"
    "|list all|show all|nenne|nenn|zeige|zeig|gib|liste|nenne mir|zeige mir|gib mir|ich brauche"
    "|ich suche|ich möchte|find me|provide|display|suche|finde|return|get me|liste auf",
    "exists": "are there|is there|gibt es|existieren|do we have|does there exist|are any",
    "than": "than|als",
    "latest": "last|most recently|zuletzt|als letzter|als letzte|als letztes|als letzten",
    "earliest": "first|zuerst|als erster|als erste|als erstes|als ersten",
    "top": "top",
    "all": "all|alle|allen|aller",
    "between": "between|zwischen",
    "both": "both|beide|beiden|either",
    "same": "same|derselben|demselben|denselben|desselben|dasselbe|dieselbe|dieselben|derselbe"
    "|gleiche|gleichen|gleicher|gleiches|selben|selbe",
}
_FILLERS = folded_set(
    """
    der die das den dem des ein eine einen einem einer eines the a an any some
    ich mir uns wir du er sie es ihm ihr ihnen sich man unser unsere unserem unseren unserer
    i me us we you he she it they them our my your one ones there here that who whose which
    ihre ihren ihrem seine seinen sein dessen deren denen his her its their theirs these those this
    von vom of in im ins am an auf mit with zu zum zur aus from at on to by durch for für bei
    is are was were be been being has have had having do does did can
    ist sind war waren sei wird werden wurde wurden hat haben hatte hatten kann können
    gibt gab geben s t d as also then now please bitte mal denn auch noch
    so dass what when where it's item items entry entries record records eintrag einträge
    currently aktuell derzeit respectively jeweils jeweilige jeweiligen together
    zusammen value values wert werte amount überhaupt eigentlich etwa what's directory overview
    übersicht verzeichnis list liste table tabelle ones ms mr mrs herr frau dr along samt
    including inklusive plus exactly genau let know themselves respective various different
    distinct verschiedene verschiedenen unterschiedliche unterschiedlichen je anyone anybody
    anything jemand jemanden jemandem irgendeinen irgendeine irgendetwas etwas someone ever
    other others andere anderen anderer alternative alternativen question possible overall
    entire whole available verfügbar vorhanden insgesamt am if
    but aber jedoch sondern
    """
)
_GERMAN_ONLY = frozenset({"die", "war", "hat", "man"})
"""Fillers that are words of meaning in English: "When did Frodo die?"."""
_LIGHT_VERBS = folded_set(
    """
    have has had make makes made offer offers offered get gets need needs want belong belongs
    contain contains
    contained include includes included come comes work works working worked exist exists assigned
    assign based located situated provide provides provided carry carries stand stands sit sits
    apply applies use uses used recorded associated related linked connected attached available
    bieten bietet anbieten anbietet arbeiten arbeitet gearbeitet gehören gehört enthalten enthält
    besitzen besitzt brauchen braucht kommen kommt umfassen umfasst verfügen verfügt zugeordnet
    zugewiesen verzeichnet beschäftigt beschäftigen verwenden verwendet nutzen nutzt liegt liegen
    befindet befinden sitzt sitzen vorhanden angeboten haben führen führt
    """
)
"""Verbs that may stand for whatever one relation there is between two kinds of things."""
_NOUNS = """
employee staff worker personnel colleague staffer workforce Mitarbeiter Mitarbeiterin Angestellter
 Angestellte Beschäftigter Beschäftigte Personal Belegschaft Arbeitnehmer
company firm business enterprise corporation Firma Unternehmen Betrieb
city town Stadt Ort
country nation state Land Staat
product article goods item Produkt Artikel Ware Erzeugnis
supplier vendor Lieferant Zulieferer Anbieter
movie film Film Spielfilm
department division unit Abteilung Bereich
person people human individual Person Mensch Leute
customer client buyer Kunde Auftraggeber
manager boss supervisor Manager Vorgesetzter Chef
skill ability competence competency Fähigkeit Kompetenz Fertigkeit Kenntnis
project undertaking Projekt Vorhaben
actor actress Schauspieler Darsteller
book title Buch
writer author Autor Schriftsteller
river stream Fluss
mountain peak Berg
order purchase Bestellung Auftrag
category kind type Kategorie Art
bom bill_of_material Stückliste
part component Teil Bauteil Komponente
university college Universität Hochschule
course class lecture Kurs Lehrveranstaltung
student pupil Student Schüler Studierende
teacher instructor lecturer Lehrer Dozent
patient Patient
drug medication medicine Medikament Arzneimittel
disease illness Krankheit Erkrankung
car automobile vehicle Auto Wagen Fahrzeug
song track Lied Song
team squad Mannschaft Team
role position job Rolle Stelle Position
mission task Auftrag Mission
"""


@lru_cache(maxsize=1)
def operator_phrases() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Give the phrases of operators by their first word: (folded words, kind), longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for kind, phrases in _PHRASES.items():
        for phrase in phrases.split("|"):
            said = tuple(fold(word) for word in phrase.split()) if phrase != "&" else ("&",)
            if said and all(said):
                found.setdefault(said[0], []).append((said, kind))
    for each in found.values():
        each.sort(key=lambda pair: (-len(pair[0]), pair))
    return found


def is_filler(word: str, language: Language) -> bool:
    """Whether a folded word carries nothing that a table would have to compute."""
    return word in _FILLERS and not (language == "en" and word in _GERMAN_ONLY)


def is_light(word: str) -> bool:
    """Whether a folded word is a verb for any relation, like "have" or "offer"."""
    return word in _LIGHT_VERBS


_PLURALS = ("", "s", "es", "n", "en", "e", "er", "in", "innen")


@lru_cache(maxsize=1)
def _noun_groups() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _NOUNS.strip().replace("\n ", " ").splitlines():
        group = tuple(word.replace("_", " ") for word in line.split())
        for word in group:
            plurals = [word + ending for ending in _PLURALS]
            plurals += [word[:-1] + "ies"] if word.endswith("y") else []
            for form in map(fold, plurals):
                found[form] = tuple(dict.fromkeys((*found.get(form, ()), *group)))
    return found


def noun_synonyms(word: str) -> tuple[str, ...]:
    """Give the other nouns for what a noun means: "staff" are employees, "Personal" Mitarbeiter.

    >>> noun_synonyms("staff")[:3]
    ('employee', 'staff', 'worker')
    """
    return _noun_groups().get(fold(word), ())


_GROUPS = {
    "dimensions": "width height depth length Breite Höhe Tiefe Länge",
    "dimension": "width height depth length Breite Höhe Tiefe Länge",
    "size": "width height depth length Breite Höhe Tiefe Länge",
    "abmessungen": "width height depth length Breite Höhe Tiefe Länge",
    "masse": "width height depth length Breite Höhe Tiefe Länge",
    "contact": "email phone telephone address E-Mail Telefon Adresse",
    "kontaktdaten": "email phone telephone address E-Mail Telefon Adresse",
    "coordinates": "latitude longitude lat long Breitengrad Längengrad",
    "koordinaten": "latitude longitude lat long Breitengrad Längengrad",
}


def words_together(word: str) -> tuple[str, ...]:
    """Give the measures that one word says together: "dimensions" are width, height and so on."""
    return tuple(_GROUPS.get(word, "").split())
