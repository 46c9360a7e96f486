package auth

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Limits of passwords, in characters.
const (
	MinPassword = 12
	MaxPassword = 128
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
