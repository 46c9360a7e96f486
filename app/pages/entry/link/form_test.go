package link

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
)

func TestSubmit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                  string
		person, login, passwd string
		want                  []string // the fields that are wrong
	}{
		{"empty", "", "", "", []string{"x-name", "x-login", "x-password"}},
		{"blank", "  ", " ", "   ", []string{"x-name", "x-login", "x-password"}},
		{"short, in characters", "Ann", "ann", "密碼密碼密碼密碼密碼密", []string{"x-password"}},
		{"long enough, in characters", "Ann", "ann", "密碼密碼密碼密碼密碼密碼", nil},
		{"too long", "Ann", "ann", strings.Repeat("x", 129), []string{"x-password"}},
		{"space in the login", "Ann", "ann lee", "correct horse battery", []string{"x-login"}},
		{"an e-mail address", "Ann", "ann+1@example.com", "correct horse battery", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := Form{ID: "x", Token: "tok", Name: tt.person, Login: tt.login, Password: tt.passwd}
			ok := f.Submit()
			var got []string
			for _, fault := range f.faults() {
				got = append(got, fault.Target)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || ok != (tt.want == nil) {
				t.Errorf("ok %v (-want +got):\n%s", ok, diff)
			}
		})
	}
}

// Of somebody who is known only a password is asked for, whatever they are called.
func TestKnown(t *testing.T) {
	t.Parallel()
	f := Form{ID: "x", Known: true, Login: "host:7", Password: "correct horse battery"}
	if !f.Submit() || f.Submit() {
		t.Errorf("once, and not twice at the same time: %+v", f)
	}
}

func TestFailed(t *testing.T) {
	t.Parallel()
	f := Form{ID: "x", Busy: true}
	f.failed(&api.Error{Code: api.CodeInvalid, Problems: []api.Problem{
		{Path: "password", Code: "too_common"}, {Path: "login", Code: "taken_by_aliens"},
		{Path: "name", Code: "too_long", Args: []any{100.0}},
	}})
	want := pages.Faults{
		{Target: "x-password", Text: "Many people use this password. Choose another one."},
		{Target: "x-login", Text: "The server doesn't accept this."},
		{Target: "x-name", Text: "Make the name at most 100 characters long."},
	}
	if diff := cmp.Diff(want, f.faults()); diff != "" || f.Busy {
		t.Errorf("busy %v (-want +got):\n%s", f.Busy, diff)
	}
	f.failed(&api.Error{Code: api.CodeLoginTaken})
	if f.faults().At("x-login") == "" {
		t.Error("a taken name isn't said at its field")
	}
	f.failed(&api.Error{Code: api.CodeLinkUsed})
	if !f.Used {
		t.Error("a used link isn't said to be used")
	}
}
