package store

import "context"

// Summary is what an operator chose about their daily summary, and how far it was sent.
type Summary struct {
	OperatorID int64
	Version    int64  // 0 before the first save
	Push       bool   // by notification
	Mail       bool   // by e-mail
	Minute     int    // of the day at which it is sent, by the clock of most of the operator's shops
	Address    string // e-mail address, "" for none
	Proved     bool   // the operator receives e-mail at the address
	Language   string // of the device on which it was chosen, a BCP 47 tag
	Pushed     string // last day told by notification, such as "2026-11-22"; "" for none
	Mailed     string // last day told by e-mail
	Tries      int    // failures in a row
	DueAt      int64  // next look, 0 for never; during the work, the end of its claim
}

// Summaries keeps one row for each operator who has chosen. A row is claimed by saving it with a later DueAt.
type Summaries interface {
	// Summary returns an operator's row.
	Summary(ctx context.Context, operatorID int64) (Summary, error)
	// DueSummaries lists up to limit rows that are due at now, longest overdue first.
	DueSummaries(ctx context.Context, now int64, limit int) ([]Summary, error)
	// SaveSummary saves a row if its stored version is still m.Version (0: new), with the version m.Version+1;
	// otherwise, or for an unknown operator, ErrConflict.
	SaveSummary(ctx context.Context, m Summary) error
}
