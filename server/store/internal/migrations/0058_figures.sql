-- +goose Up
-- The overview's figures are counted from an index alone: when an order was ready, and what its customer pays, with 0
-- for a cancelled order. A row that an older replica writes lacks them until the order is saved again.
ALTER TABLE orders ADD COLUMN ready_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN sales BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN currency TEXT NOT NULL DEFAULT '';

{{if postgres -}}
-- It can't read a NUL, which a customer may have written.
UPDATE orders SET
    ready_at = COALESCE((said ->> 'readyAt')::BIGINT, 0),
    sales = CASE stage WHEN 'cancelled' THEN 0 ELSE COALESCE((said #>> '{total,amount}')::BIGINT, 0) END,
    currency = CASE stage WHEN 'cancelled' THEN '' ELSE COALESCE(said #>> '{total,currency}', '') END
FROM (SELECT shop_id AS shop, order_id AS id, replace(convert_from(data, 'UTF8'), '\u0000', '\u0020')::json AS said FROM orders) AS kept
WHERE shop_id = shop AND order_id = id;
{{- else -}}
UPDATE orders SET
    ready_at = COALESCE(json_extract(CAST(data AS TEXT), '$.readyAt'), 0),
    sales = CASE stage WHEN 'cancelled' THEN 0 ELSE COALESCE(json_extract(CAST(data AS TEXT), '$.total.amount'), 0) END,
    currency = CASE stage WHEN 'cancelled' THEN '' ELSE COALESCE(json_extract(CAST(data AS TEXT), '$.total.currency'), '') END;
{{- end}}

DROP INDEX orders_history;
CREATE INDEX orders_history ON orders (shop_id, placed_at, order_id, accepted_at, ready_at, sales, currency);

-- A time within a shop's hours in which it took no orders. The end is that of the hours until the shop is seen to take
-- orders before.
CREATE TABLE stops (
    shop_id  BIGINT NOT NULL,
    since    BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    kind     TEXT   NOT NULL CHECK (kind IN ('paused', 'closed')), -- by a pause of ours, or on the platform
    PRIMARY KEY (shop_id, since)
);
