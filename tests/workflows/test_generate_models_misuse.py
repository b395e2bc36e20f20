"""What can be wrong with a plan, a key, a service or a reply, by the command line: each has its own one line, or its
own outcome; and the key is never in anything that is said or written."""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from atlas import PERFECT, Asked, Faults, Mind
from dialect_faults import Fault, always
from dialect_servers import CANARY, DialectServer
from dialect_wire import Answer, ParsedRequest
from whole_runs import MIXED, World, answer_batches, holding

from benchwright.cli import main
from benchwright.run import model_session

ONE = {"writer": "openai/writer", "verifier": "openai/judge"}
TEXT = "  - {style: information-extraction, modalities: [text], count: 2}\n"
IMAGE = "  - {style: information-extraction, modalities: [image], count: 1}\n"
OTHER_CANARY = "gm-canary-fedcba9876543210"
"""A second key, which only the file `.env` holds."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World.made(tmp_path_factory.mktemp("atlas"))


@dataclass
class Place:
    """Where commands are run: a folder with the file `.env`, and what they said, all of it."""

    world: World
    capsys: pytest.CaptureFixture[str]

    def generate(self, plan: Path, *options: str, name: str = "") -> tuple[int, str, str]:
        """The exit code of `generate PLAN`, what it said on standard output, and on standard error."""
        bench = self.world.bench(name or f"bench-{len(list(self.world.folder.iterdir()))}")
        code = main(["generate", str(plan), "--to", str(bench), *options])
        said = self.capsys.readouterr()
        assert "Traceback" not in said.err
        for secret in (CANARY, OTHER_CANARY):
            assert secret not in said.out + said.err
        return code, said.out, said.err


@pytest.fixture
def place(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Iterator[Place]:
    """Two keys are set: one in the environment, one in a file."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, CANARY)
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ".env").write_text(f"GEMINI_API_KEY={OTHER_CANARY}\n")
    yield Place(world, capsys)
    for secret in (CANARY, OTHER_CANARY):
        assert holding(world.folder, secret) == []
        assert holding(tmp_path, secret, besides=(".env",)) == []


def server_with(fault: Fault | None = None, mind: Mind | None = None, **options: Any) -> DialectServer:
    faults = {} if fault is None else {"faults": always(fault)}
    return DialectServer(mind or Mind(PERFECT), **faults, **options)


# ------------------------------------------------------------------ what only the user can mend
ECHO = Fault("status", 400, error=f"no good: {CANARY} {OTHER_CANARY}")


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"key": "another"}, "{model} does not know the key in {variable} (401) — set the right key"),
        (
            {"models": ["other"]},
            "{model} is unknown to the service: The model `m` does not exist — check the model's name",
        ),
        (
            {"fault": Fault("html")},
            "{model}: {host} answered with a web page — the base URL is wrong; /v1 at its end may be missing",
        ),
        (
            {"fault": Fault("status", 400, error="Your credit balance is too low")},
            "{model}: the account has no credit left: Your credit balance is too low — top it up or raise its limit, "
            "then run this again",
        ),
    ],
    ids=["wrong key", "unknown model", "web page", "no credit"],
)
def test_one_line_for_what_the_user_can_mend(
    place: Place, provider: str, options: Mapping[str, Any], line: str
) -> None:
    model = f"{provider}/m"
    variable = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY"}[provider]
    with server_with(**options) as server:
        plan = place.world.plan(server, roles={"writer": model, "verifier": model}, cells=TEXT)
        code, out, err = place.generate(plan)
        host = server.url.removeprefix("http://")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == "error: " + line.format(model=model, variable=variable, host=host)
    assert err.count("error:") == 1


