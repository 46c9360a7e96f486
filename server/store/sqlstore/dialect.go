package sqlstore

// Dialect is what the engines don't share, beyond their migrations.
type Dialect struct {
	// Unique reports whether err says that a unique or primary key exists.
	Unique func(err error) bool
	// Broken reports whether err says that the database has no room, is damaged,
	// or isn't what it was: trouble of its own, whatever was asked of it.
	Broken func(err error) bool
	// SkipLocked ends a subquery whose rows are claimed, so that replicas pass
	// over each other's.
	SkipLocked string
	// Notify is the statement that rings the other replicas' bells, "" for none.
	Notify string
	// Rows is how many rows a statement inserts at once: many where a statement
	// is a round trip. Default: 1.
	Rows int
}
