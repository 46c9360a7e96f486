-- +goose Up
-- The one row hands out the events' numbers. It is updated just before the
-- events are inserted and the transaction ends, so that they become visible in
-- the order of their numbers, whichever replica writes them. kept is the last
-- number that has been deleted.
CREATE TABLE event_head (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    seq  BIGINT NOT NULL,
    kept BIGINT NOT NULL
);
INSERT INTO event_head (id, seq, kept) VALUES (1, 0, 0);

CREATE TABLE events (
    seq     BIGINT  PRIMARY KEY,
    at      BIGINT  NOT NULL,
    shop_id BIGINT  NOT NULL,
    kind    TEXT    NOT NULL,
    data    {{bytes}} NOT NULL
);
