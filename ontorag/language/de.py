"""German: the words that the rules of this room look at."""

from __future__ import annotations

from types import MappingProxyType

from ontorag.language.text import fold
from ontorag.language.words import (
    CueKind,
    LanguageWords,
    Superlative,
    folded_set,
    forms_table,
    number_table,
    phrase_table,
)

_KEIN = "kein|keine|keinen|keinem|keiner|keines|keins|keinerlei"

_PHRASES: dict[CueKind, str] = {
    "who": "wer|wem|wen|wessen",
    "which": "welche|welcher|welches|welchen|welchem|was für|was für ein|was für eine"
    "|was für einen",
    "what": "was|womit|worin|wofür|woran|worüber|wovon|wodurch|wozu",
    "when": "wann|zu welchem Zeitpunkt|in welchem Jahr|an welchem Tag|seit wann|bis wann|ab wann",
    "where": "wo|woher|wohin|an welchem Ort",
    "why": "warum|weshalb|wieso|weswegen",
    "how": "wie",
    "how_many": "wie viele|wieviele|wie viel verschiedene|welche Anzahl|die Anzahl der"
    "|wie groß ist die Anzahl|wie hoch ist die Anzahl",
    "how_much": "wie viel|wieviel",
    "how_degree": "wie hoch|wie groß|wie stark|wie gut|wie lang|wie lange|wie alt|wie schwer"
    "|wie tief|wie weit|wie schnell|wie teuer|wie breit|wie oft|wie sehr",
    "request": "nenne|nenn|nennen Sie|zeige|zeig|zeigen Sie|liste|finde|finden Sie|gib|geben Sie"
    "|suche|such|zähle|sag mir|sage mir|sagen Sie mir|ich suche|ich möchte wissen"
    "|vergleiche|beschreibe|erkläre|erläutere",
    "negation": f"nicht|{_KEIN}|nie|niemals|niemand|niemanden|niemandem|nirgends|nirgendwo"
    "|nichts|weder|keineswegs|fehlt|fehlen|mangelt",
    "not_only": "nicht nur|nicht zuletzt|nicht allein|nicht ausschließlich",
    "and": "und|sowie|sowohl|als auch|und auch|und zugleich|&",
    "or": "oder|entweder|beziehungsweise|bzw",
    "but": "aber|jedoch|sondern|doch|allerdings",
    "but_not": "aber nicht|jedoch nicht|und nicht|doch nicht|nicht aber|ohne|außer|ausgenommen"
    "|mit Ausnahme von|abgesehen von"
    + "".join(f"|{word} {no}" for word in ("aber", "jedoch", "und") for no in _KEIN.split("|")),
    "comparative_more": "mehr|größer|höher|länger|älter|stärker|schwerer|besser|später|teurer",
    "comparative_less": "weniger|kleiner|niedriger|kürzer|jünger|schwächer|leichter|früher"
    "|geringer|billiger",
    "judgement": "gut|gute|guter|gutes|guten|besser|bessere|schlecht|schlechte|schlechter"
    "|beste|bester|bestes|besten|bestem|schlechteste|schlechtester|schlechtesten"
    "|geeignetste|geeignetster|geeignetsten",
    "opinion": "findest du|finden Sie, dass|deiner Meinung|Ihrer Meinung|deine Meinung"
    "|deiner Ansicht|Ihrer Ansicht|meinst du|denkst du|glaubst du|hältst du|was hältst du"
    "|sollte ich|soll ich|sollten wir|sollen wir|würdest du|empfiehlst du|magst du"
    "|dein Lieblings|lieber|am liebsten|sympathischste|sympathischster|interessanteste"
    "|interessantester|schönste|schönster|schönstes|schönsten|hübscheste|hübschester"
    "|netteste|nettester|coolste|coolster|tollste|tollster|langweiligste|lustigste"
    "|sinnvollste|wichtigste aller",
    "instruction": "ignoriere|ignorier|vergiss|schreibe|schreib|tu so|tue so|stell dir vor"
    "|spiele|spiel|antworte|sage|sag|behaupte|übersetze|dichte|erzähle|erzähl|verhalte dich"
    "|gib dich aus|überschreibe|lösche|führe aus|programmiere|komponiere|male|zeichne"
    "|wiederhole|missachte|erfinde|koche|tanze|singe",
    "prediction": "morgen|übermorgen|in Zukunft|zukünftig|künftig|nächstes Jahr|nächste Woche"
    "|nächsten Monat|nächsten Jahr|nächster Woche|kommendes Jahr|kommende Woche|demnächst"
    "|eines Tages|voraussichtlich|in den nächsten Jahren",
    "counterfactual": "was wäre, wenn|was wäre|wäre|wären|hätte|hätten|würde wenn|angenommen"
    "|gesetzt den Fall|stell dir vor",
    "causal": "weil|da|deshalb|daher|darum|deswegen|obwohl|wegen|aufgrund|dank|denn|somit"
    "|folglich|infolge",
    "hedge": "vermutlich|wahrscheinlich|vielleicht|möglicherweise|wohl|anscheinend|offenbar"
    "|scheinbar|eventuell|mutmaßlich|angeblich",
    "all": "alle|allen|aller|alles|sämtliche|sämtlichen|sämtlicher|jede|jeder|jedes|jeden|jedem"
    "|jeweils|ausnahmslos",
    "together": "beide|beiden|gemeinsam|gemeinsame|gemeinsamen|gemeinsames|zusammen|miteinander",
    "only": "nur|ausschließlich|lediglich|allein|einzig|bloß|als einziger|als einzige"
    "|der einzige|die einzige|das einzige|einziger|einzige",
    "at_least": "mindestens|wenigstens|zumindest|nicht weniger als|oder besser|oder höher"
    "|oder darüber|und höher|und besser|und darüber",
    "at_most": "höchstens|maximal|nicht mehr als|oder schlechter|oder darunter|und darunter",
    "more_than": "mehr als|besser als|über|größer als|höher als|länger als|älter als"
    "|schwerer als|teurer als",
    "less_than": "weniger als|schlechter als|unter|kleiner als|niedriger als|kürzer als|jünger als"
    "|leichter als|geringer als|billiger als",
    "about": "rund|ungefähr|etwa|circa|ca|zirka|knapp|gut",
    "between": "zwischen",
    "before": "vor|bevor|früher als",
    "after": "nach|nachdem|später als",
    "since": "seit|ab",
    "until": "bis",
    "possession": "hat|haben|hatte|hatten|habe|besitzt|besitzen|besaß|besaßen|verfügt|verfügen"
    "|verfügte|verfügten|verfügt über|verfügen über|beherrscht|beherrschen|beherrschte"
    "|beherrschten|kann|können|konnte|konnten|könnte|könnten|kennt|kennen|kannte|kennt sich"
    "|kennen sich|kennt sich aus mit|versteht|verstehen|versteht sich auf|weist|weisen"
    "|aufweisen|weiß|wissen",
    "take_on": "übernehmen|übernimmt|übernahm|übernahmen|übernommen|übernehme|durchführen"
    "|durchführt|durchgeführt|erfüllen|erfüllt|erfüllte|erfüllten|meistern|meistert"
    "|meisterte|gemeistert|bewältigen|bewältigt|bewältigte|erledigen|erledigt|ausführen"
    "|ausführt|ausgeführt|bestehen|angehen|antreten|geeignet|geeignete|geeigneter"
    "|geeigneten|eignet|eignen|eignet sich|eignen sich|qualifiziert|gewachsen|in Frage|infrage"
    "|teilnehmen könnten|absolvieren|erfüllbar",
    "circumstance_preposition": "für|fürs|in|im|ins|bei|beim|während|innerhalb|außerhalb|trotz"
    "|zwecks|anlässlich|angesichts|aus|zu|zum|zur|gegen|unter|auf dem Weg|im Rahmen|vor",
    "requirement": "Anforderung|Anforderungen|Voraussetzung|Voraussetzungen|Bedingung"
    "|Bedingungen|Erfordernis|Erfordernisse|Erfordernissen|Vorgabe|Vorgaben",
}

