-- +goose Up
CREATE TABLE photos (
    name        TEXT PRIMARY KEY,
    shop_id     BIGINT NOT NULL,
    operator_id BIGINT NOT NULL,
    type        TEXT   NOT NULL,
    bytes       BIGINT NOT NULL,
    width       BIGINT NOT NULL,
    height      BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    look_at     BIGINT NOT NULL,
    retired     BIGINT NOT NULL CHECK (retired IN (0, 1))
);
CREATE INDEX photos_due ON photos (look_at);
CREATE INDEX photos_shop ON photos (shop_id, created_at);
{{if postgres}}
CREATE TABLE blobs (
    name TEXT PRIMARY KEY,
    body {{bytes}} NOT NULL
);
{{end}}
