package inbox

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// documented lists the events of interface 6.3.
var documented = platform.Events()

// HandleHooks answers how the platform reaches us ([api.PathHooks]).
func (s *Service) HandleHooks(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.Authoriser.Require(r.Context(), auth.PermissionHooks); err != nil {
		return err
	}
	return s.answerHooks(w, r)
}

func (s *Service) answerHooks(w http.ResponseWriter, r *http.Request) error {
	h, err := s.hooks(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	return httpio.WriteJSON(w, h)
}

func (s *Service) hooks(ctx context.Context) (h api.Hooks, err error) {
	h = api.Hooks{Mode: s.Mode, Rule: s.Rule, URL: s.URL, Dead: []api.HookMessage{}, Unknown: []api.HookMessage{},
		Refusals: []api.HookRefusal{}}
	if h.Heartbeat, err = s.last(ctx, &s.heartbeat); err != nil {
		return h, err
	}
	if h.Message, err = s.last(ctx, &s.message); err != nil {
		return h, err
	}
	if h.Hearing, err = s.hearing(ctx, h.Heartbeat, h.Message); err != nil {
		return h, err
	}
	if h.Older, err = s.last(ctx, &s.older); err != nil {
		return h, err
	}
	if h.Gaps, err = s.gaps(ctx); err != nil {
		return h, err
	}
	h.Secrets = len(s.secrets())
	facts, err := s.Store.InboxFacts(ctx)
	if err != nil {
		return h, err
	}
	h.Waiting, h.Oldest, h.DeadAll = int(facts.Waiting), facts.Oldest, int(facts.Dead+facts.Foreign)
	if h.Events, err = s.registrations(ctx, facts); err != nil {
		return h, err
	}
	messages, err := s.Store.DeadMessages(ctx, api.HookRows)
	if err != nil {
		return h, err
	}
	for _, m := range messages {
		h.Dead = append(h.Dead, shownMessage(m))
	}
	h.DeadAll = max(h.DeadAll, len(h.Dead)) // a message may have died after the count
	codes := make([]int64, len(documented))
	for i, e := range documented {
		codes[i] = int64(e)
	}
	if messages, err = s.Store.StrangeMessages(ctx, codes, api.HookRows); err != nil {
		return h, err
	}
	for _, m := range messages {
		h.Unknown = append(h.Unknown, shownMessage(m))
	}
	refusals, err := s.Store.Refusals(ctx, api.HookRows)
	for _, r := range refusals {
		h.Refused = max(h.Refused, r.At)
		h.Refusals = append(h.Refusals, shownRefusal(r))
	}
	return h, err
}

func (s *Service) registrations(ctx context.Context, facts store.InboxFacts) ([]api.HookEvent, error) {
	stored, err := s.Store.HookEvents(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[int]api.HookEvent{}
	for _, e := range documented {
		byID[int(e)] = api.HookEvent{EventID: int(e), State: api.HookUnset}
	}
	for id := range facts.Counts {
		if _, ok := byID[int(id)]; !ok && id != 0 {
			byID[int(id)] = api.HookEvent{EventID: int(id), State: api.HookUnset}
		}
	}
	var tested []api.HookEvent
	for _, e := range stored {
		shown := api.HookEvent{
			EventID: int(e.EventID), Test: e.Test, State: api.HookState(e.State), URL: e.URL == s.URL, At: e.At,
			By: e.Operator, Text: e.Note,
		}
		if e.Test {
			tested = append(tested, shown)
		} else {
			byID[shown.EventID] = shown
		}
	}
	all := slices.AppendSeq(make([]api.HookEvent, 0, len(byID)+len(tested)), maps.Values(byID))
	all = append(all, tested...)
	for i, e := range all {
		all[i].Count, all[i].LastAt = facts.Counts[int64(e.EventID)], facts.Last[int64(e.EventID)]
	}
	slices.SortStableFunc(all, func(a, b api.HookEvent) int { return cmp.Compare(a.EventID, b.EventID) })
	return all, nil
}

// longestShown limits the part of a message that a person is shown, in characters.
const longestShown = 1000

func shownMessage(m store.Message) api.HookMessage {
	var w platform.Webhook
	_ = platform.Read(m.Body, &w) // an unreadable message is shown without its content
	if w.EventID == 0 {
		w.Message = string(m.Body) // the eventId as it came is in it
	}
	return api.HookMessage{
		ID: m.ID, At: m.ReceivedAt, EventID: int(m.EventID), ShopID: m.ShopID, OrderID: m.OrderID,
		Tries: int(m.Tries), Why: m.Why, Message: httpio.Shorten(w.Message, longestShown),
	}
}

func shownRefusal(r store.Refusal) api.HookRefusal {
	shown := api.HookRefusal{
		At: r.At, Why: api.HookWhy(r.Why), EventID: int(r.EventID), ShopID: r.ShopID, Address: r.Address,
		Size: int(r.Size), Body: httpio.Shorten(string(r.Body), longestShown), Received: r.Received,
	}
	for rule := range strings.SplitSeq(r.Matches, ",") {
		if rule != "" {
			shown.Matches = append(shown.Matches, platform.HookRule(rule))
		}
	}
	return shown
}
