package api

// Role is what an operator may do: owner, manager or staff.
type Role string

// The roles, strongest first.
const (
	RoleOwner   Role = "owner"
	RoleManager Role = "manager"
	RoleStaff   Role = "staff"
)

// Session answers [PathSession] and every sign-in. Operator is nil when nobody
// is signed in.
type Session struct {
	Operator *Operator `json:"operator,omitempty"`
	Demo     bool      `json:"demo,omitempty"`    // "Try it as …" is offered
	HostSign bool      `json:"host,omitempty"`    // the embedding host signs people in and out
	Profile  Profile   `json:"profile"`           // how this platform is set up
	Now      int64     `json:"now"`               // the server's clock, milliseconds
	Version  string    `json:"version,omitempty"` // the server's build

	Passkeys bool `json:"passkeys,omitempty"` // passkeys can be used at this address
	// name of the OpenID provider that signs people in, if there is one
	Provider    string      `json:"provider,omitempty"`
	Preferences Preferences `json:"preferences,omitzero"` // the operator's
	Legend      []CodeName  `json:"legend,omitempty"`     // names of the platform's numbers, without By and At
	// names of codes that are words: apart, as the browser's program of the release before reads numbers alone
	Words []CodeName `json:"words,omitempty"`
}

// Preferences are how an operator wants the console, on all devices. "" leaves
// it to the device.
type Preferences struct {
	Language string `json:"language,omitempty"` // see Languages
	Sound    string `json:"sound,omitempty"`    // "on" or "off"
	Theme    string `json:"theme,omitempty"`    // "light" or "dark"
}

// SetPreferences saves the preferences that differ from Was, or all without Was, as browsers of older releases ask.
type SetPreferences struct {
	Preferences

	Was *Preferences `json:"was,omitempty"` // what the choice began from
}

// Languages lists the languages that can be preferred, as BCP 47 tags.
func Languages() []string { return []string{"en", "zh-Hant", "ar", "pt"} }

// Operator is a person who signs in.
type Operator struct {
	ID    int64  `json:"id,string"`
	Name  string `json:"name"`
	Login string `json:"login"`
	Role  Role   `json:"role"` // the strongest one they have anywhere

	// Permissions are what they may do: in one shop at least, or for those that
	// concern the whole installation, as a role in all shops allows.
	Permissions []string `json:"permissions,omitempty"`
}

// May reports whether the operator has a permission.
func (o *Operator) May(permission string) bool {
	if o != nil {
		for _, p := range o.Permissions {
			if p == permission {
				return true
			}
		}
	}
	return false
}

// Profile is the part of the platform's profile that pages depend on.
type Profile struct {
	Anchor string `json:"anchor"` // "utc" or "shop": which midnight bounds a special date
	// ListsActive tells that the platform lists the special dates of today alone:
	// what lies ahead is known from our own record.
	ListsActive bool `json:"listsActive,omitempty"`

	// Leaves are what becomes of input that the interface doesn't forbid outright, by
	// the code of its problem: "refused" or "allowed". Any other is warned of.
	Leaves map[string]string `json:"leaves,omitempty"`
	// RefundBySpu tells that a refund names products by their spuId.
	RefundBySpu bool `json:"refundBySpu,omitempty"`

	// Secluded tells that the platform can't fetch pictures from this console,
	// because it is served on a loopback address.
	Secluded bool `json:"secluded,omitempty"`
}

// SignIn asks for a session with a password.
type SignIn struct {
	Login    string `json:"login"`
	Password string `json:"password"`
	Remember bool   `json:"remember,omitempty"`
}

// DemoSignIn asks for a session as one of the demonstration's people.
type DemoSignIn struct {
	Role Role `json:"role"`
}
