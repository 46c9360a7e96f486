package templates

import (
	"context"
	"errors"
	"sync"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// Groups returns the groups of shops that templates are assigned to.
type Groups interface {
	// Groups lists all groups with all their shops.
	Groups(ctx context.Context) ([]store.Group, error)
}

// Options set up a [Service]. All but the last four are required.
type Options struct {
	Authoriser auth.Authoriser
	Templates  store.Templates
	Audit      store.Audit
	Shops      change.Directory
	Groups     Groups
	Anchor     platform.Anchor
	Leaves     rules.Leaves // of the profile; default: what the interface doesn't forbid is accepted
	Phones     change.PhoneCheck
	Pictures   change.Pictures // default: every photo is accepted
	background.Base
}

// Service answers the browser's calls, and tells the shop directory the drift of shops.
type Service struct {
	Options

	mu     sync.Mutex
	known  *assignments          // as last read; nil before
	worked map[int64]cachedDrift // by shop
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Templates == nil || o.Audit == nil || o.Shops == nil || o.Groups == nil {
		return nil, errors.New("templates: Options.Authoriser, Templates, Audit, Shops and Groups are required")
	}
	o.Defaults()
	return &Service{Options: o, worked: map[int64]cachedDrift{}}, nil
}
