-- +goose Up
-- Browsers that want to be told of orders. Endpoint and keys are sealed: who has
-- them can wake the device. One a session, and it goes with the session.
CREATE TABLE push_subscriptions (
    id          TEXT    PRIMARY KEY, -- a hash of the endpoint
    session     TEXT    NOT NULL UNIQUE,
    operator_id BIGINT  NOT NULL,
    every_shop  BOOLEAN NOT NULL,
    language    TEXT    NOT NULL,
    sealed      TEXT    NOT NULL,
    created_at  BIGINT  NOT NULL
);
CREATE TABLE push_shops (
    subscription_id TEXT   NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    shop_id         BIGINT NOT NULL,
    PRIMARY KEY (subscription_id, shop_id)
);
CREATE INDEX push_shops_shop ON push_shops (shop_id);

-- Who tells a device of something: the first to insert. Kept until nobody can
-- want to tell it again.
CREATE TABLE push_claims (
    subscription_id TEXT   NOT NULL,
    shop_id         BIGINT NOT NULL,
    order_id        BIGINT NOT NULL,
    event           TEXT   NOT NULL,
    at              BIGINT NOT NULL,
    PRIMARY KEY (subscription_id, shop_id, order_id, event)
);
CREATE INDEX push_claims_at ON push_claims (at);
