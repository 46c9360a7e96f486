package api

// Change is what a run does to each of its shops. Each part that is there is
// one call of the platform; what is nil or empty is left alone.
type Change struct {
	Week *[7][]Shift `json:"week,omitempty"` // replace the week, Monday first
	Days []ChangeDay `json:"days,omitempty"` // replace these days of the week
	// add these special dates; the others stay, and one that is over changes nothing
	Dates []ChangeDate  `json:"dates,omitempty"`
	Clear []ChangeRange `json:"clear,omitempty"` // remove the special dates that lie in these days and aren't over
	// special dates that we know and the platform doesn't list stay, with Dates and Clear; else they are a problem
	Keep bool `json:"keep,omitempty"`
	// a special date that overlaps one of Dates gives way; else it is a problem
	Replace bool         `json:"replace,omitempty"`
	Pause   *ChangePause `json:"pause,omitempty"`
	Resume  bool         `json:"resume,omitempty"`
	Phones  []string     `json:"phones,omitempty"`
	Picture string       `json:"picture,omitempty"`

	Template string `json:"template,omitempty"`        // the template that the parts came from
	FromShop int64  `json:"fromShop,string,omitempty"` // or the shop
}

// ChangeDay is a day of the week with its shifts.
type ChangeDay struct {
	Day    int     `json:"day"` // 0 is Monday
	Shifts []Shift `json:"shifts"`
}

// ChangeRange is a range of days of each shop's own calendar, "2006-01-02".
type ChangeRange struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// ChangeDate is a special date, in days of each shop's own calendar.
type ChangeDate struct {
	ChangeRange
	Shifts []Shift `json:"shifts"`
	Name   string  `json:"name,omitempty"` // kept on our side
}

// ChangePause pauses for some minutes, until a moment, until the next opening of
// each shop, or until further notice.
type ChangePause struct {
	// from the run's beginning, up to the next full minute; the server works out Until
	Minutes int         `json:"minutes,omitempty"`
	Until   int64       `json:"until,omitempty"`   // milliseconds of Unix time
	Opening bool        `json:"opening,omitempty"` // until tomorrow's opening
	Reason  PauseReason `json:"reason"`
	Note    string      `json:"note,omitempty"`
}

// AskPreview asks what a change would do, from our own records.
type AskPreview struct {
	Shops  []string `json:"shops"` // numbers
	Change Change   `json:"change"`
	At     int64    `json:"at,omitempty"` // when the run is to begin, 0: now
}

// Preview tells for each shop what a change would do.
type Preview struct {
	Shops []PreviewShop `json:"shops"` // in the order asked
	Calls int           `json:"calls"` // about how many calls of the platform the run takes
	Takes int64         `json:"takes"` // and how long at the agreed rate, milliseconds
}

// PreviewShop is what a change would do to one shop.
type PreviewShop struct {
	ShopID      int64        `json:"shopId,string"`
	Verdict     Verdict      `json:"verdict"`
	Differences []Difference `json:"differences,omitempty"`
	Problems    []Problem    `json:"problems,omitempty"` // of VerdictBroken
	Warnings    []Problem    `json:"warnings,omitempty"` // what the platform may refuse; the shop takes part
	ReadAt      int64        `json:"readAt,omitempty"`   // how old our record is
}

// Verdict is whether a shop takes part in a run.
type Verdict string

// The verdicts.
const (
	VerdictChanges   Verdict = "changes"
	VerdictUnchanged Verdict = "unchanged" // is so already: left out
	VerdictBroken    Verdict = "broken"    // would break a rule: left out
	VerdictDenied    Verdict = "denied"    // the operator may not do this here: left out
	VerdictUnknown   Verdict = "unknown"   // never read: takes part, and is judged then
)

// StartRun makes a run.
type StartRun struct {
	// made by the browser: the same key makes one run, and is refused (CodeChanged) for another
	Key    string   `json:"key"`
	Name   string   `json:"name"`
	Shops  []string `json:"shops"`
	Change Change   `json:"change"`
	At     int64    `json:"at,omitempty"` // 0: now
}

// RunState is how far a run is.
type RunState string

// The states.
const (
	RunScheduled RunState = "scheduled"
	RunRunning   RunState = "running"
	RunPaused    RunState = "paused"
	RunCancelled RunState = "cancelled" // what was done stays
	RunDone      RunState = "done"      // every shop has an outcome, failures among them
)

// Runs lists runs, the newest first. The first page has all that go on or are to
// begin, however old they are.
type Runs struct {
	Runs []Run `json:"runs"`
	More int64 `json:"more,omitempty"` // where earlier ones begin: ?before=; 0: there are none
}

// Run is one change for many shops.
type Run struct {
	ID       string    `json:"id"`
	Version  int64     `json:"version"`
	Name     string    `json:"name"`
	State    RunState  `json:"state"`
	Change   Change    `json:"change"`
	By       string    `json:"by"`
	Mine     bool      `json:"mine"` // the operator who asks may pause, cancel, undo and repeat it
	MadeAt   int64     `json:"madeAt"`
	At       int64     `json:"at"` // when it is to begin, or began
	EndedAt  int64     `json:"endedAt,omitempty"`
	EndedBy  string    `json:"endedBy,omitempty"` // who cancelled it
	Counts   RunCounts `json:"counts"`
	UndoOf   string    `json:"undoOf,omitempty"`   // the run that this one takes back
	UndoneBy string    `json:"undoneBy,omitempty"` // the run that takes this one back
	RepeatOf string    `json:"repeatOf,omitempty"` // the run whose failures this one tries again
	// The newest run that tries this one's failures again, and in how many shops later runs have undone and repeated it.
	RepeatedBy string `json:"repeatedBy,omitempty"`
	Undone     int    `json:"undone,omitempty"`
	Back       bool   `json:"back,omitempty"` // it undoes a change; one that undoes an undo makes it again
	Repeated   int    `json:"repeated,omitempty"`
	EndsAbout  int64  `json:"endsAbout,omitempty"` // at the agreed rate
}