@pytest.mark.parametrize("concurrency", ["1", "32"])
def test_requests_that_are_all_refused_alike_end_the_run_and_are_made_again(place: Place, concurrency: str) -> None:
    name = f"refused-{concurrency}"
    with server_with(Fault("status", 400, error="the moon is full", code="odd")) as server:
        code, out, err = place.generate(
            place.world.plan(server, roles=ONE, cells=TEXT), "--concurrency", concurrency, name=name
        )
        assert server.requests < 40
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == (
        "error: 3 requests in a row were refused alike, the last one: openai/writer refused the request (400): the "
        "moon is full — look at the account, the key and the model's settings; the next run sends them again"
    )
    assert not place.world.bench(name).exists()
    with server_with() as server:
        assert place.generate(place.world.plan(server, roles=ONE, cells=TEXT), name=name)[0] == 0
        assert place.generate(place.world.plan(server, roles=ONE, cells=TEXT), name="never-refused")[0] == 0
    assert place.world.examples(name) == place.world.examples("never-refused")


def test_no_key(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with server_with() as server:
        code, _, err = place.generate(place.world.plan(server, roles=ONE, cells=TEXT))
        assert server.requests == 0
    assert code == 2
    assert err == (
        "error: openai/writer needs a key: OPENAI_API_KEY is not set — "
        "set it in the environment, or in a file .env here\n"
    )


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            lambda text: text.replace("openai/", "opnai/"),
            "'opnai/writer' is not the name of a model — did you mean openai/writer?",
        ),
        (lambda text: text.replace("base_url", "bas_url", 1), "bas_url"),
        (
            lambda text: text.replace("http://", "", 1),
            "openai/writer: the base URL must be http://HOST or https://HOST",
        ),
        (lambda text: text.replace('"base_url"', '"timeout": 0, "base_url"', 1), "timeout"),
        (lambda text: text.replace('"base_url"', '"context": 10, "base_url"', 1), "context"),
        (lambda text: text.replace('"base_url"', '"structured": "xml", "base_url"', 1), "structured"),
        (
            lambda text: text.replace("openai/writer: {", "openai/wrtier: {", 1),
            "no model of this plan is called 'openai/wrtier' — did you mean 'openai/writer'? That one has no settings",
        ),
        (
            lambda text: text.replace("writer: openai/writer", "writer: derive\nvision_writer: openai/writer", 1),
            "vision_writer",
        ),
    ],
    ids=["provider", "unknown setting", "no address", "no time", "no context", "no form", "nobody's", "no use"],
)
def test_one_line_for_a_wrong_plan(place: Place, change: Callable[[str], str], line: str) -> None:
    with server_with() as server:
        plan = place.world.plan(server, "wrong", roles=ONE, cells=TEXT)
        plan.write_text(change(plan.read_text()))
        code, out, err = place.generate(plan)
        assert server.requests == 0
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert line in err


def test_images_for_a_model_without_vision(place: Place) -> None:
    with server_with() as server:
        plan = place.world.plan(server, roles=ONE, cells=IMAGE, vision=False)
        code, _, err = place.generate(plan)
    assert code == 2
    assert err == (
        "error: openai/writer has no vision, as the plan says — "
        "name another model for images (vision_writer in the plan)\n"
    )


def test_images_for_a_model_that_turns_out_to_have_no_vision(place: Place) -> None:
    def blind(number: int, request: Any) -> Fault | None:
        return Fault("status", 400, error="image input is not supported by this model") if request.pictures else None

    with server_with(faults=blind) as server:
        code, _, err = place.generate(place.world.plan(server, roles=ONE, cells=IMAGE))
    assert code == 2
    assert err == (
        "error: openai/writer has no vision: image input is not supported by this model — "
        "name another model for images (vision_writer in the plan)\n"
    )


