package setup

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/form"
	"github.com/shopdesk/shopdesk/app/text"
)

// Ids of the form's controls.
const (
	fieldName     = "setup-name"
	fieldLogin    = "setup-login"
	fieldPassword = "setup-password"
)

// Limits of a password, in characters: the server's.
const (
	minPassword = 12
	maxPassword = 128
)

// fieldOf gives the control for a path of the request.
var fieldOf = map[string]string{"name": fieldName, "login": fieldLogin, "password": fieldPassword}

// model is what was typed and what became of it.
type model struct {
	token    string
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

// submit checks the form. The request is for when ok is true.
func (m *model) submit() (request api.Setup, ok bool) {
	m.attempts++
	m.title, m.advice = "", ""
	m.check()
	if len(m.faults) > 0 || m.busy {
		return api.Setup{}, false
	}
	m.busy = true
	return api.Setup{Token: m.token, Name: strings.TrimSpace(m.name), Login: strings.TrimSpace(m.login), Password: m.password}, true
}

// check looks at the fields anew, but not before the first submit. The server
// checks again, and knows passwords that are too common.
func (m *model) check() {
	if m.attempts == 0 {
		return
	}
	m.faults = nil
	if strings.TrimSpace(m.name) == "" {
		m.fault("name", "required")
	}
	switch login := strings.TrimSpace(m.login); {
	case login == "":
		m.fault("login", "required")
	case strings.ContainsFunc(login, notOfLogin):
		m.fault("login", "shape")
	}
	switch length := utf8.RuneCountInString(m.password); {
	case length == 0:
		m.fault("password", "required")
	case length < minPassword:
		m.fault("password", "too_short", minPassword)
	case length > maxPassword:
		m.fault("password", "too_long", maxPassword)
	}
}

func notOfLogin(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-@+", r)
}

func (m *model) fault(path, code string, args ...any) {
	key := "setup.fault." + path + "." + code
	if !text.Has(key) {
		key = "setup.fault.other"
	}
	m.faults = append(m.faults, form.Fault{Field: fieldOf[path], Text: text.T(key, args...)})
}

// failed takes the reason why there is no owner.
func (m *model) failed(err error) {
	m.busy = false
	var refusal *api.Error
	if !errors.As(err, &refusal) {
		m.title, m.advice = text.Error(err)
		return
	}
	switch {
	case refusal.Code == api.CodeLinkUsed:
		m.used = true
	case refusal.Code == api.CodeInvalid && len(refusal.Problems) > 0:
		m.attempts++ // the summary is news again
		m.faults = nil
		for _, p := range refusal.Problems {
			m.fault(p.Path, p.Code, p.Args...)
		}
	default:
		m.title, m.advice = text.Error(err)
	}
}
