-- +goose Up
-- A role in all shops that are in a group at any time.
CREATE TABLE group_roles (
    operator_id BIGINT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    group_id    TEXT   NOT NULL REFERENCES shop_groups (id) ON DELETE CASCADE,
    role        TEXT   NOT NULL CHECK (role IN ('owner', 'manager', 'staff')),
    PRIMARY KEY (operator_id, group_id)
);
CREATE INDEX group_roles_group ON group_roles (group_id);
