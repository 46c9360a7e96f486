-- +goose Up
-- The people of the audit are found by a look at the last entry of each.
CREATE INDEX audit_operator ON audit (operator_id, seq, shop_id) WHERE operator_id <> 0;
