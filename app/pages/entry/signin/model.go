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

	attempts int  // submits so far
	checks   bool // the fields are checked as they change, since the last submit
	busy     busyWith
	err      error // the last failure
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
	m.checks, m.err = true, nil
	if len(m.faults()) > 0 || m.waits(busyPassword) {
		return api.SignIn{}, false
	}
	m.busy = busyPassword
	return api.SignIn{Login: m.login, Password: m.password, Remember: m.remember}, true
}

// faults are what is wrong with the fields, but nothing before a submit.
func (m *model) faults() (list pages.Faults) {
	if !m.checks {
		return nil
	}
	if m.login == "" {
		list.Add(fieldLogin, text.T("signin.need.login"))
	}
	if m.password == "" {
		list.Add(fieldPassword, text.T("signin.need.password"))
	}
	return list
}

// begin starts a way to sign in that needs no form.
func (m *model) begin(way busyWith) bool {
	if m.waits(way) {
		return false
	}
	m.checks, m.err, m.busy = false, nil, way
	return true
}

// waits reports whether a way to sign in is under way. Where that is another one, it is said.
func (m *model) waits(way busyWith) bool {
	if m.busy != "" && m.busy != way {
		m.err = &api.Error{Code: api.CodeTooMuch}
	}
	return m.busy != ""
}

// failed takes the reason why nobody was signed in. What was typed stays,
// except a password that was wrong.
func (m *model) failed(err error) {
	m.busy, m.err = "", err
	if api.CodeOf(err) == api.CodeBadSignIn {
		m.password, m.checks = "", false
	}
}
