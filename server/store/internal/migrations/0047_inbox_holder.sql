-- +goose Up
-- Which process has claimed a message: it prolongs its claims, ends them itself,
-- and knows those of its earlier life.
ALTER TABLE inbox ADD COLUMN holder TEXT NOT NULL DEFAULT '';
CREATE INDEX inbox_held ON inbox (holder) WHERE state = 'waiting' AND lease_until > 0;
