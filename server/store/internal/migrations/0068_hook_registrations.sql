-- +goose Up
-- Where our URL is registered (interface 4.5), for each event once in production and once for tests. hook_events, which
-- the program of the release before reads, has one of the two.
CREATE TABLE hook_registrations (
    event_id BIGINT  NOT NULL,
    test     BOOLEAN NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('set', 'failed')),
    url      TEXT    NOT NULL,
    at       BIGINT  NOT NULL,
    operator TEXT    NOT NULL,
    note     TEXT    NOT NULL,
    PRIMARY KEY (event_id, test)
);
INSERT INTO hook_registrations (event_id, test, state, url, at, operator, note)
    SELECT event_id, test, state, url, at, operator, note FROM hook_events;
