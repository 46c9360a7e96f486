-- +goose Up
-- Microseconds of Unix time. next_at is the first moment that nobody has taken.
CREATE TABLE rates (
    name       TEXT   PRIMARY KEY,
    next_at    BIGINT NOT NULL,
    slower     BIGINT NOT NULL, -- 1, 2, 4 or 8 times
    slowed_at  BIGINT NOT NULL,
    slow_until BIGINT NOT NULL
);
