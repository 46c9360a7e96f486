package signin

import (
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Ids of the form's controls.
const (
	fieldLogin    = "signin-login"
	fieldPassword = "signin-password"
)

// model is what was typed and what became of it.
type model struct {
	login    string
	password string
	remember bool

	attempts int          // submits so far; the first turns checking on
	faults   pages.Faults // of the last check
	busy     busyWith
	title    string // of the last failure, "" for none
	advice   string
}

// busyWith is the call under way: "" for none, a way to sign in, or a role.
type busyWith string

const (
	busyPassword busyWith = "password"
	busyPasskey  busyWith = "passkey"
	busyProvider busyWith = "provider"
)

// submit checks the form. The request is for when ok is true.
func (m *model) submit() (request api.SignIn, ok bool) {
	m.attempts++
	m.title, m.advice = "", ""
	m.check()
	if len(m.faults) > 0 || m.busy != "" {
		return api.SignIn{}, false
	}
	m.busy = busyPassword
	return api.SignIn{Login: m.login, Password: m.password, Remember: m.remember}, true
}

// check looks at the fields anew, but not before the first submit.
func (m *model) check() {
	if m.attempts == 0 {
		return
	}
	m.faults = nil
	if m.login == "" {
		m.faults = append(m.faults, pages.Fault{Field: fieldLogin, Text: text.T("signin.need.login")})
	}
	if m.password == "" {
		m.faults = append(m.faults, pages.Fault{Field: fieldPassword, Text: text.T("signin.need.password")})
	}
}

// begin starts a way to sign in that needs no form.
func (m *model) begin(way busyWith) bool {
	if m.busy != "" {
		return false
	}
	m.faults, m.title, m.advice = nil, "", ""
	m.busy = way
	return true
}

// failed takes the reason why nobody was signed in. What was typed stays,
// except a password that was wrong.
func (m *model) failed(err error) {
	m.busy = ""
	m.title, m.advice = text.Error(err)
	if api.CodeOf(err) == api.CodeBadSignIn {
		m.password = ""
	}
}
