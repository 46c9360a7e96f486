package platform

import (
	"fmt"
	"reflect"
	"time"
)

// Profile says how one platform does what the interface leaves open. The zero
// value is our default. A field's tags name the variable of the console's
// environment that sets it, and say what holds then ([Profile.Says]).
type Profile struct {
	// Presentation is how a call carries its token [K].
	Presentation Presentation `variable:"SHOPDESK_TOKEN_IN_BODY" says:"in the body, signed"`
	// Signature is how sig is computed [K][R].
	Signature Scheme `variable:"SHOPDESK_CALL_SIGNATURE" says:"HMAC-SHA-256 of the body in X-App-Signature"`
	// Anchor tells which midnight bounds a special date.
	Anchor Anchor `variable:"SHOPDESK_ANCHOR" says:"the shop's own midnight"`
	// Listing tells which special dates the platform lists.
	Listing Listing `variable:"SHOPDESK_SPECIAL_DATES" says:"special dates that are on today alone"`

	// TokenLifetime is assumed for a token whose answer has no expires_in.
	// Default: one hour [A].
	TokenLifetime time.Duration `variable:"SHOPDESK_TOKEN_LIFETIME"`

	// CodeField and RefreshField are the members of a token request that carry
	// the authorization code and the refresh token (interface 4.1: not shown).
	// Default: "code" and "refresh_token" [I].
	CodeField    string `variable:"SHOPDESK_CODE_FIELD"`
	RefreshField string `variable:"SHOPDESK_REFRESH_FIELD"`
	// ShopSecret sends client_secret with the shop-level grants as well
	// (interface 4.1 asks for it with app_level_token alone).
	ShopSecret bool `variable:"SHOPDESK_SHOP_SECRET" says:"client_secret with every grant"`
	// PKCE adds a code challenge to the redirect and its verifier to the
	// exchange (RFC 7636). How a code is obtained is not shown (interface 5);
	// the platforms we know ignore it [A].
	PKCE bool `variable:"SHOPDESK_PKCE" says:"a code challenge"`

	// What people may enter where the interface doesn't forbid it outright:
	// a shift from one time to the same time (interface 2.3), a shift past
	// midnight that runs into one of the next day (4.4, rule 1), a phone's number
	// of fewer than four digits, the same phone twice (both 4.4, rule 4), and a
	// picture's address that ends in capitals (4.4, rule 3).
	EqualTimes     Leave `variable:"SHOPDESK_ALLOW"`
	NightOverlap   Leave `variable:"SHOPDESK_ALLOW"`
	ShortPhones    Leave `variable:"SHOPDESK_ALLOW"`
	PhoneTwice     Leave `variable:"SHOPDESK_ALLOW"`
	CapitalEndings Leave `variable:"SHOPDESK_ALLOW"`

	// RefundProduct is the number that names a product of a refund (4.3).
	RefundProduct RefundNaming `variable:"SHOPDESK_REFUND_PRODUCT" says:"its spuId"`
	// CallbackSigning is what the registration of a webhook address is signed with (4.5).
	CallbackSigning CallbackSigning `variable:"SHOPDESK_CALLBACK_URL" says:"nothing in front"`
	// Heartbeats tells which packets are heartbeats (6.2).
	Heartbeats Heartbeats `variable:"SHOPDESK_HEARTBEATS" says:"any packet that names no message"`
	// AuthCodes are the codes of the authentication errors (7.2, 7.5).
	AuthCodes AuthCodes `variable:"SHOPDESK_AUTH_CODES"`
}

// Says is what holds in place of an assumption's default, "" where the default
// holds.
func (p *Profile) Says(a *Assumption) string {
	field, ok := reflect.TypeFor[Profile]().FieldByName(a.Setting)
	if !ok {
		return ""
	}
	value := reflect.ValueOf(*p).FieldByIndex(field.Index)
	switch says := field.Tag.Get("says"); {
	case value.IsZero():
		return ""
	case says != "":
		return says
	}
	return fmt.Sprint(value)
}

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

// Leave is what becomes of people's input that the interface doesn't forbid
// outright.
type Leave string

// The leaves.
const (
	// LeaveWarned sends the input, after a warning: the platform decides.
	LeaveWarned Leave = ""
	// LeaveRefused doesn't send it: the platform is known to refuse it.
	LeaveRefused Leave = "refused"
	// LeaveAllowed says nothing: the platform is known to take it.
	LeaveAllowed Leave = "allowed"
)

// LeaveNames are the assumptions about people's input, as settings name them.
func LeaveNames() []string {
	return []string{"equal-times", "night-overlap", "short-phones", "phone-twice", "picture-ending"}
}

// Leave is the leave of one of the [LeaveNames], nil for any other name.
func (p *Profile) Leave(name string) *Leave {
	switch name {
	case "equal-times":
		return &p.EqualTimes
	case "night-overlap":
		return &p.NightOverlap
	case "short-phones":
		return &p.ShortPhones
	case "phone-twice":
		return &p.PhoneTwice
	case "picture-ending":
		return &p.CapitalEndings
	}
	return nil
}

// RefundNaming is the number that a [RefundLine] calls OrderProductID, an "SPU
// identifier generated by the platform" (interface 4.3).
type RefundNaming int

// The numbers.
const (
	RefundByID  RefundNaming = iota // a product's id in the preview [A]
	RefundBySpu                     // its spuId
)

// CallbackSigning is what stands in front of the members of [CallbackSet] that are
// signed (interface 4.5: not shown).
type CallbackSigning int

// The signings.
const (
	CallbackWithURL    CallbackSigning = iota // the call's address [K]
	CallbackWithoutURL                        // nothing
)

// Heartbeats tells which packets are heartbeats, "empty packets" of a form that
// isn't shown (interface 6.2, rule 2).
type Heartbeats int

// The heartbeats.
const (
	// HeartbeatsEmpty have no content [A].
	HeartbeatsEmpty Heartbeats = iota
	// HeartbeatsAny may have any, but none of the members that every message has.
	HeartbeatsAny
)
