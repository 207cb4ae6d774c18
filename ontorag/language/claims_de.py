"""German small words of claims: levels, units, light verbs, negations, hedges, pronouns."""

LEVELS = """
expert: Experte Expertin Expertise Profi Spezialist Spezialistin Fachmann Fachfrau Meister Meisterin
advanced: fortgeschritten Fortgeschritten Fortgeschrittene
basic: grundlegend grundlegende Grundkenntnisse Grundkenntnis Grundlagen Anfänger Einsteiger
"""

UNITS = """
EUR: Euro Euros € EUR
USD: Dollar Dollars $ US-Dollar USD
CHF: Franken CHF
GBP: Pfund £ GBP
%: Prozent %
mg: Milligramm mg
g: Gramm g
kg: Kilogramm Kilo kg
t: Tonne Tonnen
mm: Millimeter mm
cm: Zentimeter cm
m: Meter m
km: Kilometer km
l: Liter l
ml: Milliliter ml
s: Sekunde Sekunden
min: Minute Minuten
h: Stunde Stunden
d: Tag Tage Tagen
a: Jahr Jahre Jahren
km²: Quadratkilometer km²
m²: Quadratmeter m²
ha: Hektar ha
ft: Fuß ft
mi: Meile Meilen
kW: Kilowatt kW
MW: Megawatt MW
GB: Gigabyte GB
MB: Megabyte MB
month: Monat Monate Monaten
week: Woche Wochen
km/h: km/h Stundenkilometer Kilometer_pro_Stunde
m/s: m/s Meter_pro_Sekunde
kn: Knoten kn
°C: °C Grad_Celsius
°F: °F Grad_Fahrenheit
kWh: Kilowattstunde Kilowattstunden kWh
Hz: Hertz Hz
dm: Dezimeter dm
µg: Mikrogramm µg
mg/l: mg/l Milligramm_pro_Liter
‰: Promille ‰
"""

COPULAS = """
erfolgen gelten stehen(unter) sein betragen lauten liegen(bei) belaufen(auf) gehören(zu)
zählen(zu) heißen fungieren(als) dienen(als) bestehen(aus)
"""
HAVING = "haben besitzen verfügen(über) auf|weisen erzielen inne|haben übernehmen erwirtschaften"
LACKING = "fehlen mangeln(an)"
REFUSING = """
verweigern ab|lehnen verzichten(auf) weigern versäumen unterlassen scheitern(an)
"""
LASTING = "laufen dauern an|dauern bestehen währen gehen"
FULFILLING = "erfüllen erbringen"

FILLERS = """
auch bereits schon dabei nicht_zuletzt zudem außerdem ebenfalls ebenso insgesamt sich genau somit
sowohl jeweils ferner darüber_hinaus gemäß_den_Fakten laut_den_Fakten nach_den_Fakten laut_Fakten
laut_den_Daten nach_den_Daten gemäß_den_Daten den_Fakten_zufolge den_Daten_zufolge
nach_vorliegenden_Daten laut_Datenlage zugleich gleichzeitig im_Bereich
unter_anderem die_Anzahl_der Anzahl_der die_Zahl_der
"""
NEGATIONS = """
nicht nie niemals kein keine keinen keinem keiner keines keinerlei keineswegs keinesfalls mitnichten
"""
NOT_NEGATIONS = """
nicht_nur sondern_auch
"""
CONJUNCTIONS = "als_auch"
MUTUAL = "einander miteinander aneinander zueinander untereinander gegenseitig"
NOBODY = "niemand niemanden niemandem"
HEDGES = """
vermutlich wahrscheinlich vielleicht möglicherweise wohl anscheinend offenbar eventuell mutmaßlich
höchstwahrscheinlich augenscheinlich
"""
ONLY = "nur ausschließlich lediglich einzig bloß allein alleinig alleinige alleiniger"
PEOPLE = "Person Personen Leute Menschen Mensch Mitglied Mitglieder Mitgliedern"
BY = "von durch"
OF = "von"
APPOSED = ""
GENITIVE = "der des eines einer"
DEFINITE = "der die das den dem des"
ACCUSATIVE = "den dem einen einem"
TIME_WORDS = "jahr jahre jahres"
SINCE = "seit ab"
UNTIL = "bis"
PASSIVE = "wird werden wurde wurden worden"
PERSONAL = "er sie es ihn ihm ihr ihnen"
POSSESSIVE = "sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres"
DEMONSTRATIVE = "dieser diese dieses diesen diesem"
RELATIVE = "der die das welcher welche welches"
CONTRACTIONS = "am=an ans=an im=in ins=in beim=bei zum=zu zur=zu vom=von fürs=für aufs=auf"
ABBREVIATIONS = "dr prof hr fr nr ca bzw evtl ggf inkl mio mrd st str tsd vgl sog usw mr mrs"
