package runs

import (
	"context"
	"errors"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

var errNotYours = httpio.Refusal(api.CodeForbidden,
	"Only who started this run, or who may change all of its shops, can do that.")

// HandleSteer pauses a run, continues, cancels or begins it now ([api.PathRunSteer]). An act that comes too late
// changes nothing.
func (s *Service) HandleSteer(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.SteerRun](w, r)
	if err != nil {
		return err
	}
	v, run, _, err := s.own(r.Context(), request.ID)
	if err != nil {
		return err
	}
	ctx, cancel := background.Finish(r.Context(), background.SaveWithin)
	defer cancel()
	for {
		next, ok := s.steered(run, request.Act)
		if !ok {
			return invalid(api.Problem{Path: "act", Code: "not_allowed"})
		}
		if next.State == run.State && next.At == run.At {
			break
		}
		if next.State == store.RunCancelled {
			next.EndedBy = v.who.Name
		}
		rows, err := s.o.Store.RunShops(ctx, run.ID)
		if err != nil {
			return httpio.Unavailable(err)
		}
		err = s.o.Store.SaveRunState(ctx, next, news(next, next.Version+1, rows, s.millis()))
		if err == nil {
			s.log.InfoContext(ctx, "run steered", "run", run.ID, "act", request.Act, "operator", v.who.OperatorID)
			break
		}
		if !errors.Is(err, store.ErrConflict) {
			return httpio.Unavailable(err)
		}
		if run, err = s.o.Store.Run(ctx, run.ID); err != nil { // another change was faster: try again on the new state
			return httpio.Unavailable(err)
		}
	}
	s.Ring()
	if run, err = s.o.Store.Run(ctx, run.ID); err != nil {
		return httpio.Unavailable(err)
	}
	answer, err := s.one(r.Context(), v, run)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, answer)
}

// own finds a run that the operator may steer.
func (s *Service) own(ctx context.Context, id string) (*visibility, store.Run, api.Change, error) {
	v, err := s.sight(ctx)
	if err != nil {
		return nil, store.Run{}, api.Change{}, err
	}
	run, c, err := s.seen(ctx, v, id)
	if err != nil {
		return nil, run, c, err
	}
	mine, err := s.steers(ctx, v, []store.Run{run}, []api.Change{c})
	if err == nil && !mine[run.ID] {
		err = errNotYours
	}
	return v, run, c, err
}

// steered returns the run after an act, false for an unknown act.
func (s *Service) steered(r store.Run, act api.RunAct) (store.Run, bool) {
	now := s.millis()
	switch act {
	case api.RunActPause:
		if r.State == store.RunRunning {
			r.State = store.RunPaused
		}
	case api.RunActGoOn:
		if r.State == store.RunPaused {
			r.State = store.RunRunning
		}
	case api.RunActNow:
		if r.State == store.RunScheduled {
			r.State, r.At = store.RunRunning, now
		}
	case api.RunActCancel:
		switch r.State {
		case store.RunScheduled, store.RunRunning, store.RunPaused:
			r.State, r.EndedAt = store.RunCancelled, now
		}
	default:
		return r, false
	}
	return r, true
}
