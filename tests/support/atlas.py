"""A small world that can be written about, and a mind that writes about it: the far end of whole runs with models.

`atlas(folder)` is a corpus of islands with two passages, a table and a flag each. Every source tells two measures with
made-up names, and a flag tells them by its colour alone, so that whoever answers has to be sent the picture. `Mind`
plays the writer and the verifier: it writes questions in every style from the sources that it is shown, and answers
them only if what they rest on is shown. It knows nothing else: a reply follows from the request's own words and
pictures, so that the same request gets the same reply in any order, from any process.

For a share of all requests, which is drawn from their words too, it is a poor mind: see `Faults`.
"""

import hashlib
import io
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from dialect_wire import Answer, ParsedRequest
from PIL import Image as Pixels

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.prompts.prompt import PROMPTS, prompt
from benchwright.records import Image, Modality, Place, Source, Table

ISLANDS = (
    *("Malta", "Cyprus", "Iceland", "Jamaica", "Tasmania", "Corsica", "Sardinia", "Bermuda", "Zanzibar"),
    *("Sicily", "Crete", "Mauritius", "Guernsey", "Tahiti", "Barbados", "Greenland", "Borneo", "Sumatra"),
)
_MEASURES = {"first": ("keldan", "morvan"), "second": ("sillet", "purrow"), "table": ("tessal", "brindle")}
_SHADES = ("shade", "tint")  # red and green of a flag


def atlas(folder: Path, filling: int = 0) -> Corpus:
    """The corpus, written into `folder`. Each passage goes on for `filling` sentences that tell nothing."""
    sources, images = atlas_sources(filling)
    return write_corpus(folder, sources, (), images)


def atlas_sources(filling: int = 0) -> tuple[list[Source], dict[str, bytes]]:
    """The sources, and the bytes of the images by name."""
    draw = random.Random(5)
    numbers = iter(draw.sample(range(300, 9000), 6 * len(ISLANDS)))
    shades = iter(draw.sample(range(10, 250), 2 * len(ISLANDS)))
    sources: list[Source] = []
    images: dict[str, bytes] = {}
    for island in ISLANDS:
        place, slug = Place(f"{island.lower()}.md"), island.lower()
        for name in ("first", "second"):
            told = [f"The {measure} of {island} is {next(numbers)}." for measure in _MEASURES[name]]
            text = f"{island} is an island. {told[0]} {told[1]}{' The sea is near.' * filling}"
            sources.append(Source(f"{slug}-{name}", Modality.TEXT, island, text, place))
        rows = tuple((measure, str(next(numbers))) for measure in _MEASURES["table"])
        title = f"Figures of {island}"
        text = "\n".join([title, "Measure | Value", *(" | ".join(row) for row in rows)])
        table = Table((("Measure", "Value"),), rows)
        sources.append(Source(f"{slug}-table", Modality.TABLE, title, text, place, table=table))
        out = io.BytesIO()
        Pixels.new("RGB", (8, 6), (next(shades), next(shades), 0)).save(out, "PNG")
        image = Image(hashlib.sha256(out.getvalue()).hexdigest(), "png", 8, 6, caption=f"Flag of {island}")
        images[image.file] = out.getvalue()
        sources.append(Source(f"{slug}-flag", Modality.IMAGE, f"Flag of {island}", image.caption, place, image=image))
    return sources, images


@dataclass(frozen=True)
class Faults:
    """Shares of the requests of a kind that get a poor reply.

    refuse      a writer says that there is no question
    blunder     a writer cites a source that was not offered, quotes what stands nowhere, or gives a wrong answer
    garble      a reply is no JSON, has other fields, or is cut off; of those, half are mended when asked for again
    filter      a reply is taken away by a filter
    doubt       the verifier finds fault with a good question
    guess       a question is answered though what it rests on is not shown, rightly or wrongly
    """

    refuse: float = 0.06
    blunder: float = 0.12
    garble: float = 0.04
    filter: float = 0.01
    doubt: float = 0.06
    guess: float = 0.01


