-- +goose Up
CREATE TABLE passkeys (
    id          TEXT    PRIMARY KEY,
    operator_id BIGINT  NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    name        TEXT    NOT NULL,
    credential  {{bytes}} NOT NULL,
    created_at  BIGINT  NOT NULL,
    used_at     BIGINT  NOT NULL
);
CREATE INDEX passkeys_operator ON passkeys (operator_id);

-- Who vouches for an operator: an issuer's subject, never an e-mail address.
CREATE TABLE identities (
    issuer      TEXT   NOT NULL,
    subject     TEXT   NOT NULL,
    operator_id BIGINT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    label       TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_operator ON identities (operator_id);

-- A proof under way: a passkey's challenge, or a redirect to a provider. Taken once.
CREATE TABLE proofs (
    id_hash     TEXT    PRIMARY KEY,
    purpose     TEXT    NOT NULL,
    operator_id BIGINT  NOT NULL,
    data        {{bytes}} NOT NULL,
    expires_at  BIGINT  NOT NULL
);
CREATE INDEX proofs_expiry ON proofs (expires_at);
