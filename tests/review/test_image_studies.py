"""Images are chosen and labelled, labels that are alike make groups, and questions are written over these. The
benchmark is one whose every text is an attack."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hostile_bench import ATTACKS, hostile_bench
from PIL import Image as Pixels
from reviewing import all_right, labour

from benchwright.benchmark import Benchmark
from benchwright.errors import PlanError, UsageError
from benchwright.review.items import ItemRole
from benchwright.review.new_study import reencoded
from benchwright.review.similar_groups import LabelledImages, read_groups, similar_groups
from benchwright.review.values import faults
from benchwright.workflows.review import open_study
from benchwright.workflows.review_results import review_results


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile_bench(tmp_path_factory.mktemp("hostile"))


def written(folder: Path, **settings: Any) -> str:
    path = folder / "study.yaml"
    path.write_text(json.dumps({"name": "mine", **settings}))
    return str(path)


def test_images_are_grouped_by_labels_that_are_alike_but_not_equal() -> None:
    vectors = np.array([[1, 0], [0.8, 0.6], [0.999, 0.01], [0, 1]], dtype=np.float32)
    labelled = [LabelledImages(str(n), (f"{n}a", f"{n}b", f"{n}c"), f"label {n}") for n in range(4)]
    groups = similar_groups(labelled, vectors, 0.5, 0.95)
    assert [(one.labels, len(one.images)) for one in groups] == [(("label 1", "label 2"), 6)]
    assert groups[0].similarity == pytest.approx(0.806, abs=1e-3)
    assert [one.labels for one in similar_groups(labelled, vectors, 0.5, 1.0)] == [
        ("label 0", "label 2"),
        ("label 1", "label 3"),
    ]
    shared = [LabelledImages("0", ("a", "b", "c"), "x"), LabelledImages("1", ("c", "d", "e"), "y")]
    assert similar_groups(shared, vectors[:2], 0.5, 0.95) == []
    for low, high in ((0.9, 0.4), (-2.0, 0.5)):
        with pytest.raises(ValueError, match="threshold"):
            similar_groups(labelled, vectors, low, high)


def test_from_ten_images_to_questions_over_groups(bench: Path, tmp_path: Path) -> None:
    study = open_study(
        bench, written(tmp_path, task="image-filter", group_size=6, form={"items": 2}), to=tmp_path / "filter"
    )
    assert len(study.items(ItemRole.REAL)) == 2
    labels = iter(["brown bridges over rivers", "old bridges in towns"])

    def choose(study: Any, item: Any, place: Any) -> dict[str, Any]:
        keys = [one.id for one in place.shown.candidates]
        assert len(set(keys)) == 6
        assert faults(study.task, {"chosen": keys[:2], "label": "x"}, place.shown) == {"chosen": "choose 3, not 2"}
        return {"chosen": keys[:3], "label": next(labels)}

    assert labour(study, study.add_annotator("Ada").id, choose) == 2
    study.close()
    review_results(tmp_path / "filter")
    (group,) = read_groups(tmp_path / "filter" / "groups.json")
    assert sorted(group.labels) == ["brown bridges over rivers", "old bridges in towns"]
    assert len(set(group.images)) == 6
    assert set(group.images) <= set(Benchmark.open(bench).sources)
    pairs = open_study(
        bench, written(tmp_path, task="pair-creation", groups="filter/groups.json"), to=tmp_path / "pairs"
    )
    work = pairs.work(pairs.add_annotator("Ben").id)
    assert work.place is not None
    assert len(work.place.shown.sources) == 6
    assert work.place.shown.topic == ", ".join(group.labels)
    pairs.close()
    with pytest.raises(PlanError, match="holds no groups"):
        open_study(bench, written(tmp_path, task="pair-creation", groups="study.yaml"), to=tmp_path / "other")


def test_pictures_are_encoded_again_and_found_by_their_hash_alone(bench: Path, tmp_path: Path) -> None:
    study = open_study(bench, written(tmp_path, task="five-metrics", form={"items": 3}), to=tmp_path / "study")
    pictures = [one.image for item in study.items() for one in study.shown(item).sources if one.image is not None]
    picture = study.image(pictures[0].sha256)
    assert picture is not None
    assert picture.media_type == "image/png"
    with Pixels.open(io.BytesIO(picture.bytes)) as image:
        assert (image.format, image.size) == ("PNG", (40, 30))
    for name in ("", "../../../../etc/passwd", pictures[0].file, "0" * 64):
        assert study.image(name) is None
    study.close()


def test_what_a_picture_carries_beside_its_pixels_is_gone(tmp_path: Path) -> None:
    exif = Pixels.Exif()
    exif[0x010E] = "<script>window.hit=1</script>"
    path = tmp_path / "photo.jpg"
    Pixels.new("RGB", (3000, 20), "red").save(path, "JPEG", exif=exif, comment=b"<script>")
    media_type, data = reencoded(path)
    assert media_type == "image/jpeg"
    assert b"script" not in data
    with Pixels.open(io.BytesIO(data)) as image:
        assert image.size == (2400, 16)
    path.write_bytes(b"<svg onload=alert(1)>")
    with pytest.raises(UsageError, match="cannot be decoded"):
        reencoded(path)


def test_texts_that_attack_go_through_as_texts(bench: Path, tmp_path: Path) -> None:
    study = open_study(bench, written(tmp_path, task="five-metrics", form={"items": 12}), to=tmp_path / "study")
    ada = study.add_annotator(ATTACKS[0], {"PROLIFIC_PID": ATTACKS[11]})
    assert labour(study, ada.id, lambda study, item, place: all_right(study.task)) == len(ATTACKS)
    study.close()
    report = review_results(tmp_path / "study")
    assert report.results.verdicts == {"accepted": len(ATTACKS)}
    first = (tmp_path / "study" / "labels.csv").read_text().splitlines()[1]
    assert not first.startswith("=")


def test_a_study_of_too_few_images_is_refused(bench: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no groups of images"):
        open_study(bench, written(tmp_path, task="image-filter", group_size=13), to=tmp_path / "study")
    assert not (tmp_path / "study" / "review.sqlite").exists()
