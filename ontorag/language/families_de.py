"""German words for common relations: how leading, treating, owning … is said.

A family names a relation between an *agent* (who leads, owns, treats) and a *patient* (who or what
is led, owned, treated). Its words are verbs (the agent is their subject; ``verb<``: the patient
is), nouns for the agent, the patient or the act, and adjectives with *sein* (``adj<``: said of
the patient). A word's own prepositions stand in brackets, a separable particle before ``|``; ``*``
at the end: it also stands without a preposition; ``?``: a property called so need not mean this.
"""

FAMILIES = """
lead
 verb: leiten führen an|führen vor|stehen
 agent: Leiter Chef Anführer Führer
  Projektleiter Teamleiter Missionsleiter Einsatzleiter Oberhaupt Leader
 act: Leitung Führung
manage
 verb: managen
 agent: Manager
 act: Management
mentor
 verb: betreuen an|leiten
 agent: Mentor Betreuer
 patient: Mentee Schützling
 act: Betreuung Mentoring
report
 verb: berichten(an) unterstehen rapportieren(an)
 adj: unterstellt untergeordnet
 agent: Untergebene Mitarbeiter?
 patient: Vorgesetzte Chef Vorgesetztenperson Boss
participate
 verb: teil|nehmen(an) mit|wirken(an,bei) mit|machen?(bei) sich_beteiligen(an) mit|arbeiten?(an,bei)
 adj: beteiligt(an)
 agent: Teilnehmer Mitwirkende Beteiligte
 act: Teilnahme(an) Mitwirkung(an) Beteiligung(an) Mitarbeit(an)
require
 verb: erfordern benötigen brauchen verlangen voraus|setzen fordern bedürfen
 adj<: erforderlich(für) notwendig(für) nötig(für) benötigt(für) gebraucht(für)
  vorausgesetzt(für) verlangt(für) Voraussetzung(für)
 patient: Anforderung Voraussetzung Erfordernis Bedarf
skill
 verb: beherrschen können? kennen? aus|kennen(mit,in) verstehen(auf) verfügen?(über) besitzen?
 adj: versiert(in) bewandert(in) geübt(in) geschult(in) kundig fähig?(zu)
 agent: Experte(für,in) Spezialist(für,in) Profi(in) Fachmann(für) Fachfrau(für)
 patient: Fähigkeit Fertigkeit Kenntnis(in,von) Grundkenntnis?(in,von) Kompetenz(in)
  Können?(in) Wissen?(in,über)
  Skill(in) Know-how(in)
experience
 adj: erfahren(in,mit)
 patient: Erfahrung(mit,in) Praxis(in)
start
 verb: starten beginnen an|fangen? los|gehen?
 act: Start Beginn Anfang Auftakt
end
 verb: enden auf|hören ab|schließen? aus|laufen?
 adj: beendet abgeschlossen
 act: Ende Abschluss Schluss
crew
 patient: Besatzungsmitglied Crewmitglied Besatzung Crew Mannschaft Mannschaftsmitglied
budget
 patient: Budget Etat Haushalt
employ
 verb: beschäftigen an|stellen? ein|stellen?
 verb<: arbeiten(für,bei)
 adj<: angestellt(bei) beschäftigt(bei) tätig(für,bei)
 agent: Arbeitgeber
 patient: Mitarbeiter Angestellte Beschäftigte Arbeitnehmer
 act: Beschäftigung Anstellung
headcount
 patient: Mitarbeiter? Mitarbeiterzahl Beschäftigte Beschäftigtenzahl Belegschaft Personal
found
 verb: gründen begründen
 agent: Gründer Begründer Firmengründer Unternehmensgründer
 act: Gründung
own
 verb: besitzen inne|haben
 verb<: gehören
 agent: Eigentümer Besitzer Inhaber Halter
 patient: Eigentum Besitz?
acquire
 verb: übernehmen kaufen erwerben auf|kaufen
 agent: Käufer Erwerber
 act: Übernahme Kauf Erwerb
sell
 verb: verkaufen veräußern vertreiben
 agent: Verkäufer Händler
 act: Verkauf
produce
 verb: her|stellen produzieren fertigen fabrizieren erzeugen
 agent: Hersteller Produzent Erzeuger Produktionsfirma Herstellerfirma
 patient: Produkt? Erzeugnis
 act: Herstellung Produktion Fertigung
supply
 verb: beliefern versorgen
 agent: Lieferant Zulieferer
 patient: Kunde Abnehmer
 act: Belieferung
locate
 verb: sich_befinden(in) liegen(in)
 adj: gelegen(in) ansässig(in) angesiedelt(in) beheimatet(in)
 patient: Standort Ort Lage
headquarter
 verb: sitzen(in)
 adj: ansässig?(in)
 patient: Hauptsitz(in) Sitz(in) Firmensitz(in) Zentrale(in) Unternehmenssitz(in)
revenue
 patient: Umsatz Erlös Umsatzerlös
profit
 patient: Gewinn Profit
price
 verb: kosten
 patient: Preis Kosten Kaufpreis
treat
 adj<: behandelt(mit,durch) therapiert(mit,durch)
 verb: behandeln therapieren helfen?(bei,gegen)
 adj: eingesetzt(gegen,bei,für) verwendet(gegen,bei,für) angewendet(gegen,bei)
  verabreicht(gegen,bei)
 patient: Anwendungsgebiet Indikation
 act: Behandlung Therapie
doctor
 verb: behandeln?
 agent: Arzt Doktor
 patient: Patient
side_effect
 patient: Nebenwirkung unerwünschte_Wirkung
cause
 verb: verursachen aus|lösen hervor|rufen bewirken führen?(zu)
 agent: Ursache(für) Auslöser
 patient: Folge? Wirkung?
prescribe
 verb: verschreiben verordnen
 act: Verschreibung Verordnung
suffer
 verb: leiden(an,unter) erkranken(an) haben?
 adj: erkrankt(an) betroffen(von)
 patient: Krankheit Erkrankung Leiden Diagnose
take
 verb: ein|nehmen nehmen?
 act: Einnahme
dose
 patient: Dosis Dosierung
approve
 verb: zu|lassen genehmigen
 act: Zulassung Genehmigung
birth
 adj: geboren(in)*
 act: Geburt
 patient: Geburtsort
death
 verb: sterben versterben
 act: Tod
marry =
 verb: heiraten
 adj: verheiratet(mit)
 agent: Ehegatte Ehepartner
wife
 agent: Ehefrau
 patient: Ehemann?
 adj: verheiratet?(mit)
husband
 agent: Ehemann
 patient: Ehefrau?
 adj: verheiratet?(mit)
parent
 agent: Elternteil
 patient: Kind
father
 agent: Vater Elternteil?
 patient: Kind?
mother
 agent: Mutter Elternteil?
 patient: Kind?
son
 agent: Elternteil?
 patient: Sohn Kind?
daughter
 agent: Elternteil?
 patient: Tochter Kind?
sibling =
 agent: Geschwister
brother
 agent: Bruder
sister
 agent: Schwester
friend =
 adj: befreundet(mit)
 agent: Freund Freundin
live
 verb: wohnen(in) leben?(in)
 adj: wohnhaft(in)
 patient: Wohnort Wohnsitz
study
 verb: studieren(an,in)*
 patient: Studienfach
teach
 verb: unterrichten lehren
 agent: Lehrer Dozent
 patient: Schüler
speak
 verb: sprechen
 patient: Sprache?
write
 verb: schreiben verfassen
 agent: Autor Verfasser
direct
 verb: inszenieren drehen regie|führen(bei,in)
 agent: Regisseur
 act: Regie
star
 verb: spielen(in) mit|spielen(in) auf|treten?(in) mit|wirken(in,an,bei)
 agent: Schauspieler Darsteller
 act: Hauptrolle
publish
 verb: veröffentlichen heraus|geben publizieren
 verb<: erscheinen? heraus|kommen?
 agent: Herausgeber
 act: Veröffentlichung Erscheinung Erscheinen
compose
 verb: komponieren
 agent: Komponist
invent
 verb: erfinden
 agent: Erfinder
 act: Erfindung
discover
 verb: entdecken
 agent: Entdecker
 act: Entdeckung
develop
 verb: entwickeln
 agent: Entwickler
 act: Entwicklung
build
 verb: bauen errichten erbauen
 agent: Erbauer
 act: Bau Errichtung
member
 verb: an|gehören
 agent: Mitglied(in,bei) Angehörige
 act: Mitgliedschaft(in)
part
 verb: gehören?(zu)
 agent: Teil? Bestandteil Komponente
contain
 verb: enthalten umfassen beinhalten
love
 verb: lieben
know =
 adj: bekannt(mit)
support
 verb: unterstützen fördern
 agent: Unterstützer Förderer
 act: Unterstützung Förderung
fund
 verb: finanzieren sponsern
 agent: Geldgeber Finanzierer Sponsor
 act: Finanzierung
advise
 verb: beraten
 agent: Berater
 act: Beratung
use
 verb: verwenden nutzen benutzen ein|setzen? gebrauchen
 agent: Nutzer Benutzer Anwender
 act: Nutzung Verwendung
represent
 verb: vertreten repräsentieren
 agent: Vertreter Repräsentant
win
 verb: gewinnen erhalten? bekommen?
 agent: Gewinner Sieger
 act: Gewinn?
 adj: ausgezeichnet(mit)
succeed
 verb: nach|folgen folgen?(auf)
 agent: Nachfolger
 patient: Vorgänger
responsible
 verb: verantworten
 adj: verantwortlich(für) zuständig(für)
 agent: Verantwortliche(für)
 act: Verantwortung(für)
loyal
 adj: loyal treu ergeben
 patient: Loyalität(zu,gegenüber) Treue(zu,gegenüber)
capital
 patient: Hauptstadt
population
 patient: Einwohnerzahl Einwohner Bevölkerung
area
 patient: Fläche
height
 patient: Höhe
 measure: hoch groß
weight
 verb: wiegen
 patient: Gewicht Masse
 measure: schwer
width
 patient: Breite
 measure: breit
depth
 patient: Tiefe
 measure: tief
length
 patient: Länge
 measure: lang
age
 patient: Alter
 measure: alt
category
 patient: Kategorie
type
 patient: Typ
genre
 patient: Genre
rating
 patient: Bewertung Wertung
 measure: bewertet
language
 patient: Sprache
level
 patient: Niveau Stufe Level
country
 patient: Land
email
 patient: E-Mail E-Mail-Adresse
phone
 patient: Telefonnummer
address
 patient: Adresse Anschrift
base
 verb: basieren(auf) beruhen(auf) fußen?(auf)
 patient: Vorlage? Grundlage?
border =
 verb: grenzen(an) an|grenzen(an)
 adj: benachbart(zu)
 agent: Nachbarland Nachbarstaat
 act: Grenze(mit,zu)
duration
 verb: dauern? laufen?
 measure: lang
 patient: Dauer Laufzeit Spieldauer Filmlänge
sequel
 agent: Fortsetzung(von,zu)
"""
