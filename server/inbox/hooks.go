package inbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/auth"
	"github.com/shopdesk/shopdesk/server/httpio"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/upstream"
)

var (
	_ httpio.Func = (*Service)(nil).HandleHooks
	_ httpio.Func = (*Service)(nil).HandleRegister
	_ httpio.Func = (*Service)(nil).HandleReplay
)

// documented are the events of interface 6.3.
var documented = platform.Events()

// silentAfter is how long nothing may be heard of a platform that does send
// heartbeats. Their distance isn't shown (interface 6.2).
const silentAfter = 5 * 60_000

// HandleHooks answers how the platform reaches us ([api.PathHooks]).
func (s *Service) HandleHooks(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.o.Authoriser.Require(r.Context(), auth.PermissionHooks); err != nil {
		return err
	}
	return s.answerHooks(w, r)
}

func (s *Service) answerHooks(w http.ResponseWriter, r *http.Request) error {
	h, err := s.hooks(r.Context())
	if err != nil {
		return unavailable(err)
	}
	w.Header().Set("Cache-Control", "no-store")
	return httpio.WriteJSON(w, h)
}

// Hearing tells whether the platform still reaches us.
func (s *Service) Hearing(ctx context.Context) (api.Hearing, error) {
	beat, err := s.last(ctx, &s.heartbeat)
	if err != nil {
		return api.Hearing{}, err
	}
	message, err := s.last(ctx, &s.message)
	heard := max(beat, message)
	return api.Hearing{HeardAt: heard, Silent: beat != 0 && s.millis()-heard > silentAfter}, err
}

func (s *Service) hooks(ctx context.Context) (h api.Hooks, err error) {
	h = api.Hooks{Mode: s.o.Mode, URL: s.o.URL, Dead: []api.HookMessage{}, Unknown: []api.HookMessage{}, Refusals: []api.HookRefusal{}}
	if h.Hearing, err = s.Hearing(ctx); err != nil {
		return h, err
	}
	if h.Heartbeat, err = s.last(ctx, &s.heartbeat); err != nil {
		return h, err
	}
	if h.Message, err = s.last(ctx, &s.message); err != nil {
		return h, err
	}
	facts, err := s.o.Store.InboxFacts(ctx)
	if err != nil {
		return h, err
	}
	h.Waiting, h.Oldest = int(facts.Waiting), facts.Oldest
	if h.Events, err = s.registrations(ctx, facts); err != nil {
		return h, err
	}
	messages, err := s.o.Store.DeadMessages(ctx, api.HookRows)
	if err != nil {
		return h, err
	}
	for _, m := range messages {
		h.Dead = append(h.Dead, shownMessage(m))
	}
	codes := make([]int64, len(documented))
	for i, e := range documented {
		codes[i] = int64(e)
	}
	if messages, err = s.o.Store.StrangeMessages(ctx, codes, api.HookRows); err != nil {
		return h, err
	}
	for _, m := range messages {
		h.Unknown = append(h.Unknown, shownMessage(m))
	}
	refusals, err := s.o.Store.Refusals(ctx, api.HookRows)
	for _, r := range refusals {
		h.Refused = max(h.Refused, r.At)
		h.Refusals = append(h.Refusals, shownRefusal(r))
	}
	return h, err
}

func (s *Service) registrations(ctx context.Context, facts store.InboxFacts) ([]api.HookEvent, error) {
	stored, err := s.o.Store.HookEvents(ctx)
	if err != nil {
		return nil, err
	}
	byID := map[int]api.HookEvent{}
	for _, e := range documented {
		byID[int(e)] = api.HookEvent{EventID: int(e), State: api.HookUnset}
	}
	for id := range facts.Counts {
		if _, ok := byID[int(id)]; !ok {
			byID[int(id)] = api.HookEvent{EventID: int(id), State: api.HookUnset}
		}
	}
	for _, e := range stored {
		byID[int(e.EventID)] = api.HookEvent{
			EventID: int(e.EventID), Test: e.Test, State: api.HookState(e.State), URL: e.URL == s.o.URL, At: e.At, By: e.Operator, Text: e.Note,
		}
	}
	all := make([]api.HookEvent, 0, len(byID))
	for id, e := range byID {
		e.Count, e.LastAt = facts.Counts[int64(id)], facts.Last[int64(id)]
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b api.HookEvent) int { return cmp.Compare(a.EventID, b.EventID) })
	return all, nil
}

func shownMessage(m store.Message) api.HookMessage {
	var w platform.Webhook
	_ = json.Unmarshal(m.Body, &w) // one that can't be read is shown without
	return api.HookMessage{
		ID: m.ID, At: m.ReceivedAt, EventID: int(m.EventID), ShopID: m.ShopID, OrderID: m.OrderID,
		Tries: int(m.Tries), Why: m.Why, Message: shorten(w.Message),
	}
}

func shownRefusal(r store.Refusal) api.HookRefusal {
	shown := api.HookRefusal{
		At: r.At, Why: api.HookWhy(r.Why), EventID: int(r.EventID), ShopID: r.ShopID, Address: r.Address,
		Size: int(r.Size), Body: shorten(string(r.Body)), Received: r.Received,
	}
	if r.Matches != "" {
		shown.Matches = strings.Split(r.Matches, ",")
	}
	return shown
}