def test_nobody_at_the_address(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried for a while, for servers may be slow to start; that is said."""
    monkeypatch.setattr(model_session, "PATIENCE", 20.0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        many = TEXT.replace("count: 2", "count: 20")
        plan = place.world.plan(f"http://127.0.0.1:{port}", roles=ONE, cells=many)
        code, out, err = place.generate(plan)
    reason = f"openai/writer: 127.0.0.1:{port} cannot be reached"
    assert code == 1
    assert "openai/writer does not answer: 12 failures in a row, next try in 2 s" in err
    assert f"(the last one: {reason})" in err
    assert re.search(r"openai/writer has not answered for \d+ s: it is given up for this run", err)
    assert "attempts could not be finished now; the same command continues:" in out
    assert f"(the last failure: {reason})" in out


# ------------------------------------------------------------------ who writes and who judges
def test_a_writer_that_judges_itself_is_told_of(place: Place) -> None:
    with server_with() as server:
        plan = place.world.plan(server, roles={"writer": "openai/writer"}, cells=TEXT)
        code, _, err = place.generate(plan)
        assert {body["model"] for _, body in server.bodies} == {"writer"}
    assert code == 0
    assert err.splitlines()[0] == (
        "openai/writer writes and judges: a model is lenient with its own questions; "
        "name another one as the plan's verifier if you can"
    )


def test_only_the_vision_writer_is_shown_pictures_to_write_from(place: Place) -> None:
    with server_with() as server:
        code, _, err = place.generate(place.world.plan(server, roles=MIXED, cells=TEXT + IMAGE))
        seen = {
            dialect: {"inlineData" in json.dumps(body) for way, body in server.bodies if way == dialect}
            for dialect in ("openai", "google")
        }
    assert (code, err) == (0, "")
    assert seen == {"openai": {False}, "google": {True}}


# ------------------------------------------------------------------ replies and requests that cannot be used
def test_a_source_that_was_not_offered_ends_the_attempt(place: Place) -> None:
    mind = Mind(Faults(0, 0.5, 0, 0, 0, 0))
    with server_with(mind=mind) as server:
        cells = TEXT.replace("count: 2", "count: 7")
        assert place.generate(place.world.plan(server, roles=ONE, cells=cells), name="cited")[0] == 0
    reasons = {outcome["reason"]: outcome["detail"] for outcome in place.world.outcomes("cited")}
    assert reasons["cited_unknown"].startswith("cites S99; offered were S1, S2")


def too_long(characters: Mapping[str, int]) -> Callable[[int, Any], Fault | None]:
    """Models whose context holds so many characters of sources."""

    def fault(number: int, request: Any) -> Fault | None:
        if Asked.of(request).size <= characters[request.model]:
            return None
        return Fault(
            "status", 400, error="This model's maximum context length is 8192 tokens", code="context_length_exceeded"
        )

    return fault


def test_sources_are_cut_to_a_context_and_that_is_recorded(
    place: Place, tmp_path_factory: pytest.TempPathFactory
) -> None:
    wide = World.made(tmp_path_factory.mktemp("wide"), filling=400)
    place.world = wide
    with server_with(faults=too_long({"writer": 8_000, "judge": 2_000})) as server:
        plan = wide.plan(server, roles=ONE, cells=TEXT)
        assert place.generate(plan, name="cut")[0] == 0
    cuts = [json.loads(line)["derivation"] for line in wide.examples("cut").splitlines()]
    for cut in cuts:
        assert cut["cut"]["limit"] == 1600
        assert all(count > 3000 for count in cut["cut"]["characters"].values())
        assert "judged_cut" not in cut  # the judge sees no more than the writer, and 2,000 characters hold it
    with server_with(faults=too_long({"writer": 20_000, "judge": 100})) as server:
        assert place.generate(wide.plan(server, roles=ONE, cells=TEXT), "--limit", "3", name="refused")[0] == 1
    assert {(one["status"], one["reason"]) for one in wide.outcomes("refused")} == {("refused", "context")}
    assert "maximum context length" in wide.outcomes("refused")[0]["detail"]
    with server_with() as server:
        plan = wide.plan(server, roles=ONE, cells=TEXT, context=7_500)
        assert place.generate(plan, name="said")[0] == 0
    assert all(json.loads(line)["derivation"]["cut"]["limit"] < 6000 for line in wide.examples("said").splitlines())


@dataclass(frozen=True)
class Thinking:
    """A mind that needs so many tokens before it replies."""

    tokens: int

    def __call__(self, request: ParsedRequest) -> Answer:
        answer = Mind(PERFECT)(request)
        return answer if request.max_tokens >= self.tokens else Answer("", "truncated")


def test_attempts_that_failed_by_a_token_limit_are_made_again_with_a_larger_one(place: Place) -> None:
    world = place.world
    with DialectServer(Thinking(12_000)) as server:
        code, _, err = place.generate(world.plan(server, roles=ONE, cells=TEXT), "--limit", "3", name="short")
        assert code == 1
        assert "openai/writer: a reply was cut off at 1,000 tokens; if this is frequent, set a larger max_tokens" in err
        assert {(one["status"], one["reason"]) for one in world.outcomes("short")} == {("refused", "unparsed")}
        assert "max_tokens under models" in world.outcomes("short")[0]["detail"]
        assert place.generate(world.plan(server, roles=ONE, cells=TEXT, max_tokens=12_000), name="short")[0] == 0
        sent = server.requests
        assert place.generate(world.plan(server, roles=ONE, cells=TEXT, max_tokens=12_000), name="short")[0] == 0
        assert server.requests == sent
        assert {body["max_completion_tokens"] for _, body in server.bodies} >= {1_000, 2_000, 12_000}
    with DialectServer(Thinking(2_000)) as server:  # twice its own limit is enough for each prompt
        assert place.generate(world.plan(server, roles=ONE, cells=TEXT), name="doubled")[0] == 0
    with server_with() as server:
        assert place.generate(world.plan(server, roles=ONE, cells=TEXT), name="long")[0] == 0
    assert world.examples("short") == world.examples("doubled") == world.examples("long")


# ------------------------------------------------------------------ the key
@pytest.mark.parametrize(
    "fault",
    [
        ECHO,
        Fault("status", 401, error=f"Incorrect API key provided: {CANARY}. {OTHER_CANARY}"),
        Fault("status", 403, error=f"{CANARY} may not: {OTHER_CANARY}"),
        Fault("status", 404, error=f"no {OTHER_CANARY}, {CANARY}"),
        Fault("status", 413, error=f"request_too_large {CANARY} {OTHER_CANARY}"),
    ],
    ids=lambda fault: fault.name,
)
@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_no_error_tells_the_key(place: Place, provider: str, fault: Fault) -> None:
    """The fixture looks for it in everything that was written, `generate` of this file in all that was said."""
    with server_with(fault) as server:
        roles = {"writer": f"{provider}/m", "verifier": f"{provider}/m"}
        assert place.generate(place.world.plan(server, roles=roles, cells=TEXT), "--limit", "2")[0] in (1, 2)


def test_no_run_writes_the_key(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a whole one, not one with failures in passing that quote it, and not one by files."""
    noisy = Fault("status", 500, error=f"{CANARY} {OTHER_CANARY}", headers={"x-request-id": CANARY})

    def faults(number: int, request: Any) -> Fault | None:
        return noisy if number % 10 == 0 else None

    with server_with(faults=faults) as server:
        assert place.generate(place.world.plan(server, cells=TEXT + IMAGE), name="keyed")[0] == 0
        used = {
            headers.get("authorization", headers.get("x-api-key", headers.get("x-goog-api-key")))
            for headers in server.headers
        }
    assert used == {f"Bearer {CANARY}", OTHER_CANARY}
    folder, answered = place.world.folder / "keyed-files", set[str]()
    plan = place.world.plan("http://127.0.0.1:9", cells=TEXT + IMAGE)
    while place.generate(plan, "--batch-dir", str(folder), name="filed")[0]:
        answer_batches(folder, answered, Mind(PERFECT), random.Random(2), failing=0.2)
    assert place.world.examples("filed") == place.world.examples("keyed")
