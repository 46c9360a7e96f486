package api

import "github.com/shopdesk/shopdesk/platform"

// HookMode is what happens to messages whose signature is wrong.
type HookMode string

// The modes.
const (
	HookEnforce HookMode = "enforce" // refused; a copy is kept for the diagnosis
	HookObserve HookMode = "observe" // accepted and kept for the diagnosis, never acted on
)

// Hooks answers [PathHooks]: how the platform reaches us. Times are
// milliseconds of Unix time, 0 for never.
type Hooks struct {
	Mode      HookMode          `json:"mode"`
	Rule      platform.HookRule `json:"rule"` // that messages must be signed by
	URL       string            `json:"url"`  // what is registered at the platform; keep it to yourself
	Hearing   Hearing           `json:"hearing"`
	Heartbeat int64             `json:"heartbeat"`      // the last one
	Message   int64             `json:"message"`        // the last one accepted
	Refused   int64             `json:"refused"`        // the last one refused
	Secrets   int               `json:"secrets"`        // that messages may be signed with: more than one while it is replaced
	Older     int64             `json:"older"`          // the last one signed with another than the present one
	Gaps      []HookGap         `json:"gaps,omitempty"` // newest first, up to HookGaps

	Events   []HookEvent   `json:"events"`           // the documented ones, and others registered; those for tests besides
	Waiting  int           `json:"waiting"`          // messages not yet worked on
	Oldest   int64         `json:"oldest,omitempty"` // when the first of them came
	Dead     []HookMessage `json:"dead"`             // given up on, newest first, up to HookRows
	DeadAll  int           `json:"deadAll"`          // how many there are
	Unknown  []HookMessage `json:"unknown"`          // of a code we don't know, newest first, up to HookRows
	Refusals []HookRefusal `json:"refusals"`         // newest first, up to HookRows
}

// HookRows bounds each list of [Hooks] but Gaps, which HookGaps bounds.
const (
	HookRows = 50
	HookGaps = 5
)

// HookGap is a time in which no message came through. It has ended, and the orders were read again.
type HookGap struct {
	Since int64  `json:"since"`
	Until int64  `json:"until"`
	Why   GapWhy `json:"why"`
}

// GapWhy is why no message came through.
type GapWhy string

// The reasons.
const (
	GapQuiet   GapWhy = "quiet"   // heartbeats, which come without orders too (interface 6.2), stayed away
	GapRefused GapWhy = "refused" // messages came and were refused
	GapUntold  GapWhy = "untold"  // a read showed a change of an order, and no message told of it
	GapStopped GapWhy = "stopped" // the console, or its database, didn't run
)

// HookEvent is the registration of our URL for one event code (interface 4.5).
type HookEvent struct {
	EventID int       `json:"eventId"`
	Test    bool      `json:"test,omitempty"` // registered with the test flag, apart from the one for production
	State   HookState `json:"state"`
	URL     bool      `json:"current,omitempty"` // it is the present URL that is registered
	At      int64     `json:"at,omitempty"`
	By      string    `json:"by,omitempty"`
	Text    string    `json:"text,omitempty"`  // the platform's words, with HookFailed
	Count   int64     `json:"count,omitempty"` // messages of this code that we hold
	LastAt  int64     `json:"lastAt,omitempty"`
}

// HookState is how a registration stands.
type HookState string

// The states.
const (
	HookUnset  HookState = "unset"  // never registered by us: perhaps in the developer portal
	HookSet    HookState = "set"    // the platform said yes
	HookFailed HookState = "failed" // the platform said no, or nothing
)

// HookMessage is a message in our inbox.
type HookMessage struct {
	ID      int64  `json:"id,string"`
	At      int64  `json:"at"`
	EventID int    `json:"eventId"`
	ShopID  int64  `json:"shopId,string"`
	OrderID int64  `json:"orderId,string,omitempty"`
	Tries   int    `json:"tries,omitempty"`
	Why     string `json:"why,omitempty"`
	Message string `json:"message"` // as the platform wrote it, shortened
}

// HookRefusal is a delivery that wasn't accepted, and what its signature would
// have fitted: the answer to "which URL does the platform sign with?".
type HookRefusal struct {
	At       int64               `json:"at"`
	Why      HookWhy             `json:"why"`
	EventID  int                 `json:"eventId,omitempty"`
	ShopID   int64               `json:"shopId,string,omitempty"`
	Address  string              `json:"address,omitempty"`
	Size     int                 `json:"size"`
	Body     string              `json:"body,omitempty"`     // its beginning
	Received string              `json:"received,omitempty"` // the URL as it was received
	Matches  []platform.HookRule `json:"matches,omitempty"`  // those that fit; none: another secret or rule
}

// HookWhy tells why a delivery wasn't accepted.
type HookWhy string

// The reasons.
const (
	HookBadSignature HookWhy = "signature"
	HookOldTimestamp HookWhy = "timestamp" // too far from our clock
	HookMalformed    HookWhy = "malformed"
	HookTooLarge     HookWhy = "too_large"
	HookOtherBody    HookWhy = "other_body" // the messageId was used with another body
	HookOtherApp     HookWhy = "other_app"  // the appId isn't ours
)

// RegisterHooks asks the platform to send these events to us
// ([PathHooksRegister] → Hooks). No events: all documented ones.
type RegisterHooks struct {
	Events []int `json:"events,omitempty"`
	Test   bool  `json:"test,omitempty"`
}

// ReplayHooks has dead letters worked on again ([PathHooksReplay] → Hooks).
// No IDs: all of them.
type ReplayHooks struct {
	IDs []string `json:"ids,omitempty"`
}