_MAX = """
höchst: Höhe hoch Niveau Level Stufe
größt: Größe groß
best: Qualität gut Niveau Level Stufe
stärkst: Stärke stark
meist: Anzahl viel
ältest: Alter alt
längst: Länge lang Dauer
schnellst: Geschwindigkeit schnell
schwerst: Gewicht Masse schwer
teuerst: Preis Kosten teuer
spätest: Datum spät
neuest: Datum neu
neust: Datum neu
tiefst: Tiefe tief
breitest: Breite breit
weitest: Weite Entfernung weit
erfahrenst: Erfahrung erfahren
mächtigst: Macht mächtig
reichst: Reichtum Vermögen reich
beliebtest: Beliebtheit beliebt
"""
_MIN = """
niedrigst: Höhe niedrig Niveau Level Stufe
kleinst: Größe klein
schlechtest: Qualität schlecht Niveau Level Stufe
schwächst: Stärke schwach
wenigst: Anzahl wenig
jüngst: Alter jung
kürzest: Länge kurz Dauer
langsamst: Geschwindigkeit langsam
leichtest: Gewicht Masse leicht
billigst: Preis Kosten billig
günstigst: Preis Kosten günstig
frühest: Datum früh
geringst: Menge gering
mindest: Menge
tiefstgelegen: Höhe
"""
_WORDS_MAX = "maximal maximale maximaler maximales maximalen Maximum meisten"
_WORDS_MIN = "minimal minimale minimaler minimales minimalen Minimum wenigsten"

