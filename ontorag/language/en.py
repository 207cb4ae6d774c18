"""English: the words that the rules of this room look at."""

from __future__ import annotations

from types import MappingProxyType

from ontorag.language.words import (
    CueKind,
    LanguageWords,
    Superlative,
    folded_set,
    forms_table,
    number_table,
    phrase_table,
)

_NOT = (
    "isn't|aren't|wasn't|weren't|doesn't|don't|didn't|hasn't|haven't|hadn't|can't|cannot|couldn't"
    "|won't|wouldn't|shouldn't|mustn't"
)

_PHRASES: dict[CueKind, str] = {
    "who": "who|whom|whose|who's",
    "which": "which|what kind of|what kinds of|what type of|what sort of",
    "what": "what|what's",
    "when": "when|at what time|in what year|in which year|on what date|what year|since when"
    "|until when",
    "where": "where|in which place|at what place",
    "why": "why|for what reason",
    "how": "how",
    "how_many": "how many|what number of|the number of|what is the number of",
    "how_much": "how much",
    "how_degree": "how high|how good|how strong|how large|how big|how long|how old|how heavy"
    "|how tall|how deep|how far|how fast|how expensive|how wide|how often|how skilled"
    "|how well|how experienced",
    "request": "find|list|show|name|give|give me|show me|tell me|search|search for|look up"
    "|count|compare|describe|explain|i am looking for|i'm looking for|i want to know",
    "negation": f"not|no|never|nobody|none|nothing|nowhere|neither|nor|no one|lacks|lack|lacking"
    f"|lacked|declined|refused|failed to|{_NOT}",
    "not_only": "not only|not just|not least|not merely|not solely",
    "and": "and|as well as|both|and also|along with|&",
    "or": "or|either|and or",
    "but": "but|however|yet|though",
    "but_not": "but not|and not|but no|but never|without|except|except for|excluding|other than"
    "|but doesn't|but does not|but don't|but do not|but lacks|but lack|but hasn't|but has no"
    "|but have no|but isn't|but is not|and does not|and doesn't",
    "comparative_more": "more|larger|bigger|higher|longer|older|stronger|heavier|greater|better"
    "|later|taller",
    "comparative_less": "less|fewer|smaller|lower|shorter|younger|weaker|lighter|earlier|cheaper",
    "judgement": "good|better|best|bad|worse|worst|most suitable|most suited|ideal",
    "opinion": "do you think|do you believe|do you like|do you prefer|in your opinion"
    "|your opinion|your view|what do you think|would you|should i|should we|would you recommend"
    "|recommend|favourite|favorite|nicest|coolest|prettiest|most beautiful|most interesting"
    "|most boring|funniest|most likeable|is it better to|is it worth",
    "instruction": "ignore|forget|disregard|write|pretend|act as|act like|play the role|roleplay"
    "|imagine|answer with|reply with|respond with|say|repeat|translate|compose|sing|draw"
    "|paint|tell me a joke|tell a joke|you are now|override|delete|execute|run|print"
    "|generate|invent|summarize|summarise|cook|dance|can you write|could you write"
    "|please write",
    "prediction": "tomorrow|in the future|next year|next week|next month|someday|going to|will be"
    "|will have|will win|will become|in the coming years|from now on",
    "counterfactual": "what if|would have|would be|would've|could have been|had been|were to"
    "|if only|suppose|supposing|imagine that",
    "causal": "because|therefore|hence|thus|although|since|due to|thanks to|so that|owing to",
    "hedge": "probably|perhaps|maybe|possibly|presumably|apparently|likely|seemingly|allegedly"
    "|reportedly|supposedly|might|may",
    "all": "all|every|each|everyone|everybody|everything",
    "together": "both|in common|common|shared|together",
    "only": "only|solely|exclusively|just|alone|merely|the only",
    "at_least": "at least|no fewer than|no less than|not less than|minimum of|or better|or higher"
    "|or above|and above|and higher|and better",
    "at_most": "at most|no more than|not more than|up to|maximum of|or worse|or below|and below",
    "more_than": "more than|better than|over|above|greater than|larger than|higher than|longer than"
    "|older than|heavier than|exceeding|exceeds",
    "less_than": "less than|worse than|fewer than|under|below|smaller than|lower than|shorter than"
    "|younger than|lighter than",
    "about": "about|around|roughly|approximately|circa|nearly|almost",
    "between": "between",
    "before": "before|prior to|earlier than",
    "after": "after|later than",
    "since": "since",
    "until": "until|till",
    "possession": "has|have|had|having|possess|possesses|possessed|know|knows|knew|known"
    "|knowledgeable in|master|masters|mastered|own|owns|owned|can|could|able to|be able to"
    "|is able to|are able to|capable of|good at|best at|skilled in|skilled at|skilled with"
    "|proficient in|experienced in|versed in|shows|show|exhibits|exhibit",
    "take_on": "take on|takes on|took on|taken on|taking on|carry out|carries out|carried out"
    "|fulfil|fulfill|fulfils|fulfills|fulfilled|fulfilling|meet|meets|met|meeting|handle"
    "|handles|undertake|undertakes|undertook|perform|performs|accomplish|accomplishes"
    "|complete|completes|qualified for|qualify for|qualifies for|suitable for|suited for"
    "|eligible for|candidate for|candidates for|satisfy|satisfies|satisfied|do the mission",
    "circumstance_preposition": "for|in|during|within|while|amid|throughout|despite|inside"
    "|outside|under|against|on behalf of|in order to|into",
    "requirement": "requirement|requirements|prerequisite|prerequisites|condition|conditions"
    "|demand|demands|precondition|preconditions",
}

