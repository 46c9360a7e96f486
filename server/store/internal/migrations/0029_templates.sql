-- +goose Up
CREATE TABLE templates (
    id         TEXT    PRIMARY KEY,
    version    BIGINT  NOT NULL,
    name       TEXT    NOT NULL,
    name_key   TEXT    NOT NULL,
    parts      {{bytes}} NOT NULL,
    maker_id   BIGINT  NOT NULL,
    changed_by TEXT    NOT NULL,
    changed_at BIGINT  NOT NULL,
    removed_at BIGINT  NOT NULL
);
CREATE UNIQUE INDEX templates_name ON templates (name_key) WHERE removed_at = 0;
CREATE TABLE template_groups (
    template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    group_id    TEXT NOT NULL,
    PRIMARY KEY (template_id, group_id)
);
CREATE TABLE template_shops (
    template_id TEXT   NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    shop_id     BIGINT NOT NULL,
    PRIMARY KEY (template_id, shop_id)
);
CREATE TABLE drift_accepted (
    template_id TEXT   NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    shop_id     BIGINT NOT NULL,
    differences TEXT   NOT NULL,
    operator    TEXT   NOT NULL,
    note        TEXT   NOT NULL,
    accepted_at BIGINT NOT NULL,
    PRIMARY KEY (template_id, shop_id)
);
-- One number that grows with each change of the tables above.
CREATE TABLE template_head (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    seq BIGINT  NOT NULL
);
INSERT INTO template_head (id, seq) VALUES (1, 0);
