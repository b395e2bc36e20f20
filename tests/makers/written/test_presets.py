"""The paper's data sets as plans: Table 1 and appendix J."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

from benchwright.plan import Plan, parse_plan, share_out

PAIRS = {"2text", "text+table", "text+image", "2table", "table+image", "2image"}
TABLE_1 = {
    "information-extraction": (158, {"text", "table", "image"}),
    "compare-contrast": (227, PAIRS),
    "numerical": (208, {"text", "table", "2text", "text+table", "2table"}),
    "compound": (206, PAIRS),
    "multi-hop": (225, PAIRS - {"2image"}),
}


def preset(name: str) -> Plan:
    return parse_plan((files("benchwright") / "presets" / f"{name}.yaml").read_text(encoding="utf-8"))


def by_style(plan: Plan) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for cell in plan.cells():
        counts[cell.style] += cell.count
    return dict(counts)


def test_the_papers_data_set() -> None:
    plan = preset("smmqg-1024")
    assert by_style(plan) == {style: count for style, (count, _) in TABLE_1.items()}
    assert sum(cell.count for cell in plan.cells()) == 1024
    for style, (_, modalities) in TABLE_1.items():
        cells = [cell for cell in plan.cells() if cell.style == style]
        assert {str(cell.modalities) for cell in cells} == modalities
        assert max(cell.count for cell in cells) - min(cell.count for cell in cells) <= 1
        assert {cell.maker for cell in cells} == {"smmqg"}
    assert (plan.sampling.neighbours, plan.sampling.temperature, plan.candidates_per_source) == (5, 0.1, 2)


def test_the_papers_textbook() -> None:
    plan = preset("textbook")
    assert sum(cell.count for cell in plan.cells()) == 324
    without_tables = {
        style: {one for one in modalities if "table" not in one} for style, (_, modalities) in TABLE_1.items()
    }
    assert {(cell.style, str(cell.modalities)) for cell in plan.cells()} == {
        (style, one) for style, modalities in without_tables.items() for one in modalities
    }
    # in the proportion of Table 1's cells: count / cells * those without tables, as whole numbers of a sixtieth
    weights = [
        count * 60 // len(modalities) * len(without_tables[style]) for style, (count, modalities) in TABLE_1.items()
    ]
    assert list(by_style(plan).values()) == share_out(324, weights)
