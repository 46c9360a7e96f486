-- +goose Up
-- Each change of a connection counts its version up; who renews holds the lease.
ALTER TABLE connections ADD COLUMN state TEXT NOT NULL DEFAULT 'good';
ALTER TABLE connections ADD COLUMN renew_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN lease_owner TEXT NOT NULL DEFAULT '';
ALTER TABLE connections ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN spent_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN trouble TEXT NOT NULL DEFAULT '';
ALTER TABLE connections ADD COLUMN operator_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE connections ADD COLUMN operator TEXT NOT NULL DEFAULT '';
ALTER TABLE connections ADD COLUMN connected_at BIGINT NOT NULL DEFAULT 0;

-- A shop is reached through one connection at most.
CREATE TABLE connection_shops (
    shop_id       BIGINT PRIMARY KEY,
    connection_id TEXT   NOT NULL
);
CREATE INDEX connection_shops_connection ON connection_shops (connection_id);

-- One redirect in flight, used once.
CREATE TABLE oauth_flows (
    state_hash TEXT   PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX oauth_flows_expiry ON oauth_flows (expires_at);
