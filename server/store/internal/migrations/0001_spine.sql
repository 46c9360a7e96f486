-- +goose Up
CREATE TABLE operators (
    id         {{serial}},
    login      TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    password   TEXT    NOT NULL,
    disabled   BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL
);

CREATE TABLE memberships (
    operator_id BIGINT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    shop_id     BIGINT NOT NULL,
    role        TEXT   NOT NULL CHECK (role IN ('owner', 'manager', 'staff')),
    PRIMARY KEY (operator_id, shop_id)
);

-- The one row holds the setup link; those who use it at once queue on the row.
CREATE TABLE setup (
    id         BIGINT  PRIMARY KEY CHECK (id = 1),
    token_hash {{bytes}},
    expires_at BIGINT  NOT NULL
);
INSERT INTO setup (id, token_hash, expires_at) VALUES (1, NULL, 0);

CREATE TABLE sessions (
    token_hash  TEXT    PRIMARY KEY,
    operator_id BIGINT  NOT NULL,
    data        {{bytes}} NOT NULL,
    created_at  BIGINT  NOT NULL,
    expires_at  BIGINT  NOT NULL,
    seen_at     BIGINT  NOT NULL,
    user_agent  TEXT    NOT NULL,
    address     TEXT    NOT NULL,
    revoked_at  BIGINT
);
CREATE INDEX sessions_operator ON sessions (operator_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE shops (
    shop_id  BIGINT PRIMARY KEY,
    name     TEXT   NOT NULL,
    en_name  TEXT   NOT NULL,
    zone     TEXT   NOT NULL,
    added_at BIGINT NOT NULL
);

CREATE TABLE connections (
    id             TEXT   PRIMARY KEY,
    sealed_access  TEXT   NOT NULL,
    sealed_refresh TEXT   NOT NULL,
    issued_at      BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL,
    version        BIGINT NOT NULL
);

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- No foreign keys: the audit outlives what it speaks of.
CREATE TABLE audit (
    id          {{serial}},
    at          BIGINT  NOT NULL,
    operator_id BIGINT  NOT NULL,
    operator    TEXT    NOT NULL,
    address     TEXT    NOT NULL,
    shop_id     BIGINT  NOT NULL,
    action      TEXT    NOT NULL,
    request     {{bytes}} NOT NULL,
    outcome     TEXT    NOT NULL CHECK (outcome IN ('intent', 'done', 'refused', 'unknown')),
    detail      TEXT    NOT NULL,
    finished_at BIGINT  NOT NULL
);
CREATE INDEX audit_shop ON audit (shop_id, id);
