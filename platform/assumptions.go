package platform

import (
	"strings"
	"time"
)

// Everything that interface.md marks "not shown" is decided in this file; the
// names of assumed JSON fields, which must stand beside their types, are
// marked "assumed" there. The letters give the source: K is the public
// documentation of a platform of this family, I other integrations, R our own
// recomputation, A our assumption.

// Profile says how one platform does what the interface leaves open. The zero
// value is our default.
type Profile struct {
	Presentation Presentation // how a call carries its token [K]
	Signature    Scheme       // how sig is computed [K][R]
	Anchor       Anchor       // which midnight bounds a special date
	Listing      Listing      // which special dates the platform lists

	// TokenLifetime is assumed for a token whose answer has no expires_in.
	// Default: one hour [A].
	TokenLifetime time.Duration

	// CodeField and RefreshField are the members of a token request that carry
	// the authorization code and the refresh token (interface 4.1: not shown).
	// Default: "code" and "refresh_token" [I].
	CodeField    string
	RefreshField string
	// ShopSecret sends client_secret with the shop-level grants as well
	// (interface 4.1 asks for it with app_level_token alone).
	ShopSecret bool
	// PKCE adds a code challenge to the redirect and its verifier to the
	// exchange (RFC 7636). How a code is obtained is not shown (interface 5);
	// the platforms we know ignore it [A].
	PKCE bool
}

// Assumption is one thing that the interface leaves open, and what we take it for.
type Assumption struct {
	Name    string // "anchor"
	Section string // of the interface, which leaves it open
	Setting string // the field of [Profile] that says otherwise; "" for none
	Default string // what holds unless somebody says otherwise
	Reason  string // why that, with its source
}

// Assumptions lists what is assumed. Every field of [Profile] is the setting of one.
func Assumptions() []Assumption {
	return []Assumption{
		{"presentation", "5", "Presentation", "Authorization: Bearer <token>",
			"The public documentation of a platform of this family says so [K]."},
		{"signature", "5", "Signature", "SHA-256 of the URL, the sorted members and the secret, in lower-case hex",
			"The published value of such a platform comes out so [K][R]."},
		{"anchor", "2.5", "Anchor", "midnight of UTC",
			"The interface says so; a real platform's examples are the shop's own midnight [R]."},
		{"listing", "4.4", "Listing", "special dates that are on or to come",
			"\"Currently active\" may mean today's alone; what was known and is no longer listed is never dropped unasked [A]."},
		{"lifetime", "4.1", "TokenLifetime", "an hour, where an answer has no expires_in",
			"Short enough for any platform; renewing early costs a call [A]."},
		{"code field", "4.1", "CodeField", "code", "Other integrations send it so [I]."},
		{"refresh field", "4.1", "RefreshField", "refresh_token", "Other integrations send it so [I]."},
		{"shop secret", "4.1", "ShopSecret", "client_secret with app_level_token alone",
			"The interface asks for it there [A]."},
		{"pkce", "5", "PKCE", "no code challenge", "The platforms we know ignore it [A]."},
		{"order record", "2.1", "", "baseOrder, products, feeDtl, recipientInfo; flat records are read as well",
			"The public documentation shows them [K]; any other shape is kept and shown raw."},
		{"envelope", "4.2", "", "where the answer isn't shown, a 2xx answer of JSON without a code is a success",
			"A status of the 2xx kind says so (RFC 9110, 15.3) [A]."},
		{"amount", "2.6", "", "a number of minor units; one with decimals is of the currency",
			"The interface's own example adds up in minor units; a fraction of one means nothing [K][A]."},
		{"phones", "4.4", "", "1 at least, 3 at most; elements that are no text go back as they came",
			"The public documentation names the labels that the interface lacks [K]."},
		{"picture", "4.4", "", "larger than 900 pixels on both sides, under 5,000,000 bytes",
			"The stricter of two readings [A]."},
		{"codes", "7.5", "", "10001 to 10004 for authentication, else status 401 and the message's wording",
			"No code is shown; the wording is (7.2) [A]."},
		{"too many", "8", "", "HTTP status 429", "RFC 6585 says so; the interface shows no limits [A]."},
	}
}

// Grant types (interface 5).
const (
	GrantApp     = "app_level_token"
	GrantCode    = "shop_level_authorization_code"
	GrantRefresh = "refresh_token"
	GrantLegacy  = "client_credentials" // for integrations that have it already
)

// Presentation is how a call carries the access token (interface 5: not shown).
type Presentation int

// The presentations.
const (
	// BearerHeader sends "Authorization: Bearer <token>" [K].
	BearerHeader Presentation = iota
	// BodyFields adds accessToken, appId, timestamp and sig to the body [K].
	BodyFields
)

