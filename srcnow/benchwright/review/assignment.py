"""Give items to annotators, and take them back. Each function runs inside one transaction of the study's file.

A form is drawn when an annotator has nothing open: real items in the order of the draw that still want annotators, and
controls that this annotator has not seen. Nobody gets an item twice, or two items of one subject in one form, such as a
question and the same question with a planted answer; in another form they get it only when nothing else is left. The
file itself refuses to give one slot of an item to two people.
"""

from __future__ import annotations

import sqlite3

from benchwright.records import dump_line
from benchwright.review.drawing import generator
from benchwright.review.items import ItemRole, ReviewItem
from benchwright.review.study import Study

_UNSEEN = """
    WITH seen AS (SELECT item, subject FROM places WHERE annotator = :annotator AND state <> 'returned')
    SELECT id, subject FROM items
    WHERE role = :role {wanting} AND id NOT IN (SELECT item FROM seen)
    ORDER BY subject IN (SELECT subject FROM seen), position
"""


def audit(connection: sqlite3.Connection, at: float, actor: str, action: str, **detail: object) -> None:
    """Write down what was done."""
    row = (at, actor, action, dump_line(detail))
    connection.execute("INSERT INTO audit (at, actor, action, detail) VALUES (?, ?, ?, ?)", row)


def give_form(connection: sqlite3.Connection, settings: Study, annotator: int, at: float) -> bool:
    """Give an annotator the next form. Whether there was one: items to review, or more to qualify by."""
    status = connection.execute("SELECT status FROM annotators WHERE id = ?", (annotator,)).fetchone()[0]
    form = (
        1
        + connection.execute("SELECT coalesce(max(form), 0) FROM places WHERE annotator = ?", (annotator,)).fetchone()[
            0
        ]
    )
    if status == "qualifying" and settings.qualification is not None:
        chosen = _unseen(connection, annotator, ItemRole.QUALIFICATION, settings.qualification.items)
    elif status == "working" and (
        settings.most_forms is None or _forms_of_work(connection, annotator) < settings.most_forms
    ):
        chosen = _work(connection, settings, annotator, form)
    else:
        chosen = []
    if not chosen:
        return False
    generator(settings.seed, f"form {annotator} {form}").shuffle(chosen)
    for position, (item, subject, role) in enumerate(chosen):
        slot = _next_slot(connection, item) if role is ItemRole.REAL else None
        connection.execute(
            "INSERT INTO places (annotator, form, position, item, subject, role, slot, state, given)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?)",
            (annotator, form, position, item, subject, role, slot, at),
        )
        if role is ItemRole.REAL:
            connection.execute("UPDATE items SET taken = taken + 1 WHERE id = ?", (item,))
    audit(connection, at, f"annotator {annotator}", "took a form", form=form, items=len(chosen))
    return True


def give_all(connection: sqlite3.Connection, annotator: int, at: float) -> int:
    """Give a model every real item that it has not had. It takes nobody's slot. How many items."""
    rows = connection.execute(_UNSEEN.format(wanting=""), {"role": ItemRole.REAL, "annotator": annotator}).fetchall()
    last = connection.execute("SELECT coalesce(max(position), -1) FROM places WHERE annotator = ?", (annotator,))
    start = 1 + last.fetchone()[0]
    for position, (item, _) in enumerate(rows, start):
        connection.execute(
            "INSERT INTO places (annotator, form, position, item, subject, role, state, given)"
            " VALUES (?, 1, ?, ?, ?, 'real', 'open', ?)",
            (annotator, position, item, f"{item} {annotator}", at),
        )
    if rows:
        audit(connection, at, f"annotator {annotator}", "took all items", items=len(rows))
    return len(rows)


