-- +goose Up
CREATE TABLE blobs (
    name TEXT PRIMARY KEY,
    body {{bytes}} NOT NULL
);
