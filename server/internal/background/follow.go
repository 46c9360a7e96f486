package background

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

// eventsAtOnce is the number of events that a follower reads at once.
const eventsAtOnce = 500

// Follower reads the event log as it grows. All fields are required. Only one
// goroutine may use a Follower.
type Follower struct {
	Log store.Events
	// Begin gives the number after which to begin, at the first look and after a gap:
	// when the log is another database's, or is pruned beyond the last event read, or when
	// Take has panicked.
	Begin func(log store.EventPage) (after int64)
	// Take takes new events, in order.
	Take func(events []store.Event)

	begun bool
	last  int64
}

// Look reads all events since the last look.
func (f *Follower) Look(ctx context.Context) error {
	for {
		limit := eventsAtOnce
		if !f.begun {
			limit = 0
		}
		page, err := f.Log.Events(ctx, f.last, limit)
		if err != nil {
			return err
		}
		if !f.begun || page.Head < f.last || page.Kept > f.last {
			f.begun, f.last = true, f.Begin(page)
			continue
		}
		if len(page.Events) > 0 {
			f.last, f.begun = page.Events[len(page.Events)-1].Seq, false
			f.Take(page.Events)
			f.begun = true
		}
		if len(page.Events) < eventsAtOnce {
			return nil
		}
	}
}
