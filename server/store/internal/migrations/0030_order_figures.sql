-- +goose Up
-- What the overview counts and looks for stands beside data, so that neither
-- has to open it: when the order was accepted, since when it is late, how many
-- refunds it has, and since when a customer waits for an answer to one.
ALTER TABLE orders ADD COLUMN accepted_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN late_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN refunds BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN asked_at BIGINT NOT NULL DEFAULT 0;

{{if postgres -}}
-- It can't read a NUL, which a customer may have written.
UPDATE orders SET
    accepted_at = COALESCE((said ->> 'acceptedAt')::BIGINT, 0),
    late_at = COALESCE((said ->> 'lateAt')::BIGINT, 0),
    refunds = COALESCE(json_array_length(said -> 'refunds'), 0),
    asked_at = CASE said #>> '{refund,standing}' WHEN 'asked' THEN (said #>> '{refund,at}')::BIGINT ELSE 0 END
FROM (SELECT shop_id AS shop, order_id AS id, replace(convert_from(data, 'UTF8'), '\u0000', '\u0020')::json AS said FROM orders) AS kept
WHERE shop_id = shop AND order_id = id;
{{- else -}}
UPDATE orders SET
    accepted_at = COALESCE(json_extract(CAST(data AS TEXT), '$.acceptedAt'), 0),
    late_at = COALESCE(json_extract(CAST(data AS TEXT), '$.lateAt'), 0),
    refunds = COALESCE(json_array_length(CAST(data AS TEXT), '$.refunds'), 0),
    asked_at = CASE json_extract(CAST(data AS TEXT), '$.refund.standing')
        WHEN 'asked' THEN json_extract(CAST(data AS TEXT), '$.refund.at') ELSE 0 END;
{{- end}}

-- These indexes answer what is counted alone: no row is opened for it.
DROP INDEX orders_open;
CREATE INDEX orders_open ON orders (shop_id, stage, placed_at, late_at) WHERE stage IN ('new', 'preparing', 'ready', 'other');
DROP INDEX orders_history;
CREATE INDEX orders_history ON orders (shop_id, placed_at, order_id, accepted_at);
CREATE INDEX orders_odd ON orders (shop_id, placed_at) WHERE stage = 'cancelled' OR refunds > 0;
CREATE INDEX orders_asked ON orders (shop_id, asked_at) WHERE asked_at > 0;
