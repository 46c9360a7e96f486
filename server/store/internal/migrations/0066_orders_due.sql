-- +goose Up
-- Due orders are listed from the index alone, in its order: many are due at the same moment.
DROP INDEX orders_due;
CREATE INDEX orders_due ON orders (due_at, order_id, shop_id) WHERE due_at > 0;
