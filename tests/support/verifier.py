"""A verifier that really looks: it answers a question only if the sources in the request hold what the answer rests on,
so that taking a source away takes its answer away."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from benchwright.models import PromptImage, Reply, Request, Text
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.records import Source
from benchwright.values import normalise

_SOURCE = re.compile(r"<source (S\d+) kind=\w+ code=(\w+)>\n(.*?)</source \1 code=\2>", re.DOTALL)
NAME = "openai/test-verifier"


@dataclass(frozen=True)
class Known:
    """How one question is answered: `answer`, by whoever reads all of one set of `clues`. Several sets are several
    ways. `by_heart`: it is answered without any source too; `believed` is answered then in its place. `fluency` and
    `alone` are what the verifier says of its wording; `sees_all` whether it notices that one source tells
    everything. `steps` are the parts that the question is taken apart into: a clue, and what it tells. `reworded` is
    how the verifier would ask."""

    answer: str
    clues: tuple[tuple[str, ...], ...]
    style: str = ""
    by_heart: bool = False
    fluency: int = 5
    alone: bool = True
    sees_all: bool = True
    believed: str = ""
    steps: Mapping[str, str] = field(default_factory=dict)
    reworded: str = ""


@dataclass
class Knowing:
    """A chat model that knows some questions. `asked` are its requests in order; `instead` may replace a reply."""

    questions: Mapping[str, Known]
    instead: Callable[[Request], Reply | None] = lambda request: None
    asked: list[Request] = field(default_factory=list)

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        replaced = self.instead(request)
        if replaced is not None:
            return replaced
        words = turn(request)
        sources = [(match[1], match[3]) for match in _SOURCE.finditer(words)]
        question = given(words, "question")
        match request.purpose:
            case "answer":
                listed = [line.partition(". ")[2] for line in given(words, "parts").splitlines()]
                return _data(self._parted(question, listed, sources))
            case "same_answer":
                same = normalise(given(words, "reference")) in normalise(given(words, "candidate"))
                return _data({"reason": "", "same": same})
            case "pman":
                right = self._right(question, given(words, "answer"), sources)
                return Reply(f"I looked.\n{'YES' if right else 'NO'}")
            case "verify":
                said = self._verify(question, given(words, "answer"), system(request), sources)
                assert request.schema is not None
                return _data({field: said[field] for field in request.schema["required"]})
            case _:
                raise AssertionError(request.purpose)

    async def close(self) -> None: ...

    def answer(self, question: str, sources: Sequence[tuple[str, str]]) -> str:
        known = self.questions[question]
        shown = "\n".join(text for _, text in sources)
        told = any(all(clue in shown for clue in way) for way in known.clues)
        if not sources and known.by_heart:
            return known.believed or known.answer
        return known.answer if told else ""

    def _parted(self, question: str, listed: Sequence[str], sources: Sequence[tuple[str, str]]) -> Mapping[str, object]:
        """The question part by part: those that are listed, its own steps, or the whole."""
        shown = "\n".join(text for _, text in sources)
        steps = self.questions[question].steps
        answers = {one: self.answer(one, sources) for one in listed or (question,)}
        if steps and not listed:
            answers = {clue: answer if clue in shown else "" for clue, answer in steps.items()}
        basis = dict.fromkeys(answers, "told" if sources else "known")
        basis |= {one: "missing" for one, answer in answers.items() if not answer}
        parts = [{"asks": asked, "basis": basis[asked], "answer": answer} for asked, answer in answers.items()]
        whole = "; ".join(answers.values()) if not steps or listed else self.answer(question, sources)
        return {"parts": parts, "answer": whole if all(answers.values()) else ""}

    def _right(self, question: str, answer: str, sources: Sequence[tuple[str, str]]) -> bool:
        own = self.answer(question, sources)
        return own != "" and all(normalise(part) in normalise(answer) for part in own.split(" and "))

    def _verify(
        self, question: str, answer: str, words: str, sources: Sequence[tuple[str, str]]
    ) -> Mapping[str, object]:
        style = re.search(r"# The style: (\S+)", words)
        known, own = self.questions[question], self.answer(question, sources)
        right = self._right(question, answer, sources)
        return {
            "working": "looked",
            "own_answers": own.split(" and ") if own else ["not told"],
            "correct": {"reason": "looked", "verdict": "pass" if right else "fail"},
            "style": {"reason": "read the rules", "verdict": "pass" if style and style[1] == known.style else "fail"},
            "alone": {"reason": "read the question", "verdict": "pass" if known.alone else "fail"},
            "fluent": {"reason": "read the question", "score": str(known.fluency), "reworded": known.reworded},
            "sources": [
                {"source": label, "reason": "looked", "gives": self._given(question, label, sources)}
                for label, _ in sources
            ],
        }

    def _given(self, question: str, label: str, sources: Sequence[tuple[str, str]]) -> str:
        known = self.questions[question]
        shown = dict(sources)[label]
        if known.sees_all and len(sources) > 1 and self.answer(question, [(label, shown)]):
            return "all"
        return "part" if any(clue in shown for way in known.clues for clue in way) else "nothing"


def system(request: Request) -> str:
    """The rules that stand above the conversation."""
    return "\n".join(
        part.text
        for message in request.messages
        if message.role == "system"
        for part in message.parts
        if isinstance(part, Text)
    )


def turn(request: Request) -> str:
    """The words of the last message: what is asked now, without the worked examples."""
    return "\n".join(part.text for part in request.messages[-1].parts if isinstance(part, Text))


def given(words: str, name: str) -> str:
    """What stands in a fenced block of that name, "" if there is none."""
    found = re.search(rf"<{name} code=(\w+)>\n(.*?)\n</{name} code=\1>", words, re.DOTALL)
    return found[2] if found else ""


def no_picture(source: Source) -> PromptImage | None:
    return None


def asker(model: Knowing) -> Asker:
    actor = Actor(NAME, model)
    return Asker(Actors(actor, actor, actor), "cell 0", "13")


def _data(data: Mapping[str, object]) -> Reply:
    return Reply(json.dumps(data), data=data)
