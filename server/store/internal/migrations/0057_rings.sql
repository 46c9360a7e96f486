-- +goose Up
-- What a device said last about ringing for new orders. A row goes with its session.
CREATE TABLE rings (
    session TEXT    PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
    shop_id BIGINT  NOT NULL, -- of the board that the device rings for; 0: all shops of its operator
    board   BOOLEAN NOT NULL, -- somebody opened that board on the device
    hush    TEXT    NOT NULL, -- why it wouldn't ring, 'none' if it would
    said_at BIGINT  NOT NULL,
    rang_at BIGINT  NOT NULL  -- when it said last that it would ring, 0 for never
);
