package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// maxAhead is how far ahead a run may begin.
const maxAhead = 366 * 24 * time.Hour

// queueGap is the distance in line between a run's shops, in milliseconds: a run of one shop that is started after a
// run of five hundred doesn't wait for all of them.
const queueGap = 100

// HandleStart makes a run ([api.PathRuns]).
func (s *Service) HandleStart(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.StartRun](w, r)
	if err != nil {
		return err
	}
	now := s.millis()
	ids, problems := numbers(request.Shops)
	problems = append(problems, named(request.Key, request.Name)...)
	if request.At != 0 && request.At > now+maxAhead.Milliseconds() {
		problems.Add("at", "run_far", int(maxAhead.Hours()/24))
	}
	v, err := s.sight(r.Context())
	if err != nil {
		return err
	}
	at := max(now, request.At)
	wrong, err := s.check(r.Context(), v, ids, change.Begun(request.Change, at), at)
	if err != nil {
		return err
	}
	if problems = append(problems, wrong...); len(problems) > 0 {
		return invalid(problems...)
	}
	rows := make([]row, len(ids))
	for i, id := range ids {
		rows[i] = row{shopID: id}
	}
	run := store.Run{Key: request.Key, Name: request.Name, At: request.At}
	return s.start(w, r, run, request.Change, rows)
}

// row is a shop of a run that is about to start.
type row struct {
	shopID int64
	undo   *undo
}

// named checks a run's key and name.
func named(key, name string) (problems api.Problems) {
	if key == "" || len(key) > 100 {
		problems.Add("key", "required")
	}
	if !api.Optional(name, api.MaxRunName) {
		problems.Add("name", api.ProblemName, api.MaxRunName)
	}
	return problems
}

// start saves and answers a run, after proving the permission for each shop.
func (s *Service) start(w http.ResponseWriter, r *http.Request, run store.Run, c api.Change, rows []row) error {
	ctx := r.Context()
	for _, one := range rows {
		for _, perm := range permissions(c) {
			if _, err := s.o.Authoriser.Scope(ctx, one.shopID, perm); err != nil {
				return err
			}
		}
	}
	if c.Picture != "" && run.UndoOf == "" { // the photo is checked again at each shop's turn
		found, err := s.looked(ctx, auth.PrincipalFrom(ctx).OperatorID, c.Picture)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return invalid(prefixed(found)...)
		}
	}
	v, err := s.sight(ctx)
	if err != nil {
		return err
	}
	if run.Change, err = json.Marshal(c); err != nil {
		return err
	}
	who, now := auth.PrincipalFrom(ctx), s.millis()
	run.ID, run.MadeAt, run.Name = newID(), now, strings.TrimSpace(run.Name)
	run.OperatorID, run.Operator, run.Address, run.Vouched = who.OperatorID, who.Name, who.Address, who.HostGrants()
	run.State = store.RunScheduled
	if run.At <= now {
		run.State, run.At = store.RunRunning, now
	}
	shops := make([]store.RunShop, len(rows))
	for i, one := range rows {
		shops[i] = store.RunShop{ShopID: one.shopID, Turn: run.At + int64(i)*queueGap, At: now}
		if shops[i].Work, err = json.Marshal(savedWork{Undo: one.undo}); err != nil {
			return err
		}
	}
	saving, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	made, err := s.o.Store.AddRun(saving, run, shops, news(run, 1, shops, now))
	if err != nil {
		return httpio.Unavailable(err)
	}
	if made.ID != run.ID {
		if err := s.asMade(ctx, made, run, shops); err != nil {
			return err
		}
	}
	s.Ring()
	answer, err := s.one(ctx, v, made)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, answer)
}

// asMade refuses a request whose key made a different run: answering that run would confirm a run that wasn't begun.
// The starting time is compared only while the run is scheduled: the run may have been begun early.
func (s *Service) asMade(ctx context.Context, made, run store.Run, shops []store.RunShop) error {
	before, err := s.o.Store.RunShops(ctx, made.ID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	same := made.Name == run.Name && bytes.Equal(made.Change, run.Change) && made.UndoOf == run.UndoOf &&
		made.RepeatOf == run.RepeatOf &&
		(made.State != store.RunScheduled || made.At == run.At) &&
		slices.EqualFunc(before, shops, func(a, b store.RunShop) bool { return a.ShopID == b.ShopID })
	if !same {
		return httpio.Refusal(api.CodeChanged, "Another change was begun with this key.")
	}
	return nil
}
