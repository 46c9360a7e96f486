-- +goose Up
-- PostgreSQL's event log may have parts, each with a head of its own (docs/adr/0059). Without a row here the log has
-- the one head event_head, and the tables below stay empty.
{{if postgres}}
CREATE TABLE event_parts (
    part BIGINT PRIMARY KEY,
    seq  BIGINT NOT NULL -- the last number given in the part
);

-- Events by their numbers in a part.
CREATE TABLE part_events (
    part    BIGINT NOT NULL,
    seq     BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    shop_id BIGINT NOT NULL,
    kind    TEXT   NOT NULL,
    data    {{bytes}} NOT NULL,
    PRIMARY KEY (part, seq)
);

-- How the log goes through its parts. A run ends with the log's number seq, which is the part's number part_seq.
CREATE TABLE event_runs (
    seq      BIGINT PRIMARY KEY,
    part     BIGINT NOT NULL,
    part_seq BIGINT NOT NULL,
    size     BIGINT NOT NULL
);

-- The last number of each part that is in a run.
CREATE TABLE event_merged (
    part BIGINT PRIMARY KEY,
    seq  BIGINT NOT NULL
);
{{end}}