_IRREGULAR = """
nehmen: nimmt nahm nahmen genommen
teilnehmen: teilgenommen teilnimmt teilnahm teilzunehmen teilnahmen
übernehmen: übernimmt übernahm übernahmen übernommen
sein: ist sind war waren gewesen bin bist
haben: hat hatte hatten gehabt hast
werden: wird wurde wurden geworden
können: kann konnte konnten gekonnt kannst
wissen: weiß wusste wussten gewusst
kennen: kennt kannte kannten gekannt
besitzen: besitzt besaß besaßen besessen
verstehen: versteht verstand verstanden
stehen: steht stand standen gestanden
geben: gibt gab gaben gegeben
gehen: geht ging gingen gegangen
kommen: kommt kam kamen gekommen
beginnen: beginnt begann begannen begonnen
enden: endete endeten geendet
schreiben: schreibt schrieb schrieben geschrieben
sprechen: spricht sprach sprachen gesprochen
treffen: trifft traf trafen getroffen
sehen: sieht sah sahen gesehen
lesen: liest las lasen gelesen
tragen: trägt trug trugen getragen
führen: führt führte führten geführt
anführen: angeführt anführt anzuführen
laufen: läuft lief liefen gelaufen
halten: hält hielt hielten gehalten
enthalten: enthält enthielt enthielten
erhalten: erhält erhielt erhielten
leihen: lieh geliehen
liegen: liegt lag lagen gelegen
heißen: heißt hieß hießen geheißen
bringen: bringt brachte brachten gebracht
denken: denkt dachte dachten gedacht
finden: findet fand fanden gefunden
binden: bindet band banden gebunden
verbinden: verbindet verband verbunden
gewinnen: gewinnt gewann gewannen gewonnen
verlieren: verliert verlor verloren
schließen: schließt schloss schlossen geschlossen
bestehen: besteht bestand bestanden
sterben: stirbt starb starben gestorben
gebären: geboren
wachsen: wächst wuchs wuchsen gewachsen
ziehen: zieht zog zogen gezogen
lassen: lässt ließ ließen gelassen
fahren: fährt fuhr fuhren gefahren
schlagen: schlägt schlug schlugen geschlagen
werben: wirbt warb geworben
erwerben: erwirbt erwarb erworben
fallen: fällt fiel fielen gefallen
fliegen: fliegt flog flogen geflogen
betreiben: betreibt betrieb betrieben
unterscheiden: unterschied unterschieden
entscheiden: entschied entschieden
gelten: gilt galt galten gegolten
helfen: hilft half halfen geholfen
leiden: leidet litt litten gelitten
treiben: treibt trieb trieben getrieben
bieten: bietet bot boten geboten
wiegen: wiegt wog wogen gewogen
weisen: weist wies wiesen gewiesen
rufen: ruft rief riefen gerufen
sitzen: sitzt saß saßen gesessen
schwimmen: schwimmt schwamm geschwommen
tun: tut tat taten getan
schießen: schießt schoss schossen geschossen
steigen: steigt stieg stiegen gestiegen
scheinen: scheint schien schienen geschienen
fließen: fließt floss flossen geflossen
gießen: gießt goss gossen gegossen
genießen: genießt genoss genossen
singen: singt sang sangen gesungen
springen: springt sprang sprangen gesprungen
entspringen: entspringt entsprang entsprangen entsprungen
trinken: trinkt trank tranken getrunken
sinken: sinkt sank sanken gesunken
zwingen: zwingt zwang zwangen gezwungen
brechen: bricht brach brachen gebrochen
werfen: wirft warf warfen geworfen
essen: isst aß aßen gegessen
messen: misst maß maßen gemessen
vergessen: vergisst vergaß vergaßen vergessen
stehlen: stiehlt stahl stahlen gestohlen
empfehlen: empfiehlt empfahl empfahlen empfohlen
empfangen: empfängt empfing empfingen empfangen
fangen: fängt fing fingen gefangen
hängen: hängt hing hingen gehangen
raten: rät riet rieten geraten
schlafen: schläft schlief schliefen geschlafen
laden: lädt lud luden geladen
graben: gräbt grub gruben gegraben
waschen: wäscht wusch wuschen gewaschen
schaffen: schafft schuf schufen geschaffen
bleiben: bleibt blieb blieben geblieben
beißen: beißt biss bissen gebissen
schneiden: schneidet schnitt schnitten geschnitten
streiten: streitet stritt stritten gestritten
reiten: reitet ritt ritten geritten
greifen: greift griff griffen gegriffen
schreiten: schreitet schritt schritten geschritten
verleihen: verleiht verlieh verliehen
lügen: lügt log logen gelogen
biegen: biegt bog bogen gebogen
schieben: schiebt schob schoben geschoben
heben: hebt hob hoben gehoben
kriechen: kriecht kroch krochen gekrochen
riechen: riecht roch rochen gerochen
fliehen: flieht floh flohen geflohen
frieren: friert fror froren gefroren
schwören: schwört schwor schworen geschworen
bitten: bittet bat baten gebeten
treten: tritt trat traten getreten
vertreten: vertritt vertrat vertraten vertreten
nennen: nennt nannte nannten genannt
brennen: brennt brannte brannten gebrannt
rennen: rennt rannte rannten gerannt
senden: sendet sandte sandten gesandt
wenden: wendet wandte wandten gewandt
stoßen: stößt stieß stießen gestoßen
bergen: birgt barg bargen geborgen
gelingen: gelingt gelang gelangen gelungen
weben: webt wob woben gewoben
kämpfen: kämpft kämpfte kämpften gekämpft
dürfen: darf durfte durften
müssen: muss musste mussten
hoch: hohe hoher hohes hohen hohem höher höhere höchste höchster höchsten höchstes
gut: besser bessere beste bester besten bestes
groß: größte größter größten größtes
viel: mehr meiste meisten
nah: nächste nächster nächsten
Mensch: Menschen
Herz: Herzens Herzen
"""

