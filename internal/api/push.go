package api

// Push answers [PathPush] and its changes: what this device, which is this
// session, is told of while nobody looks.
type Push struct {
	// this server's for browsers to subscribe with (VAPID, base64url); "" where there are no notifications
	Key   string     `json:"key"`
	On    bool       `json:"on,omitempty"`    // this device is told
	Shops []PushShop `json:"shops,omitempty"` // of these shops alone; none: of all that the operator sees
}

// PushShop is a shop whose orders are told.
type PushShop struct {
	ShopID int64 `json:"shopId,string"`
}

// PushOn has this device told. The first three are the browser's PushSubscription.
// Sent again it replaces what holds.
type PushOn struct {
	Endpoint string     `json:"endpoint"`
	P256dh   string     `json:"p256dh"` // base64url, as is Auth
	Auth     string     `json:"auth"`
	Language string     `json:"language,omitempty"` // of the device; the operator's own wins
	Shops    []PushShop `json:"shops,omitempty"`    // as in Push
	// shops and language stay: the browser has only replaced its subscription
	Keep bool `json:"keep,omitempty"`
}

// ProblemPushHost is the code of a [Problem] with a browser's endpoint: it isn't
// at one of the push services that this server sends to. Args: the host.
const ProblemPushHost = "push_host"

// PushOutcome is what came of a notification.
type PushOutcome string

// The outcomes.
const (
	PushSent PushOutcome = "sent" // the browser's push service has taken it
	// the push service doesn't know the device any more: it isn't told from now on
	PushGone        PushOutcome = "gone"
	PushRefused     PushOutcome = "refused"     // the push service refuses us, with Status
	PushUnreachable PushOutcome = "unreachable" // the push service doesn't answer our server, or is busy
)

// PushTested answers [PathPushTest].
type PushTested struct {
	Outcome PushOutcome `json:"outcome"`
	Status  int         `json:"status,omitempty"` // the push service's
}
