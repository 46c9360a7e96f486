package about

import (
	"context"
	"encoding/json"
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

const (
	longest   = 5 * time.Minute // limit of a check
	keepsIn   = 5 * time.Second // limit of keeping how it stands
	checkName = "check"         // of how the last check stands, in the store
)

// CheckOptions set up a [Check]. All but the last two are required.
type CheckOptions struct {
	Authoriser auth.Authoriser
	Audit      store.Audit
	Kept       store.Meta // holds how the last check stands, for all replicas
	// Doctor is the platform as the console is set up for it, with a Transport and without Shops.
	Doctor func(ctx context.Context) (doctor.Options, error)
	background.Base
}

// Check answers the browser's calls, also those about another replica's check.
type Check struct {
	CheckOptions

	begun sync.WaitGroup
	ctx   context.Context //nolint:containedctx // of the checks: they outlast the request
	stop  context.CancelFunc

	starts sync.Mutex // one at a time begins

	mu  sync.Mutex
	own api.Check // the last one of this replica
}

var (
	_ httpio.Func = (*Check)(nil).HandleLook
	_ httpio.Func = (*Check)(nil).HandleStart
)

// NewCheck checks the options. Close ends a check that runs.
func NewCheck(o CheckOptions) (*Check, error) {
	if o.Authoriser == nil || o.Audit == nil || o.Kept == nil || o.Doctor == nil {
		return nil, errors.New("about: CheckOptions.Authoriser, Audit, Kept and Doctor are required")
	}
	o.Defaults()
	s := &Check{CheckOptions: o}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s, nil
}

// Close ends a check that runs, and waits for its end.
func (s *Check) Close() {
	s.stop()
	s.begun.Wait()
}

// HandleLook answers how the check stands ([api.PathCheck]).
func (s *Check) HandleLook(w http.ResponseWriter, r *http.Request) error {
	last, err := s.last(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	return httpio.WriteJSON(w, last)
}

// last is how the last check stands. One that takes too long was left by a replica that is gone.
func (s *Check) last(ctx context.Context) (last api.Check, err error) {
	last, err = note[api.Check](ctx, s.Kept, s.Logger, checkName)
	now := s.Now()
	if last.Running && (now.Sub(time.UnixMilli(last.At)) > longest || store.Ahead(last.At, now.UnixMilli())) {
		last.Running, last.Failed = false, true
	}
	return last, err
}

// keep changes how this replica's check stands, for all replicas.
func (s *Check) keep(change func(own *api.Check)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.own)
	body, err := json.Marshal(s.own)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), keepsIn)
	defer cancel()
	return s.Kept.SetMeta(ctx, checkName, string(body))
}

// HandleStart begins a check ([api.PathCheck]).
func (s *Check) HandleStart(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.StartCheck](s.Authoriser, w, r, auth.PermissionSettingsEdit)
	if err != nil {
		return err
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionShopView)
	if err != nil {
		return err
	}
	o, err := s.Doctor(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	o.Shops = []int64{scope.ShopID()}
	o.Transport = counting{o.Transport, s}
	d, err := doctor.New(o)
	if err != nil {
		return err
	}
	s.starts.Lock()
	defer s.starts.Unlock()
	last, err := s.last(r.Context())
	switch {
	case err != nil:
		return httpio.Unavailable(err)
	case last.Running || s.ctx.Err() != nil:
		return httpio.Refusal(api.CodeBusy, "A check is running already.")
	}
	calls := audit.Calls{Audit: s.Audit, Base: s.Base}
	finish, err := calls.Begin(r.Context(), who.Entry("settings.check", scope.ShopID(), request, s.Now()))
	if err != nil {
		return httpio.Unavailable(err)
	}
	begun := api.Check{At: s.Millis(), By: who.Name, ShopID: scope.ShopID(), Running: true}
	if err := s.keep(func(own *api.Check) { *own = begun }); err != nil {
		finish(store.OutcomeUnknown, "the check didn't begin")
		return httpio.Unavailable(err)
	}
	s.begun.Go(func() { s.run(d, finish) })
	return httpio.WriteJSON(w, begun)
}

func (s *Check) run(d *doctor.Doctor, audited func(outcome, detail string)) {
	ctx, cancel := context.WithTimeout(s.ctx, longest)
	defer cancel()
	report := examined(ctx, s.Logger, d)
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
	err := s.keep(func(own *api.Check) {
		if own.Running, own.Failed = false, report == nil; report != nil {
			own.Findings = findings(report)
		}
	})
	if err != nil {
		s.Logger.Error("check: what was found isn't kept", "err", err)
	}
}

// findings are what the report says, what doesn't hold first.
func findings(report *doctor.Report) (list []api.CheckFinding) {
	states := map[doctor.State]api.CheckState{
		doctor.Holds: api.CheckHolds, doctor.Differs: api.CheckDiffers, doctor.Unseen: api.CheckUnseen,
	}
	for _, f := range report.Findings {
		list = append(list, api.CheckFinding{
			Name: f.Name, Assumption: f.Assumption, State: states[f.State], Seen: f.Seen, Setting: f.Setting, How: f.How,
		})
	}
	order := []api.CheckState{api.CheckDiffers, api.CheckHolds, api.CheckUnseen}
	slices.SortStableFunc(list, func(a, b api.CheckFinding) int {
		return slices.Index(order, a.State) - slices.Index(order, b.State)
	})
	return list
}

// counting counts the calls of a check.
type counting struct {
	next    http.RoundTripper
	service *Check
}

// RoundTrip implements [http.RoundTripper].
func (c counting) RoundTrip(r *http.Request) (*http.Response, error) {
	_ = c.service.keep(func(own *api.Check) { own.Calls++ }) // the next call keeps it, or the end
	return c.next.RoundTrip(r)
}
