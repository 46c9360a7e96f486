package api

// TemplateID names a template.
type TemplateID struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Templates lists the templates in the order in which they apply (see
// [Template]), with the groups that they can be assigned to.
type Templates struct {
	Templates []Template `json:"templates"`
	Groups    []Group    `json:"groups"`
}

// Template is what shops should look like, in the parts that it has. It changes
// no shop: a run does.
//
// Where several that are assigned to a shop say something about the same part,
// or about overlapping special dates, one applies: one that is assigned to the
// shop itself before one of its groups, and then in the order of their names.
type Template struct {
	TemplateID
	Version int64         `json:"version"`
	Parts   TemplateParts `json:"parts"`
	Groups  []string      `json:"groups"`           // ids of the groups it is assigned to, of those that the operator sees
	Shops   []string      `json:"shops"`            // and of single shops
	Others  bool          `json:"others,omitempty"` // it is assigned to groups or single shops that they may not see
	Mine    bool          `json:"mine,omitempty"`   // they may change and remove it
	By      string        `json:"by"`
	At      int64         `json:"at"` // of the last change
	Counts  DriftCounts   `json:"counts"`
}

// DriftCounts are how many of a template's shops, of those that the operator
// may see, are how.
type DriftCounts struct {
	Same     int `json:"same"`
	Differ   int `json:"differ"`
	Accepted int `json:"accepted"` // they differ as they are meant to
	Unknown  int `json:"unknown"`
	Idle     int `json:"idle"` // other templates apply in all of it
}

// SaveTemplate makes or changes a template. The browser makes the ID of a new
// one: [TemplateIDLength] small letters and digits. What was asked twice is done
// once.
type SaveTemplate struct {
	TemplateID
	Version int64         `json:"version"` // that the change began from; 0: a new one, or one that was removed
	Parts   TemplateParts `json:"parts"`
	Groups  []string      `json:"groups"`
	Shops   []string      `json:"shops"` // those that the operator may not see stay assigned
}

// RemoveTemplate takes a template away. Saving it with Version 0 brings it back,
// with the drift that was accepted.
type RemoveTemplate struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
}

// Bounds of templates.
const (
	TemplateIDLength = 26
	MaxTemplateName  = 60  // characters
	MaxTemplateDates = 200 // in one template
	MaxTemplates     = 500
	MaxDriftNote     = 200 // characters
	MaxDriftAccepts  = 500 // shops in one call
)

// The codes of a [Problem] of a template that aren't among those of package
// rules.
const (
	ProblemTemplateEmpty  = "template_empty"  // it has no part
	ProblemTemplateDates  = "template_dates"  // too many dates. Args: the bound
	ProblemTemplateDenied = "template_denied" // no such group or shop, or not the operator's to assign
	ProblemDriftNote      = "drift_note"      // a note is too long, or has control characters. Args: the bound
	ProblemDateDays       = "date_name_days"  // no days of the calendar
	ProblemDateNameLength = "date_name"       // Args: the bound
)

// TemplateParts are the parts that a template can have; what is nil it leaves
// alone.
type TemplateParts struct {
	Week    *[7][]Shift  `json:"week,omitempty"`  // Monday first
	Dates   []ChangeDate `json:"dates,omitempty"` // a shop must have these; others it may have
	Phones  []string     `json:"phones,omitempty"`
	Picture string       `json:"picture,omitempty"` // a public address
}

// Drift is how a shop differs from a template that is assigned to it, in the
// parts in which that applies.
type Drift struct {
	Template    string       `json:"template"`
	Differences []Difference `json:"differences,omitempty"` // that nobody has accepted
	Meant       []Difference `json:"meant,omitempty"`       // and those that somebody has
	Accepted    bool         `json:"accepted,omitempty"`    // there are some, and all are meant
	Unknown     bool         `json:"unknown,omitempty"`     // a part that it takes to tell was never read
	Yields      []DriftYield `json:"yields,omitempty"`      // where another template applies
	Idle        bool         `json:"idle,omitempty"`        // that is so in all of it: nothing else is said
	Digest      string       `json:"digest,omitempty"`      // of Differences, for [AcceptDrift]
	By          string       `json:"by,omitempty"`          // who accepted Meant
	At          int64        `json:"at,omitempty"`
	Note        string       `json:"note,omitempty"`
}

// DriftYield is a part, or a special date, in which another template applies.
type DriftYield struct {
	Part     Part   `json:"part"`
	From     string `json:"from,omitempty"` // of a special date
	To       string `json:"to,omitempty"`
	Template string `json:"template"` // the other's id
}

// ShopDrift is the drift of one shop.
type ShopDrift struct {
	ShopID int64 `json:"shopId,string"`
	Drift
	ReadAt int64 `json:"readAt,omitempty"` // how old our record is; 0: there is none
}

// Drifts tells of each shop that a template is assigned to, and that the operator
// may see, how it differs.
type Drifts struct {
	Template Template    `json:"template"`
	Shops    []ShopDrift `json:"shops"`
}

// AcceptDrift says that shops differ from a template as they are meant to, until
// one of them, or the template, changes in that; or takes that back. A shop whose
// differences aren't those that were seen any more is left out; the answer has
// its present ones. It answers [Drifts] of these shops.
type AcceptDrift struct {
	Template string      `json:"template"`
	Shops    []DriftSeen `json:"shops"`
	Note     string      `json:"note,omitempty"`
	Revoke   bool        `json:"revoke,omitempty"` // then digests aren't looked at
}

// DriftSeen is a shop with the differences that were seen.
type DriftSeen struct {
	ShopID int64  `json:"shopId,string"`
	Digest string `json:"digest"` // Drift.Digest
}

// Difference is one thing in which two states of a shop differ. Before is
// what is, After what a change or a template makes of it.
type Difference struct {
	Part         Part    `json:"part"`
	Day          int     `json:"day,omitempty"`  // of the week: 0 is Monday
	From         string  `json:"from,omitempty"` // of a special date, "2006-01-02"
	To           string  `json:"to,omitempty"`
	BeforeShifts []Shift `json:"beforeShifts,omitempty"` // of a day or date; [0, 0] alone is closed; none: no such date
	AfterShifts  []Shift `json:"afterShifts,omitempty"`
	// Of everything else: phones, an address, or a [Standing] and, of a pause,
	// the millisecond of Unix time at which it ends.
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

// Part is a part of what a shop is on the platform; each has its own call.
type Part string

// The parts.
const (
	PartWeek    Part = "week"
	PartDates   Part = "dates"
	PartStatus  Part = "status"
	PartPhones  Part = "phones"
	PartPicture Part = "picture"
)
