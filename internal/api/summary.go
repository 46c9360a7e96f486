package api

// Yesterday answers [PathYesterday]: how the orders of the operator's shops went on the last day that is over, by each
// shop's own calendar.
type Yesterday struct {
	Figures Figures `json:"figures"` // as of [PeriodToday], beside the day a week before
	Zones   int     `json:"zones"`   // time zones of the shops; with more than one, the shops' days aren't the same time
	Now     int64   `json:"now"`     // milliseconds of Unix time
}

// Summary answers [PathSummary]: when and how the operator gets a daily summary.
type Summary struct {
	// Notifier and Mailer tell what the console sends. Neither is true where a host signs people in.
	Notifier bool   `json:"notifier,omitempty"`
	Mailer   bool   `json:"mailer,omitempty"`
	Push     bool   `json:"push,omitempty"`
	Mail     bool   `json:"mail,omitempty"`
	Minute   int    `json:"minute"` // of the day, by the clock of Zone
	Address  string `json:"address,omitempty"`
	Proved   bool   `json:"proved,omitempty"` // the operator has typed the code that was sent to Address
	Zone     string `json:"zone,omitempty"`   // of most of the operator's shops; "" without shops
	Zones    int    `json:"zones,omitempty"`  // how many zones their shops have
}

// SetSummary saves what differs from Was, or all without Was, as browsers of older releases ask. With Mail and an
// address that isn't proved, a code is sent to the address, unless Code is that code or another choice alone is changed
// while a code is waited for.
type SetSummary struct {
	Push     bool   `json:"push,omitempty"`
	Mail     bool   `json:"mail,omitempty"`
	Minute   int    `json:"minute"`
	Address  string `json:"address,omitempty"`
	Code     string `json:"code,omitempty"`
	Language string `json:"language,omitempty"` // of the device; the operator's own wins

	Was *SetSummary `json:"was,omitempty"` // what the choice began from
}

// The problems of a SetSummary, by path: minute, address and code.
const (
	ProblemMinute  = "minute"
	ProblemAddress = "address" // it isn't one
	ProblemCode    = "code"    // it isn't the one that was sent, or is too old
)
