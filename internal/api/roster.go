package api

// Standing is how a shop stands, in one word.
type Standing string

// The standings.
const (
	StandingOpen      Standing = "open"      // taking orders now
	StandingClosed    Standing = "closed"    // outside its hours
	StandingPaused    Standing = "paused"    // suspended by one of us
	StandingSuspended Standing = "suspended" // not open for business, and not by us
	StandingNoAccess  Standing = "no_access" // the platform doesn't let us look
	StandingUnknown   Standing = "unknown"   // never read, or the platform doesn't say
)

// Roster is what we know of each shop the operator may see, from our own
// records: nothing is asked of the platform for it. Names and zones are in
// [Shops].
type Roster struct {
	Shops     []RosterShop `json:"shops"`
	Groups    []Group      `json:"groups"`
	Templates []TemplateID `json:"templates"` // those that the shops' drift names
	Views     []View       `json:"views"`     // the operator's own
	RosterMoment

	// Tag is the answer's ETag: a name, a dot and Seq. An answer to a request with its name is 304 and has the new Seq in
	// its ETag.
	Tag string `json:"-"`
}

// RosterMoment is when a [Roster] was told. Alone it is no news.
type RosterMoment struct {
	Seq int64 `json:"seq,string"` // the last event that is in it: the live line goes on from there
	Now int64 `json:"now"`        // milliseconds of Unix time, as are all times
}

// RosterShop is one shop as it was when it was last read.
type RosterShop struct {
	ShopID   int64    `json:"shopId,string"`
	Standing Standing `json:"standing"`
	// effective hours of the shop's own today, with those of the night before while they last
	Today        []Shift     `json:"today"`
	Special      bool        `json:"special,omitempty"` // a special date applies today
	Until        int64       `json:"until,omitempty"`   // when the hours change Standing or Today next
	Next         *RosterDate `json:"next,omitempty"`    // the next special date that hasn't begun
	Pause        *Pause      `json:"pause,omitempty"`
	Photo        PhotoState  `json:"photo,omitempty"`
	PhotoVersion string      `json:"photoVersion,omitempty"` // another for each photo in effect; empty: none is
	Phones       []string    `json:"phones"`
	Access       Access      `json:"access,omitzero"`
	Groups       []string    `json:"groups,omitempty"`  // ids, tags among them
	Drift        []Drift     `json:"drift,omitempty"`   // one for each template assigned to the shop; not in events
	ReadAt       int64       `json:"readAt,omitempty"`  // 0: never
	Saved        bool        `json:"saved,omitempty"`   // in an event: somebody saved a part
	Failure      string      `json:"failure,omitempty"` // kind of the last read's failure
}

// The kinds of failures of reading a shop.
const (
	ReadNoAccess = "access" // the platform doesn't accept our access
	ReadNoShop   = "absent" // the platform doesn't know the shop, or hides the shop from us
	ReadNoAnswer = "down"   // the platform doesn't answer
	ReadNoData   = "empty"  // the platform answers without data of the shop
)

// ReadNeedsConsent reports whether only a merchant's consent can end such a failure.
func ReadNeedsConsent(failure string) bool { return failure == ReadNoAccess || failure == ReadNoShop }

// RosterDate is a special date in days of the shop's own calendar, "2006-01-02".
type RosterDate struct {
	From   string  `json:"from"`
	To     string  `json:"to"`
	Shifts []Shift `json:"shifts"`
	Name   string  `json:"name,omitempty"` // ours, as the operators call it
}

// PhotoState is how a shop's picture stands.
type PhotoState string

// The states.
const (
	PhotoNone     PhotoState = "none"
	PhotoShown    PhotoState = "shown"
	PhotoReview   PhotoState = "review" // another is being reviewed, whether or not one is shown
	PhotoRejected PhotoState = "rejected"
)

// Shift is a time between two moments of a day, in seconds from its midnight:
// as the interface's periods, 2.3. {0, 0} alone is closed all day.
type Shift = [2]int

// Group is a named set of shops, to choose and filter by; a tag is a group
// with no more to it than its name.
type Group struct {
	ID      string   `json:"id"`
	Version int64    `json:"version"`
	Name    string   `json:"name"`
	Tag     bool     `json:"tag,omitempty"`
	Shops   []string `json:"shops"`            // numbers of those that the operator may see
	Others  bool     `json:"others,omitempty"` // it has shops that the operator may not see
}

// MaxGroupName is the length of a group's or a view's name in characters.
const MaxGroupName = 60

// MaxGroupShops is how many shops one [ChangeGroup] may name.
const MaxGroupShops = 5000

// ChangeGroup makes a group (no ID), or changes one: its name, and which shops
// are in it. Shops that the operator may not see stay as they are. Version is
// that of the group it was decided upon; with another one the answer is
// [CodeChanged] and the present group.
type ChangeGroup struct {
	ID      string   `json:"id,omitempty"`
	Version int64    `json:"version,omitempty"`
	Name    string   `json:"name,omitempty"` // "": as it is
	Tag     bool     `json:"tag,omitempty"`  // of a new one
	Add     []string `json:"add,omitempty"`  // numbers
	Drop    []string `json:"drop,omitempty"`
	Delete  bool     `json:"delete,omitempty"`  // with shops of others in it, only one's own are taken out
	Restore bool     `json:"restore,omitempty"` // takes a deletion or drop of one's own back
}

// GroupChanged is a group after a change.
type GroupChanged struct {
	Group Group `json:"group"`
	Gone  bool  `json:"gone,omitempty"` // it was deleted; Version is the one to restore it with
	// Added and Dropped are what really changed, so that it can be undone.
	Added   []string `json:"added,omitempty"`
	Dropped []string `json:"dropped,omitempty"`
}

// View is how an operator looks at the list of shops, under a name. Body is the
// browser's: filter, order and columns.
type View struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Body string `json:"body"`
}

// Bounds of the views.
const (
	MaxViews    = 50   // of an operator
	MaxViewBody = 2000 // bytes
)

// SaveView keeps a view, replaces the one with its ID, or takes that away.
type SaveView struct {
	View
	Delete bool `json:"delete,omitempty"`
}

// Views lists the operator's views by name.
type Views struct {
	Views []View `json:"views"`
}
