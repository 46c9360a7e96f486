-- +goose Up
-- Claims of messages that were stored under a claim (docs/adr/0060). Such a message is stored as done: the row here
-- says that nobody has acted on it yet. A claim that ends with all of its messages done is one deleted row; a claim
-- that ends otherwise makes its messages wait.
CREATE TABLE inbox_claims (
    holder   TEXT   PRIMARY KEY,
    until    BIGINT NOT NULL,
    first_id BIGINT NOT NULL, -- its messages are those of these ids with this holder
    last_id  BIGINT NOT NULL,
    messages BIGINT NOT NULL, -- how many there are
    oldest   BIGINT NOT NULL  -- when the first of them was received
);
