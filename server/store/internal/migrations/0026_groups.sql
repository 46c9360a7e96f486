-- +goose Up
-- Named sets of shops. A deleted one is kept for a while, to be brought back.
CREATE TABLE shop_groups (
    id          TEXT    PRIMARY KEY,
    version     BIGINT  NOT NULL,
    name        TEXT    NOT NULL,
    tag         BOOLEAN NOT NULL,
    operator_id BIGINT  NOT NULL,
    deleted_at  BIGINT  NOT NULL
);
CREATE TABLE shop_group_members (
    group_id TEXT   NOT NULL,
    shop_id  BIGINT NOT NULL,
    PRIMARY KEY (group_id, shop_id)
);

-- How an operator looks at the list of shops, under a name.
CREATE TABLE shop_views (
    operator_id BIGINT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    id          TEXT   NOT NULL,
    name        TEXT   NOT NULL,
    body        TEXT   NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (operator_id, id)
);
