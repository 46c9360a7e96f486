package store

import "context"

// Group is a named set of shops, or a tag.
type Group struct {
	ID         string
	Version    int64 // 0 before the first save
	Name       string
	Tag        bool
	OperatorID int64   // who made it
	DeletedAt  int64   // milliseconds of Unix time; 0: it is there
	Shops      []int64 // ascending
}

// Groups keeps the groups of shops.
type Groups interface {
	// Groups lists those that aren't deleted, by name.
	Groups(ctx context.Context) ([]Group, error)
	// Group finds one, deleted or not.
	Group(ctx context.Context, id string) (Group, error)
	// SaveGroup replaces what a group is but for its shops, of which it adds
	// and drops some, if its stored version is still g.Version (0: there is
	// none yet), and stores it as g.Version+1; otherwise ErrConflict.
	SaveGroup(ctx context.Context, g Group, add, drop []int64) error
	// PurgeGroups forgets those that were deleted before a moment.
	PurgeGroups(ctx context.Context, before int64) error
}

// View is how an operator looks at the list of shops, under a name.
type View struct {
	OperatorID int64
	ID         string
	Name       string
	Body       string
	At         int64
}

// Views keeps each operator's own.
type Views interface {
	// Views lists an operator's, by name.
	Views(ctx context.Context, operatorID int64) ([]View, error)
	// SaveView adds or replaces one.
	SaveView(ctx context.Context, v View) error
	// DropView takes one away, if it is there.
	DropView(ctx context.Context, operatorID int64, id string) error
}
