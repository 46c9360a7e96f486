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
	if err := s.register(r.Context(), who, request); err != nil {
		return err
	}
	return s.answerHooks(w, r)
}

// Register registers our URL for events. The audit names the server as operator.
func (s *Service) Register(ctx context.Context, events []int, test bool) error {
	return s.register(ctx, auth.Server, api.RegisterHooks{Events: events, Test: test})
}

func (s *Service) register(ctx context.Context, who *auth.Principal, request api.RegisterHooks) error {
	events := request.Events
	if len(events) == 0 {
		for _, e := range documented {
			events = append(events, int(e))
		}
	}
	for _, e := range events {
		if err := s.registerOne(ctx, who, e, request.Test); err != nil {
			return err
		}
	}
	return nil
}

// registerWithin limits the registration of an event, with all attempts of the call.
const registerWithin = time.Minute

// registerOne finishes a registration that has begun, even if ctx ends.
func (s *Service) registerOne(ctx context.Context, who *auth.Principal, event int, test bool) error {
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
	finish, err := s.calls().Begin(ctx, who.Entry("callback.set", 0, request, s.Now()))
	if err != nil {
		return httpio.Unavailable(err)
	}
	err = s.Platform.SetCallback(ctx, call)
	came, _ := upstream.OutcomeOf(err)
	state, note := api.HookSet, ""
	if err != nil {
		state, note = api.HookFailed, why(err)
		s.Logger.WarnContext(ctx, "inbox: webhook URL not registered", "event", event, "err",
			upstream.Scrub(err.Error()))
	}
	err = s.Store.PutHookEvent(ctx, store.HookEvent{
		EventID: int64(event), Test: test, State: string(state), URL: s.URL, At: s.Millis(), Operator: who.Name, Note: note,
	})
	finish(came.Audited(), note)
	if err != nil {
		return httpio.Unavailable(err)
	}
	return nil
}

// why returns the platform's refusal in words that screens may show.
func why(err error) string {
	var said *platform.Error
	if errors.As(err, &said) && !said.Authentication() && !said.Malformed {
		return fmt.Sprintf("code %d: %s", said.Code, upstream.Scrub(said.Message))
	}
	return reason(err)
}