// RunCounts are how many shops are in which state.
type RunCounts struct {
	Waiting   int `json:"waiting"`
	Working   int `json:"working"`
	Done      int `json:"done"`
	Unchanged int `json:"unchanged"`
	Failed    int `json:"failed"`
	Left      int `json:"left"` // when the run was cancelled
}

// RunDetail is a run with its shops, of those the operator may see.
type RunDetail struct {
	Run
	Shops []RunShop `json:"shops"`
}

// RunShopState is how far a run is in one shop.
type RunShopState string

// The states.
const (
	RunShopWaiting RunShopState = "waiting"
	RunShopWorking RunShopState = "working"
	RunShopDone    RunShopState = "done"
	// was so already; or, with Failure "changed_since", an undo leaves what somebody else has changed
	RunShopUnchanged RunShopState = "unchanged"
	RunShopFailed    RunShopState = "failed"
	RunShopLeft      RunShopState = "left" // when the run was cancelled; Differences are of what was done before
)

// RunShop is one shop of a run.
type RunShop struct {
	ShopID      int64        `json:"shopId,string"`
	Version     int64        `json:"version,omitempty"` // the higher one is the later: times are of different clocks
	State       RunShopState `json:"state"`
	Differences []Difference `json:"differences,omitempty"` // of what was done, in a shop that has failed too
	Failure     RunFailure   `json:"failure,omitempty"`
	Problems    []Problem    `json:"problems,omitempty"`
	Message     string       `json:"message,omitempty"`  // the platform's own words
	Platform    int          `json:"platform,omitempty"` // and its code
	Tries       int          `json:"tries,omitempty"`    // failures in a row
	NextAt      int64        `json:"nextAt,omitempty"`   // when it is tried again
	At          int64        `json:"at,omitempty"`
	Undone      bool         `json:"undone,omitempty"`   // by a later run
	Repeated    bool         `json:"repeated,omitempty"` // by a later run, which didn't fail
}

// RunFailure is why a shop isn't as the run wanted.
type RunFailure string

// The failures.
const (
	RunFailureRule    RunFailure = "rule"          // see Problems: nothing was sent
	RunFailureRefused RunFailure = "refused"       // the platform said no: see Message and Platform
	RunFailureDenied  RunFailure = "denied"        // whoever started the run may not do this here any more
	RunFailureAccess  RunFailure = "access"        // the platform doesn't accept our access to the shop
	RunFailureDown    RunFailure = "down"          // the platform didn't answer, however often it was tried
	RunFailureUnknown RunFailure = "unknown"       // the same, and the last call may have been done
	RunFailureSince   RunFailure = "changed_since" // somebody else has changed it meanwhile
)

// The codes of a [Problem] of a change, beside those of package rules and of
// pictures.
const (
	ProblemNoOpening = "pause_no_opening" // the shop opens at no time soon
	ProblemPausePast = "pause_past"       // the pause would be over
	ProblemPauseFar  = "pause_far"        // Args: the longest, in days
	ProblemUnlisted  = "unlisted"         // Args: first and last day of a date that we know and the platform doesn't list
	ProblemTooMany   = "too_many"         // Args: how many there may be
	ProblemDateName  = "date_name"        // Args: how many characters there may be
	// the platform doesn't say whether the shop takes orders, and this would open it
	ProblemStatusUnsaid = "status_unsaid"
)

// RunNews is how far a run is in one of its shops. Without a Shop it tells of
// the run as a whole, to whoever may see that shop.
type RunNews struct {
	Run     string   `json:"run"`
	Version int64    `json:"version"`
	State   RunState `json:"state"`
	Shop    *RunShop `json:"shop,omitempty"`
}

// Bounds of a run.
const (
	MaxRunShops = 5000
	MaxRunName  = 100 // characters
	RunsPage    = 100 // that one answer lists
)

// SteerRun pauses, goes on with or cancels a run, or starts a scheduled one now.
type SteerRun struct {
	ID  string `json:"id"`
	Act RunAct `json:"act"`
}

// RunAct is what can be done to a run.
type RunAct string

// The acts.
const (
	RunActPause  RunAct = "pause"
	RunActGoOn   RunAct = "go_on"
	RunActCancel RunAct = "cancel"
	RunActNow    RunAct = "now"
)

// RepeatRun tries a run's failures again, as they were or with another change,
// or takes a run back. It answers the new Run.
type RepeatRun struct {
	Key    string   `json:"key"`
	ID     string   `json:"id"`
	Undo   bool     `json:"undo,omitempty"`
	Shops  []string `json:"shops,omitempty"`  // none: all that failed, or for an undo all that were changed
	Change *Change  `json:"change,omitempty"` // nil: the same
	Name   string   `json:"name,omitempty"`   // none: the same
}
