"""The numbering of a cell's seeds: a permutation, seeded, in which families and strata take turns."""

from hypothesis import given
from hypothesis import strategies as st

from benchwright.makers.composed.family import Seed
from benchwright.makers.composed.seed_order import ordered, shuffled, take_turns

_SEEDS = st.dictionaries(
    st.sampled_from(["gap", "hop", "pair"]),
    st.lists(
        st.builds(Seed, st.tuples(st.text(max_size=3)), st.sampled_from(["area", "age"]), st.just("d")), max_size=9
    ),
)


@given(_SEEDS, st.integers(0, 2**32))
def test_every_seed_is_numbered_once(seeds: dict[str, list[Seed]], seed: int) -> None:
    order = ordered(seeds, seed, "cell")
    assert sorted(order, key=repr) == sorted(((f, one) for f, listed in seeds.items() for one in listed), key=repr)
    assert order == ordered(dict(reversed(seeds.items())), seed, "cell")


def test_a_small_family_is_not_drowned() -> None:
    many = [Seed((str(number),), "area", "d") for number in range(1000)]
    few = [Seed(("x",), "area", "d"), Seed(("y",), "age", "d")]
    first = [family for family, _ in ordered({"gap": many, "hop": few}, 1, "cell")[:4]]
    assert first == ["gap", "hop", "gap", "hop"]


def test_another_seed_or_cell_is_another_order() -> None:
    many = [Seed((str(number),), "area", "d") for number in range(100)]
    one = ordered({"gap": many}, 1, "cell")
    assert one != ordered({"gap": many}, 2, "cell")
    assert one != ordered({"gap": many}, 1, "other")


def test_take_turns() -> None:
    assert take_turns([["a", "b", "c"], [], ["d"]]) == ["a", "d", "b", "c"]


def test_shuffled_is_the_same_everywhere() -> None:
    assert shuffled(list("abcdef"), 7, "cell") == ["d", "b", "a", "c", "e", "f"]


@given(st.lists(st.sampled_from("aaaaaabc"), min_size=1, max_size=30), st.integers(0, 99))
def test_documents_take_turns_in_families_of_open_facts(documents: list[str], seed: int) -> None:
    seeds = {"open": [Seed((str(at),), "stratum", document) for at, document in enumerate(documents)]}
    order = [one.document for _, one in ordered(seeds, seed, "cell", frozenset({"open"}))]
    assert sorted(order) == sorted(documents)
    first = len(set(documents))
    assert len(set(order[:first])) == first  # each document once before one comes twice
