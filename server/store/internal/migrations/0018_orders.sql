-- +goose Up
-- Our reading of the platform's orders. data is the server's own; record is the
-- platform's, sealed, for it holds the customer's name, phone and address.
CREATE TABLE orders (
    shop_id     BIGINT  NOT NULL,
    order_id    BIGINT  NOT NULL,
    version     BIGINT  NOT NULL,
    stage       TEXT    NOT NULL CHECK (stage IN ('new', 'preparing', 'ready', 'done', 'cancelled', 'other')),
    placed_at   BIGINT  NOT NULL,
    changed_at  BIGINT  NOT NULL,
    search      TEXT    NOT NULL,
    data        {{bytes}} NOT NULL,
    record      TEXT    NOT NULL,
    read_at     BIGINT  NOT NULL,
    due_at      BIGINT  NOT NULL,
    PRIMARY KEY (shop_id, order_id)
);
CREATE INDEX orders_open ON orders (shop_id) WHERE stage IN ('new', 'preparing', 'ready', 'other');
CREATE INDEX orders_ended ON orders (changed_at) WHERE stage IN ('done', 'cancelled');
CREATE INDEX orders_history ON orders (shop_id, placed_at, order_id);
CREATE INDEX orders_due ON orders (due_at) WHERE due_at > 0;
CREATE INDEX orders_record ON orders (placed_at) WHERE record <> '';

CREATE TABLE order_timeline (
    id       {{serial}},
    shop_id  BIGINT  NOT NULL,
    order_id BIGINT  NOT NULL,
    at       BIGINT  NOT NULL,
    data     {{bytes}} NOT NULL
);
CREATE INDEX order_timeline_order ON order_timeline (shop_id, order_id, id);

-- What was asked of an order, by the key the browser gave it.
CREATE TABLE order_acts (
    shop_id     BIGINT NOT NULL,
    order_id    BIGINT NOT NULL,
    key         TEXT   NOT NULL,
    act         TEXT   NOT NULL,
    operator_id BIGINT NOT NULL,
    state       TEXT   NOT NULL CHECK (state IN ('sent', 'done', 'news', 'refused', 'unknown')),
    answer      {{bytes}} NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (shop_id, order_id, key)
);

CREATE TABLE order_settings (
    shop_id BIGINT  PRIMARY KEY,
    version BIGINT  NOT NULL,
    data    {{bytes}} NOT NULL
);
