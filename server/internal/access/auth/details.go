package auth

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Limits of names and logins, in characters.
const (
	maxLogin = 64
	maxName  = 100
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
