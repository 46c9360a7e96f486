package sqlstore

// Dialect is what the engines don't share, beyond their migrations.
type Dialect struct {
	// Unique reports whether err says that a unique or primary key exists.
	Unique func(err error) bool
}
