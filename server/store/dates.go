package store

import "context"

// DaysKept is how many days after its last day a special date is kept, and its
// name: long enough for it to be repeated next year.
const DaysKept = 400

// DateName is what people call a special date of a shop. The platform has no
// place for it. Days are dates such as "2026-12-24", both included.
type DateName struct {
	First     string
	Last      string
	Name      string
	ChangedAt int64 // milliseconds
}

// Dates keeps what we know about special dates beside the platform.
type Dates interface {
	// DateNames lists a shop's names by First, then Last.
	DateNames(ctx context.Context, shopID int64) ([]DateName, error)
	// DateNamesFrom lists the names of all shops' dates that end on that day or
	// later, by shop, in the order of DateNames.
	DateNamesFrom(ctx context.Context, day string) (map[int64][]DateName, error)
	// ChangeDateNames takes away the names of drop's ranges and of all that
	// ended before the day forget, then puts the names of put, all or none.
	ChangeDateNames(ctx context.Context, shopID int64, put, drop []DateName, forget string) error
	// DismissedHolidays lists the public holidays that a shop doesn't want to
	// be offered, by their ids.
	DismissedHolidays(ctx context.Context, shopID int64) ([]string, error)
	// DismissHoliday adds one to that list, or takes it away.
	DismissHoliday(ctx context.Context, shopID int64, holiday string, dismissed bool) error
}
