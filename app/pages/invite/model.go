package invite

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/form"
	"github.com/shopdesk/shopdesk/app/text"
)

// Ids of the form's controls.
const (
	fieldName     = "invite-name"
	fieldLogin    = "invite-login"
	fieldPassword = "invite-password"
)

const minPassword = 12 // characters: the server's

// fieldOf gives the control for a path of the request.
func fieldOf(path string) string {
	switch path {
	case "name":
		return fieldName
	case "login":
		return fieldLogin
	}
	return fieldPassword
}

// model is what the link is for, what was typed and what became of it.
type model struct {
	token    string
	info     *api.InviteInfo // nil until it is known
	lookErr  error
	name     string
	login    string
	password string

	attempts int
	faults   form.Faults
	busy     bool
	used     bool   // the link is of no use any more
	title    string // of the last failure, "" for none
	advice   string
}

// looked takes what the link is for. The inviter's name for the person is a
// first guess of how they want to be called.
func (m *model) looked(info *api.InviteInfo, err error) {
	var refusal *api.Error
	switch {
	case err == nil:
		m.info, m.name, m.login = info, info.Name, info.Login
	case errors.As(err, &refusal) && refusal.Code == api.CodeLinkUsed:
		m.used = true
	default:
		m.lookErr = err
	}
}

// submit checks the form. The request is for when ok is true.
func (m *model) submit() (request api.AcceptInvite, ok bool) {
	m.attempts++
	m.title, m.advice = "", ""
	m.check()
	if len(m.faults) > 0 || m.busy {
		return api.AcceptInvite{}, false
	}
	m.busy = true
	return api.AcceptInvite{Token: m.token, Name: strings.TrimSpace(m.name), Login: strings.TrimSpace(m.login), Password: m.password}, true
}

// check looks at the fields anew, but not before the first submit. The server
// checks again.
func (m *model) check() {
	if m.attempts == 0 {
		return
	}
	m.faults = nil
	if strings.TrimSpace(m.name) == "" {
		m.fault("name", "required")
	}
	if strings.TrimSpace(m.login) == "" {
		m.fault("login", "required")
	}
	switch length := utf8.RuneCountInString(m.password); {
	case length == 0:
		m.fault("password", "required")
	case length < minPassword:
		m.fault("password", "too_short", minPassword)
	}
}

func (m *model) fault(path, code string, args ...any) {
	key := "setup.fault." + path + "." + code
	if !text.Has(key) {
		key = "setup.fault.other"
	}
	m.faults = append(m.faults, form.Fault{Field: fieldOf(path), Text: text.T(key, args...)})
}

// failed takes the reason why the link wasn't used.
func (m *model) failed(err error) {
	m.busy = false
	var refusal *api.Error
	if !errors.As(err, &refusal) {
		m.title, m.advice = text.Error(err)
		return
	}
	switch refusal.Code { //nolint:exhaustive // the others have their words already
	case api.CodeLinkUsed:
		m.used = true
	case api.CodeLoginTaken:
		m.attempts++ // the summary is news again
		m.faults = form.Faults{{Field: fieldLogin, Text: text.T("invite.taken")}}
	case api.CodeInvalid:
		m.attempts++
		m.faults = nil
		for _, p := range refusal.Problems {
			m.fault(p.Path, p.Code, p.Args...)
		}
	default:
		m.title, m.advice = text.Error(err)
	}
}

// roles says what the link gives, in words.
func roles(info *api.InviteInfo) []string {
	var said []string
	for i, g := range info.Grants {
		role := string(g.Role)
		if text.Has("role." + role) {
			role = text.T("role." + role)
		}
		if i < len(info.Shops) && info.Shops[i] != "" {
			said = append(said, text.T("operators.role.in", role, info.Shops[i]))
		} else {
			said = append(said, text.T("operators.role.all", role))
		}
	}
	return said
}
