package account

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Ids of the forms' controls.
const (
	fieldName     = "account-name"
	fieldPassword = "account-password"
	fieldKey      = "account-key"
)

const minPassword = 12 // characters: the server's

// model is what was typed.
type model struct {
	name     string
	password string
	keep     bool // other devices stay signed in
	key      string

	attempts int
	wrong    []fault
}

// fault is what is wrong with a field, as a key of its words.
type fault struct {
	field, key string
	args       []any
}

// faults are what is wrong, in words.
func (m *model) faults() (list pages.Faults) {
	for _, f := range m.wrong {
		list = append(list, pages.Fault{Field: f.field, Text: text.T(f.key, f.args...)})
	}
	return list
}

// need looks at a name before it is sent; key is what is said where there is none.
func (m *model) need(field, value, key string) bool {
	m.attempts++
	m.wrong = nil
	if strings.TrimSpace(value) == "" {
		m.wrong = []fault{{field: field, key: key}}
	}
	return len(m.wrong) == 0
}

// checkPassword looks at the new password. The server checks again, and knows
// passwords that are too common.
func (m *model) checkPassword() bool {
	m.attempts++
	m.wrong = nil
	switch length := utf8.RuneCountInString(m.password); {
	case length == 0:
		m.wrong = []fault{{field: fieldPassword, key: "setup.fault.password.required"}}
	case length < minPassword:
		m.wrong = []fault{{fieldPassword, "setup.fault.password.too_short", []any{minPassword}}}
	}
	return len(m.wrong) == 0
}

// refused takes the server's problems; ok is false when the error is another.
func (m *model) refused(err error) (ok bool) {
	var refusal *api.Error
	if !errors.As(err, &refusal) || refusal.Code != api.CodeInvalid {
		return false
	}
	m.attempts++
	m.wrong = nil
	for _, p := range refusal.Problems {
		field := map[string]string{"name": fieldName, "password": fieldPassword}[p.Path]
		if field == "" {
			return false
		}
		key := "setup.fault." + p.Path + "." + p.Code
		if !text.Has(key) {
			key = "setup.fault.other"
		}
		m.wrong = append(m.wrong, fault{field, key, p.Args})
	}
	return true
}
