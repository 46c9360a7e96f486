-- +goose Up
-- How an order reached people's devices, each once: it rang, was shown in silence, was seen. A row goes with its order,
-- also where a program that doesn't know this table deletes the order.
CREATE TABLE order_reach (
    shop_id  BIGINT NOT NULL,
    order_id BIGINT NOT NULL,
    device   TEXT   NOT NULL, -- names a session; not its token
    how      TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    operator TEXT   NOT NULL,
    agent    TEXT   NOT NULL, -- browser and system
    PRIMARY KEY (shop_id, order_id, device, how),
    FOREIGN KEY (shop_id, order_id) REFERENCES orders (shop_id, order_id) ON DELETE CASCADE
);