// Scheme is a signature scheme (interface 5: rules not shown).
type Scheme int

// The schemes; see [SuffixSignature] and [HeaderSignature].
const (
	SHA256Suffix Scheme = iota
	HMACHeader
)

// Anchor tells which midnight bounds a special date (interface 2.5 says UTC; a
// real platform's examples are the shop's own midnight [R]).
type Anchor int

// The anchors.
const (
	AnchorUTC Anchor = iota
	AnchorShop
)

// Listing tells which special dates are "the currently active ones", which the
// platform lists (interface 4.4). Every save replaces all of them, so that who
// takes the second for the first wipes out what lies ahead. What was listed or
// written before and is listed no longer is therefore never dropped unasked.
type Listing int

// The listings.
const (
	// ListAhead lists the dates that are on or to come [A].
	ListAhead Listing = iota
	// ListActive lists the dates that are on today alone: what lies ahead is known
	// from what was written and listed before.
	ListActive
)

// Codes of the authentication errors (interface 7.2 and 7.5: not shown) [A].
const (
	CodeSignature    = 10001
	CodeNoMerchant   = 10002
	CodeTokenExpired = 10003
	CodeTokenInvalid = 10004
)

// Values of OrderCancel.CancelCode, the merchant's reason for a cancellation (interface 4.2: not shown) [K].
const (
	CancelOther         = 500000 // cancelReason required
	CancelNoIngredients = 500001
	CancelShopClosing   = 500002
	CancelShortOfStaff  = 500003
)

// Values of OrderReject.RejectCode, the reason for rejecting a refund request (interface 4.2: not shown) [K].
const (
	RejectOther         = 100000 // rejectReason required
	RejectPrepared      = 100001
	RejectUnderDelivery = 100002
)

// Values of RefundApply.PartRefundType, the reason for a partial refund (interface 4.2: not shown) [K].
const (
	RefundOther         = 200000 // partRefundReason required
	RefundSlow          = 200001
	RefundNoIngredients = 200002
	RefundItemMissing   = 200003
	RefundWrongItem     = 200004
)

// Values of CallbackSet.IsTest (interface 4.5: not shown) [K].
const (
	CallbackProduction = 0
	CallbackTest       = 1
)

// MinPhones and MaxPhones bound the number of a shop's contact phones. The interface gives both numbers without their
// labels (4.4, rule 4); the labels are [K].
const MinPhones, MaxPhones = 1, 3

// Bounds of a profile image (interface 4.4, rule 3). "Larger than 900x900" is
// taken for both sides; a megabyte for a million bytes, the stricter of its
// two meanings [A].
const (
	MinPictureSide = 901       // pixels, width and height each
	PictureBytes   = 5_000_000 // a picture is smaller than that
)

// statusUnauthorized refuses the caller whatever the body says (RFC 9110,
// 15.5.2); the package keeps clear of net/http.
const statusUnauthorized = 401

// statusTooMany refuses a call because there are too many (RFC 6585, 4). The
// interface shows no rate limits (8) [A].
const statusTooMany = 429

// classify names the authentication error behind a failure: by its code, by
// status 401 or, since the real codes aren't shown, by the message's wording
// (interface 7.2). It is nil for every other failure.
//
// A call that mustn't be repeated isn't judged by wording: "the customer's
// token is invalid" may be said of an order, and whoever took it for ours
// would send the call a second time.
func classify(e *Error) error {
	switch e.Code {
	case 0:
		return nil
	case CodeSignature:
		return ErrSignature
	case CodeNoMerchant:
		return ErrNoMerchant
	case CodeTokenExpired:
		return ErrTokenExpired
	case CodeTokenInvalid:
		return ErrTokenInvalid
	}
	// At the token endpoint there is no business to refuse, nor a token.
	exchange := e.Path == PathToken
	unauthorized := e.Status == statusUnauthorized && !exchange
	endpoint, known := EndpointAt(e.Path)
	if known && !endpoint.Repeatable && !exchange && !unauthorized {
		return nil
	}
	if worded := classifyWording(e.Message); worded != nil || !unauthorized {
		return worded
	}
	return ErrTokenInvalid
}

func classifyWording(message string) error {
	text := strings.ToLower(message)
	has := func(word string) bool { return strings.Contains(text, word) }
	switch {
	case has("signature"):
		return ErrSignature
	case has("token") && has("expired"):
		return ErrTokenExpired
	case has("token") && has("invalid"):
		return ErrTokenInvalid
	case has("authori") && has("merchant"):
		return ErrNoMerchant
	}
	return nil
}
