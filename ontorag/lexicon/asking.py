"""Words that people ask with for what a property calls otherwise: "wie teuer" for a price.

They are looser than the families of `ontorag.language.families`: good enough to find the property
that a question means, not to prove a claim. One group a line (indented lines go on); general, of
no ontology.
"""

from __future__ import annotations

from functools import lru_cache

from ontorag.lexicon.forms import word_forms

_GROUPS = """
genre type kind sort category style Gattung Art Sorte Kategorie Typ Stil
tag keyword word term topic theme subject describe description concern treat
  Schlagwort Stichwort Begriff Thema beschreiben behandeln
rating score grade review mark Bewertung Note Wertung bewerten
vote popularity popular famous well-known Stimme Beliebtheit beliebt berühmt bekannt
price cost expensive cheap fee charge Preis Kosten kosten teuer günstig billig Gebühr
salary wage pay earn income Gehalt Lohn Verdienst verdienen Einkommen
phone telephone Telefon Telefonnummer Rufnummer
email mail E-Mail Mailadresse
address street Adresse Anschrift Straße
weight weigh heavy mass Gewicht Masse wiegen schwer
height tall high elevation altitude Höhe hoch Größe groß
width wide Breite breit
depth deep Tiefe tief
length long duration last Länge lang Dauer dauern
speed fast velocity Geschwindigkeit schnell
temperature hot cold warm Temperatur heiß kalt
age old Alter alt
size big large Größe groß
area surface Fläche Flächeninhalt Gebiet
population inhabitant resident Einwohner Einwohnerzahl Bewohner Bevölkerung
number count total amount quantity Anzahl Zahl Menge
reliability reliable Zuverlässigkeit zuverlässig
density dense Dichte dicht
colour color coloured Farbe farbig
supplier vendor deliver supply provider provide Lieferant liefern Anbieter anbieten
manufacturer producer maker make manufacture produce assembly built build
  Hersteller herstellen produzieren Produzent bauen
author writer write screenwriter scriptwriter script screenplay story creator novelist poet
  playwright pen Autor Autorin Verfasser Schriftsteller Dichter schreiben verfassen
creator create invent design designer make Schöpfer erschaffen erfinden entwerfen Erfinder
direct director filmmaker Regisseur Regisseurin Regie inszenieren
actor actress act star play appear perform performer cast feature role portray
  Schauspieler Schauspielerin Darsteller Besetzung Hauptrolle Rolle spielen mitspielen auftreten
language speak tongue spoken Sprache sprechen gesprochen
release publish appear issue premiere launch debut come out air
  Veröffentlichung veröffentlichen erscheinen Erscheinung
publisher publish Verlag Herausgeber verlegen herausgeben
compose composer music Komponist komponieren vertonen Musik
sing singer vocalist artist musician band perform Sänger Sängerin singen Künstler Musiker
paint painter Maler malen
architect design architecture Architekt entwerfen
illustrator illustrate draw Illustrator zeichnen
found founder establish foundation start formation Gründer gründen Gründung
own owner possess belong Besitzer Eigentümer besitzen gehören
lead leader head chief boss manage manager management govern governor rule ruler mayor president
  Leiter leiten Chef führen Führung regieren Bürgermeister Präsident Oberhaupt
mayor president chancellor minister governor leader Bürgermeister Präsident Kanzler Minister
coach trainer train Trainer trainieren
teach teacher professor instructor Lehrer lehren unterrichten Dozent
study student university school college education graduate alumni attend
  studieren Studium Universität Hochschule Schule besuchen Ausbildung Absolvent
invent inventor invention Erfinder erfinden Erfindung
discover discoverer discovery Entdecker entdecken Entdeckung
develop developer development Entwickler entwickeln
spouse husband wife partner marry married marriage wedding
  Ehepartner Ehemann Ehefrau Gatte Gattin Mann Frau heiraten verheiratet
child son daughter kid offspring Kind Sohn Tochter
parent father mother Elternteil Eltern Vater Mutter
sibling brother sister Geschwister Bruder Schwester
relative family Verwandter Familie
birth born Geburt geboren Geburtsort Geburtsdatum
birthplace birth born hometown Geburtsort geboren Heimat
death die dead decease pass kill killed Tod sterben gestorben verstorben Sterbeort tot umkommen
cause reason death Ursache Grund Todesursache
bury buried burial grave tomb begraben Grab Bestattung
currency money pay Währung Geld bezahlen
religion faith belief church Religion Glaube Konfession
occupation profession job work career Beruf Tätigkeit arbeiten
employer employ work company Arbeitgeber arbeiten beschäftigen
employee staff worker personnel Mitarbeiter Angestellter Beschäftigter Personal
member membership belong join Mitglied Mitgliedschaft angehören gehören
party political Partei
nickname alias Spitzname
name title Name Titel
website homepage web page site url Webseite Website Internetseite Homepage
expertise expert specialist specialise specialize Fachgebiet Experte Expertise Spezialist
compatible compatibility kompatibel
responsible responsibility charge zuständig verantwortlich Zuständigkeit
country nation state land nationality citizen citizenship Land Staat Nation Staatsangehörigkeit
location place site locate situated Ort Lage Standort Stelle liegen gelegen befinden
headquarters seat base headquartered Hauptsitz Sitz Zentrale ansässig
city town municipality Stadt Ort Gemeinde
region area province district state federal Region Gebiet Provinz Bezirk Bundesland Bundesstaat
live reside residence home dwell inhabit wohnen leben Wohnort Wohnsitz
border neighbour neighbor adjacent grenzen Grenze Nachbar angrenzen
capital Hauptstadt
mouth flow drain münden Mündung fließen
source rise spring entspringen Quelle Ursprung
cross crosses bridge span überqueren Brücke überspannen
river flow through Fluss fließen
award prize win winner honour honor win medal Preis Auszeichnung gewinnen Gewinner Medaille
team club squad Mannschaft Team Verein
league division Liga
sport game discipline Sport Sportart Spiel
position role Position Rolle Stellung
instrument play Instrument spielen
ingredient contain contains made component Zutat enthalten bestehen Bestandteil
contain include comprise enthalten umfassen beinhalten
material made Material bestehen Werkstoff
series episode season Serie Folge Staffel
album record song track Album Lied Titel aufnehmen
influence influenced inspire beeinflussen Einfluss inspirieren
successor succeed follow Nachfolger nachfolgen folgen
predecessor precede previous Vorgänger vorhergehen
start begin beginning opening open Beginn beginnen Anfang anfangen Start starten öffnen Eröffnung
end finish close closing Ende enden schließen
date year time Datum Jahr Zeit Zeitpunkt
complete completion finished finish fertigstellen Fertigstellung
operate operator run Betreiber betreiben
product produce Produkt Erzeugnis produzieren
industry sector business field Branche Industrie Wirtschaftszweig
revenue turnover sales income Umsatz Einnahmen Erlös
budget money cost Budget Etat
profit earnings Gewinn
use used purpose verwenden benutzen nutzen Zweck Verwendung
require need requirement demand erfordern benötigen brauchen Anforderung
skill ability capability competence Fähigkeit Fertigkeit Kompetenz Können
symptom sign Symptom Anzeichen
treat treatment therapy cure drug medicine behandeln Behandlung Therapie Medikament
disease illness sickness disorder Krankheit Erkrankung Leiden
abbreviation short acronym Abkürzung Kürzel
symbol sign emblem Symbol Zeichen
flag Flagge Fahne
motto slogan Motto Wahlspruch
anthem Hymne
holiday celebrate feast Feiertag feiern
battle war fight conflict Schlacht Krieg kämpfen Kampf
weapon Waffe
crew pilot astronaut Besatzung Pilot
vehicle car Fahrzeug Auto
airport fly destination serve Flughafen fliegen anfliegen
engine motor Motor Antrieb
animal species Tier Art
order family Ordnung Familie
opponent enemy rival Gegner Feind Rivale
friend companion ally Freund Freundin Gefährte Verbündeter
know acquainted kennen bekannt
support supporter back unterstützen Unterstützer
report supervisor superior Vorgesetzter unterstehen berichten
deputy substitute vice Stellvertreter Vertretung vertreten
contact responsible Ansprechpartner Kontakt
project task Projekt Aufgabe Vorhaben
department division unit Abteilung Bereich Referat
course lecture class Kurs Vorlesung Lehrveranstaltung
visit guest besuchen Besucher Gast
buy purchase buyer acquire kaufen erwerben Käufer
sell seller sales verkaufen Verkäufer
store keep stored lagern Lager aufbewahren
available stock verfügbar Verfügbarkeit Bestand
code number identifier id Kennung Nummer Kennzeichen
"""


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[tuple[str, frozenset[str]], ...]]:
    """Give, for each form of a word, the other words of its groups with their forms."""
    table: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {}
    for line in _GROUPS.strip().replace("\n  ", " ").splitlines():
        known = [(word, word_forms(word)) for word in line.split()]
        for own in known:
            others = tuple(other for other in known if other is not own)
            for form in own[1]:
                table[form] = tuple(dict.fromkeys((*table.get(form, ()), *others)))
    return table


def asked_with(word: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Give each word, with its forms, that is asked with for what is called ``word``.

    >>> [other for other, _ in asked_with("price")][:3]
    ['cost', 'expensive', 'cheap']
    >>> asked_with("Frodo")
    ()
    """
    found = (others for form in sorted(word_forms(word)) for others in _table().get(form, ()))
    return tuple(dict.fromkeys(other for others in found for other in [others]))
