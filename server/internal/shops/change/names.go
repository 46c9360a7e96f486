package change

import (
	"context"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// Names gives stored names of special dates in the form of the API.
func Names(kept []store.DateName) []api.DateName {
	names := make([]api.DateName, len(kept))
	for i, n := range kept {
		names[i] = api.DateName{First: n.First, Last: n.Last, Name: n.Name}
	}
	return names
}

// SaveNames puts and drops names of a shop's special dates, and forgets those of old dates.
func SaveNames(ctx context.Context, dates store.Dates, shopID int64, put, drop []api.DateName, now time.Time) error {
	return dates.ChangeDateNames(ctx, shopID, stored(put, now), stored(drop, now),
		now.UTC().AddDate(0, 0, -store.DaysKept).Format(time.DateOnly))
}

func stored(names []api.DateName, now time.Time) []store.DateName {
	kept := make([]store.DateName, len(names))
	for i, n := range names {
		kept[i] = store.DateName{First: n.First, Last: n.Last, Name: strings.TrimSpace(n.Name), ChangedAt: now.UnixMilli()}
	}
	return kept
}