_NUMBERS = """
null=0 ein=1 eins=1 eine=1 einen=1 einem=1 einer=1 eines=1 zwei=2 zwo=2 beide=2 beiden=2 drei=3
vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13 vierzehn=14
fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreißig=30 vierzig=40
fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 dutzend=12
"""
_SCALES = """
hundert=100 tausend=1000 tsd=1000 million=1000000 millionen=1000000 mio=1000000
milliarde=1000000000 milliarden=1000000000 mrd=1000000000 billion=1000000000000
billionen=1000000000000
"""
_MONTHS = """
januar=1 jänner=1 jan=1 februar=2 feb=2 märz=3 mär=3 april=4 apr=4 mai=5 juni=6 jun=6 juli=7
jul=7 august=8 aug=8 september=9 sep=9 sept=9 oktober=10 okt=10 november=11 nov=11 dezember=12
dez=12
"""

_ARTICLES = "der die das den dem des ein eine einen einem einer eines"
_PRONOUNS = """
ich du er sie es wir ihr ihn ihm ihnen mich dich uns euch sich man dieser diese dieses diesen
diesem jener jene jenes jenen jenem sein seine seinen seinem seiner seines ihre ihren ihrem ihrer
ihres mein meine meinen dein deine unser unsere euer eure deren dessen denen jemand jemanden
etwas davon dabei dazu damit daran darin darüber
"""
_PREPOSITIONS = """
an am ans auf aus bei beim bis durch für fürs gegen hinter im in ins mit nach neben ohne seit über
um unter unterm von vom vor während wegen zu zum zur zwischen trotz laut gemäß innerhalb außerhalb
"""
_AUXILIARIES = """
ist sind war waren sei seien bin bist hat haben hatte hatten habe wird werden wurde wurden kann
können konnte konnten könnte könnten muss müssen musste mussten soll sollen sollte sollten darf
dürfen durfte durften will wollen wollte wollten mag mögen möchte möchten gibt gab
"""
_VERBS = """
beherrscht besitzt leitet betreut berichtet braucht benötigt erfordert verlangt kennt weiß
arbeitet gehört enthält führt nahm nimmt startete startet endete endet begann beginnt dauert
dauerte erfüllt verfügt lebt wohnt heißt liegt steht kommt stammt spielt spielte hilft dient
gilt existiert existieren existierte beherrschen besitzen leiten brauchen gehören kennen nahmen
nehmen leitete leiteten betreute
"""
_PARTICLES = """
ab an auf aus bei ein fest fort heim her hin los mit nach nieder statt teil um unter vor weg
weiter wieder zu zurück zusammen durch über dar bereit
"""
_HEADS = """
kenntnisse kenntnissen kenntnis erfahrung erfahrungen fähigkeit fähigkeiten fertigkeit
fertigkeiten kompetenz kompetenzen skills skill wissen können künste kunst know-how knowhow
talent talente begabung expertise qualifikation qualifikationen praxis grundlagen
grundkenntnisse fachkenntnisse ausbildung niveau level
"""
_EXPERT_HEADS = """
experte experten expertin expertinnen profi profis spezialist spezialisten spezialistin
spezialistinnen meister meisterin meisters kenner kennerin könner könnerin fachmann fachfrau
fachleute
"""
_DETECTION = """
wer wem wen wessen welche welcher welches welchen welchem was wann wo wie warum wieso weshalb
woher wohin der die das den dem des ein eine einen einem einer eines und oder aber nicht kein
keine keinen ist sind hat haben hatte wird werden wurde wurden kann können konnte muss soll darf
für mit bei von vom zum zur im über aus nach auf durch während ohne zwischen gegen sich alle viele
viel gibt nenne nenn zeige zeig liste finde suche vergleiche beherrscht beherrschen leitet
beherrschte verfügt besitzt erfordert braucht gilt ich du er sie es wir ihr auch nur als noch
schon sehr mehr mindestens höchstens ignoriere vergiss schreibe bitte dass wenn weil sowie deren
dessen diese dieser dieses sein seine ihre beste höchste
"""
_BEFORE_SUPERLATIVES = """
am der die das den dem des zum welche welcher welches welchen sein seine ihr ihre ihren seinen
mein meine dein deine
"""
_NO_SUPERLATIVES = """
erste ersten erster erstes erstem letzte letzten letzter letztes nächste nächsten nächster nächstes
liebste ernste ernsten feste festen fester kosten testen leisten posten bewusste bewussten robuste
robusten wusste musste küsten gasten lasten listen kisten
"""
_STOP_EXTRA = """
auch noch schon sehr so als dass wenn denn doch mal bitte etwa gerade hier da dort dann nun ja
eigentlich überhaupt insgesamt es gibt je wie selbst eben wohl nämlich zwar etwas verzeichnet
"""


