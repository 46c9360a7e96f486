package almanac

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/auth"
	"github.com/shopdesk/shopdesk/server/store"
)

// Authoriser proves that whoever asks may do something to a shop. Its errors
// are answers.
type Authoriser interface {
	Scope(ctx context.Context, shopID int64, permission platform.Permission) (auth.ShopScope, error)
}

// Options set up a [Service]. All but the last two are required.
type Options struct {
	Authoriser Authoriser
	Dates      store.Dates
	Shops      store.Shops // for their zones
	Audit      store.Audit
	Now        func() time.Time // default: time.Now
	Logger     *slog.Logger     // default: discards
}

// Service answers the browser's calls.
type Service struct {
	authoriser Authoriser
	dates      store.Dates
	shops      store.Shops
	audit      store.Audit
	now        func() time.Time
	log        *slog.Logger
	table      []row
}

// New checks the options and reads the table of holidays.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Dates == nil || o.Shops == nil || o.Audit == nil {
		return nil, errors.New("almanac: Options.Authoriser, Dates, Shops and Audit are required")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	table, err := readTable(holidaysTSV)
	if err != nil {
		return nil, err
	}
	return &Service{
		authoriser: o.Authoriser, dates: o.Dates, shops: o.Shops, audit: o.Audit, now: o.Now, log: o.Logger, table: table,
	}, nil
}

// recorded makes a change with its two marks in the audit. Begun, it is ended,
// whether or not the reader stays.
func (s *Service) recorded(ctx context.Context, scope auth.ShopScope, action string, request any, change func(context.Context) error) error {
	body, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("almanac: %w", err)
	}
	ctx = context.WithoutCancel(ctx)
	who := scope.Principal()
	id, err := s.audit.Begin(ctx, store.Entry{
		At: s.now().UnixMilli(), OperatorID: who.OperatorID, Operator: who.Name, Address: who.Address,
		ShopID: scope.ShopID(), Action: action, Request: body,
	})
	if err != nil {
		return unavailable(err)
	}
	outcome, detail := store.OutcomeDone, ""
	failure := change(ctx)
	if failure != nil {
		outcome, detail = store.OutcomeUnknown, "our own storage"
	}
	if err := s.audit.Finish(ctx, id, outcome, detail, s.now().UnixMilli()); err != nil {
		s.log.ErrorContext(ctx, "almanac: outcome not recorded", "audit", id, "shop", scope.ShopID(), "outcome", outcome, "err", err)
	}
	if failure != nil {
		return unavailable(failure)
	}
	return nil
}

func unavailable(err error) error {
	return fmt.Errorf("%w: %w", &api.Error{Status: http.StatusServiceUnavailable, Code: api.CodeUnavailable, Message: "Our own storage doesn't answer. Try again in a moment."}, err)
}
