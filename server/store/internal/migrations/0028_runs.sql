-- +goose Up
-- One change for many shops. No foreign keys to operators and shops: the result
-- is kept when they are gone.
CREATE TABLE runs (
    id          TEXT      PRIMARY KEY,
    run_key     TEXT      NOT NULL,
    version     BIGINT    NOT NULL,
    operator_id BIGINT    NOT NULL,
    operator    TEXT      NOT NULL,
    address     TEXT      NOT NULL,
    vouched     {{bytes}} NOT NULL, -- what an embedding host said of the operator; empty: their memberships count
    name        TEXT      NOT NULL,
    state       TEXT      NOT NULL CHECK (state IN ('scheduled', 'running', 'paused', 'cancelled', 'done')),
    change      {{bytes}} NOT NULL,
    made_at     BIGINT    NOT NULL,
    begin_at    BIGINT    NOT NULL,
    ended_at    BIGINT    NOT NULL,
    undo_of     TEXT      NOT NULL,
    repeat_of   TEXT      NOT NULL,
    UNIQUE (operator_id, run_key)
);
CREATE INDEX runs_made ON runs (made_at);
CREATE INDEX runs_open ON runs (begin_at) WHERE state IN ('scheduled', 'running', 'paused');
CREATE INDEX runs_undo ON runs (undo_of) WHERE undo_of <> '';

CREATE TABLE run_shops (
    run_id      TEXT      NOT NULL,
    shop_id     BIGINT    NOT NULL,
    version     BIGINT    NOT NULL,
    state       TEXT      NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'unchanged', 'failed', 'left')),
    turn        BIGINT    NOT NULL, -- the smallest is next
    tries       BIGINT    NOT NULL,
    due_at      BIGINT    NOT NULL,
    holder      TEXT      NOT NULL, -- the replica that works on it
    lease_until BIGINT    NOT NULL,
    audit       BIGINT    NOT NULL, -- its row there, 0 without one
    changed_at  BIGINT    NOT NULL,
    work        {{bytes}} NOT NULL, -- JSON of package runs
    PRIMARY KEY (run_id, shop_id)
);
CREATE INDEX run_shops_shop ON run_shops (shop_id);
CREATE INDEX run_shops_due ON run_shops (turn) WHERE state IN ('waiting', 'working');
