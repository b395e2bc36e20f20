"""Compare the verifier's verdicts on all points in one call with those of one call a point, on the same questions.

    python perf/verifier_agreement.py BENCH... --judge MODEL [-n 60] [--seed 7] [--planted 0.3] --to FOLDER
                                      [--batch-dir FOLDER] [--plan PLAN] [--base-url URL]

`-n` questions are drawn from all benchmarks together; a share of `--planted` of them gets the answer of another one, so
that there is something to reject. Each is put to the model in both forms (five calls and one), directly or through
batch files: run the same command again when the replies are there. For each point the table says how often both forms
give one verdict, Cohen's kappa, the share that each passes, and what the calls took. A model that gives every question
one verdict is named: its agreement says nothing. Unscored verdicts are counted, and are in no share.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchwright import Benchmark, Example
from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.verified import POINTS, Verification
from benchwright.checks.judged.verifier_session import VerifierSession
from benchwright.errors import BenchwrightError
from benchwright.models import PromptImage
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.load import load_style, styles
from benchwright.records import Check, Source
from benchwright.run.item_run import CallOptions, ItemRun, settings_and_caps
from benchwright.run.model_session import CONCURRENCY
from benchwright.statistics.agreement import cohens_kappa

FORMS = {"together": Verification(), "singly": Verification(singly=True)}
SECRET = "agreement"
"""What the delimiters around sources are made from: always the same, so that requests are."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A question as the verifier sees it, in one of the forms. `planted` says that its answer is another one's."""

    draft: QuestionDraft
    bench: str
    id: str
    planted: bool
    form: str


def draft_of(example: Example, bench: Benchmark) -> QuestionDraft | None:
    """The draft of an accepted question; None if its style is a file that is not there any more."""
    known = styles()
    if example.style not in known and not Path(example.style).is_file():
        return None
    answer = example.answers[0]
    return QuestionDraft(
        question=example.question,
        answer=answer.text,
        short_answer=min((answer.text, *answer.aliases), key=len),
        style=known[example.style] if example.style in known else load_style(Path(example.style)),
        wants=example.modalities,
        sources=tuple(bench.sources[id] for id in example.sources),
        entity=example.entity,
    )


def draw(benches: Mapping[str, Benchmark], count: int, planted: float, seed: int) -> list[Drawn]:
    """Questions at random over all benchmarks, each in both forms."""
    chance = random.Random(seed)
    pool = [(name, one.id, draft_of(one, bench)) for name, bench in benches.items() for one in bench.examples]
    known = [(name, id, draft) for name, id, draft in pool if draft is not None]
    drawn = chance.sample(known, min(count, len(known)))
    wrong = set(range(round(planted * len(drawn)))) if len(drawn) > 1 else set()
    found: list[Drawn] = []
    for at, (name, id, draft) in enumerate(drawn):
        if at in wrong:
            other = drawn[(at + 1) % len(drawn)][2]
            draft = replace(draft, answer=other.answer, short_answer=other.short_answer)
        found += [Drawn(draft, name, id, at in wrong, form) for form in FORMS]
    return found


def share(flags: Sequence[bool]) -> str:
    return f"{sum(flags) / len(flags):.0%}" if flags else "-"


def line(point: str, told: Mapping[str, Sequence[str]]) -> str:
    """One point of the table: both forms' verdicts, question by question."""
    pairs = [pair for pair in zip(*told.values(), strict=True) if "unscored" not in pair]
    unscored = len(next(iter(told.values()))) - len(pairs)
    alike = [one == other for one, other in pairs]
    passes = [[pair[side] == "pass" for pair in pairs] for side in (0, 1)]
    kappa = cohens_kappa(*passes) if pairs else None
    constant = [form for form, flags in zip(told, passes, strict=True) if len(set(flags)) == 1 and len(flags) > 1]
    cells = [point, str(len(pairs)), str(unscored), share(alike), "-" if kappa is None else f"{kappa:.2f}"]
    cells += [share(flags) for flags in passes]
    return "| " + " | ".join([*cells, f"one verdict for all: {', '.join(constant)}" if constant else ""]) + " |"


def measure(options: argparse.Namespace) -> int:
    benches = {str(path): Benchmark.open(path) for path in sorted(options.benches)}
    items = draw(benches, options.n, options.planted, options.seed)
    settings, caps = settings_and_caps([options.judge], options.plan, options.base_url, None)
    how = CallOptions(settings, caps, options.concurrency, batch_dir=options.batch_dir, notify=print)
    run = ItemRun(options.to, how, "questions")
    actor = Actor(options.judge, run.model(options.judge))
    verdicts: dict[Drawn, dict[str, Check | None]] = {}
    calls = dict.fromkeys(FORMS, 0)

    async def verify(item: Drawn) -> str:
        def picture(source: Source) -> PromptImage | None:
            image = source.image
            path = benches[item.bench].image_path(source) if image else Path()
            return None if image is None else PromptImage(image.sha256, path, image.width, image.height)

        asker = Asker(Actors(actor, actor, actor), "", SECRET)
        session = VerifierSession(item.draft, asker, picture)
        form = FORMS[item.form]
        await session.ask(form.first(item.draft))
        await session.ask(form.further(item.draft, session.replies))
        verdicts[item] = form.checks(item.draft, session.replies, options.judge)
        calls[item.form] += len(asker.calls)
        return ""

    options.to.mkdir(parents=True, exist_ok=True)
    ended = run.ask(items, verify, options.to / "calls.sqlite")
    if ended.held:
        print(f"replies are waited for: {', '.join(ended.waiting) or '; '.join(ended.held_by)}")
        return 1
    for reason, count in ended.refusals.items():
        print(f"{count} questions have no verdict: {reason}")
    whole = [items[at : at + len(FORMS)] for at in range(0, len(items), len(FORMS))]
    whole = [forms for forms in whole if all(one in verdicts for one in forms)]
    print("| point | questions | unscored | alike | kappa | pass together | pass singly | |")
    print("|---|---|---|---|---|---|---|---|")
    for point in POINTS:
        told = {
            form: [check.verdict if (check := verdicts[forms[at]][point]) else "unscored" for forms in whole]
            for at, form in enumerate(FORMS)
        }
        print(line(point, told))
    for at, form in enumerate(FORMS):
        planted = [verdicts[forms[at]]["correct"] for forms in whole if forms[at].planted]
        caught = sum(check is not None and check.verdict == "fail" for check in planted)
        print(f"{form}: {caught} of {len(planted)} planted answers rejected, {calls[form]} calls")
    print(ended.spent.line())
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benches", type=Path, nargs="*")
    parser.add_argument("--judge", default="")
    parser.add_argument("-n", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--planted", type=float, default=0.3)
    parser.add_argument("--to", type=Path, default=Path("runs/verifier-agreement"))
    parser.add_argument("--batch-dir", type=Path, default=None)
    parser.add_argument("--plan", type=Path, default=None)
    parser.add_argument("--base-url", default=None)
    parser.add_argument("--concurrency", type=int, default=CONCURRENCY)
    options = parser.parse_args()
    if not options.benches or not options.judge:
        print("name a benchmark and a model: this measures nothing by itself")
        return 0
    try:
        return measure(options)
    except BenchwrightError as error:
        print(f"error: {error.line()}")
        return error.exit_code


if __name__ == "__main__":
    raise SystemExit(main())
