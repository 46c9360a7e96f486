-- +goose Up
-- Who cancelled a run. Empty: it ended by itself, or was cancelled before this column was there.
ALTER TABLE runs ADD COLUMN ended_by TEXT NOT NULL DEFAULT '';
