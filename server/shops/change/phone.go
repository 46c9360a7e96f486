package change

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// PhoneBook judges whether a phone can exist, by the numbering plans that
// github.com/nyaruka/phonenumbers carries. Only the server has them: the plans are larger
// than the whole program in the browser. Its zero value is ready for use, by any
// number of goroutines.
type PhoneBook struct{}

// Possible reports whether "<area code>-<number>" (interface 4.4, rule 4) may be
// somebody's phone: a country has that area code, and numbers of that many
// digits. Numbers that nobody was given so far, and those that can be dialled
// only nearby, are possible: plans change faster than programs, and a wrong
// refusal can't be got around.
func (PhoneBook) Possible(phone string) bool {
	area, number, found := strings.Cut(phone, "-")
	if !found {
		return false
	}
	parsed, err := phonenumbers.Parse("+"+area+number, "")
	return err == nil && phonenumbers.IsPossibleNumber(parsed)
}
