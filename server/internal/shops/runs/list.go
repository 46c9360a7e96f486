package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

var errNoRun = httpio.Refusal(api.CodeNotFound, "There is no such run.")

// HandleList lists the newest runs that touch a shop of the operator ([api.PathRuns]).
func (s *Service) HandleList(w http.ResponseWriter, r *http.Request) error {
	v, err := s.sight(r.Context())
	if err != nil {
		return err
	}
	before, err := strconv.ParseInt(cmp.Or(r.URL.Query().Get("before"), "0"), 10, 64)
	if err != nil || before < 0 {
		return httpio.Refusal(api.CodeMalformed, "Before is a time in milliseconds.")
	}
	list, err := s.o.Store.ListRuns(r.Context(), store.RunQuery{Shops: v.filter(), Before: before, Limit: api.RunsPage})
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.Runs{}
	if len(list) >= api.RunsPage {
		answer.More = list[len(list)-1].MadeAt
	}
	if answer.More != 0 && before == 0 {
		open, err := s.o.Store.ListRuns(r.Context(), store.RunQuery{Shops: v.filter(), Open: true, Before: answer.More,
			Limit: api.RunsPage})
		if err != nil {
			return httpio.Unavailable(err)
		}
		list = append(list, open...)
	}
	if answer.Runs, err = s.shown(r.Context(), v, list); err != nil {
		return err
	}
	return httpio.WriteJSON(w, answer)
}

// HandleOne answers one run with the shops that the operator may see ([api.PathRun]).
func (s *Service) HandleOne(w http.ResponseWriter, r *http.Request) error {
	v, err := s.sight(r.Context())
	if err != nil {
		return err
	}
	run, _, err := s.seen(r.Context(), v, r.URL.Query().Get("run"))
	if err != nil {
		return err
	}
	answer := api.RunDetail{}
	later, err := s.o.Store.LaterRuns(r.Context(), []string{run.ID})
	if err != nil {
		return httpio.Unavailable(err)
	}
	list, err := s.told(r.Context(), v, []store.Run{run}, later)
	if err != nil {
		return err
	}
	answer.Run = list[0]
	rows, err := s.o.Store.RunShops(r.Context(), run.ID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	for _, row := range rows {
		if !v.Has(row.ShopID) {
			continue
		}
		shop, err := shown(row)
		if err != nil {
			s.log.ErrorContext(r.Context(), "runs: damaged", "err", err)
		}
		shop.Undone = slices.Contains(later[run.ID].Undone, row.ShopID)
		shop.Repeated = slices.Contains(later[run.ID].Repeated, row.ShopID)
		answer.Shops = append(answer.Shops, shop)
	}
	return httpio.WriteJSON(w, answer)
}

// seen finds a run with at least one shop that the operator may see.
func (s *Service) seen(ctx context.Context, v *visibility, id string) (store.Run, api.Change, error) {
	run, err := s.o.Store.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return run, api.Change{}, errNoRun
	}
	if err != nil {
		return run, api.Change{}, httpio.Unavailable(err)
	}
	counts, err := s.o.Store.CountRunShops(ctx, []string{run.ID}, v.filter())
	if err != nil {
		return run, api.Change{}, httpio.Unavailable(err)
	}
	if len(counts[run.ID]) == 0 {
		return run, api.Change{}, errNoRun
	}
	return run, s.changeOf(ctx, run), nil
}

// changeOf is a run's change, the zero change if it is damaged: nobody may steer such a run, and it hides no other.
func (s *Service) changeOf(ctx context.Context, r store.Run) api.Change {
	c, err := changeOf(r)
	if err != nil {
		s.log.ErrorContext(ctx, "runs: damaged", "err", err)
	}
	return c
}

func changeOf(r store.Run) (c api.Change, err error) {
	if err := json.Unmarshal(r.Change, &c); err != nil {
		return api.Change{}, fmt.Errorf("runs: change of run %s: %w", r.ID, err)
	}
	return change.Begun(c, r.At), nil
}

func (s *Service) one(ctx context.Context, v *visibility, r store.Run) (api.Run, error) {
	list, err := s.shown(ctx, v, []store.Run{r})
	if err != nil {
		return api.Run{}, err
	}
	return list[0], nil
}

