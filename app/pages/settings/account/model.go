package account

import (
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/app/pages"
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

	wrong pages.Problems
}

// faults are what is wrong, in words.
func (m *model) faults() pages.Faults {
	return m.wrong.Faults("account", func(p api.Problem) string {
		if p.Path == "key" {
			if p.Code == "required" {
				return "shops.name.need"
			}
			p.Path = "name"
		}
		return pages.AccountFault(p)
	})
}

// need looks at a name before it is sent, and before a device makes a passkey of that name.
func (m *model) need(path, value string) bool {
	switch {
	case !api.Visible(value):
		return m.wrong.Try(api.Problem{Path: path, Code: "required"})
	case !api.PlainText(value):
		return m.wrong.Try(api.Problem{Path: path, Code: "shape"})
	}
	return m.wrong.Try()
}

// checkPassword looks at the new password. The server checks again, and knows
// passwords that are too common.
func (m *model) checkPassword() bool {
	switch length := utf8.RuneCountInString(m.password); {
	case length == 0:
		return m.wrong.Try(api.Problem{Path: "password", Code: "required"})
	case length < minPassword:
		return m.wrong.Try(api.Problem{Path: "password", Code: "too_short", Args: []any{minPassword}})
	}
	return m.wrong.Try()
}