PERFECT = Faults(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Told:
    """One measure that a shown source tells: `quote` is how it stands there."""

    label: str
    kind: str
    measure: str
    island: str
    value: int
    quote: str

    @property
    def name(self) -> str:
        return f"the {self.measure} of {self.island}"


class Mind:
    """See the module. Call it with a request; it may be called from any thread."""

    def __init__(self, faults: Faults | None = None) -> None:
        self.faults = Faults() if faults is None else faults

    def __call__(self, request: ParsedRequest) -> Answer:
        asked = Asked.of(request)
        said = _ANSWERS[asked.prompt](self, asked)
        if asked.prompt == "verify" and request.schema is not None:
            said = {field: said[field] for field in request.schema["properties"]}
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        if asked.drawn("filter") < self.faults.filter:
            return Answer("I would rather not.", "refused")
        garbled = asked.drawn("garble") < self.faults.garble
        if garbled and not isinstance(said, str) and (not asked.again or asked.words_drawn("stubborn") < 0.5):
            return (
                Answer(f"Here it is: {text[: len(text) // 2]}"),
                Answer(json.dumps({"reply": said})),
                Answer(text[: len(text) // 2], "truncated"),
            )[int(3 * asked.words_drawn("how"))]
        return Answer(text)

    # ---- the writer ----
    def entity(self, asked: "Asked") -> Any:
        title = re.search(r"^Title: (.*)$", asked.turn, re.MULTILINE)
        assert title is not None
        return {"entities": [title[1].split()[-1]]}

    def write(self, asked: "Asked") -> Any:
        chosen = self._choose(asked)
        if chosen is None or asked.drawn("refuse") < self.faults.refuse:
            return _refused("write", "nothing_to_ask")
        question, short, more = _STYLES[asked.style](chosen)
        return self._blundered(asked, chosen, question, short, more)

    def hop_first(self, asked: "Asked") -> Any:
        islands = dict.fromkeys(one.island for one in asked.told)
        found = (self._choose(asked, [one for one in asked.told if one.island == island]) for island in islands)
        chosen = next(filter(None, found), None)
        if chosen is None or asked.drawn("refuse") < self.faults.refuse / 2:
            return _refused("hop_first", "no_connection")
        chosen = list({one.label: one for one in chosen}.values())
        answering, describing = chosen[:1], chosen[1:]
        question, short = f"What is {_joined(answering)}?", _values(answering)
        reply = self._blundered(asked, answering, question, short, {})
        labels = [one.label for one in describing]
        reply |= {"bridge": chosen[0].island, "answering": reply["sources"], "describing": labels}
        return {name: value for name, value in reply.items() if name not in ("draft_question", "sources")}

    def hop_about(self, asked: "Asked") -> Any:
        return self._hop(asked, lambda told: (f"What is {_joined(told)}?", _values(told)))

    def hop_to(self, asked: "Asked") -> Any:
        return self._hop(asked, lambda told: (f"Which island has {_described(told)}?", told[0].island))

    def _hop(self, asked: "Asked", ask: Callable[[Sequence[Told]], tuple[str, str]]) -> Any:
        entity = asked.given("entity")
        chosen = self._choose(asked, [one for one in asked.told if one.island == entity])
        if chosen is None or asked.drawn("refuse") < self.faults.refuse / 2:
            return _refused(asked.prompt, "no_connection")
        chosen = list({one.label: one for one in chosen}.values())
        question, short = ask(chosen)
        reply = self._blundered(asked, chosen, question, short, {})
        del reply["draft_question"]
        return reply

    def hop_join(self, asked: "Asked") -> Any:
        entity, asking = asked.given("entity"), asked.given("question-about").removesuffix("?")
        chosen = self._choose(asked, [one for one in asked.told if one.island == entity])
        if chosen is None or asked.drawn("refuse") < self.faults.refuse / 2:
            return _refused("hop_join", "ambiguous")
        chosen = list({one.label: one for one in chosen}.values())
        short = asked.given("answer-about").removeprefix("It is ").removesuffix(".")
        question = f"{asking.replace(f' of {entity}', '')} of the island that has {_described(chosen)}?"
        reply = self._blundered(asked, chosen, question, short, {})
        del reply["short_answer"], reply["sources"]
        return reply | {
            "hop_question": f"Which island has {_described(chosen)}?",
            "clue": str(chosen[0].value),
            "answer": f"That island is {entity}, and it is {short}.",
        }

    def combine(self, asked: "Asked") -> Any:
        asking = re.fullmatch(r"What is (.*)\?", asked.given("question-about"))
        leading = re.fullmatch(r"Which island has (.*)\?", asked.given("question-to"))
        assert asking is not None
        assert leading is not None
        entity, plain = asked.given("entity"), asked.given("answer-about")
        short = plain.removeprefix("It is ").removesuffix(".")
        question = f"What is {asking[1].replace(f' of {entity}', '')} of the island that has {leading[1]}?"
        return {
            "plan": "",
            "refusal": "none",
            "draft_question": question,
            "question": question,
            "answer": f"That island is {entity}, and it is {short}.",
            "short_answer": short,
        }

    def one_prompt(self, asked: "Asked") -> Any:
        answer = asked.given("answer")
        told = [one for one in asked.told if one.island == answer]
        if {one.label for one in told} != set(asked.labels) or asked.drawn("refuse") < self.faults.refuse:
            return {"plan": "There is none.", "refusal": "nothing_to_ask", "question": "", "quotes": []}
        quotes = [{"source": one.label, "quote": one.quote} for one in told]
        return {"plan": "", "refusal": "none", "question": f"Which island has {_described(told)}?", "quotes": quotes}

    def paraphrase(self, asked: "Asked") -> Any:
        question = asked.given("question")
        how = asked.drawn("how")
        if how < self.faults.refuse:
            return {"question": re.sub(r"[A-Z]\w+(?=\W*$)", "it", question)}
        if how < self.faults.refuse + self.faults.blunder:
            return {"question": f"{question[:-1]}, which is {asked.given('answer')}?"}
        return {"question": f"Tell me, {question[0].lower()}{question[1:]}"}

    def describe(self, asked: "Asked") -> Any:
        return {"description": "A plain field of one colour."}

    def _choose(self, asked: "Asked", told: Sequence[Told] | None = None) -> list[Told] | None:
        """As many sources of each kind as are wanted, the first that tell anything; both measures of each. None if
        there are too few."""
        chosen: list[str] = []
        found = asked.told if told is None else told
        for kind, count in asked.wants.items():
            labels = list(dict.fromkeys(one.label for one in found if one.kind == kind))[:count]
            if len(labels) < count:
                return None
            chosen += labels
        first = asked.words_drawn("first") < 0.5  # which measure of a source is told first
        return sorted(
            (one for one in found if one.label in chosen), key=lambda one: (one.label, one.quote), reverse=first
        )

    def _blundered(
        self, asked: "Asked", chosen: Sequence[Told], question: str, short: str, more: Mapping[str, Any]
    ) -> Any:
        used = [one for one in chosen if one.measure in question] or list(chosen)
        reply = _written(used, question, short, **more)
        draw = asked.drawn("blunder") / self.faults.blunder if self.faults.blunder else 1.0
        if draw < 0.25:
            reply["sources"][0] = "S99"
        elif draw < 0.5:
            reply["quotes"][0]["quote"] = "The moon is made of chalk"
            if used[0].kind == "image":
                reply["quotes"] = []
        elif draw < 1.0:
            wrong = f"{short}7" if short[-1:].isdigit() else "Atlantis"
            reply |= {"short_answer": wrong, "answer": f"It is {wrong}."}
        return reply

    # ---- the verifier ----
    def verify(self, asked: "Asked") -> Any:
        question, answer = asked.given("question"), asked.given("answer")
        own = answer_from(question, asked.told)
        plain = _derived(question) or (own != "" and own in answer)
        doubted = asked.drawn("doubt") < self.faults.doubt
        idle = asked.drawn("idle") < self.faults.doubt / 2
        own_answer = answer.splitlines()[0] if _derived(question) else own or "The sources do not tell."
        return {
            "working": "I looked it up.",
            "own_answers": [own_answer],
            "correct": {"reason": "I looked it up.", "verdict": "pass" if plain else "fail"},
            "style": {"reason": "I held it to the rules.", "verdict": "fail" if doubted else "pass"},
            "alone": {"reason": "I read the question.", "verdict": "pass"},
            "fluent": {"reason": "I read the question.", "score": "5", "reworded": ""},
            "sources": [
                {
                    "source": label,
                    "reason": "It tells a part.",
                    "gives": "nothing" if idle and label == "S1" else "part",
                }
                for label in asked.labels
            ],
        }

    def answer(self, asked: "Asked") -> Any:
        halves = asked.given("parts") if "<parts code=" in asked.turn else ""
        listed = [line.partition(". ")[2] for line in halves.splitlines()]
        answers = [answer_from(one, asked.told) for one in listed or (asked.given("question"),)]
        if not all(answers) and asked.drawn("guess") < self.faults.guess:
            answers = ["4711"] * len(answers)
        return parted(answers, "told" if asked.labels else "known")

    def same_answer(self, asked: "Asked") -> Any:
        return {"reason": "I compared.", "same": asked.given("reference") in asked.given("candidate")}

    def pman(self, asked: "Asked") -> str:
        own = answer_from(asked.given("question"), asked.told)
        return f"I looked.\n{'YES' if own and own in asked.given('answer') else 'NO'}"


def parted(answers: Sequence[str], basis: str) -> dict[str, Any]:
    """A reply that gives these answers to the parts of a question, "" for what is missing."""
    parts = [{"asks": "it", "basis": basis if one else "missing", "answer": one} for one in answers]
    return {"parts": parts, "answer": "; ".join(answers) if all(answers) else ""}


def answer_from(question: str, told: Sequence[Told]) -> str:
    """The answer to one of the questions of this module, "" if a part of it is not told."""
    found = {(one.measure, one.island): one for one in told}
    described = re.findall(r"the (\w+) (\d+)", question)
    if described:
        fitting = [
            {one.island for one in told if one.measure == measure and one.value == int(value)}
            for measure, value in described
        ]
        islands = set.intersection(*fitting)
        if len(islands) != 1:
            return ""
        (island,) = islands
        if question.startswith("Which island"):
            return island
        asking = question.partition(" of the island that has")[0].removeprefix("What is ")
        wanted = [(measure, island) for measure in re.findall(r"the (\w+)", asking)]
    else:
        wanted = re.findall(r"the (\w+) of ([A-Z]\w+)", question)
    if not wanted or any(one not in found for one in wanted):
        return ""
    parts = [found[one] for one in wanted]
    if question.startswith("Which is larger"):
        return max(parts, key=lambda one: one.value).name
    if question.startswith("What is the sum"):
        return str(sum(one.value for one in parts))
    if question.startswith("How do"):
        return _compared(parts)
    return _values(parts)


def _joined(told: Sequence[Told]) -> str:
    return " and ".join(one.name for one in told)


def _described(told: Sequence[Told]) -> str:
    return " and ".join(f"the {one.measure} {one.value}" for one in told)


def _values(told: Sequence[Told]) -> str:
    return " and ".join(str(one.value) for one in told)


def _compared(told: Sequence[Told]) -> str:
    return "; ".join(f"{one.name} is {one.value}" for one in told)


def _pair(told: Sequence[Told]) -> tuple[Told, Told]:
    """Two measures: of two sources, if there are as many."""
    one = told[0]
    return one, next((other for other in told if other.label != one.label), told[1])


def _extract(told: Sequence[Told]) -> tuple[str, str, dict[str, Any]]:
    return f"What is {told[0].name}?", str(told[0].value), {}


def _sum(told: Sequence[Told]) -> tuple[str, str, dict[str, Any]]:
    used = list({one.label: one for one in told}.values())
    used = used if len(used) > 1 else list(told[:2])
    total = sum(one.value for one in used)
    expression = f"{' + '.join(str(one.value) for one in used)} = {total}"
    return f"What is the sum of {_joined(used)}?", str(total), {"expression": expression}


def _compare(told: Sequence[Told]) -> tuple[str, str, dict[str, Any]]:
    pair = _pair(told)
    return f"How do {_joined(pair)} compare?", _compared(pair), {}


def _choice(told: Sequence[Told]) -> tuple[str, str, dict[str, Any]]:
    one, other = _pair(told)
    larger = max((one, other), key=lambda told: told.value)
    question = f"Which is larger, {one.name} or {other.name}?"
    return question, larger.name, {"options": [one.name, other.name]}


def _both(told: Sequence[Told]) -> tuple[str, str, dict[str, Any]]:
    pair = _pair(told)
    halves = [{"question": f"What is {one.name}?", "answer": str(one.value)} for one in pair]
    return f"What is {pair[0].name}, and what is {pair[1].name}?", _values(pair), {"halves": halves}


_STYLES: Mapping[str, Callable[[Sequence[Told]], tuple[str, str, dict[str, Any]]]] = {
    "information-extraction": _extract,
    "numerical": _sum,
    "compare-contrast": _compare,
    "comparison": _choice,
    "compound": _both,
}


def _written(used: Sequence[Told], question: str, short: str, **fields: Any) -> dict[str, Any]:
    return {
        "plan": "",
        "refusal": "none",
        "sources": list(dict.fromkeys(one.label for one in used)),
        "quotes": [{"source": one.label, "quote": one.quote} for one in used],
        "draft_question": question,
        "question": question,
        "answer": f"It is {short}." if short else "",
        "short_answer": short,
        **fields,
    }


def _refused(name: str, reason: str) -> dict[str, Any]:
    """A reply to the prompt of this name that gives no question."""
    schema = prompt(name).schema
    assert schema is not None
    empty: dict[str, Any] = {
        field: [] if part.get("type") == "array" else "" for field, part in schema["properties"].items()
    }
    more = [field for field in empty if field in prompt(name).only_with]
    return {field: value for field, value in empty.items() if field not in more} | {
        "plan": "These sources give no such question.",
        "refusal": reason,
    }


def _derived(question: str) -> bool:
    """Whether it is no question of this module: then it is taken for answered."""
    return not re.search(r"\b(?:keldan|morvan|sillet|purrow|tessal|brindle|shade|tint)\b", question)


# ---------------------------------------------------------------- what is asked
_SOURCE = re.compile(r"<source (S\d+) kind=(\w+) code=(\w+)>\n(.*?)</source \1 code=\3>", re.DOTALL)
_BLOCK = re.compile(r"<((?:source )?[\w-]+)(?: kind=\w+)? code=(\w+)>\n(.*?)</\1 code=\2>", re.DOTALL)
_SENTENCE = re.compile(r"The (\w+) of (\w+) is (\d+)\.")
_ROW = re.compile(r"^(\w+) \| (\d+)$", re.MULTILINE)
_WANTED = re.compile(r"(\d+) (text|table|image)")


def _openings() -> dict[str, str]:
    """The first line of every prompt's system message, by which requests are told apart."""
    found = {}
    for name in PROMPTS:
        text = (resources.files("benchwright.prompts") / "templates" / f"{name}.jinja").read_text("utf-8")
        _, block, rest = text.partition("{% block system %}\n")
        if block:
            found[rest.partition("\n")[0]] = name
    return found


_OPENINGS = _openings()


@dataclass(frozen=True)
class Asked:
    """A request, understood. `turn` is what is asked now, without the worked examples; `again` that it is asked for
    anew after a reply that could not be read."""

    prompt: str
    turn: str
    style: str
    again: bool
    labels: tuple[str, ...]
    told: tuple[Told, ...]

    @classmethod
    def of(cls, request: ParsedRequest) -> "Asked":
        prompt = _OPENINGS[request.system.partition("\n")[0]]
        turns = [text for role, text in request.messages if role == "user"]
        again = "could not be read" in turns[-1]
        turn = turns[-2] if again else turns[-1]
        style = re.search(r"^# The style: (\S+)", f"{request.system}\n{turn}", re.MULTILINE)
        labels, told = _sources(turn, request.pictures)
        return cls(prompt, turn, style[1] if style else "", again, labels, told)

    @property
    def size(self) -> int:
        """How many characters of sources are shown."""
        return sum(len(body) for _, _, _, body in _SOURCE.findall(self.turn))

    @property
    def wants(self) -> dict[str, int]:
        """How many sources of each kind a writer has to choose; nothing for other prompts."""
        required = re.search(r"^Requirement: (.*)$", self.turn, re.MULTILINE)
        return {kind: int(count) for count, kind in _WANTED.findall(required[1])} if required else {}

    def given(self, name: str) -> str:
        """What stands in the block of this name."""
        found = re.search(rf"<{name} code=(\w+)>\n(.*?)\n</{name} code=\1>", self.turn, re.DOTALL)
        assert found is not None, f"no {name} in {self.turn}"
        return found[2]

    def drawn(self, what: str) -> float:
        """A number from 0 to 1 that follows from what is asked, and whether for the first time."""
        return self.words_drawn(f"{what} {self.again}")

    def words_drawn(self, what: str) -> float:
        """The same, each time it is asked. Only data counts, so that other words of a prompt change nothing."""
        data = [(name, body) for name, _, body in _BLOCK.findall(self.turn)]
        stated = json.dumps([what, self.prompt, self.style, self.wants, data])
        digest = hashlib.sha256(stated.encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64


def _sources(turn: str, pictures: Sequence[bytes]) -> tuple[tuple[str, ...], tuple[Told, ...]]:
    """The labels of the shown sources, and what they tell. Pictures belong to the images in order; where there are
    none, images tell nothing."""
    labels: list[str] = []
    told: list[Told] = []
    left = list(pictures)
    for label, kind, _, body in _SOURCE.findall(turn):
        labels.append(label)
        title = re.search(r"^Title: (.*)$", body, re.MULTILINE)
        island = title[1].split()[-1] if title else ""
        if kind == "text":
            told += [
                Told(label, kind, measure, where, int(value), f"The {measure} of {where} is {value}")
                for measure, where, value in _SENTENCE.findall(body)
            ]
        elif kind == "table":
            told += [
                Told(label, kind, measure, island, int(value), f"{measure} | {value}")
                for measure, value in _ROW.findall(body)
            ]
        elif left:
            with Pixels.open(io.BytesIO(left.pop(0))) as pixels:
                colour = pixels.convert("RGBA").getpixel((0, 0))
            assert isinstance(colour, tuple)
            told += [
                Told(label, kind, measure, island, int(colour[place]), f"the {measure} of the field is {colour[place]}")
                for place, measure in enumerate(_SHADES)
            ]
    assert not left, "more pictures than images"
    return tuple(labels), tuple(told)


_ANSWERS: Mapping[str, Callable[[Mind, Asked], Any]] = {
    name: getattr(Mind, name)
    for name in PROMPTS
    if hasattr(Mind, name)  # what no run over the atlas asks, it cannot answer
}
