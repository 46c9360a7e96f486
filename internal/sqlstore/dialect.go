package sqlstore

// Dialect holds the differences between the engines, beyond their migrations.
type Dialect struct {
	// Unique reports whether err means a duplicate unique or primary key.
	Unique func(err error) bool
	// Broken reports whether err means that the database has no space, is damaged, or was replaced:
	// trouble that doesn't depend on the statement.
	Broken func(err error) bool
	// SkipLocked ends a subquery whose rows are claimed, so that replicas skip each other's rows.
	SkipLocked string
	// Notify is the statement that notifies the other replicas, "" for none.
	Notify string
	// Rows is the number of rows inserted by one statement: many if each statement is a round trip.
	// Default: 1.
	Rows int
}
