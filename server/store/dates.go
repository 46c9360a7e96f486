package store

import "context"

// DaysKept is the number of days for which a special date and its name are kept after its last day,
// so that the date can be repeated next year.
const DaysKept = 400

// DateName is a name for a special date of a shop. The platform has no field for the name. Days are
// dates such as "2026-12-24", both included.
type DateName struct {
	First     string
	Last      string
	Name      string
	ChangedAt int64 // in milliseconds
}

// Dates keeps our own facts about special dates, which the platform doesn't hold.
type Dates interface {
	// DateNames lists the names of a shop's dates by First, then Last.
	DateNames(ctx context.Context, shopID int64) ([]DateName, error)
	// DateNamesFrom lists the names of all shops' dates that end on that day or later, by shop, in the
	// order of DateNames.
	DateNamesFrom(ctx context.Context, day string) (map[int64][]DateName, error)
	// ChangeDateNames deletes the names of the ranges in drop and of all ranges that ended before the
	// day forget, and then saves the names in put: all of it or nothing.
	ChangeDateNames(ctx context.Context, shopID int64, put, drop []DateName, forget string) error
	// DismissedHolidays lists the ids of the public holidays that a shop has dismissed.
	DismissedHolidays(ctx context.Context, shopID int64) ([]string, error)
	// DismissHoliday adds a holiday to the dismissed ones, or removes it.
	DismissHoliday(ctx context.Context, shopID int64, holiday string, dismissed bool) error
}
