package upstream_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Every error of a call has its outcome, its name in the audit and its answer.
func TestEveryErrorHasItsOutcomeAndAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		err     error
		want    upstream.Outcome
		audited string
		code    api.Code // code of the answer, "" for no answer
	}{
		{"done", nil, upstream.Done, store.OutcomeDone, ""},
		{"refused by a rule", &platform.Error{Status: 200, Code: 7001, Message: "no such shop"}, upstream.Refused,
			store.OutcomeRefused, api.CodeRefused},
		{"refused without a word", &platform.Error{Status: 200, Code: 7001}, upstream.Refused, store.OutcomeRefused,
			api.CodeRefused},
		{"refused, with a status of its own", &platform.Error{Status: 400, Code: 7001}, upstream.Refused,
			store.OutcomeRefused,
			api.CodeRefused},
		{"refused in words alone", &platform.Error{Status: http.StatusConflict, Message: "accepted already"},
			upstream.Refused, store.OutcomeRefused, api.CodeRefused},
		{"the way refuses in words", &platform.Error{Status: http.StatusForbidden, Message: "no"}, upstream.NotDone,
			store.OutcomeRefused, api.CodeConnection},
		{"no such way, in words", &platform.Error{Status: http.StatusNotFound, Message: "no route"}, upstream.NotDone,
			store.OutcomeRefused, api.CodeConnection},
		{"too many calls", &platform.Error{Status: http.StatusTooManyRequests, Code: 429}, upstream.NotDone,
			store.OutcomeRefused, api.CodePlatformBusy},
		{"status 401", &platform.Error{Status: http.StatusUnauthorized, Malformed: true}, upstream.NotDone,
			store.OutcomeRefused, api.CodeConnection},
		{"no token", fmt.Errorf("%w: none", upstream.ErrToken), upstream.NotDone, store.OutcomeRefused, api.CodeConnection},
		{"our store fails", errors.New("disk full"), upstream.NotDone, store.OutcomeRefused, api.CodeUnavailable},
		{"an answer of ours", fmt.Errorf("%w", httpio.Refusal(api.CodeRefused, "Another order came.")), upstream.NotDone,
			store.OutcomeRefused, api.CodeRefused},
		{"no token, our credentials are refused", fmt.Errorf("%w: %w", upstream.ErrToken,
			&platform.Error{Status: 200, Code: 20005}), upstream.NotDone, store.OutcomeRefused, api.CodeConnection},
		{"never sent", &platform.UnreachableError{Err: errors.New("refused")}, upstream.NotDone, store.OutcomeRefused,
			api.CodePlatformDown},
		{"no answer", &platform.UnreachableError{Sent: true, Err: errors.New("reset")}, upstream.Unknown,
			store.OutcomeUnknown,
			api.CodePlatformDown},
		{"status 502, with a page", &platform.Error{Status: http.StatusBadGateway, Malformed: true}, upstream.Unknown,
			store.OutcomeUnknown, api.CodePlatformDown},
		{"status 500, with a code", &platform.Error{Status: http.StatusInternalServerError, Code: 5000}, upstream.Unknown,
			store.OutcomeUnknown, api.CodePlatformDown},
		{"status 200, with a page", &platform.Error{Status: 200, Malformed: true}, upstream.Unknown, store.OutcomeUnknown,
			api.CodePlatformDown},
		{"status 404, with a page", &platform.Error{Status: http.StatusNotFound, Malformed: true}, upstream.NotDone,
			store.OutcomeRefused, api.CodeConnection},
	} {
		got, words := upstream.OutcomeOf(tt.err)
		if got != tt.want || got.Audited() != tt.audited || (words == "") != (tt.err == nil) {
			t.Errorf("%s: %v (%q), audited as %s", tt.name, got, words, got.Audited())
		}
		if tt.err == nil {
			continue
		}
		var answer *api.Error
		if err := upstream.Failure(tt.err, false); !errors.As(err, &answer) || answer.Code != tt.code ||
			answer.Message == "" {
			t.Errorf("%s is answered with %v, want %s", tt.name, err, tt.code)
		}
	}
}
