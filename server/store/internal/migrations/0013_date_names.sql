-- +goose Up
CREATE TABLE date_names (
    shop_id    BIGINT NOT NULL,
    first_day  TEXT   NOT NULL,
    last_day   TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (shop_id, first_day, last_day)
);
CREATE TABLE dismissed_holidays (
    shop_id BIGINT NOT NULL,
    holiday TEXT   NOT NULL,
    PRIMARY KEY (shop_id, holiday)
);
