package account

import (
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

func TestModel(t *testing.T) {
	t.Parallel()
	m := model{name: " ", key: "till", password: "short"}
	if m.need("name", m.name) || m.faults().At(fieldName) == "" || !m.need("key", m.key) ||
		m.checkPassword() || m.faults().At(fieldPassword) == "" {
		t.Errorf("%+v", m)
	}
	m.password = "a long enough secret"
	if !m.checkPassword() {
		t.Errorf("%v", m.wrong)
	}
	before, fields := m.wrong.Tries, []string{"name", "password"}
	refusal := &api.Error{Code: api.CodeInvalid, Problems: []api.Problem{{Path: "password", Code: "too_common"}}}
	if !m.wrong.Refused(refusal, fields...) ||
		!strings.Contains(m.faults().At(fieldPassword), "Many people") || m.wrong.Tries == before {
		t.Errorf("the server's problem: %+v", m)
	}
	if refusal.Problems[0].Path = "passkeys"; m.wrong.Refused(errors.New("x"), fields...) ||
		m.wrong.Refused(refusal, fields...) {
		t.Error("another error was taken for a field's")
	}
}

// The words about a passkey's name that can't be shown stood at the person's own name, once the device had made the
// passkey.
func TestPasskeyNameIsWrongAtItsField(t *testing.T) {
	t.Parallel()
	var m model
	if m.need("key", "Till\u202e3") || !strings.Contains(m.faults().At(fieldKey), "can't be shown") {
		t.Errorf("before it is sent: %v", m.faults())
	}
	if m.need("key", " ") || m.faults().At(fieldKey) != "Enter a name." || m.faults().At(fieldName) != "" {
		t.Errorf("without a name: %v", m.faults())
	}
}

// A second passkey on a device that has one was "Something went wrong on our side".
func TestKnownPasskeyIsNoFailureOfOurs(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Account}, api.RoleStaff)}
	page.act.Err = passkey.ErrKnown
	page.failed(app.Context{}, page.act.Err)
	if html := pagetest.Markup(page); !strings.Contains(html, "This device has a passkey for you already.") {
		t.Error(html)
	}
}

// A new password ends the invitations that a person made, and no page said so.
func TestNewPasswordTellsOfInvitations(t *testing.T) {
	t.Parallel()
	for _, permissions := range [][]string{nil, {api.MayEditOperators}} {
		page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Account}, "")}
		page.State.SetSession(api.Session{Operator: &api.Operator{ID: 1, Permissions: permissions}})
		page.show(&api.Account{Name: "Mei", Login: "mei"})
		if told := strings.Contains(pagetest.Markup(page), "ends your open invitations"); told != (permissions != nil) {
			t.Errorf("%v: told %v", permissions, told)
		}
	}
}

// A host's people have preferences here, and nothing to sign in with.
func TestMarkup(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Account}, api.RoleStaff)}
	page.show(&api.Account{Name: "Mei", Login: "mei", Passkeys: []api.Passkey{{ID: "k", Name: "Till"}}})
	html := pagetest.Markup(page)
	for _, part := range []string{"You sign in as", "Till", "You have no password", `autocomplete="new-password"`} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in %s", part, html)
		}
	}
	hosted := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Account}, api.RoleStaff)}
	hosted.State.SetSession(api.Session{HostSign: true, Operator: &api.Operator{ID: 1}})
	if html = pagetest.Markup(hosted); !strings.Contains(html, "Language") || strings.Contains(html, "Passkeys") ||
		strings.Contains(html, "skeleton") {
		t.Error("a host's:", html)
	}
}
