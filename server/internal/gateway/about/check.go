package about

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/doctor"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// longest is the limit of a check.
const longest = 5 * time.Minute

// CheckOptions set up a [Check]. All but the last two are required.
type CheckOptions struct {
	Authoriser auth.Authoriser
	Audit      store.Audit
	// Doctor is the platform as the console is set up for it, with a Transport and without Shops.
	Doctor func(ctx context.Context) (doctor.Options, error)
	Now    func() time.Time // default: time.Now
	Logger *slog.Logger     // default: discards
}

// Check answers the browser's calls.
type Check struct {
	o     CheckOptions
	begun sync.WaitGroup
	ctx   context.Context //nolint:containedctx // of the checks: they outlast the request
	stop  context.CancelFunc

	mu   sync.Mutex
	last api.Check
}

var (
	_ httpio.Func = (*Check)(nil).HandleLook
	_ httpio.Func = (*Check)(nil).HandleStart
)

// NewCheck checks the options. Close ends a check that runs.
func NewCheck(o CheckOptions) (*Check, error) {
	if o.Authoriser == nil || o.Audit == nil || o.Doctor == nil {
		return nil, errors.New("about: CheckOptions.Authoriser, Audit and Doctor are required")
	}
	background.Defaults(&o.Now, &o.Logger)
	s := &Check{o: o}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s, nil
}

// Close ends a check that runs, and waits for its end.
func (s *Check) Close() {
	s.stop()
	s.begun.Wait()
}

// HandleLook answers how the check stands ([api.PathCheck]).
func (s *Check) HandleLook(w http.ResponseWriter, _ *http.Request) error {
	return httpio.WriteJSON(w, s.present())
}

func (s *Check) present() api.Check {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// HandleStart begins a check ([api.PathCheck]).
func (s *Check) HandleStart(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.StartCheck](s.o.Authoriser, w, r, auth.PermissionSettingsEdit)
	if err != nil {
		return err
	}
	scope, err := s.o.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionShopView)
	if err != nil {
		return err
	}
	o, err := s.o.Doctor(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	o.Shops = []int64{scope.ShopID()}
	o.Transport = counting{o.Transport, s}
	d, err := doctor.New(o)
	if err != nil {
		return err
	}
	if !s.begin(who.Name, scope.ShopID()) {
		return httpio.Refusal(api.CodeBusy, "A check is running already.")
	}
	calls := audit.Calls{Audit: s.o.Audit, Now: s.o.Now, Logger: s.o.Logger}
	finish, err := calls.Begin(r.Context(), who.Entry("settings.check", scope.ShopID(), request, s.o.Now()))
	if err != nil {
		s.finish(nil)
		return httpio.Unavailable(err)
	}
	s.begun.Go(func() { s.run(d, finish) })
	return httpio.WriteJSON(w, s.present())
}

// begin reports whether no other check runs, and takes its place.
func (s *Check) begin(by string, shopID int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last.Running || s.ctx.Err() != nil {
		return false
	}
	s.last = api.Check{At: s.o.Now().UnixMilli(), By: by, ShopID: shopID, Running: true}
	return true
}

func (s *Check) run(d *doctor.Doctor, audited func(outcome, detail string)) {
	ctx, cancel := context.WithTimeout(s.ctx, longest)
	defer cancel()
	report := examined(ctx, s.o.Logger, d)
	outcome, detail := store.OutcomeDone, ""
	if report == nil {
		outcome, detail = store.OutcomeUnknown, "the check didn't end"
	} else if n := len(report.In(doctor.Differs)); n > 0 {
		detail = fmt.Sprintf("assumptions that don't hold: %d", n)
	}
	audited(outcome, detail)
	s.finish(report)
}

// examined is the doctor's report, nil for none. The doctor reads what it was never
// given before: a fault of its own must not end the server.
func examined(ctx context.Context, log *slog.Logger, d *doctor.Doctor) *doctor.Report {
	var found doctor.Report
	if err := background.Try(func() error { found = d.Run(ctx); return nil }); err != nil {
		log.ErrorContext(ctx, "check: the doctor failed", "err", err)
		return nil
	}
	if ctx.Err() != nil {
		return nil
	}
	return &found
}

func (s *Check) finish(report *doctor.Report) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last.Running, s.last.Failed = false, report == nil
	if report == nil {
		return
	}
	states := map[doctor.State]api.CheckState{
		doctor.Holds: api.CheckHolds, doctor.Differs: api.CheckDiffers, doctor.Unseen: api.CheckUnseen,
	}
	for _, f := range report.Findings {
		s.last.Findings = append(s.last.Findings, api.CheckFinding{
			Name: f.Name, Assumption: f.Assumption, State: states[f.State], Seen: f.Seen, Setting: f.Setting, How: f.How,
		})
	}
	order := []api.CheckState{api.CheckDiffers, api.CheckHolds, api.CheckUnseen}
	slices.SortStableFunc(s.last.Findings, func(a, b api.CheckFinding) int {
		return slices.Index(order, a.State) - slices.Index(order, b.State)
	})
}

// counting counts the calls of a check.
type counting struct {
	next    http.RoundTripper
	service *Check
}

// RoundTrip implements [http.RoundTripper].
func (c counting) RoundTrip(r *http.Request) (*http.Response, error) {
	c.service.mu.Lock()
	c.service.last.Calls++
	c.service.mu.Unlock()
	return c.next.RoundTrip(r)
}
