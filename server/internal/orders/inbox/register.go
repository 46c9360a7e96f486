package inbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleRegister registers our URL at the platform for each event (interface 4.5,
// [api.PathHooksRegister]). The answer holds the platform's answer for each event.
func (s *Service) HandleRegister(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.RegisterHooks](s.Authoriser, w, r, auth.PermissionHooks)
	if err != nil {
		return err
	}
	for i, e := range request.Events {
		if e <= 0 || len(request.Events) > 100 {
			return httpio.Invalid("These are no event codes.",
				api.Problem{Path: fmt.Sprintf("events[%d]", i), Code: "positive"})
		}
	}
	// The call decides where the platform's messages go, so the operator must prove their identity
	// again.
	if err := s.Authoriser.RequireStepUp(r.Context()); err != nil {
		return err
	}
	failed, err := s.register(upstream.ForPerson(r.Context()), who, request)
	if err != nil {
		return err
	}
	if len(failed) == 0 && !request.Test {
		s.see(r.Context(), &s.registered, s.Millis())
	}
	return s.answerHooks(w, r)
}

// Register registers our URL for events, and returns the errors of those that the platform doesn't take. The audit
// names the server as operator, and has calls in a row that fail once.
func (s *Service) Register(ctx context.Context, events []int, test bool) (failed map[int]error, err error) {
	return s.register(ctx, auth.Server, api.RegisterHooks{Events: events, Test: test})
}

func (s *Service) register(ctx context.Context, who *auth.Principal, request api.RegisterHooks) (
	failed map[int]error, err error) {
	events := request.Events
	if len(events) == 0 {
		for _, e := range documented {
			events = append(events, int(e))
		}
	}
	stored, err := s.Store.HookEvents(ctx)
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	told := map[int64]bool{} // the audit has that the server's last call failed
	for _, e := range stored {
		if who == auth.Server && e.Operator == who.Name && e.Test == request.Test && e.URL == s.URL {
			told[e.EventID] = e.State == string(api.HookFailed)
		}
	}
	failed = map[int]error{}
	for _, e := range events {
		said, err := s.registerOne(ctx, who, e, request.Test, told[int64(e)])
		if err != nil {
			return nil, err
		}
		if said != nil {
			failed[e] = said
		}
	}
	return failed, nil
}

// registerWithin limits the registration of an event, with all attempts of the call.
const registerWithin = time.Minute

// registerOne finishes a registration that has begun, even if ctx ends. said is the platform's error. A repeat, whose
// failure the audit has, is entered only when it succeeds.
func (s *Service) registerOne(ctx context.Context, who *auth.Principal, event int, test, repeat bool) (
	said, err error) {
	ctx, cancel := background.Finish(ctx, registerWithin)
	defer cancel()
	call := platform.CallbackSet{
		AppID: s.AppID, Timestamp: strconv.FormatInt(s.Now().Unix(), 10), EventID: event, URL: s.URL,
		IsTest: platform.CallbackProduction,
	}
	if test {
		call.IsTest = platform.CallbackTest
	}
	call.Sig = platform.SuffixSignature(s.CallbackURL, call.SignedFields(), s.Secrets[0])
	// The audit leaves out the URL, because its id is a secret.
	request := struct {
		EventID int `json:"eventId"`
		IsTest  int `json:"isTest"`
	}{call.EventID, call.IsTest}
	entry, finish := who.Entry("callback.set", 0, request, s.Now()), func(string, string) {}
	if !repeat {
		if finish, err = s.calls().Begin(ctx, entry); err != nil {
			return nil, httpio.Unavailable(err)
		}
	}
	said = s.Platform.SetCallback(ctx, call)
	came, _ := upstream.OutcomeOf(said)
	state, note := api.HookSet, ""
	if said != nil {
		state, note = api.HookFailed, why(said)
		s.Logger.WarnContext(ctx, "inbox: webhook URL not registered", "event", event, "err",
			upstream.Scrub(said.Error()))
	}
	if repeat && said == nil {
		if finish, err = s.calls().Begin(ctx, entry); err != nil {
			return nil, httpio.Unavailable(err)
		}
	}
	err = s.Store.PutHookEvent(ctx, store.HookEvent{
		EventID: int64(event), Test: test, State: string(state), URL: s.URL, At: s.Millis(), Operator: who.Name, Note: note,
	})
	finish(came.Audited(), note)
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	return said, nil
}

// why returns the platform's refusal in words that screens may show.
func why(err error) string {
	var said *platform.Error
	if errors.As(err, &said) && !said.Authentication() && !said.Malformed {
		return fmt.Sprintf("code %d: %s", said.Code, upstream.Scrub(said.Message))
	}
	return reason(err)
}
