package api

import "encoding/json"

// ActivityPage bounds how many entries one answer lists.
const ActivityPage = 100

// Activity is a page of what was changed, newest first, in the shops that
// whoever asks may know of. Query parameters of [PathActivity], all optional:
// shop, operator (their ids), kind (repeated; what stands before the dot in an
// action), from and to (milliseconds), before (an entry's id), limit.
type Activity struct {
	Entries []ActivityEntry  `json:"entries"`
	Next    int64            `json:"next,omitempty,string"` // before, for the page that follows; 0: there is none
	People  []ActivityPerson `json:"people,omitempty"`      // on the first page: who made changes
}

// ActivityPerson is somebody who made changes.
type ActivityPerson struct {
	ID   int64  `json:"id,string"`
	Name string `json:"name"`
}

// Outcomes of an activity. Any other is shown as it is.
const (
	OutcomeIntent  = "intent" // under way, or cut off before its outcome was known
	OutcomeDone    = "done"
	OutcomeRefused = "refused"
	OutcomePart    = "part" // of a bulk change: the rest of it was refused, or cancelled before
	OutcomeUnknown = "unknown"
)

// ActivityEntry is one change: who wanted what, and what came of it. Times are
// milliseconds of Unix time.
type ActivityEntry struct {
	ID         int64           `json:"id,string"`
	At         int64           `json:"at"`
	OperatorID int64           `json:"operatorId,omitempty,string"` // 0: the server itself
	Operator   string          `json:"operator,omitempty"`
	Address    string          `json:"address,omitempty"` // for owners
	ShopID     int64           `json:"shopId,omitempty,string"`
	Action     string          `json:"action"`
	Request    json.RawMessage `json:"request,omitempty"` // the call's body
	Before     json.RawMessage `json:"before,omitempty"`  // the record that the call replaced, where known
	Outcome    string          `json:"outcome"`
	Detail     string          `json:"detail,omitempty"`
	FinishedAt int64           `json:"finishedAt,omitempty"`
}
