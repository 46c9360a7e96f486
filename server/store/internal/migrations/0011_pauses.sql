-- +goose Up
CREATE TABLE pauses (
    shop_id     BIGINT PRIMARY KEY,
    version     BIGINT NOT NULL,
    state       TEXT   NOT NULL CHECK (state IN ('asked', 'paused', 'resuming', 'left', 'ended')),
    operator_id BIGINT NOT NULL,
    operator    TEXT   NOT NULL,
    reason      TEXT   NOT NULL,
    note        TEXT   NOT NULL,
    started_at  BIGINT NOT NULL,
    until_at    BIGINT NOT NULL,
    seen        TEXT   NOT NULL,
    tries       BIGINT NOT NULL,
    due_at      BIGINT NOT NULL,
    lease_until BIGINT NOT NULL
);
CREATE INDEX pauses_due ON pauses (due_at) WHERE due_at > 0;
