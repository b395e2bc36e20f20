"""A glossary's definition as a phrase that fits into a question: with its article, or not at all.

    segment of DNA that ...           a segment of DNA that ...
    process of breaking glucose ...   the process of breaking glucose ...
    intermolecular forces between ... intermolecular forces between ...  (plural)
    possessing multiple body plans    refused: it does not begin with a thing

Only definitions whose head noun is in the closed lists below are turned: which article a noun takes, nobody can see
from its letters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchwright.english.articles import with_article
from benchwright.facts.kinds import listed
from benchwright.makers.composed.family import RefusedError

_COUNT = listed("""
    structure molecule hormone layer organism protein cell enzyme phylum stage sequence opening organ bone
    organelle component system vessel section complex period pattern disease covering relationship plant portion form
    pigment membrane species stem mechanoreceptor joint leukocyte substance state element particle chain
    macromolecule situation transporter segment generation site fragment technique mechanism branch bundle leaf animal
    protease disorder defect muscle unit ion reaction network channel characteristic pathway messenger product
    trait genotype nucleotide polymerase cluster alteration modification solution condition model event
    theory virus glycoprotein sheet bacterium appendage chamber clade band cavity fish strand diaphragm gland skeleton
    tube phase solute community explanation isotope polysaccharide monomer lipid catalyst bilayer sac linkage
    seal sugar instrument ligand egg subunit constriction apparatus lattice phenomenon
    nucleus acid procedure node diagram lineage drug fissure
    pandemic strain body slit shell shrub spore stalk indentation category gel projection pore
    dinosaur genus stolon axis plate neurotransmitter neuron receptor
    shaft fiber fibre artery vein pyramid filtrate compound agent byproduct cytokine lymphocyte antibody
    measurement ridge biome region area group collection set pair series type kind space interaction method way
    diagram chart map graph tool device machine law rule principle test scale quantity number constant vector force wave
    field particle line curve point surface object material star planet galaxy rock mineral market good service price
    cost tax firm bank policy institution organization contract agreement person people worker member society culture
    belief value norm role status movement theorem equation function variable statistic distribution sample hypothesis
    projection ring fluid liquid gas mixture polymer crystal metal base salt bond orbital electron atom ecosystem
    habitat predator parasite host embryo zygote seed fruit flower root shoot tendon ligament nerve lobe duct gene
    allele chromosome codon mutation plasmid vector toxin vaccine antigen sensor signal stimulus response reflex
    behaviour display strategy adaptation individual population environment zone current gradient deposit trend event
    ratio boundary junction filament fold sphincter valve passage canal swelling bump enlargement extension outgrowth
    projection bulge depression groove hole gap synapse
""")
_THE_OF = listed("""
    process movement amount number ability study division transfer flow loss result sum production distance exchange
    separation breakdown formation presence failure function termination history engulfment transformation conversion
    size interior elongation occurrence development propagation shape volume reclamation activation attraction strength
    binding mixing release proportion identification disappearance rate ratio part end knowledge theory
    growth accumulation absorption removal use science branch practice measure tendency process period stage method
    percentage fraction total average range length width height depth mass speed level degree frequency probability
    movement fusion splitting replacement destruction transport synthesis uptake passage diffusion secretion ejection
    state phylum class genus change site point place region portion study evolution maintenance regulation reabsorption
""")
_MASS = listed("""
    tissue growth speciation variation transport secretion reproduction energy behavior behaviour torpor competition
    fluid cartilage pain matter muscle material bacteria fungi cartilage soil water movement communication selection
    learning diffusion DNA RNA respiration digestion
