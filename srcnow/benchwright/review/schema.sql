-- A study in one file. What people submit is only added to: an undone submission and a place that was given back stay.
CREATE TABLE study (name TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE sources (key TEXT PRIMARY KEY, source TEXT NOT NULL);
CREATE TABLE images (sha256 TEXT PRIMARY KEY, media_type TEXT NOT NULL, bytes BLOB NOT NULL);

-- `position` is the order of the draw. `subject` is what a form shows once: a question, or its one answer.
-- `wanted` people review a real item, and `taken` have it; a control may be given to everybody.
CREATE TABLE items (
    id       TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    role     TEXT NOT NULL,
    subject  TEXT NOT NULL,
    wanted   INTEGER NOT NULL,
    taken    INTEGER NOT NULL DEFAULT 0 CHECK (taken >= 0 AND (wanted = 0 OR taken <= wanted)),
    item     TEXT NOT NULL
);
CREATE INDEX items_by_role ON items (role, position);

CREATE TABLE annotators (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('person', 'model')),
    status   TEXT NOT NULL CHECK (status IN ('qualifying', 'working', 'stopped', 'failed')),
    external TEXT NOT NULL,
    added    REAL NOT NULL
);

-- A form is what an annotator is given at a time, and a place one item in it. `slot` numbers the annotators of an item.
CREATE TABLE places (
    id        INTEGER PRIMARY KEY,
    annotator INTEGER NOT NULL REFERENCES annotators,
    form      INTEGER NOT NULL,
    position  INTEGER NOT NULL,
    item      TEXT NOT NULL REFERENCES items,
    subject   TEXT NOT NULL,
    role      TEXT NOT NULL,
    slot      INTEGER,
    state     TEXT NOT NULL CHECK (state IN ('open', 'submitted', 'returned')),
    given     REAL NOT NULL,
    draft     TEXT NOT NULL DEFAULT '{}',
    comment   TEXT NOT NULL DEFAULT ''
);
CREATE INDEX places_by_annotator ON places (annotator, form, position);
CREATE INDEX places_by_item ON places (item);
CREATE UNIQUE INDEX one_annotator_a_slot ON places (item, slot) WHERE slot IS NOT NULL AND state <> 'returned';
CREATE UNIQUE INDEX an_item_once ON places (annotator, item) WHERE state <> 'returned';
CREATE UNIQUE INDEX a_subject_once_a_form ON places (annotator, form, subject);

-- `key` is the page's own name for the submission: one that is sent twice is stored once.
CREATE TABLE submissions (
    id      INTEGER PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    place   INTEGER NOT NULL REFERENCES places,
    vals    TEXT NOT NULL,
    passed  INTEGER,
    seconds REAL NOT NULL,
    comment TEXT NOT NULL,
    at      REAL NOT NULL
);
CREATE INDEX submissions_by_place ON submissions (place);
CREATE TABLE undone (submission INTEGER PRIMARY KEY REFERENCES submissions, at REAL NOT NULL);

-- The owner's values of an item, which count in place of the annotators'. The last ruling holds.
CREATE TABLE rulings (id INTEGER PRIMARY KEY, item TEXT NOT NULL, vals TEXT NOT NULL, by TEXT NOT NULL,
                      comment TEXT NOT NULL, at REAL NOT NULL);
CREATE TABLE feedback (id INTEGER PRIMARY KEY, annotator INTEGER NOT NULL, text TEXT NOT NULL, at REAL NOT NULL);
CREATE TABLE audit (seq INTEGER PRIMARY KEY, at REAL NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
                    detail TEXT NOT NULL);

CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER submissions_stay BEFORE UPDATE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions stay'); END;
CREATE TRIGGER submissions_are_kept BEFORE DELETE ON submissions BEGIN SELECT RAISE(ABORT, 'submissions stay'); END;
CREATE TRIGGER rulings_stay BEFORE UPDATE ON rulings BEGIN SELECT RAISE(ABORT, 'rulings stay'); END;
CREATE TRIGGER rulings_are_kept BEFORE DELETE ON rulings BEGIN SELECT RAISE(ABORT, 'rulings stay'); END;
