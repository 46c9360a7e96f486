package store

import (
	"context"
)

// Shop is a shop we manage, with its time zone and its names as last read.
type Shop struct {
	ShopID  int64
	Name    string
	EnName  string
	Zone    string // IANA name
	AddedAt int64
}

// Shops keeps the shops we manage.
type Shops interface {
	// PutShops adds shops, or updates the names and zones of known shops, which keep their AddedAt, and their zone where
	// none is given.
	PutShops(ctx context.Context, shops []Shop) error
	// Shops lists all shops, by ShopID.
	Shops(ctx context.Context) ([]Shop, error)
	// Shop returns a shop.
	Shop(ctx context.Context, shopID int64) (Shop, error)
}

// Group is a named set of shops, or a tag.
type Group struct {
	ID         string
	Version    int64 // 0 before the first save
	Name       string
	Tag        bool
	OperatorID int64   // the operator who made the group
	DeletedAt  int64   // milliseconds of Unix time; 0 if not deleted
	Shops      []int64 // ascending
}

// Groups keeps the groups of shops.
type Groups interface {
	// Groups lists the groups that aren't deleted, by name.
	Groups(ctx context.Context) ([]Group, error)
	// Group returns a group, deleted or not.
	Group(ctx context.Context, id string) (Group, error)
	// SaveGroup saves a group if its stored version is still g.Version (0: new), with the version
	// g.Version+1; otherwise ErrConflict. g.Shops is ignored: the shops of add and drop are added and
	// removed. Giving a role by the group changes the version too, so that SaveGroup changes no roles
	// that its caller didn't see.
	SaveGroup(ctx context.Context, g Group, add, drop []int64) error
	// PurgeGroups removes the rows of groups that were deleted before a moment.
	PurgeGroups(ctx context.Context, before int64) error
}

// View is an operator's named view of the list of shops.
type View struct {
	OperatorID int64
	ID         string
	Name       string
	Body       string
	At         int64
}

// Views keeps each operator's own views.
type Views interface {
	// Views lists an operator's views, by name.
	Views(ctx context.Context, operatorID int64) ([]View, error)
	// SaveView adds or replaces a view.
	SaveView(ctx context.Context, v View) error
	// DropView deletes a view, if it exists.
	DropView(ctx context.Context, operatorID int64, id string) error
}

// Favourites keeps the shops that each operator has marked as favourites.
type Favourites interface {
	// Favourites lists an operator's favourite shops by number. The operator may have lost access to
	// some of them.
	Favourites(ctx context.Context, operatorID int64) ([]int64, error)
	// SetFavourite adds or removes a mark; setting the present state again is no error. An unknown
	// operator returns ErrNotFound.
	SetFavourite(ctx context.Context, operatorID, shopID int64, on bool) error
}
