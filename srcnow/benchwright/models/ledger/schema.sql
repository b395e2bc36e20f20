-- One row a completed call. A reply is final: a row is never changed, only a damaged one is put anew.
-- `input`, `output` and `cached` are NULL where the service counted no tokens, `usd` where the price is not known.
CREATE TABLE calls (
    id       INTEGER PRIMARY KEY,
    key      BLOB NOT NULL UNIQUE, -- SHA-256 of the canonical request, 32 bytes
    model    TEXT NOT NULL,
    purpose  TEXT NOT NULL,
    status   TEXT NOT NULL,
    input    INTEGER,
    output   INTEGER,
    cached   INTEGER,
    usd      REAL,
    request  BLOB NOT NULL,        -- canonical JSON, Zstandard
    reply    BLOB NOT NULL,        -- JSON, Zstandard
    checksum BLOB NOT NULL         -- BLAKE2b of all of the above but the id, 16 bytes
);