def words() -> LanguageWords:
    """Read the German words from this file."""
    phrases = phrase_table(_PHRASES)
    superlatives = _superlatives()
    grammar = (_ARTICLES, _PRONOUNS, _PREPOSITIONS, _AUXILIARIES, _STOP_EXTRA)
    stop_words = frozenset[str]().union(*(folded_set(text) for text in grammar))
    asking: tuple[CueKind, ...] = (
        "who", "which", "what", "when", "where", "why", "how", "request", "and", "or", "but",
        "negation", "all", "only", "hedge", "causal",
    )  # fmt: skip
    asked = frozenset(phrase[0] for kind in asking for phrase in phrases[kind] if len(phrase) == 1)
    return LanguageWords(
        language="de",
        phrases=phrases,
        superlatives=superlatives,
        irregular=forms_table(_IRREGULAR),
        number_words=number_table(_NUMBERS),
        scales=number_table(_SCALES),
        months=number_table(_MONTHS),
        articles=folded_set(_ARTICLES),
        pronouns=folded_set(_PRONOUNS),
        prepositions=folded_set(_PREPOSITIONS),
        auxiliaries=folded_set(_AUXILIARIES),
        verbs=folded_set(_VERBS),
        particles=folded_set(_PARTICLES),
        compound_heads=_by_length(_HEADS),
        expert_heads=_by_length(_EXPERT_HEADS),
        before_superlatives=folded_set(_BEFORE_SUPERLATIVES),
        no_superlatives=folded_set(_NO_SUPERLATIVES),
        detection=folded_set(_DETECTION + _VERBS),
        stop_words=stop_words | asked,
    )


def _by_length(text: str) -> tuple[str, ...]:
    heads = {fold(word).replace(" ", "") for word in text.split()}
    return tuple(sorted(heads, key=lambda head: (-len(head), head)))


def _superlatives() -> MappingProxyType[str, Superlative]:
    table: dict[str, Superlative] = {}
    for text, single, direction in ((_MAX, _WORDS_MAX, "max"), (_MIN, _WORDS_MIN, "min")):
        for line in text.strip().splitlines():
            stem, _, measures = line.partition(":")
            rank = Superlative("max" if direction == "max" else "min", tuple(measures.split()))
            table |= {fold(stem + ending): rank for ending in ("e", "en", "er", "es", "em")}
        for word in single.split():
            table.setdefault(fold(word), Superlative("max" if direction == "max" else "min"))
    return MappingProxyType(table)
