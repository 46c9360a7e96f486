-- +goose Up
-- Readiness writes here: the row before goes with the commit that adds the next.
CREATE TABLE probes (
    id      {{serial}},
    filling {{bytes}} NOT NULL
);
