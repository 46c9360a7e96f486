-- +goose Up
-- One chain of rows, each signed together with the one before it. An entry's
-- outcome is a row of its own, so that no row is ever changed. No version with
-- the table that this replaces was released.
DROP TABLE audit;
{{if postgres}}DROP FUNCTION audit_guard();{{end}}

-- No foreign keys: the audit outlives what it speaks of.
CREATE TABLE audit (
    seq         BIGINT    PRIMARY KEY,
    entry       BIGINT    NOT NULL, -- of an outcome: the seq of its entry; of an entry: its own
    at          BIGINT    NOT NULL,
    operator_id BIGINT    NOT NULL,
    operator    TEXT      NOT NULL,
    address     TEXT      NOT NULL,
    shop_id     BIGINT    NOT NULL,
    action      TEXT      NOT NULL,
    request     {{bytes}} NOT NULL,
    before      {{bytes}} NOT NULL,
    outcome     TEXT      NOT NULL CHECK (outcome IN ('intent', 'done', 'refused', 'unknown')),
    detail      TEXT      NOT NULL,
    key_id      TEXT      NOT NULL,
    mac         {{bytes}} NOT NULL
);
CREATE UNIQUE INDEX audit_outcome ON audit (entry) WHERE entry <> seq;
CREATE INDEX audit_shop ON audit (shop_id, seq);
CREATE INDEX audit_at ON audit (at);

-- The one row: the newest seq and its signature, and those of the newest row
-- that was deleted because it had been kept long enough.
CREATE TABLE audit_head (
    id         BIGINT    PRIMARY KEY CHECK (id = 1),
    seq        BIGINT    NOT NULL,
    mac        {{bytes}} NOT NULL,
    pruned     BIGINT    NOT NULL,
    pruned_key TEXT      NOT NULL,
    pruned_mac {{bytes}} NOT NULL,
    pruned_end {{bytes}} NOT NULL
);
{{if postgres}}
INSERT INTO audit_head VALUES (1, 0, '', 0, '', '', '');

-- +goose StatementBegin
CREATE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.seq <= (SELECT pruned FROM audit_head WHERE id = 1) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'audit: rows are only added';
END $$;
-- +goose StatementEnd

CREATE TRIGGER audit_guard_row BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION audit_guard();
CREATE TRIGGER audit_guard_table BEFORE TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_guard();
{{else}}
INSERT INTO audit_head VALUES (1, 0, x'', 0, '', x'', x'');

-- +goose StatementBegin
CREATE TRIGGER audit_guard_delete BEFORE DELETE ON audit
WHEN OLD.seq > (SELECT pruned FROM audit_head WHERE id = 1)
BEGIN
    SELECT RAISE(ABORT, 'audit: rows are only added');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_guard_update BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit: rows are only added');
END;
-- +goose StatementEnd

-- INSERT OR REPLACE deletes without firing the trigger above.
-- +goose StatementBegin
CREATE TRIGGER audit_guard_replace BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)
BEGIN
    SELECT RAISE(ABORT, 'audit: rows are only added');
END;
-- +goose StatementEnd
{{end}}
