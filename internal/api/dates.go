package api

// DateName is what people call a special date of a shop. First and Last are
// dates such as "2026-12-24", both included.
type DateName struct {
	First string `json:"first"`
	Last  string `json:"last"`
	Name  string `json:"name"`
}

// Bounds of names.
const (
	MaxDateName        = 60  // characters
	MaxDateNameChanges = 500 // in one call
)

// DateNames lists a shop's names. One whose dates have no entry on the platform
// any more is in it until about a year after its last day.
type DateNames struct {
	Names []DateName `json:"names"`
}

// ChangeDateNames takes names away, by their dates, and then puts names.
type ChangeDateNames struct {
	ShopID int64      `json:"shopId,string"`
	Put    []DateName `json:"put"`
	Drop   []DateName `json:"drop"` // without names
}

// Holiday is a public holiday that may be taken over as a special date.
type Holiday struct {
	ID        string `json:"id"` // also names it to [DismissHoliday]
	First     string `json:"first"`
	Last      string `json:"last"`
	Name      string `json:"name"`            // English
	Local     string `json:"local,omitempty"` // in the language Lang
	Lang      string `json:"lang,omitempty"`
	Basis     string `json:"basis"` // a HolidayBasis
	Dismissed bool   `json:"dismissed,omitempty"`
}

// How sure a holiday's date is.
const (
	BasisFixed    = "fixed"    // by law or announced
	BasisMoon     = "moon"     // expected: it depends on the sighting of the moon
	BasisExpected = "expected" // worked out by the law's rules, not announced yet
)

// Holidays are those of a shop's country from today on, at most about a year
// ahead. Country is "" when it isn't known or we have no holidays of it.
type Holidays struct {
	Country   string    `json:"country"`   // ISO 3166
	By        string    `json:"by"`        // how Country was found: "phone", "zone", "asked" or ""
	Countries []string  `json:"countries"` // that we have holidays of
	Until     string    `json:"until"`     // the last day looked at
	Holidays  []Holiday `json:"holidays"`
}

// ForgetDates says that special dates which the platform doesn't list were taken
// away: our own record of them is to be dropped.
type ForgetDates struct {
	ShopID int64         `json:"shopId,string"`
	Dates  []ChangeRange `json:"dates"`
}

// DismissHoliday asks not to offer a holiday to a shop again, or to do so.
type DismissHoliday struct {
	ShopID    int64  `json:"shopId,string"`
	ID        string `json:"id"`
	Dismissed bool   `json:"dismissed"`
}
