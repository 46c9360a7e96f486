package token

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/shopdesk/shopdesk/server/internal/background"
)

// A refusal of status 4xx counts in whichever member its words are. The regression: words in the member error were no
// answer, so that a dead refresh token was presented every few minutes, and the merchant wasn't asked to sign in. Of
// "too many", the status counts: words were taken for a wrong client_id, and without JSON the refresh token for spent.
func TestRefusalInWordsCountsInAnyMember(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status int
		body   string
		want   Outcome
	}{
		{400, `{"message":"The refresh token is invalid"}`, OutcomeSignIn},
		{400, `{"error":"The refresh token is invalid"}`, OutcomeSignIn},
		{400, `[{"error":"The refresh token is invalid"}]`, OutcomeSignIn},
		{401, `{"error":"Unauthorized","message":"The refresh token is invalid"}`, OutcomeSignIn},
		{400, `{"error":"refused","error_description":"The access token has expired; reauthorise"}`, OutcomeSignIn},
		{400, `{"error_description":"The refresh token is invalid"}`, OutcomeSignIn},
		{401, `{"error":"invalid_token"}`, OutcomeSignIn},
		{401, `{"error":"invalid_token","message":"no"}`, OutcomeSignIn},
		{400, `{"error":"invalid_grant"}`, OutcomeSignIn},
		{400, `{"error":"invalid_grant","message":"The client_secret is wrong"}`, OutcomeSignIn},
		{401, `{"error":"invalid_client","message":"The refresh token is invalid"}`, OutcomeRefused},
		{400, `{"error":"The client_secret is wrong"}`, OutcomeRefused},
		{429, `{"error":"too many calls"}`, OutcomeTransient},
		{429, `{"code":20008,"message":"Too many calls of this client_id"}`, OutcomeTransient},
		{429, `<html>Too Many Requests</html>`, OutcomeTransient},
		{400, `{"error":{"text":"The refresh token is invalid"}}`, OutcomeUnknown},
		{400, `{"error":" "}`, OutcomeUnknown},
		{500, `{"error":"The refresh token is invalid"}`, OutcomeUnknown},
		{200, `{"error":"The refresh token is invalid"}`, OutcomeUnknown},
		{200, `{"error":"invalid_grant"}`, OutcomeSignIn},
		{200, `{"code":500,"error":"invalid_grant"}`, OutcomeTransient},
	} {
		platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(test.status)
			_, _ = io.WriteString(w, test.body)
		}))
		grants := newGrants(platform.URL, Options{Transport: http.DefaultTransport,
			Base: background.Base{Logger: slog.New(slog.DiscardHandler)}})
		if _, err := grants.Refresh(t.Context(), "refresh"); OutcomeOf(err) != test.want {
			t.Errorf("%d %s: %v, want %v: %v", test.status, test.body, OutcomeOf(err), test.want, err)
		}
		platform.Close()
	}
}
