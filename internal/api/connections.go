package api

// ConnectionState is how a connection to the platform is.
type ConnectionState string

// The states.
const (
	ConnectionGood     ConnectionState = "good"
	ConnectionRenewing ConnectionState = "renewing" // its tokens are being renewed right now
	ConnectionLate     ConnectionState = "late"     // it wasn't renewed in time: access ends at EndsAt
	ConnectionSignIn   ConnectionState = "sign_in"  // the merchant must sign in again
	ConnectionMissing  ConnectionState = "missing"  // of the application-level grant: there is no token
)

// Connections lists the merchants' consents, the newest first.
type Connections struct {
	Connections []Connection `json:"connections"`
	App         *AppGrant    `json:"app,omitempty"` // nil: this console has no application-level grant
	Redirect    bool         `json:"redirect"`      // merchants can be sent to the platform; codes can be pasted always
}

// Connection is one merchant's consent. Times are milliseconds of Unix time.
type Connection struct {
	ID    string          `json:"id"`
	State ConnectionState `json:"state"`
	// percent of its life that a token has used up unrenewed: 75 or 90
	Alarm       int              `json:"alarm,omitempty"`
	Shops       []ConnectionShop `json:"shops"`
	By          string           `json:"by"` // who connected it
	ConnectedAt int64            `json:"connectedAt"`
	RenewedAt   int64            `json:"renewedAt"`
	EndsAt      int64            `json:"endsAt"`            // when access ends without a renewal
	Trouble     string           `json:"trouble,omitempty"` // kind of the last renewal's failure
	Unsaved     bool             `json:"unsaved,omitempty"` // works, but our storage hasn't taken its tokens yet
}

// ConnectionShop is a shop that a connection reaches.
type ConnectionShop struct {
	ShopID int64 `json:"shopId,string"`
}

// AppGrant is the application-level grant, which reaches every shop that has
// authorised the application.
type AppGrant struct {
	State  ConnectionState `json:"state"`
	Alarm  int             `json:"alarm,omitempty"`
	EndsAt int64           `json:"endsAt,omitempty"`
	// kind of the last renewal's failure: refused, no_merchant, down or unknown
	Trouble string `json:"trouble,omitempty"`
}

// StartConnect asks for the address of the platform's page on which a merchant
// consents. With an ID the consent mends that connection.
type StartConnect struct {
	ID string `json:"id,omitempty"`
}

// GoTo is an address to send the browser to.
type GoTo struct {
	URL string `json:"url"`
}

// ConnectCode connects with a code that the platform gave a merchant to copy.
type ConnectCode struct {
	ID   string `json:"id,omitempty"`
	Code string `json:"code"`
}

// ConnectionRef names a connection: to disconnect it, or to look anew which
// shops it reaches.
type ConnectionRef struct {
	ID string `json:"id"`
}

// ConnectResult is what came of a merchant's way to the platform and back. It
// stands in the fragment of the address that the way ends at.
type ConnectResult string

// The results.
const (
	ConnectDone      ConnectResult = "connected"
	ConnectDenied    ConnectResult = "denied"     // the merchant refused
	ConnectLost      ConnectResult = "lost"       // no such redirect, or not this browser's, or over ten minutes old
	ConnectUsed      ConnectResult = "used"       // its answer was taken before
	ConnectSignedOut ConnectResult = "signed_out" // whoever began it isn't signed in any more, or may not connect
	ConnectRefused   ConnectResult = "refused"    // the platform doesn't take the code
	ConnectDown      ConnectResult = "down"       // the platform didn't answer, or its page couldn't ask the merchant
	ConnectFailed    ConnectResult = "failed"     // our own storage
)

// Access is how a shop is reached, in the list of shops.
type Access struct {
	State  ConnectionState `json:"state,omitempty"` // ConnectionLate, ConnectionSignIn or ConnectionMissing; "" is fine
	EndsAt int64           `json:"endsAt,omitempty"`
}
