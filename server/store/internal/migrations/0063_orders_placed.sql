-- +goose Up
-- The history of many shops goes by when orders were placed, without a look at all orders of each shop.
CREATE INDEX orders_placed ON orders (placed_at, order_id);
