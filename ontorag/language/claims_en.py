"""English small words of claims, the same as `claims_de`."""

LEVELS = """
expert: expert expertise specialist master pro
advanced: advanced
basic: basics beginner basic novice basic_knowledge
"""

UNITS = """
EUR: euro euros € EUR
USD: dollar dollars $ USD
CHF: francs franc CHF
GBP: pound pounds £ GBP
%: percent %
mg: milligram milligrams mg
g: gram grams g
kg: kilogram kilograms kilo kilos kg
t: tonne tonnes
mm: millimetre millimetres millimeter millimeters mm
cm: centimetre centimetres centimeter centimeters cm
m: metre metres meter meters m
km: kilometre kilometres kilometer kilometers km
l: litre litres liter liters l
ml: millilitre millilitres ml
s: second seconds
min: minute minutes
h: hour hours
d: day days
a: year years
km²: km²
m²: m²
ha: hectare hectares ha
ft: feet foot ft
mi: mile miles
kW: kilowatt kilowatts kW
MW: megawatt megawatts MW
GB: gigabyte gigabytes GB
MB: megabyte megabytes MB
month: month months
week: week weeks
km/h: km/h kph kilometres_per_hour kilometers_per_hour km_per_hour
mph: mph miles_per_hour
m/s: m/s metres_per_second meters_per_second
kn: knots knot kn
°C: °C degrees_Celsius
°F: °F degrees_Fahrenheit
kWh: kWh kilowatt_hours kilowatt-hours kilowatt_hour
Hz: hertz Hz
lb: lb lbs
inch: inch inches
µg: microgram micrograms µg
mg/l: mg/l milligrams_per_litre milligrams_per_liter
km²: square_kilometres square_kilometers
m²: square_metres square_meters
"""

COPULAS = "be equal amount(to) belong(to) serve(as) act(as) include"
HAVING = "have possess own hold achieve generate post"
LACKING = "lack miss"
REFUSING = "decline refuse fail avoid"
LASTING = "run last"
FULFILLING = "fulfil fulfill meet satisfy"

FILLERS = """
also too already not_least as_well additionally furthermore in_addition in_total exactly precisely
according_to_the_facts according_to_the_data based_on_the_facts based_on_the_data as_recorded
moreover likewise among_others one_of in_the_area_of in_the_field_of the_number_of number_of
both is_used_to are_used_to was_used_to do does did
"""
NEGATIONS = """
not no never doesn't don't didn't isn't aren't wasn't weren't hasn't haven't hadn't cannot can't
couldn't
"""
NOT_NEGATIONS = "not_only not_just not_merely but_also"
CONJUNCTIONS = "as_well_as"
MUTUAL = "each_other one_another"
NOBODY = "nobody no_one"
HEDGES = """
probably perhaps maybe possibly presumably apparently likely seemingly evidently
"""
ONLY = "only solely exclusively just merely alone"
PEOPLE = "person persons people member members"
BY = "by"
OF = "of"
GENITIVE = ""
APPOSED = """
city town village municipality borough district county state province canton region territory
country kingdom republic empire island port month year day name title skill ability art craft
discipline subject topic concept idea notion language genre category type rank role level condition
disease profession mission
"""
DEFINITE = "the"
ACCUSATIVE = ""
TIME_WORDS = "year"
SINCE = "since from"
UNTIL = "until till to"
PASSIVE = ""
PERSONAL = "he she it they him her them"
POSSESSIVE = "his her its their"
DEMONSTRATIVE = "this that these those"
RELATIVE = "who which that"
CONTRACTIONS = ""
ABBREVIATIONS = "dr prof mr mrs ms no ca approx st vs etc inc ltd"
