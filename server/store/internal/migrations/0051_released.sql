-- +goose Up
-- The browser's files of the last releases: new releases are sent as differences from them.
CREATE TABLE released (
    name      TEXT   NOT NULL,
    hash      TEXT   NOT NULL,
    served_at BIGINT NOT NULL,
    body      {{bytes}} NOT NULL,
    PRIMARY KEY (name, hash)
);
