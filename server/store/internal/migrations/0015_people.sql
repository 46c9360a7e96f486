-- +goose Up
-- How a session began, and when its operator last proved who they are.
ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN proved_at BIGINT NOT NULL DEFAULT 0;

-- A one-time link: for somebody new (operator_id 0), or to choose a new
-- password. It is deleted when it is used or revoked.
CREATE TABLE invitations (
    id          {{serial}},
    token_hash  {{bytes}} NOT NULL UNIQUE,
    operator_id BIGINT  NOT NULL,
    name        TEXT    NOT NULL,
    grants      TEXT    NOT NULL,
    inviter_id  BIGINT  NOT NULL,
    inviter     TEXT    NOT NULL,
    created_at  BIGINT  NOT NULL,
    expires_at  BIGINT  NOT NULL
);

CREATE TABLE preferences (
    operator_id BIGINT PRIMARY KEY REFERENCES operators (id) ON DELETE CASCADE,
    language    TEXT   NOT NULL,
    sound       TEXT   NOT NULL,
    theme       TEXT   NOT NULL
);
