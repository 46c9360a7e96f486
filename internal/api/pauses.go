package api

import (
	"encoding/json"
	"time"
)

// PauseState is how far a pause is.
type PauseState string

// The states.
const (
	PauseAsked    PauseState = "asked"    // the platform is being told to suspend the shop
	PausePaused   PauseState = "paused"   // suspended by us
	PauseResuming PauseState = "resuming" // the platform is being told to reopen it
	PauseLeft     PauseState = "left"     // the platform closed it meanwhile: it isn't reopened by itself
	PauseEnded    PauseState = "ended"
)

// PauseReason is a quick choice of why orders are paused. The words for it are
// the browser's.
type PauseReason string

// The reasons; "" is none.
const (
	ReasonBusy      PauseReason = "busy"
	ReasonStock     PauseReason = "stock"
	ReasonStaff     PauseReason = "staff"
	ReasonEquipment PauseReason = "equipment"
	ReasonOther     PauseReason = "other"
)

// PauseReasons lists the reasons in the order in which they are offered.
func PauseReasons() []PauseReason {
	return []PauseReason{ReasonBusy, ReasonStock, ReasonStaff, ReasonEquipment, ReasonOther}
}

// Bounds of a pause.
const (
	MaxPauseMinutes = 24 * 60
	MaxPause        = 61 * 24 * time.Hour // as far ahead as openings are looked for
	MaxPauseNote    = 200                 // characters
)

// PauseEnd is how a pause ends.
type PauseEnd string

// The ends.
const (
	EndMinutes PauseEnd = "minutes" // PauseOrders.Minutes from now, by the server's clock, up to the next full minute
	EndUntil   PauseEnd = "until"   // at PauseOrders.Until
	EndNotice  PauseEnd = "notice"  // until further notice
)

// PauseOrders asks to pause a shop's orders, or gives the pause under way
// another end and reason. Version is that of the pause it was decided upon, 0
// when none was known; with another one the answer is [CodeChanged] and the
// present pause.
type PauseOrders struct {
	ShopID  int64       `json:"shopId,string"`
	Version int64       `json:"version"`
	End     PauseEnd    `json:"end"`
	Minutes int         `json:"minutes,omitempty"`
	Until   int64       `json:"until,omitempty"` // milliseconds of Unix time
	Reason  PauseReason `json:"reason,omitempty"`
	Note    string      `json:"note,omitempty"`
}

// ResumeOrders asks to reopen a shop, whoever suspended it. Version is as in
// [PauseOrders].
type ResumeOrders struct {
	ShopID  int64 `json:"shopId,string"`
	Version int64 `json:"version"`
}

// Pause is what our server knows of a shop's pause. A shop that the platform
// calls suspended and that has no pause was suspended elsewhere: by whom, why
// and until when isn't known.
type Pause struct {
	ShopID    int64       `json:"shopId,string"`
	Version   int64       `json:"version"`
	State     PauseState  `json:"state"`
	By        string      `json:"by"` // who paused
	Reason    PauseReason `json:"reason,omitempty"`
	Note      string      `json:"note,omitempty"`
	StartedAt int64       `json:"startedAt"`         // milliseconds of Unix time
	Until     int64       `json:"until,omitempty"`   // 0: until further notice
	Trouble   bool        `json:"trouble,omitempty"` // the platform doesn't answer; the server goes on trying

	// Shop is the platform's record as read after a change, when it could be.
	Shop json.RawMessage `json:"shop,omitempty"`
}

// Pauses lists the pauses of the operator's shops that haven't ended.
type Pauses struct {
	Pauses []Pause `json:"pauses"`
}
