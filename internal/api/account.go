package api

import "encoding/json"

// Account answers [PathAccount]: the operator's own.
type Account struct {
	Name     string    `json:"name"`
	Login    string    `json:"login"`
	Password bool      `json:"password"` // there is one
	Passkeys []Passkey `json:"passkeys"`
	Linked   []Linked  `json:"linked"`
}

// Passkey is one of the operator's passkeys.
type Passkey struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	CreatedAt int64  `json:"createdAt"`
	UsedAt    int64  `json:"usedAt,omitempty"`
}

// Linked is an OpenID provider's identity that signs the operator in.
type Linked struct {
	Provider string `json:"provider"`
	Label    string `json:"label"`
}

// Rename changes the name that others see.
type Rename struct {
	Name string `json:"name"`
}

// NewPassword replaces the operator's password, and signs out their other
// devices unless Keep is set.
type NewPassword struct {
	Password string `json:"password"`
	Keep     bool   `json:"keep,omitempty"`
}

// PasskeyAsk is what navigator.credentials is to be asked: Options is a
// PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON. Proof names
// the question, once and for five minutes.
type PasskeyAsk struct {
	Proof   string          `json:"proof"`
	Options json.RawMessage `json:"options"`
}

// PasskeyAnswer is the credential that came of it, as its toJSON gives it.
type PasskeyAnswer struct {
	Proof    string          `json:"proof"`
	Response json.RawMessage `json:"response"`
}

// PasskeyAdd adds a passkey.
type PasskeyAdd struct {
	Name string `json:"name"`
	PasskeyAnswer
}

// PasskeySignIn asks for a session with a passkey.
type PasskeySignIn struct {
	Remember bool `json:"remember,omitempty"`
	PasskeyAnswer
}

// PasskeyRef names a passkey.
type PasskeyRef struct {
	ID string `json:"id"`
}

// StepUpWays says how the operator can prove once more who they are. Without
// any, they need a one-time link to choose a password.
type StepUpWays struct {
	Password bool `json:"password,omitempty"`
	Passkey  bool `json:"passkey,omitempty"`
	Demo     bool `json:"demo,omitempty"` // a demonstration's person only presses a button
}

// StepUp proves who the operator is: with the password, a passkey, or in a
// demonstration with nothing. It holds for five minutes on this device.
type StepUp struct {
	Password string         `json:"password,omitempty"`
	Passkey  *PasskeyAnswer `json:"passkey,omitempty"`
	Demo     bool           `json:"demo,omitempty"`
}

// Purposes of a redirect to the OpenID provider.
const (
	OIDCSignIn = "signin"
	OIDCLink   = "link" // to the operator who asks (step-up)
)

// OIDCStart asks to be sent to the OpenID provider.
type OIDCStart struct {
	Purpose  string `json:"purpose"`
	Remember bool   `json:"remember,omitempty"`
}

// OIDCGo is where to send the browser.
type OIDCGo struct {
	URL string `json:"url"`
}

// What the callback says in the fragment of the page it leads to, after "oidc=".
const (
	OIDCLinked    = "linked"
	OIDCUnknown   = "unknown"   // nobody here is linked to that identity
	OIDCTaken     = "taken"     // that identity is linked to somebody already
	OIDCCancelled = "cancelled" // at the provider
	OIDCFailed    = "failed"    // it took too long, or what came back is not to be trusted
)

// ProfileFacts answers [PathProfile]: how the platform is spoken to.
type ProfileFacts struct {
	Interface string `json:"interface"` // the interface's version
	Platform  string `json:"platform"`  // base address
	ClientID  string `json:"clientId"`
	// Facts are what the interface leaves open: [CheckAssumed], or [CheckSet] to what is Seen.
	Facts  []CheckFinding `json:"facts"`
	Sights []Sight        `json:"sights"` // what the platform said that isn't known
}

// Sight is something in the platform's answers or messages that this console doesn't
// know. It holds no value of a record but codes. Times are milliseconds of Unix time.
type Sight struct {
	// "member", "shape", "id", "code", or "number": a code of which no value is documented
	What  string   `json:"what"`
	From  string   `json:"from"`           // path of the call, or "event 1001"
	Path  string   `json:"path"`           // of the member, "" for the record itself
	Seen  string   `json:"seen"`           // the kind of the value, or the code
	Kind  CodeKind `json:"kind,omitempty"` // of a code
	Code  string   `json:"code,omitempty"` // as the platform writes it, in a short word or a number
	Count int64    `json:"count"`
	First int64    `json:"first"`
	Last  int64    `json:"last"`
}
