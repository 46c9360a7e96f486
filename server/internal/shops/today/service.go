package today

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders/ring"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser auth.Authoriser
	Orders     store.OrderFigures
	Pauses     func(ctx context.Context) ([]api.Pause, error) // the open ones
	Directory  change.Directory
	// Past lists the special dates of shops that ended within so many days and are no longer listed. Default: none.
	Past func(ctx context.Context, shops []int64, days int) (map[int64][]platform.SpecialDate, error)
	// Stops lists when shops took no orders within their hours, as of [store.Directory].
	Stops func(ctx context.Context, shops []int64, from, to int64) ([]store.Stop, error)
	// StopsSince is since when stops are kept, in milliseconds of Unix time. Default: for ever.
	StopsSince int64
	// Silent lists the devices that can't ring in open shops, which open gives with the time they opened at, and the
	// moment at which that changes.
	Silent func(ctx context.Context, open map[int64]int64) (found []ring.Silent, next int64, err error)
	Events func(ctx context.Context, after int64, limit int) (store.EventPage, error)
	// Anchor is the midnight that bounds a special date (interface 2.5).
	Anchor platform.Anchor
	Now    func() time.Time // default: time.Now
}

// Service answers the browser's calls.
type Service struct{ Options }

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Orders == nil || o.Pauses == nil || o.Directory == nil || o.Stops == nil ||
		o.Silent == nil || o.Events == nil {
		return nil, errors.New("today: Options.Authoriser, Orders, Pauses, Directory, Stops, Silent and Events are required")
	}
	if o.Past == nil {
		o.Past = func(context.Context, []int64, int) (map[int64][]platform.SpecialDate, error) { return nil, nil }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Service{o}, nil
}

// Handle answers the needs of the requested shop, or of all shops that the operator may see, with the figures of the
// requested period ([api.PathToday]). Orders count only in shops in which the operator may see orders.
func (s *Service) Handle(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	shops, err := auth.AskedShops(r.Context(), s.Authoriser, query.Get("shop"), platform.PermissionShopView)
	if err != nil {
		return err
	}
	period := api.Period(query.Get("period"))
	if period != "" && period.Days() == 0 {
		return httpio.Invalid("There is no such period.", api.Problem{Path: "period", Code: "period"})
	}
	log, err := s.Events(r.Context(), 0, 0) // read first: an event may be told twice, but none is missed
	if err != nil {
		return httpio.Unavailable(err)
	}
	now := s.Now()
	n := newNeeds(now.UnixMilli(), shops)
	if err := s.find(r.Context(), n); err != nil {
		return httpio.Unavailable(err)
	}
	answer := n.answer()
	answer.Seq = log.Head
	if period != "" {
		end := func(*time.Location) time.Time { return now }
		figures, err := s.figures(r.Context(), n, period, end)
		if err != nil {
			return httpio.Unavailable(err)
		}
		answer.Figures = &figures
	}
	return httpio.WriteJSON(w, answer)
}
