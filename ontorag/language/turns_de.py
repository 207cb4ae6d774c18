"""German turns of phrase for common kinds of relation; what is what: `turns_en`."""

KINDS = """
direct
 names: Regie Regisseur Regisseurin
 turns: Regie Regisseur inszenieren drehen verfilmen Filmemacher Regiestuhl hinter_Kamera machen
write
 names: Autor Autorin Verfasser Schriftsteller Drehbuchautor geschrieben schreiben
 turns: schreiben verfassen Drehbuch Autor Verfasser Feder Geschichte_von Text Skript dichten Buch
act
 names: Schauspieler Darsteller Besetzung
 turns: spielen mitspielen mit_spielen Rolle Schauspieler Darsteller Besetzung auftreten mitwirken
  mit_wirken zu_sehen sehen Hauptrolle vorkommen
produce
 names: Produzent Produktion
 turns: produzieren machen Produzent
manufacture
 names: Hersteller Produzent hergestellt
 turns: herstellen machen bauen produzieren fertigen stammen
create
 names: Schöpfer Künstler Maler Urheber erschaffen Bildhauer
 turns: malen machen erschaffen schaffen zeichnen entwerfen Hand_von Künstler Urheber stammen Maler
  Werk schreiben
compose
 names: Komponist komponiert
 turns: komponieren Musik vertonen Komponist
design
 names: Architekt Entwurf Designer
 turns: entwerfen planen zeichnen gestalten
build
 names: Erbauer gebaut Bauherr
 turns: bauen errichten erbauen
release
 names: Veröffentlichung Erscheinungsjahr Erscheinung Premiere veröffentlicht erschienen
 turns: erscheinen herauskommen heraus_kommen rauskommen veröffentlichen Kino_kommen ins_Kino
  Premiere uraufführen anlaufen stammen_aus aus_Jahr auf_Markt
publisher
 names: Verlag Herausgeber
 turns: verlegen herausgeben herausbringen Verlag drucken
invent
 names: Erfinder erfunden
 turns: erfinden ausdenken einfallen
discover
 names: Entdecker entdeckt
 turns: entdecken finden
found
 names: Gründer Gründung gegründet Gründungsjahr
 turns: gründen aufbauen ins_Leben Gründer bestehen existieren geben_seit
lead
 names: leitet Leiter Leitung Chef Führung geführt Präsident Bürgermeister Vorsitzender führt
  Vorstand
 turns: vorstehen vor_stehen leiten führen Leitung Chef Sagen Spitze unterstehen unter_stehen
  Führung lenken vorsitzen Kopf Boss befehligen verantworten Ruder dirigieren regieren
manage
 names: Vorgesetzter Manager Vorgesetzte
 turns: unterstehen unterstellen berichten Chef Vorgesetzter Boss
responsible
 names: verantwortlich zuständig Verantwortlicher Ansprechpartner
 turns: zuständig verantwortlich kümmern betreuen Ansprechpartner verantworten verantwortet
member
 names: gehört Mitglied Abteilung Mitgliedschaft Zugehörigkeit
 turns: gehören zählen_zu zählen angehören arbeiten_in tätig beschäftigen_in Bereich Team Einheit
  angestellt eingesetzt zuordnen beschäftigt Mitglied teilen
employ
 names: Arbeitgeber Angestellter beschäftigt
 turns: arbeiten_bei arbeiten beschäftigen anstellen Arbeitgeber
work_on
 names: arbeitet Projekt beteiligt
 turns: werkeln arbeiten beschäftigen_mit beschäftigen beteiligen mitwirken mit_wirken mitarbeiten
  mitmachen mit_machen dabei woran womit befassen widmen mischen_mit
own
 names: Besitzer Eigentümer besitzt
 turns: gehören besitzen haben Eigentum
hold
 names: Sammlung aufbewahrt ausgestellt
 turns: hängen ausstellen zeigen sehen finden aufbewahren gehören besitzen
supply
 names: Lieferant Zulieferer Anbieter
 turns: liefern beziehen beliefern anbieten kaufen_bei kaufen_von stammen bekommen
customer
 names: Auftraggeber Kunde Käufer Besteller
 turns: beauftragen in_Auftrag Auftrag_geben bestellen für_wen Kunde durchführen Auftrag ordern
locate
 names: Standort Ort Sitz Lage liegt ansässig Stadt Adresse
 turns: sitzen befinden liegen unterbringen beheimaten Stadt Ort ansässig finden Sitz sein_in
  angesiedelt stehen Standort Quartier
country
 names: Land Herkunftsland Staat
 turns: Land Staat stammen kommen_aus
live
 names: Wohnort Wohnsitz wohnt
 turns: wohnen leben hausen Zuhause daheim
birth
 names: Geburt geboren Geburtsdatum Geburtsort Geburtstag
 turns: geboren Welt_kommen Geburt Geburtstag
death
 names: Tod gestorben Todesdatum Sterbeort Sterbedatum
 turns: sterben Tod ums_Leben verscheiden ableben
marry
 names: Ehepartner Ehefrau Ehemann verheiratet Gatte
 turns: heiraten verheiratet Ehe Frau Mann Gatte Gattin
child
 names: Kind Sohn Tochter
 turns: Kind Sohn Tochter Nachwuchs
parent
 names: Eltern Vater Mutter Elternteil
 turns: Eltern Vater Mutter
teach
 names: Lehrer Schüler unterrichtet
 turns: lehren unterrichten lernen lernen_bei Lehrer ausbilden Meister
study
 names: Studium Universität Hochschule studiert
 turns: studieren Universität Hochschule Studium Abschluss
skill
 names: beherrscht Kenntnis Fähigkeit Kompetenz Können Fertigkeit Fachgebiet Qualifikation Skill
 turns: können kennen_aus bewandert fit_in fit gut_in gut worin_gut worin
  verstehen_auf geübt versiert
  beherrschen Talent kundig auskennen aus_kennen begabt Stärke erfahren_in geschickt wissen
  sachkundig firm
experience
 names: Erfahrung
 turns: mitmachen mit_machen teilnehmen teil_nehmen dabei Erfahrung kennen_aus erleben
require
 names: erfordert benötigt Anforderung Voraussetzung
 turns: brauchen benötigen erfordern nötig müssen_können verlangen voraussetzen notwendig
loyal
 names: Loyalität Treue
 turns: Treue treu loyal ergeben halten_Treue hält_Treue dienen verpflichtet
language
 names: Sprache Muttersprache
 turns: sprechen Sprache reden aufwachsen auf_wachsen Zunge
genre
 names: Genre Gattung Art Typ
 turns: Art Sorte Gattung Genre Typ einordnen
movement
 names: Stil Stilrichtung Epoche Strömung
 turns: Stil Richtung Epoche Strömung
topic
 names: Thema Schlagwort Stichwort
 turns: Thema handeln_von handeln behandeln gehen_um Stichwort Schlagwort beschreiben drehen_um
evaluate
 names: Bewertung Note Wertung
 turns: bewerten gut schlecht finden urteilen beurteilen ankommen an_kommen halten_von Meinung Note
popularity
 names: Beliebtheit Bekanntheit Stimme
 turns: bekannt beliebt berühmt Bekanntheit
price
 names: Preis Kosten Gebühr Eintrittspreis
 turns: kosten teuer bezahlen zahlen ausgeben Preis günstig billig verschlingen
value
 names: Wert Versicherungswert
 turns: wert Wert versichern
salary
 names: Gehalt Lohn Vergütung Einkommen
 turns: verdienen Vergütung Lohn Gehalt Geld_bekommen Bezahlung bezahlt Einkommen entlohnen
revenue
 names: Umsatz Erlös
 turns: einnehmen umsetzen Umsatz erwirtschaften
budget
 names: Budget Etat
 turns: Budget Etat Mittel
weight
 names: Gewicht Masse
 turns: wiegen schwer Gewicht Waage
height
 names: Höhe Größe Körpergröße
 turns: hoch groß Höhe
width
 names: Breite
 turns: breit Breite
depth
 names: Tiefe
 turns: tief Tiefe
length
 names: Länge
 turns: lang Länge
duration
 names: Dauer Laufzeit
 turns: dauern lang lange gehen
area
 names: Fläche
 turns: groß Fläche ausgedehnt
population
 names: Einwohner Einwohnerzahl Bevölkerung
 turns: wohnen leben Mensch Einwohner
visitor
 names: Besucher Besucherzahl
 turns: besuchen Besucher Gast kommen
age
 names: Alter
 turns: alt Alter
phone
 names: Telefon Telefonnummer Rufnummer
 turns: anrufen an_rufen telefonisch Telefon Nummer durchwahl erreichen
email
 names: E-Mail E-Mail-Adresse Mailadresse Mail
 turns: mailen Mail E-Mail elektronisch schreiben_an erreichen_elektronisch anschreiben
address
 names: Adresse Anschrift
 turns: Adresse Anschrift Brief Straße
website
 names: Webseite Website Homepage
 turns: Internet online Webseite Homepage
material
 names: Material Werkstoff
 turns: bestehen_aus machen_aus aus_was woraus Material gemalt_auf
ingredient
 names: Zutat Inhaltsstoff
 turns: enthalten bestehen_aus drin woraus
part
 names: Teil Bestandteil Komponente
 turns: bestehen_aus woraus gehören_zu
compatible
 names: kompatibel
 turns: passen passen_zu kompatibel zusammenpassen harmonieren
category
 names: Kategorie Typ Art Klasse
 turns: Art Typ Kategorie Sorte
begin
 names: Beginn Start Startdatum Anfang
 turns: beginnen starten anfangen an_fangen losgehen los_gehen anlaufen
end
 names: Ende Enddatum Schluss Abschluss
 turns: enden aufhören auf_hören fertig auslaufen aus_laufen vorbei abschließen beenden Ende
complete
 names: Fertigstellung vollendet fertiggestellt
 turns: fertig fertigstellen vollenden malen abschließen
join
 names: Eintritt Eintrittsdatum Einstellung Einstellungsdatum
 turns: eintreten anfangen an_fangen dabei Firma_kommen kommen_in einstellen Unternehmen_kommen
  beginnen arbeiten_hier
open
 names: Eröffnung eröffnet Öffnung
 turns: eröffnen öffnen aufmachen auf_machen
reliability
 names: Zuverlässigkeit
 turns: zuverlässig verlässlich
speed
 names: Geschwindigkeit Tempo
 turns: schnell Tempo
injury
 names: Verletzungsgrad Verletzung
 turns: schwer_verwundet schwer_verletzt verwundet verletzt verletzen verwunden Wunde
currency
 names: Währung
 turns: Währung bezahlen Geld
capital
 names: Hauptstadt
 turns: Hauptstadt regieren_aus
award
 names: Auszeichnung Preis
 turns: gewinnen auszeichnen Preis Auszeichnung Ehrung
treat
 names: behandelt Behandlung Indikation hilft
 turns: behandeln helfen_gegen helfen_bei heilen wirken_gegen einsetzen_gegen
cause
 names: Ursache verursacht Auslöser
 turns: verursachen auslösen Grund führen_zu
symptom
 names: Symptom
 turns: Symptom Anzeichen erkennen äußern
religion
 names: Religion Konfession
 turns: Religion glauben
occupation
 names: Beruf Tätigkeit
 turns: Beruf arbeiten_als beruflich Lebensunterhalt_verdienen
team
 names: Verein Mannschaft
 turns: spielen_für Verein Mannschaft
coach
 names: Trainer
 turns: trainieren Trainer
border
 names: grenzt Nachbarland Grenze
 turns: grenzen Nachbar angrenzen
flow
 names: Mündung mündet
 turns: münden fließen Mündung
mission_type
 names: Typ Art
 turns: Art Typ
"""

LIGHT = """
gibt gab geben bekommt bekommen bekam bekomme nennen nenne nennt heißt heißen machen macht gemacht
tun tut getan Ding Sache Sachen genau bitte kurz jemand Leute Mensch Menschen Person Personen Mann
Frau man Welt ganz ganze Kino Leinwand Publikum Zuschauer möglich kann können könnte konnte muss
müssen ist sind war waren wird wurde werden worden hat haben hatte hatten sein gewesen lassen lässt
Zeit Jahr Jahre Datum Tag Mal einmal mal denn eigentlich handelt handeln sich es etwas alles viel
viele wie hier dort da darin davon dazu wofür womit woran worin woraus wo wohin woher wann wer wen
wem wessen was welche welcher welches welchen welchem eigener eigenen eigene selbst finden findet
ich wir uns mir mich du sie er ihr
"""
