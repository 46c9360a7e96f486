package change

import (
	"fmt"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// PhoneCheck reports whether "<area code>-<number>" (interface 4.4, rule 4) may be a phone. With nil, every text may.
type PhoneCheck func(phone string) bool

// Impossible lists the phones that can't exist, by their index as [rules.Phones] does. Phones in another format are
// not checked, and no short ones: the browser has warned of both.
func (possible PhoneCheck) Impossible(phones []platform.Phone) []rules.Problem {
	var found []rules.Problem
	for i, phone := range phones {
		if possible != nil && phone.Raw == "" && !rules.ShortPhone(phone.Number) && !possible(phone.Number) {
			found = append(found, rules.Problem{Path: fmt.Sprintf("[%d]", i), Code: api.ProblemPhoneImpossible,
				Args: []any{phone.Number}})
		}
	}
	return found
}

// PossiblePhone is the [PhoneCheck] by the numbering plans of github.com/nyaruka/phonenumbers. Only the server uses
// the plans: they are larger than the whole program in the browser. It reports whether a country has that area code,
// and numbers of that many digits. Numbers that aren't assigned, and numbers that can be dialled only nearby, are
// possible: plans change faster than programs, and an operator can't get around a wrong refusal.
func PossiblePhone(phone string) bool {
	area, number, found := strings.Cut(phone, "-")
	if !found {
		return false
	}
	parsed, err := phonenumbers.Parse("+"+area+number, "")
	return err == nil && phonenumbers.IsPossibleNumber(parsed)
}
