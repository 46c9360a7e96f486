package api

// StartCheck asks for a check of the platform with one shop.
type StartCheck struct {
	ShopID int64 `json:"shopId,string"`
}

// Check answers [PathCheck]: the check of the platform that runs, or else the last
// one. At is 0 when there was none.
type Check struct {
	At       int64          `json:"at"` // when it began, milliseconds of Unix time
	By       string         `json:"by,omitempty"`
	ShopID   int64          `json:"shopId,string"`
	Running  bool           `json:"running,omitempty"`
	Calls    int            `json:"calls"` // made so far
	Failed   bool           `json:"failed,omitempty"`
	Findings []CheckFinding `json:"findings,omitempty"` // once it is over
}

// CheckFinding is what was found of one assumption about the platform. Its words are
// English. It holds no secret and nothing of a customer.
type CheckFinding struct {
	Name       string     `json:"name"`
	Assumption string     `json:"assumption"`
	State      CheckState `json:"state"`
	Seen       []string   `json:"seen,omitempty"`
	Setting    string     `json:"setting,omitempty"` // that would fit, where the assumption doesn't hold, or has its say
	How        string     `json:"how,omitempty"`     // it can be seen, where it wasn't
}

// CheckState is what was found of an assumption, or that nobody has looked.
type CheckState string

// The states.
const (
	CheckHolds   CheckState = "holds"
	CheckDiffers CheckState = "differs"
	CheckUnseen  CheckState = "unseen"
	CheckAssumed CheckState = "assumed" // the default holds
	CheckSet     CheckState = "set"     // a setting says otherwise
)