""")
_INDEFINITE_OF = listed(
    "type kind group collection set pair series form segment section cluster piece layer unit chain "
    "sheet bundle network fragment strand ring sequence member mass branch species stage category"
)
_BROAD = listed(
    "molecule organism structure cell component substance plant animal protein compound phylum disease disorder organ"
)
_ONE_OF_MANY = listed("hormone neurotransmitter enzyme leukocyte drug vitamin lymphocyte cytokine neuron")
_GERUND = re.compile(r"^(?:bending|mixing|breathing|moving|turning|jumping|rotating|breaking|joining)$")
_STOPS = listed("""
    of that which who in by from for with to on at where when whose as used located found made composed formed during
    between within through into under around without is are and after about such than including containing consisting
    surrounding produced caused over across along inside outside among whereby because before above below
    directly capable present responsible necessary noticeable rich incapable available similar like unlike
""")
_PLAIN_FIRST = re.compile(r"^(?:an?|the)\b", re.IGNORECASE)
_ORDINAL = re.compile(
    r"^(?:middle|inner|outer|central|upper|lower|first|second|third|fourth|fifth|last|largest|smallest|main|innermost|outermost|lowest|highest)$"
)
_NOT_FIRST = re.compile(
    r"^(?:one|all|any|both|each|some|many|several|most|other|another|his|its|their|not|also|usually|often|typically|"
    r"possessing|having|being|containing|lacking|when|two|three|four|this|these|set)$",
    re.IGNORECASE,
)
_SINGULAR_VERB = re.compile(
    r"^(?:(?:only|also|typically|usually|often|normally|generally|can|may|will|must|helps?|is|was|has|does|\w+ly) ?)*"
    r"(?:is|was|has|does|can|may|might|will|must|[a-z]{2,}[^s\W]s|[a-z]+ed|occurred|took|grew|began)\b"
)
_BARE_VERB = re.compile(
    r"^(?:influence|require|produce|contain|cause|form|have|are|do|live|use|include|control|consist)\b"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|fits?|causes|occurs?|develops|allows|makes|becomes|takes|leads|results in|lies|"
    r"contains|consists|forms|produces|helps|uses|binds|moves|gives|goes|remains|includes|states|does)\b"
)
# A singular noun wants a singular verb; glossaries do not always care.
_WORD = re.compile(r"[^\W_][\w'’-]*|,|[^\w\s]")
_GENERIC = listed("""
    a an the of and or in to that which for with by from as at on is are be it its their this these has have can may
    process structure type kind form part group organism molecule cell used made into during when where between within
    other than such one two more each called also often usually typically especially