def give_one(connection: sqlite3.Connection, annotator: int, item: ReviewItem, at: float) -> int:
    """The place of an annotator for one item, which is given to them if they lack it: in a slot of the item while there
    is a free one, else beside those who have it."""
    row = connection.execute(
        "SELECT id FROM places WHERE annotator = ? AND item = ? AND state <> 'returned'", (annotator, item.id)
    ).fetchone()
    if row is not None:
        return int(row[0])
    wanted, taken = connection.execute("SELECT wanted, taken FROM items WHERE id = ?", (item.id,)).fetchone()
    slot = _next_slot(connection, item.id) if taken < wanted else None
    if slot is not None:
        connection.execute("UPDATE items SET taken = taken + 1 WHERE id = ?", (item.id,))
    last = connection.execute("SELECT coalesce(max(position), -1) FROM places WHERE annotator = ?", (annotator,))
    cursor = connection.execute(
        "INSERT INTO places (annotator, form, position, item, subject, role, slot, state, given)"
        " VALUES (?, 1, ?, ?, ?, ?, ?, 'open', ?)",
        (annotator, 1 + last.fetchone()[0], item.id, f"{item.id} {annotator} {at}", item.role, slot, at),
    )
    return int(cursor.lastrowid or 0)


def give_back(connection: sqlite3.Connection, annotator: int, at: float, *, submitted: bool) -> int:
    """Take an annotator's open places back, and with `submitted` those that they had submitted, so that others get the
    items. Controls that were submitted stay: they are what was measured. How many places."""
    states = "('open', 'submitted')" if submitted else "('open')"
    places = connection.execute(
        f"SELECT id, item, slot FROM places WHERE annotator = ? AND state IN {states}"
        " AND (role = 'real' OR state = 'open')",
        (annotator,),
    ).fetchall()
    for place, item, slot in places:
        connection.execute("UPDATE places SET state = 'returned' WHERE id = ?", (place,))
        if slot is not None:
            connection.execute("UPDATE items SET taken = taken - 1 WHERE id = ?", (item,))
    audit(connection, at, f"annotator {annotator}", "gave items back", places=len(places), submitted=submitted)
    return len(places)


def _work(
    connection: sqlite3.Connection, settings: Study, annotator: int, number: int
) -> list[tuple[str, str, ItemRole]]:
    """The items of a form: none if no real item wants this annotator."""
    form = settings.form
    chosen = _unseen(connection, annotator, ItemRole.REAL, form.items, wanting="AND taken < wanted")
    if not chosen:
        return []
    draw = generator(settings.seed, f"injected {annotator} {number}")
    # A share of all answers that are shown: of n real ones n * share / (1 - share), the rest of it by chance.
    wrong = len(chosen) * form.injected / (1 - form.injected)
    injected = int(wrong) + (draw.random() < wrong % 1)
    for role, count in (
        (ItemRole.INJECTED, injected),
        (ItemRole.TEST, form.tests),
        (ItemRole.ATTENTION, form.attention),
    ):
        taken = frozenset(subject for _, subject, _ in chosen)
        chosen += _unseen(connection, annotator, role, count, beside=taken, offset=annotator + number)
    return chosen


def _unseen(
    connection: sqlite3.Connection,
    annotator: int,
    role: ItemRole,
    count: int,
    *,
    wanting: str = "",
    beside: frozenset[str] = frozenset(),
    offset: int = 0,
) -> list[tuple[str, str, ItemRole]]:
    """Items of a role that the annotator has not seen, each subject once. Controls are taken from another place for
    each form, so that people do not all see the same few."""
    if not count:
        return []
    listed = connection.execute(_UNSEEN.format(wanting=wanting), {"role": role, "annotator": annotator}).fetchall()
    start = offset * count % len(listed) if listed else 0
    chosen: dict[str, str] = {}
    for item, subject in (*listed[start:], *listed[:start]):
        if len(chosen) < count and subject not in beside:
            chosen.setdefault(subject, item)
    return [(item, subject, role) for subject, item in chosen.items()]


def _next_slot(connection: sqlite3.Connection, item: str) -> int:
    """The lowest number of an annotator of the item that nobody has."""
    rows = connection.execute(
        "SELECT slot FROM places WHERE item = ? AND slot IS NOT NULL AND state <> 'returned'", (item,)
    )
    taken = {slot for (slot,) in rows}
    return next(slot for slot in range(len(taken) + 1) if slot not in taken)


def _forms_of_work(connection: sqlite3.Connection, annotator: int) -> int:
    found = connection.execute(
        "SELECT count(DISTINCT form) FROM places"
        " WHERE annotator = ? AND role <> 'qualification' AND state <> 'returned'",
        (annotator,),
    ).fetchone()[0]
    return int(found)
