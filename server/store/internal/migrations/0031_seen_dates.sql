-- +goose Up
-- The entries of the lists of special dates, by days: the platform gives those
-- that are over no longer. Hours is JSON.
CREATE TABLE seen_dates (
    shop_id   BIGINT    NOT NULL,
    first_day TEXT      NOT NULL,
    last_day  TEXT      NOT NULL,
    hours     {{bytes}} NOT NULL,
    PRIMARY KEY (shop_id, first_day, last_day)
);
