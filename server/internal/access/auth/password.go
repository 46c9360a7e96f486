package auth

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Limits of names, logins and passwords, in characters.
const (
	MinPassword = 12
	MaxPassword = 128
	maxLogin    = 64
	maxName     = 100
)

// Codes of the problems with a new operator's details.
const (
	ProblemRequired = "required"
	ProblemTooShort = "too_short" // Args: the least number of characters
	ProblemTooLong  = "too_long"  // Args: the greatest number of characters
	// a login of other than letters, digits and . _ - @ +; a name that is no [api.PlainText]
	ProblemShape    = "shape"
	ProblemCommon   = "too_common" // on the list of common passwords
	ProblemNamesYou = "names_you"  // holds the login or a part of the name
)

// common.txt holds common passwords of at least MinPassword characters, one a line,
// lower case; shorter passwords are refused for their length. The list was written
// by hand from common choices: keyboard walks, counted digits, doubled words, names
// of clubs, songs and places with a year. The list is small on purpose, and no
// substitute for a list of leaked passwords.
//
//go:embed common.txt
var commonText string

var commonPasswords = sync.OnceValue(func() map[string]bool {
	list := map[string]bool{}
	for line := range strings.Lines(commonText) {
		list[strings.TrimSpace(line)] = true
	}
	return list
})

// CheckOperator finds all problems with a new operator's details, in the order of
// the form. login is in the form of [NormalLogin]. There are no rules of
// composition: only length and common words count.
func CheckOperator(name, login, password string) []api.Problem {
	found := checkName(name)
	switch {
	case login == "":
		found.Add("login", ProblemRequired)
	case utf8.RuneCountInString(login) > maxLogin:
		found.Add("login", ProblemTooLong, maxLogin)
	case !loginShape(login):
		found.Add("login", ProblemShape)
	}
	return append(found, checkPassword(name, login, password)...)
}

// checkName is the part of [CheckOperator] that concerns the name.
func checkName(name string) (found api.Problems) {
	switch {
	case !api.Visible(name):
		found.Add("name", ProblemRequired)
	case utf8.RuneCountInString(name) > maxName:
		found.Add("name", ProblemTooLong, maxName)
	case !api.PlainText(name):
		found.Add("name", ProblemShape)
	}
	return found
}

// checkPassword is the part of [CheckOperator] that concerns the password. Name and
// login aren't checked again.
func checkPassword(name, login, password string) (found api.Problems) {
	switch length := utf8.RuneCountInString(password); {
	case password == "":
		found.Add("password", ProblemRequired)
	case length < MinPassword:
		found.Add("password", ProblemTooShort, MinPassword)
	case length > MaxPassword:
		found.Add("password", ProblemTooLong, MaxPassword)
	case commonPasswords()[strings.ToLower(password)]:
		found.Add("password", ProblemCommon)
	case namesYou(password, name, login):
		found.Add("password", ProblemNamesYou)
	}
	return found
}

// NormalLogin gives a login in the form that is stored and compared: without space
// around the text, in lower case.
func NormalLogin(login string) string { return strings.ToLower(strings.TrimSpace(login)) }

// loginShape reports whether login has the shape of a person's login. Logins that
// the server makes up ("host:…", "demo:…") don't have this shape.
func loginShape(login string) bool {
	if login == "" || utf8.RuneCountInString(login) > maxLogin {
		return false
	}
	for _, r := range login {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-@+", r) {
			return false
		}
	}
	return true
}

// namesYou reports whether the password holds the login or a word of the name.
// Words of one to three letters are ignored, because they occur in any text.
func namesYou(password, name, login string) bool {
	password = strings.ToLower(password)
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	mailbox, _, _ := strings.Cut(login, "@")
	for _, word := range append(words, mailbox) {
		if utf8.RuneCountInString(word) >= 4 && strings.Contains(password, word) {
			return true
		}
	}
	return false
}