// shown converts runs to the API's type. Counts cover only the shops that the operator may see.
func (s *Service) shown(ctx context.Context, v *visibility, list []store.Run) ([]api.Run, error) {
	later, err := s.o.Store.LaterRuns(ctx, idsOf(list))
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	return s.told(ctx, v, list, later)
}

func idsOf(list []store.Run) []string {
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.ID
	}
	return ids
}

// told is shown where the later runs are known.
func (s *Service) told(ctx context.Context, v *visibility, list []store.Run,
	later map[string]store.LaterRuns) ([]api.Run, error) {
	counts, err := s.o.Store.CountRunShops(ctx, idsOf(list), v.filter())
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	changes := make([]api.Change, len(list))
	for i, r := range list {
		changes[i] = s.changeOf(ctx, r)
	}
	mine, err := s.steers(ctx, v, list, changes)
	if err != nil {
		return nil, err
	}
	runs := []api.Run{}
	for i, r := range list {
		c := changes[i]
		if c.FromShop != 0 && !v.Has(c.FromShop) {
			c.FromShop = 0
		}
		n := counts[r.ID]
		one := api.Run{
			ID: r.ID, Version: r.Version, Name: r.Name, State: api.RunState(r.State), Change: c, By: r.Operator,
			Mine:   mine[r.ID],
			MadeAt: r.MadeAt, At: r.At, EndedAt: r.EndedAt, EndedBy: r.EndedBy, UndoOf: r.UndoOf, RepeatOf: r.RepeatOf,
			UndoneBy: later[r.ID].UndoneBy, Undone: v.count(later[r.ID].Undone),
			RepeatedBy: later[r.ID].RepeatedBy, Repeated: v.count(later[r.ID].Repeated),
			Counts: api.RunCounts{
				Waiting: n[store.RunShopWaiting], Working: n[store.RunShopWorking], Done: n[store.RunShopDone],
				Unchanged: n[store.RunShopUnchanged], Failed: n[store.RunShopFailed], Left: n[store.RunShopLeft],
			},
		}
		if one.Back, err = s.back(ctx, r); err != nil {
			return nil, err
		}
		if open := one.Counts.Waiting + one.Counts.Working; open > 0 &&
			(r.State == store.RunRunning || r.State == store.RunScheduled) {
			one.EndsAbout = max(s.millis(), r.At) + s.takes(open*calls(c, api.VerdictUnknown))
		}
		runs = append(runs, one)
	}
	return runs, nil
}

// back tells whether a run takes a change back: it undoes a change, or the undo of an undo.
func (s *Service) back(ctx context.Context, r store.Run) (back bool, err error) {
	for err == nil && r.UndoOf != "" {
		back = !back
		r, err = s.o.Store.Run(ctx, r.UndoOf)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return false, httpio.Unavailable(err)
	}
	return back, nil
}

// takes is how long so many calls take within the rate limit, in milliseconds.
func (s *Service) takes(calls int) int64 {
	return int64(calls) * s.o.RateLimit.Every().Microseconds() / 1000
}

// calls estimates the number of platform calls that a change takes in a shop.
func calls(c api.Change, v api.Verdict) int {
	if v != api.VerdictChanges && v != api.VerdictUnknown {
		return 0
	}
	reads, writes := map[string]bool{}, 0
	for _, part := range change.Parts(c) {
		for _, path := range readsOf(part, c) {
			reads[path] = true
		}
		writes++
		if part == api.PartStatus {
			writes += 2 // the pause reads the shop before and after
		}
	}
	return len(reads) + writes
}

// readsOf lists the reads that a part is planned from.
func readsOf(part api.Part, c api.Change) []string {
	switch part {
	case api.PartWeek:
		return []string{platform.PathWeekGet}
	case api.PartDates:
		return []string{platform.PathSpecialGet}
	case api.PartStatus:
		if c.Pause != nil && c.Pause.Opening {
			return []string{platform.PathShopGet, platform.PathWeekGet, platform.PathSpecialGet}
		}
	case api.PartPhones, api.PartPicture:
	}
	return []string{platform.PathShopGet}
}
