-- +goose Up
-- The board of a few shops lists what ended last without a look at the orders of other shops.
CREATE INDEX orders_ended_shop ON orders (shop_id, changed_at) WHERE stage IN ('done', 'cancelled');
