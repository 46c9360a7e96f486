package change

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// PhoneBook judges whether a phone can exist, by the numbering plans of github.com/nyaruka/phonenumbers. Only the
// server uses the plans: they are larger than the whole program in the browser. The zero value is ready for use by
// any number of goroutines.
type PhoneBook struct{}

// Possible reports whether "<area code>-<number>" (interface 4.4, rule 4) is a possible phone: a country has that
// area code, and numbers of that many digits. Numbers that aren't assigned, and numbers that can be dialled only
// nearby, are possible: plans change faster than programs, and an operator can't get around a wrong refusal.
func (PhoneBook) Possible(phone string) bool {
	area, number, found := strings.Cut(phone, "-")
	if !found {
		return false
	}
	parsed, err := phonenumbers.Parse("+"+area+number, "")
	return err == nil && phonenumbers.IsPossibleNumber(parsed)
}
