package store

import "context"

// Event is an event for screens in the event log. Numbers grow without gaps in the order in which
// events become visible.
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
	Kept   int64 // the last number deleted: a reader before this number has missed events
}

// Events keeps the event log.
type Events interface {
	// AddEvents appends events to the log.
	AddEvents(ctx context.Context, events []Event) error
	// Events lists up to limit events after a number. Kept is read after the events: if Kept isn't
	// above the number, no event is missing.
	Events(ctx context.Context, after int64, limit int) (EventPage, error)
	// PruneEvents deletes the events before a moment, up to the first younger event.
	PruneEvents(ctx context.Context, before int64) error
	// Watch calls ring after events were added by this process or, with a [Doorbell], by any process.
	// ring must be quick. Rings may be lost or needless, so watchers must also look at intervals. stop
	// ends the calls.
	Watch(ring func()) (stop func())
}
