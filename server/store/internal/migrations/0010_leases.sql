-- +goose Up
-- A lease that ended stays until the next one of its name, or its release.
CREATE TABLE leases (
    name   TEXT   PRIMARY KEY,
    holder TEXT   NOT NULL,
    until  BIGINT NOT NULL
);