""")

FEWEST, MOST = 6, 32
"""Telling words that a definition must have, and words that it may have, to be asked."""


@dataclass(frozen=True, slots=True)
class Description:
    """A definition, worded. `phrase` has its article; `noun` is its head; `plural` whether the phrase is; `predicate`
    what follows "that" where the whole definition is "NOUN that DOES ...", else "", and `kind` the words before it."""

    phrase: str
    noun: str
    plural: bool
    kind: str = ""
    predicate: str = ""


def telling(definition: str) -> frozenset[str]:
    """The words of a definition that tell it from others, in small letters."""
    return frozenset(word for word in re.findall(r"[^\W_]+", definition.casefold()) if word not in _GENERIC)


def describe(definition: str) -> Description:
    """Turn a definition into a noun phrase. Raises RefusedError where that is not sure to be grammatical."""
    text = definition.strip().rstrip(".;,").strip()
    if not FEWEST + 1 <= len(text.split()) <= MOST or len(telling(text)) < FEWEST:
        raise RefusedError("length", "too short to fit one term only, or too long to read")
    if re.search(r"[.:;?!]\s|\be\.g\.|\bi\.e\.|\betc\b|[“\"]", text):
        raise RefusedError("form", "more than one clause")
    given = _PLAIN_FIRST.match(text)
    bare = text[given.end() :].strip() if given else text
    words = _WORD.findall(bare)
    if not words or _NOT_FIRST.match(words[0]):
        raise RefusedError("form", f"begins with {words[0] if words else 'nothing'!r}")
    at, plural = _head(words)
    if at and words[at - 1] == ",":
        raise RefusedError("form", "a comma before the noun")
    if re.search(r", (?:which|who|and) (?:is|are) (?:also )?(?:termed|called|known)", text):
        raise RefusedError("form", "names one thing more")
    if len(telling(text)) < FEWEST + (2 if words[at] in _ONE_OF_MANY else words[at] in _BROAD):
        raise RefusedError("length", f"too little for one {words[at]}")
    noun, follows = words[at], words[at + 1] if at + 1 < len(words) else ""
    relative = re.search(r"(\S+) (?:that|which|who) (.*)$", bare)
    if relative and not relative[1].endswith("s") and not plural and _BARE_VERB.match(relative[2]):
        raise RefusedError("grammar", "the verb does not agree")
    if _FINITE.search(
        re.split(r"\b(?:that|which|who|whose|where|when|whom|because|such|while|as)\b", bare, maxsplit=1)[0]
    ):
        raise RefusedError("form", "a whole clause")
    if given:
        article = given[0].lower()
        phrase = f"{article} {_small(bare)}"
        plural = False if article != "the" else plural
    else:
        phrase = _with_article(_small(bare), words[0], noun, follows, plural)
    kind = predicate = ""
    if follows == "that" and not plural and noun not in ("type", "kind", "group", "set", "series"):
        head, _, clause = bare.partition(" that ")
        if _SINGULAR_VERB.match(clause) and "," not in head and not re.search(r", \w+(?:ly|ed|ing)\b", clause):
            kind, predicate = _small(head), clause
    return Description(phrase, noun, plural, kind, predicate)


def _head(words: list[str]) -> tuple[int, bool]:
    """Where the head noun stands and whether it is plural."""
    for at, word in enumerate(words[:8]):
        if word in _STOPS and not (word == "and" or word in ("rich",)):
            break
        follows = words[at + 1] if at + 1 < len(words) else ""
        ends = not follows or follows in _STOPS or bool(re.search(r"(?:ed|ing)$", follows)) or follows == ","
        if follows in ("or", "and") and (word.lower() in _COUNT or word.lower() in _MASS):
            raise RefusedError("form", "a row of things")
        if not ends or follows == "and":
            continue
        low = word.lower()
        if low in _COUNT or low in _THE_OF or low in _MASS or word in _MASS or _GERUND.match(low):
            if follows == "," and at + 2 < len(words) and words[at + 2] not in _STOPS:
                raise RefusedError("form", "a row of things")
            return at, low in ("bacteria", "fungi", "people")
        if low.endswith("ies") and f"{low[:-3]}y" in _COUNT:
            return at, True
        if low.endswith("s") and (low[:-1] in _COUNT or low[:-2] in _COUNT):
            return at, True
    raise RefusedError("head", "no noun that is known to take an article or none")


def _small(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if first != first.capitalize() or len(first) < 2 else text[:1].lower() + text[1:]


def _with_article(text: str, first: str, noun: str, follows: str, plural: bool) -> str:
    low = noun.lower()
    if plural or _GERUND.match(low):
        return text
    if (
        (_ORDINAL.match(first) and follows in ("of", "that", "in", ""))
        or (first.endswith("est") and len(first) > 5)
        or re.search(rf"\w+most (?:\w+ )?{noun}\b", text)
    ):
        return f"the {text}"
    if follows in ("by", "in", "of") and re.match(rf".*?\b{noun} (?:by|in|of) which\b", text) and low != "group":
        return f"the {text}"
    if follows == "of":
        if low in _INDEFINITE_OF or (low not in _THE_OF and low not in _MASS):
            return with_article(text)
        return f"the {text}"
    if low in _MASS or noun in _MASS:
        return text
    if low in _COUNT or low in (
        "process",
        "method",
        "change",
        "part",
        "end",
        "state",
        "study",
        "point",
        "place",
        "result",
        "measure",
    ):
        return with_article(text)
    raise RefusedError("article", f"which article does {noun} take here?")
