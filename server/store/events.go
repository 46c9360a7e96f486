package store

import "context"

// Event is something that screens show, in a log of such. Numbers grow in the
// order in which events become visible, without a gap.
type Event struct {
	Seq    int64
	At     int64
	ShopID int64
	Kind   string // an api.LiveKind
	Data   []byte
}

// EventPage is a part of the log.
type EventPage struct {
	Events []Event
	Head   int64 // the last number given
	Kept   int64 // the last number deleted: whoever was before it has missed some
}

// Events keeps the log.
type Events interface {
	// AddEvents appends.
	AddEvents(ctx context.Context, events []Event) error
	// Events lists up to limit events after a number. Kept is read after the
	// events: if it isn't above the number, none is missing.
	Events(ctx context.Context, after int64, limit int) (EventPage, error)
	// PruneEvents deletes the events before a moment.
	PruneEvents(ctx context.Context, before int64) error
	// Watch has ring called after events were added, by this process or, with
	// PostgreSQL, by any. It must be quick. A ring may be lost, or be for
	// nothing: look now and then all the same. stop ends it.
	Watch(ring func()) (stop func())
}
