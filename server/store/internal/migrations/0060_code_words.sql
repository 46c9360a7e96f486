-- +goose Up
-- The names that owners gave to codes that are words. Numbers stay in code_names, which the program of the release
-- before reads.
CREATE TABLE code_words (
    kind       TEXT   NOT NULL,
    code       TEXT   NOT NULL, -- as the platform writes it
    name       TEXT   NOT NULL,
    changed_by TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (kind, code)
);
