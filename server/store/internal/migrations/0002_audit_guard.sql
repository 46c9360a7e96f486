-- +goose Up
-- An entry is never deleted, and changed once: when its outcome becomes known.
{{if postgres}}
-- +goose StatementBegin
CREATE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'UPDATE' THEN
        RAISE EXCEPTION 'audit: entries are never deleted';
    END IF;
    IF OLD.outcome <> 'intent' OR NEW.outcome = 'intent'
        OR (NEW.id, NEW.at, NEW.operator_id, NEW.operator, NEW.address, NEW.shop_id, NEW.action, NEW.request)
        IS DISTINCT FROM
           (OLD.id, OLD.at, OLD.operator_id, OLD.operator, OLD.address, OLD.shop_id, OLD.action, OLD.request)
    THEN
        RAISE EXCEPTION 'audit: only the outcome of an unfinished entry may be set';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER audit_guard_row BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION audit_guard();
CREATE TRIGGER audit_guard_table BEFORE TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_guard();
{{else}}
-- +goose StatementBegin
CREATE TRIGGER audit_guard_delete BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit: entries are never deleted');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_guard_update BEFORE UPDATE ON audit
WHEN OLD.outcome <> 'intent' OR NEW.outcome = 'intent'
    OR (NEW.id, NEW.at, NEW.operator_id, NEW.operator, NEW.address, NEW.shop_id, NEW.action, NEW.request)
    IS NOT
       (OLD.id, OLD.at, OLD.operator_id, OLD.operator, OLD.address, OLD.shop_id, OLD.action, OLD.request)
BEGIN
    SELECT RAISE(ABORT, 'audit: only the outcome of an unfinished entry may be set');
END;
-- +goose StatementEnd

-- INSERT OR REPLACE deletes without firing the trigger above.
-- +goose StatementBegin
CREATE TRIGGER audit_guard_replace BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'audit: entries are never replaced');
END;
-- +goose StatementEnd
{{end}}