func shorten(text string) string {
	const most = 1000
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// HandleRegister registers our URL at the platform for each event (interface
// 4.5, [api.PathHooksRegister]). What the platform says of each is in the
// answer.
func (s *Service) HandleRegister(w http.ResponseWriter, r *http.Request) error {
	who, err := s.o.Authoriser.Require(r.Context(), auth.PermissionHooks)
	if err != nil {
		return err
	}
	request, err := httpio.Decode[api.RegisterHooks](w, r)
	if err != nil {
		return err
	}
	for i, e := range request.Events {
		if e <= 0 || len(request.Events) > 100 {
			return &api.Error{Status: http.StatusUnprocessableEntity, Code: api.CodeInvalid, Message: "These are no event codes.",
				Problems: []api.Problem{{Path: fmt.Sprintf("events[%d]", i), Code: "positive"}}}
		}
	}
	// Where the platform's messages go is worth a proof of who asks.
	if err := s.o.Authoriser.RequireStepUp(r.Context()); err != nil {
		return err
	}
	if err := s.register(r.Context(), *who, request); err != nil {
		return err
	}
	return s.answerHooks(w, r)
}

// Register registers our URL for events in the server's own name.
func (s *Service) Register(ctx context.Context, events []int, test bool) error {
	return s.register(ctx, auth.Principal{Name: "Shopdesk"}, api.RegisterHooks{Events: events, Test: test})
}

func (s *Service) register(ctx context.Context, who auth.Principal, request api.RegisterHooks) error {
	events := request.Events
	if len(events) == 0 {
		for _, e := range documented {
			events = append(events, int(e))
		}
	}
	ctx = context.WithoutCancel(ctx) // begun, it is ended
	for _, e := range events {
		if err := s.registerOne(ctx, who, e, request.Test); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) registerOne(ctx context.Context, who auth.Principal, event int, test bool) error {
	call := platform.CallbackSet{
		AppID: s.o.AppID, Timestamp: strconv.FormatInt(s.o.Now().Unix(), 10), EventID: event, URL: s.o.URL, IsTest: platform.CallbackProduction,
	}
	if test {
		call.IsTest = platform.CallbackTest
	}
	call.Sig = platform.SuffixSignature(s.o.CallbackURL, call.SignedFields(), s.o.Secrets[0])
	// The URL's id is a secret of sorts: the audit has the rest.
	request, _ := json.Marshal(struct {
		EventID int `json:"eventId"`
		IsTest  int `json:"isTest"`
	}{call.EventID, call.IsTest})
	id, err := s.o.Audit.Begin(ctx, store.Entry{
		At: s.millis(), OperatorID: who.OperatorID, Operator: who.Name, Address: who.Address, Action: "callback.set", Request: request,
	})
	if err != nil {
		return unavailable(err)
	}
	err = s.o.Platform.SetCallback(ctx, call)
	outcome, state, note := store.OutcomeDone, api.HookSet, ""
	if err != nil {
		outcome, state, note = store.OutcomeRefused, api.HookFailed, why(err)
		var unreachable *platform.UnreachableError
		if errors.As(err, &unreachable) && unreachable.Sent {
			outcome = store.OutcomeUnknown
		}
	}
	err = s.o.Store.PutHookEvent(ctx, store.HookEvent{
		EventID: int64(event), Test: test, State: string(state), URL: s.o.URL, At: s.millis(), Operator: who.Name, Note: note,
	})
	if failed := s.o.Audit.Finish(ctx, id, outcome, note, s.millis()); failed != nil {
		s.log.ErrorContext(ctx, "inbox: outcome not recorded", "audit", id, "outcome", outcome, "err", failed)
	}
	if err != nil {
		return unavailable(err)
	}
	return nil
}

// why is the platform's refusal in words that may be shown.
func why(err error) string {
	var said *platform.Error
	if errors.As(err, &said) && !said.Authentication() && !said.Malformed {
		return fmt.Sprintf("code %d: %s", said.Code, upstream.Scrub(said.Message))
	}
	return reason(err)
}

// HandleReplay has dead letters worked on again ([api.PathHooksReplay]).
func (s *Service) HandleReplay(w http.ResponseWriter, r *http.Request) error {
	who, err := s.o.Authoriser.Require(r.Context(), auth.PermissionHooks)
	if err != nil {
		return err
	}
	request, err := httpio.Decode[api.ReplayHooks](w, r)
	if err != nil {
		return err
	}
	var ids []int64
	for i, text := range request.IDs {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || len(request.IDs) > api.HookRows {
			return &api.Error{Status: http.StatusUnprocessableEntity, Code: api.CodeInvalid, Message: "These are no messages.",
				Problems: []api.Problem{{Path: fmt.Sprintf("ids[%d]", i), Code: "id"}}}
		}
		ids = append(ids, id)
	}
	body, _ := json.Marshal(request) // of plain values: it can't fail
	id, err := s.o.Audit.Begin(r.Context(), store.Entry{
		At: s.millis(), OperatorID: who.OperatorID, Operator: who.Name, Address: who.Address, Action: "hooks.replay", Request: body,
	})
	if err != nil {
		return unavailable(err)
	}
	n, err := s.o.Store.ReplayMessages(r.Context(), ids, s.millis())
	if err != nil {
		return unavailable(err)
	}
	if err := s.o.Audit.Finish(r.Context(), id, store.OutcomeDone, fmt.Sprintf("%d messages", n), s.millis()); err != nil {
		return unavailable(err)
	}
	s.ring()
	return s.answerHooks(w, r)
}

func unavailable(err error) error {
	return fmt.Errorf("%w: %w", &api.Error{Status: http.StatusServiceUnavailable, Code: api.CodeUnavailable, Message: "Our own storage doesn't answer. Try again in a moment."}, err)
}
