-- +goose Up
-- "unlisted": special dates that we know and that the platform lists no longer.
CREATE TABLE seen_parts_next (
    shop_id BIGINT    NOT NULL,
    part    TEXT      NOT NULL CHECK (part IN ('record', 'week', 'dates', 'unlisted')),
    body    {{bytes}} NOT NULL,
    at      BIGINT    NOT NULL,
    PRIMARY KEY (shop_id, part)
);
INSERT INTO seen_parts_next (shop_id, part, body, at) SELECT shop_id, part, body, at FROM seen_parts;
DROP TABLE seen_parts;
ALTER TABLE seen_parts_next RENAME TO seen_parts;
