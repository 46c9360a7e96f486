package pages_test

import (
	"errors"
	"testing"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

func TestOutcome(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		err  error
		want pages.Outcome
	}{
		{"done", nil, pages.OutcomeSaved},
		{"changed", &api.Error{Code: api.CodeChanged}, pages.OutcomeChanged},
		{"invalid", &api.Error{Code: api.CodeInvalid}, pages.OutcomeInvalid},
		{"session over", &api.Error{Code: api.CodeSignedOut}, pages.OutcomeSignedOut},
		{"forbidden", &api.Error{Code: api.CodeForbidden}, pages.OutcomeFailed},
		{"refused", &api.Error{Code: api.CodeRefused}, pages.OutcomeFailed},
		{"platform down", &api.Error{Code: api.CodePlatformDown}, pages.OutcomeFailed},
		{"platform down, perhaps done", &api.Error{Code: api.CodePlatformDown, Unknown: true}, pages.OutcomeUnknown},
		{"a page in front of us", &api.Error{Code: api.CodeUnavailable, Unknown: true}, pages.OutcomeUnknown},
		{"offline", &platform.UnreachableError{Err: backend.ErrOffline}, pages.OutcomeFailed},
		{"no answer", &platform.UnreachableError{Sent: true, Err: backend.ErrTimeout}, pages.OutcomeUnknown},
		{"an answer that can't be read", errors.New("x"), pages.OutcomeUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, _ := pages.OutcomeOf(tt.err); got != tt.want {
				t.Errorf("outcome %v, want %v", got, tt.want)
			}
		})
	}
}
