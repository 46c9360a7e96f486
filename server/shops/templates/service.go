package templates

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/access/auth"
	"github.com/shopdesk/shopdesk/server/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// Authoriser tells what whoever asks may do, and where. Its errors are answers.
type Authoriser interface {
	Scope(ctx context.Context, shopID int64, permission platform.Permission) (auth.ShopScope, error)
	// ShopsWith lists the shops in which they may do perm, and whether that
	// holds for all shops there are and will be.
	ShopsWith(ctx context.Context, perm platform.Permission) (shops []int64, all bool, err error)
}

// Shops tells what was last read of shops, and which groups they are in.
type Shops interface {
	// Facts are those of the shops, nil for all, whoever asks, in their order; a
	// shop that nobody looks after is left out. Nobody changes them.
	Facts(ctx context.Context, ids []int64) ([]change.Facts, error)
	// Groups lists all groups with all their shops.
	Groups(ctx context.Context) ([]store.Group, error)
}

// Phones knows the numbering plans.
type Phones interface{ Possible(phone string) bool }

// Pictures looks at the picture of a template.
type Pictures interface {
	// CheckShared lists what is wrong with the picture at an address that keeps
	// the rules. One of ours must be of a shop that whoever asks may change.
	CheckShared(ctx context.Context, address string) ([]rules.Problem, error)
}

// Options set up a [Service]. All but the last three are required.
type Options struct {
	Authoriser Authoriser
	Templates  store.Templates
	Audit      store.Audit
	Shops      Shops
	Anchor     platform.Anchor
	Phones     Phones           // default: every number is possible
	Pictures   Pictures         // default: every picture is good
	Now        func() time.Time // default: time.Now
}

// Service answers the browser's calls, and tells the list of shops how they
// differ.
type Service struct {
	Options

	mu     sync.Mutex
	known  *book                // as last read; nil before
	worked map[int64]remembered // by shop
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Templates == nil || o.Audit == nil || o.Shops == nil {
		return nil, errors.New("templates: Options.Authoriser, Templates, Audit and Shops are required")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Service{Options: o, worked: map[int64]remembered{}}, nil
}
