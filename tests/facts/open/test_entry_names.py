"""Names, forms and owners of reference entries are read from signatures, roles and headings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.entry_names import EntryName, form_of, heading_name, owner_of, read_name
from benchwright.records import Modality, Place, Source


@pytest.mark.parametrize(
    ("signature", "name", "aliases", "form"),
    [
        ("-f FILE, --file=FILE", "--file", ("-f",), "option"),
        ("-o key=value", "-o", (), "option"),
        ("--color[=WHEN]", "--color", (), "option"),
        ("-L [bind_address:]port:host", "-L", (), "option"),
        ("class flask.Flask(import_name, static_folder='static')", "flask.Flask", (), "function"),
        ("os.chdir(path) -> None", "os.chdir", (), "function"),
        ("?depends(term), ~Dterm", "?depends", ("~Dterm",), ""),
        ("GET /orders/{id}", "GET /orders/{id}", (), "endpoint"),
        ("bs=BYTES", "bs", (), ""),
        ("get [-afpR] remote-path [local-path]", "get", (), ""),
        ("max_connections:", "max_connections", (), ""),
        ("git-request-pull(1)", "git-request-pull", (), ""),  # a manual page, no call
    ],
)
def test_signatures(signature: str, name: str, aliases: tuple[str, ...], form: str) -> None:
    assert read_name(signature) == EntryName(name, aliases, form)


def test_a_type_in_brackets_is_not_part_of_the_name() -> None:
    assert read_name("work_mem (integer)") == EntryName("work_mem", type="integer", type_at=10)


@pytest.mark.parametrize(
    "signature", ["", "A better way", "see also: this", "--[no-]verify", "a, b and c", "--foo, --no-foo"]
)
def test_what_is_no_name(signature: str) -> None:
    assert read_name(signature) is None


def test_the_role_says_more_than_the_heading() -> None:
    name = EntryName("x", form="function")
    assert form_of(name, frozenset({"py", "method"}), ("Functions",)) == "method"
    assert form_of(name, frozenset(), ("4. Environment Variables",)) == "environment variable"
    assert form_of(name, frozenset(), ("POST /orders",)) == "function"
    assert form_of(name, frozenset(), ("Available probes",)) == ""
    assert form_of(EntryName("-x", form="option"), frozenset({"method"}), ()) == "option"
    assert form_of(EntryName("x"), frozenset({"varname"}), ("Query Settings",)) == "setting"
    assert form_of(EntryName("x"), frozenset({"varname"}), ("Functions and Classes",)) == "variable"
    assert form_of(EntryName("30"), frozenset(), ("Exit Values",)) == "exit value"
    assert form_of(EntryName("o"), frozenset(), ("Exit Values",)) == ""


def test_what_is_no_call_is_no_function_whatever_its_role() -> None:
    assert form_of(EntryName("ruleBase"), frozenset({"py", "function"}), ("Action Parameters",)) == "parameter"
    assert form_of(EntryName("$Debug"), frozenset({"function"}), ("Example 2",)) == ""


@pytest.mark.parametrize(
    ("title", "headings", "within", "owner"),
    [
        ("sort(1)", ("Options",), (), "sort"),
        ("TAR", ("DESCRIPTION",), (), "TAR"),
        ("Trade API", ("Endpoints", "POST /orders"), (), "POST /orders"),
        ("Signals", ("Signals", "task_success"), (), "task_success"),
        ("Tasks", ("Tasks", "General"), (), ""),
        ("sftp", ("COMMANDS",), ("ls [-l] [path]",), "ls"),
        ("sftp", ("COMMANDS",), ("Two words",), None),
        ("CLI", ("The flask command", "Options"), (), "flask"),
    ],
)
def test_owners(title: str, headings: tuple[str, ...], within: tuple[str, ...], owner: str | None) -> None:
    source = Source("a#p0", Modality.TEXT, title, "", Place("a", headings=headings))
    assert owner_of(source, "x", "", within) == owner


@pytest.mark.parametrize(
    ("title", "headings", "form", "owner"),
    [
        ("ab - Apache HTTP server benchmarking tool", ("Options",), "option", "ab"),
        ("Manual pages", ("named - Internet domain name server", "Options"), "option", "named"),
        ("Manual pages", ("named - Internet domain name server", "Options"), "statement", ""),
        ("Caching - an overview", ("Options",), "option", ""),
    ],
)
def test_options_belong_to_the_command_that_heads_their_page(
    title: str, headings: tuple[str, ...], form: str, owner: str
) -> None:
    source = Source("a#p0", Modality.TEXT, title, "", Place("a", headings=headings))
    assert owner_of(source, "-u", form, ()) == owner


def test_a_setting_does_not_belong_to_another_one() -> None:
    source = Source("a#p0", Modality.TEXT, "Settings", "", Place("a", headings=("Settings", "log_format")))
    assert owner_of(source, "log_datefmt", "setting", ()) == ""
    assert owner_of(source, "run", "method", ()) == "log_format"


@pytest.mark.parametrize("heading", ["accept_content", "3.1 `--force`".replace("`", ""), "The flask command"])
def test_headings_that_are_names(heading: str) -> None:
    assert heading_name(heading)


@pytest.mark.parametrize(
    "heading", ["Configuration", "API", "tRNAs", "Python 3.11", "setup.py", "5.7.0", "Reading / writing"]
)
def test_headings_that_are_none(heading: str) -> None:
    assert heading_name(heading) is None


@given(st.text(alphabet="aB-_=.,|/:()[]<> \n0é", max_size=40))
def test_a_name_stands_in_its_signature(signature: str) -> None:
    if (name := read_name(signature)) is not None:
        assert all(one and one in signature for one in (name.name, *name.aliases))
        assert signature[name.type_at :].startswith(name.type)
