-- +goose Up
-- The names that owners gave to codes of the platform.
CREATE TABLE code_names (
    kind       TEXT   NOT NULL,
    code       BIGINT NOT NULL,
    name       TEXT   NOT NULL,
    changed_by TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (kind, code)
);
