-- +goose Up
-- What an operator chose about their daily summary, and how far it was sent. A row goes with its operator.
CREATE TABLE summaries (
    operator_id BIGINT  PRIMARY KEY REFERENCES operators (id) ON DELETE CASCADE,
    version     BIGINT  NOT NULL,
    push        BOOLEAN NOT NULL, -- by notification
    mail        BOOLEAN NOT NULL, -- by e-mail
    minute      BIGINT  NOT NULL, -- of the day at which it is sent, by the clock of most of the operator's shops
    address     TEXT    NOT NULL, -- e-mail address, '' for none
    proved      BOOLEAN NOT NULL, -- the operator receives e-mail at the address
    language    TEXT    NOT NULL, -- of the device on which it was chosen
    pushed      TEXT    NOT NULL, -- last day told by notification, such as '2026-11-22'; '' for none
    mailed      TEXT    NOT NULL, -- last day told by e-mail
    tries       BIGINT  NOT NULL, -- failures in a row
    due_at      BIGINT  NOT NULL  -- next look, 0 for never; during the work, the end of its claim
);
CREATE INDEX summaries_due ON summaries (due_at) WHERE due_at > 0;
