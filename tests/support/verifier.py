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
    ways. `by_heart`: it is answered without any source too."""

    answer: str
    clues: tuple[tuple[str, ...], ...]
    style: str = ""
    by_heart: bool = False


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
                answer = self.answer(question, sources)
                return _data({"working": "", "abstains": answer == "", "answer": answer})
            case "same_answer":
                same = normalise(given(words, "reference")) in normalise(given(words, "candidate"))
                return _data({"reason": "", "same": same})
            case "pman":
                right = self._right(question, given(words, "answer"), sources)
                return Reply(f"I looked.\n{'YES' if right else 'NO'}")
            case "verify":
                return _data(self._verify(question, given(words, "answer"), words, sources))
            case _:
                raise AssertionError(request.purpose)

    async def close(self) -> None: ...

    def answer(self, question: str, sources: Sequence[tuple[str, str]]) -> str:
        known = self.questions[question]
        shown = "\n".join(text for _, text in sources)
        told = any(all(clue in shown for clue in way) for way in known.clues)
        return known.answer if told or (not sources and known.by_heart) else ""

    def _right(self, question: str, answer: str, sources: Sequence[tuple[str, str]]) -> bool:
        own = self.answer(question, sources)
        return own != "" and all(normalise(part) in normalise(answer) for part in own.split(" and "))

    def _verify(
        self, question: str, answer: str, words: str, sources: Sequence[tuple[str, str]]
    ) -> Mapping[str, object]:
        style = re.search(r"# The style: (\S+)", words)
        assert style is not None
        own = self.answer(question, sources)
        right = self._right(question, answer, sources)
        clues = {clue for way in self.questions[question].clues for clue in way}
        return {
            "answer": {"own_answer": own or "not told", "reason": "looked", "verdict": "pass" if right else "fail"},
            "style": {
                "reason": "read the rules",
                "verdict": "pass" if style[1] == self.questions[question].style else "fail",
            },
            "sources": [
                {"source": label, "reason": "looked", "relevant": any(clue in text for clue in clues)}
                for label, text in sources
            ],
        }


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