_MAX = """
highest: height level high
largest: size large
biggest: size big
greatest: size level great
best: quality level good
strongest: strength strong
most: number
oldest: age old
longest: length long duration
fastest: speed fast
quickest: speed quick
heaviest: weight mass heavy
tallest: height tall
priciest: price cost
latest: date late
newest: date new
deepest: depth deep
widest: width wide
farthest: distance far
furthest: distance far
richest: wealth rich
maximum:
maximal:
top:
"""
_MIN = """
lowest: height level low
smallest: size small
worst: quality level bad
weakest: strength weak
least: number
fewest: number few
youngest: age young
shortest: length short duration
slowest: speed slow
lightest: weight mass light
cheapest: price cost cheap
earliest: date early
poorest: wealth poor
nearest: distance near
closest: distance close
minimum:
minimal:
"""

_IRREGULAR = """
lead: led
be: is are was were been am being
have: has had having
do: does did done
can: could
go: goes went gone
take: took taken
write: wrote written
give: gave given
get: got gotten
make: made
know: knew known
see: saw seen
find: found
found: founded
come: came
become: became
begin: began begun
run: ran
speak: spoke spoken
teach: taught
think: thought
bring: brought
buy: bought
build: built
hold: held
keep: kept
leave: left
meet: met
lose: lost
win: won
send: sent
spend: spent
sell: sold
tell: told
understand: understood
stand: stood
fight: fought
fly: flew flown
fall: fell fallen
choose: chose chosen
break: broke broken
drive: drove driven
eat: ate eaten
grow: grew grown
draw: drew drawn
sing: sang sung
swim: swam swum
wear: wore worn
bear: bore born borne
shoot: shot
sit: sat
sleep: slept
feel: felt
pay: paid
say: said
bite: bit bitten
blow: blew blown
breed: bred
catch: caught
cost: cost
cut: cut
deal: dealt
dig: dug
drink: drank drunk
feed: fed
flee: fled
forget: forgot forgotten
forgive: forgave forgiven
freeze: froze frozen
hang: hung
hear: heard
hide: hid hidden
hit: hit
lay: laid
lend: lent
mean: meant
mistake: mistook mistaken
overtake: overtook overtaken
oversee: oversaw overseen
put: put
read: read
ride: rode ridden
ring: rang rung
rise: rose risen
seek: sought
set: set
shake: shook shaken
shine: shone
show: showed shown
shut: shut
sink: sank sunk
spread: spread
spring: sprang sprung
steal: stole stolen
stick: stuck
strike: struck
swear: swore sworn
swing: swung
tear: tore torn
throw: threw thrown
wake: woke woken
withdraw: withdrew withdrawn
forbid: forbade forbidden
overcome: overcame
outgrow: outgrew outgrown
bind: bound
undertake: undertook undertaken
die: died dying dies
lie: lying lay lain
person: people persons
child: children
man: men
woman: women
mouse: mice
foot: feet
tooth: teeth
goose: geese
ox: oxen
elf: elves elven elvish
dwarf: dwarves dwarven dwarfs
wolf: wolves
life: lives
knife: knives
wife: wives
half: halves
leaf: leaves
criterion: criteria
phenomenon: phenomena
analysis: analyses
basis: bases
crisis: crises
index: indices
matrix: matrices
datum: data
medium: media
ontology: ontologies
series: series
species: species
good: better best
bad: worse worst
far: farther farthest further furthest
"""

