-- +goose Up
-- Crashes of the browser's program, each stack of a build once. Nothing here is of a person.
CREATE TABLE crashes (
    id       TEXT      PRIMARY KEY, -- a hash of the build, the text and the stack
    build    TEXT      NOT NULL,
    page     TEXT      NOT NULL, -- where it happened last
    text     TEXT      NOT NULL,
    stack    {{bytes}} NOT NULL,
    mapped   BOOLEAN   NOT NULL, -- the stack has names and lines
    times    BIGINT    NOT NULL,
    first_at BIGINT    NOT NULL,
    last_at  BIGINT    NOT NULL
);
CREATE INDEX crashes_last ON crashes (last_at);
