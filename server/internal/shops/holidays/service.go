package holidays

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Options set up a [Service]. All but the last are required.
type Options struct {
	Authoriser auth.Authoriser
	Dates      store.Dates
	Shops      store.Shops // for their zones
	Audit      store.Audit
	Now        func() time.Time // default: time.Now
}

// Service answers the browser's calls.
type Service struct {
	Options
	table []row
}

// New checks the options and reads the table of holidays.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Dates == nil || o.Shops == nil || o.Audit == nil {
		return nil, errors.New("holidays: Options.Authoriser, Dates, Shops and Audit are required")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	table, err := readTable(holidaysTSV)
	if err != nil {
		return nil, err
	}
	return &Service{o, table}, nil
}

// recorded makes a change together with its audit entry.
func (s *Service) recorded(ctx context.Context, scope auth.ShopScope, action string, request any,
	change func(context.Context) error) error {
	entry := scope.Principal().Entry(action, scope.ShopID(), request, s.Now())
	if err := s.Audit.WithAudit(ctx, entry, change); err != nil {
		return httpio.Unavailable(err)
	}
	return nil
}
