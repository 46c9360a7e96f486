-- +goose Up
-- What the platform pushed to us (interface 6). A message is kept before it is
-- answered; both keys tell a repeat.
CREATE TABLE inbox (
    id          {{serial}},
    message_id  TEXT    NOT NULL UNIQUE,
    fingerprint TEXT    UNIQUE, -- event, order, status and time; NULL where there is no order
    digest      {{bytes}} NOT NULL, -- of what a repeat has in common with the first
    received_at BIGINT  NOT NULL,
    event_id    BIGINT  NOT NULL,
    shop_id     BIGINT  NOT NULL,
    order_id    BIGINT  NOT NULL,
    body        {{bytes}} NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('waiting', 'done', 'dead')),
    tries       BIGINT  NOT NULL,
    due_at      BIGINT  NOT NULL,
    lease_until BIGINT  NOT NULL,
    why         TEXT    NOT NULL
);
CREATE INDEX inbox_due ON inbox (due_at) WHERE state = 'waiting';
CREATE INDEX inbox_dead ON inbox (id) WHERE state = 'dead';
CREATE INDEX inbox_event ON inbox (event_id, id);

-- Deliveries that weren't accepted: the newest only.
CREATE TABLE hook_refusals (
    id       {{serial}},
    at       BIGINT  NOT NULL,
    why      TEXT    NOT NULL,
    event_id BIGINT  NOT NULL,
    shop_id  BIGINT  NOT NULL,
    address  TEXT    NOT NULL,
    size     BIGINT  NOT NULL,
    body     {{bytes}} NOT NULL,
    received TEXT    NOT NULL,
    matches  TEXT    NOT NULL
);

-- Where our URL is registered (interface 4.5).
CREATE TABLE hook_events (
    event_id BIGINT  PRIMARY KEY,
    test     BOOLEAN NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('set', 'failed')),
    url      TEXT    NOT NULL,
    at       BIGINT  NOT NULL,
    operator TEXT    NOT NULL,
    note     TEXT    NOT NULL
);

-- When something was last seen, by name.
CREATE TABLE marks (
    name TEXT   PRIMARY KEY,
    at   BIGINT NOT NULL
);
