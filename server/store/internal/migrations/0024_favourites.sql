-- +goose Up
-- The shops that an operator has marked, to find them first.
CREATE TABLE favourites (
    operator_id BIGINT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    shop_id     BIGINT NOT NULL,
    PRIMARY KEY (operator_id, shop_id)
);