_NUMBERS = """
zero=0 a=1 an=1 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11
twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19
twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 dozen=12
"""
_SCALES = """
hundred=100 thousand=1000 million=1000000 millions=1000000 billion=1000000000
billions=1000000000 trillion=1000000000000 bn=1000000000
"""
_MONTHS = """
january=1 jan=1 february=2 feb=2 march=3 mar=3 april=4 apr=4 may=5 june=6 jun=6 july=7 jul=7
august=8 aug=8 september=9 sep=9 sept=9 october=10 oct=10 november=11 nov=11 december=12 dec=12
"""

_ARTICLES = "the a an"
_PRONOUNS = """
i you he she it we they me him her us them my your his its our their mine yours hers ours theirs
this that these those there one ones himself herself itself themselves someone somebody something
"""
_PREPOSITIONS = """
of in on at by for with from to into onto about over under after before during between among
through within without against towards toward upon as per via than
"""
_AUXILIARIES = """
is are was were am be been do does did has have had can could may might must shall should will
would isnt arent wasnt werent doesnt dont didnt hasnt havent hadnt cant cannot couldnt wont
"""
_VERBS = ""
_PARTICLES = "up out off on in down over away back"
_HEADS = "skills skill knowledge experience expertise competence competency ability abilities"
_EXPERT_HEADS = "expert experts specialist specialists master masters"
_DETECTION = """
who whom whose which what when where why how is are was were does do did has have had can could
should would the a of and or but not for with from to at by on about there any all many much
most least find list show name give tell which compare ignore write pretend i you he she it we
they their his her its than that this these those be been highest best strongest only between
during without
"""
_BEFORE_SUPERLATIVES = "the is are was were s his her their its my your"
_NO_SUPERLATIVES = """
test west east guest rest forest interest request honest modest contest chest quest invest suggest
harvest protest digest priest nest pest vest arrest midwest conquest dishonest southwest northwest
southeast northeast detest attest manifest ingest bequest inquest everest unrest tempest
"""
_STOP_EXTRA = """
also too so then than very please just if whether while because such some more s t there here
exactly actually currently ever yet still
"""


def words() -> LanguageWords:
    """Read the English words from this file."""
    phrases = phrase_table(_PHRASES)
    grammar = (_ARTICLES, _PRONOUNS, _PREPOSITIONS, _AUXILIARIES, _STOP_EXTRA)
    stop_words = frozenset[str]().union(*(folded_set(text) for text in grammar))
    asking: tuple[CueKind, ...] = (
        "who", "which", "what", "when", "where", "why", "how", "request", "and", "or", "but",
        "negation", "all", "only", "hedge", "causal",
    )  # fmt: skip
    asked = frozenset(phrase[0] for kind in asking for phrase in phrases[kind] if len(phrase) == 1)
    asked -= {"describe", "explain"}  # "what words describe it" speaks of a property
    return LanguageWords(
        language="en",
        phrases=phrases,
        superlatives=_superlatives(),
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
        compound_heads=tuple(_HEADS.split()),
        expert_heads=tuple(_EXPERT_HEADS.split()),
        before_superlatives=folded_set(_BEFORE_SUPERLATIVES),
        no_superlatives=folded_set(_NO_SUPERLATIVES),
        detection=folded_set(_DETECTION),
        stop_words=stop_words | asked,
    )


def _superlatives() -> MappingProxyType[str, Superlative]:
    table: dict[str, Superlative] = {}
    for line in _MAX.strip().splitlines():
        word, _, measures = line.partition(":")
        table[word] = Superlative("max", tuple(measures.split()))
    for line in _MIN.strip().splitlines():
        word, _, measures = line.partition(":")
        table[word] = Superlative("min", tuple(measures.split()))
    return MappingProxyType(table)
