-- +goose Up
-- When each shop is read next, and what came of the last read. The version
-- counts up with whatever is known of the shop.
CREATE TABLE seen (
    shop_id     BIGINT PRIMARY KEY,
    version     BIGINT NOT NULL,
    failure     TEXT   NOT NULL,
    tries       BIGINT NOT NULL,
    due_at      BIGINT NOT NULL,
    lease_until BIGINT NOT NULL
);
CREATE INDEX seen_due ON seen (due_at);

-- What the platform last said of a shop, as it said it.
CREATE TABLE seen_parts (
    shop_id BIGINT    NOT NULL,
    part    TEXT      NOT NULL CHECK (part IN ('record', 'week', 'dates')),
    body    {{bytes}} NOT NULL,
    at      BIGINT    NOT NULL,
    PRIMARY KEY (shop_id, part)
);
