package sandbox

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// Variant is a habit of a platform that the interface leaves room for and that
// isn't the one we assume. Without any the sandbox is the platform we imagine.
type Variant string

// The variants. Their words are in [VariantInfo].
const (
	FlatOrders     Variant = "flat-orders"
	TextIDs        Variant = "text-ids"
	UnknownCodes   Variant = "unknown-codes"
	UnknownMembers Variant = "unknown-members"
	BareAnswers    Variant = "bare-answers"
	NoData         Variant = "no-data"

	ActiveDates  Variant = "active-dates"
	ShopDates    Variant = "shop-dates"
	EqualTimes   Variant = "equal-times"
	NightOverlap Variant = "night-overlap"
	ShortPhones  Variant = "short-phones"
	PhoneOnce    Variant = "phone-once"
	AnyEnding    Variant = "any-ending"
	SlowReview   Variant = "slow-review"
	RefundSpu    Variant = "refund-spu"
	NoApplicants Variant = "no-applicants"

	BodyToken  Variant = "body-token"
	HMACHeader Variant = "hmac-header"
	Status401  Variant = "status-401"
	NoExpiry   Variant = "no-expiry"
	TokenNames Variant = "token-names"
	ShopSecret Variant = "shop-secret"
	PKCE       Variant = "pkce"

	HookNoURL     Variant = "hook-no-url"
	HookCompact   Variant = "hook-compact"
	CallbackNoURL Variant = "callback-no-url"
	OddHeartbeats Variant = "odd-heartbeats"
	OwnHeartbeats Variant = "own-heartbeats"
)

// VariantInfo describes a variant in a sentence, and names the assumptions of [platform.Assumptions] that don't hold
// where it is played. Breaks is nil where all hold, and the sandbox alone does otherwise.
type VariantInfo struct {
	Variant Variant  `json:"variant"`
	Words   string   `json:"words"`
	Breaks  []string `json:"breaks"`
}

// variants lists all of them, in the order in which they are shown.
var variants = []VariantInfo{
	{FlatOrders, "orderViewId, shopId and status stand at the top of an order, and there is no baseOrder",
		[]string{"order record"}},
	{TextIDs, "Every id is a text, not a number", []string{"ids"}},
	{UnknownCodes, "Every status and type is a number that nobody documents, and so is an event of orders marked ready",
		[]string{"codes", "shop status", "picture status", "order codes", "events"}},
	{UnknownMembers, "Every record has a member more", []string{"members"}},
	{BareAnswers, "Answers about orders have no envelope: the record stands alone, and a refusal is status 400 with a " +
		"message alone, but for authentication errors", []string{"envelope", "refusals"}},
	{NoData, "In place of an empty list, data is null; in place of an empty record, there is no data", nil},
	{ActiveDates, "Special dates are listed on their own days alone", []string{"listing"}},
	{ShopDates, "Special dates begin and end at the shop's own midnight", []string{"anchor"}},
	{EqualTimes, "A period from one time to the same time is allowed and lasts a day; " +
		"round-the-clock days are written so", []string{"equal times"}},
	{NightOverlap, "A period past midnight may run into one of the next day", []string{"night overlap"}},
	{ShortPhones, "A phone may have a number of three digits", []string{"short phones"}},
	{PhoneOnce, "The same phone twice is refused", []string{"phone twice"}},
	{AnyEnding, "A picture's address may end in capitals", []string{"picture ending"}},
	{SlowReview, "A new picture is in the record a minute after it was asked for", []string{"review"}},
	{RefundSpu, "orderProductId means a product's spuId, not its id", []string{"refund product"}},
	{NoApplicants, "A refund in the order record doesn't say who applied for it", []string{"refund applicant"}},
	{BodyToken, "The token must be in the body, signed; a bearer header is refused", []string{"presentation"}},
	{HMACHeader, "Calls must carry a signature in the header X-App-Signature", []string{"signature"}},
	{Status401, "Authentication errors have HTTP status 401", []string{"auth status"}},
	{NoExpiry, "Token answers have no expires_in", []string{"lifetime"}},
	{TokenNames, "Token requests name code and refresh token authorizationCode and refreshToken",
		[]string{"code field", "refresh field"}},
	{ShopSecret, "Shop-level grants need the client_secret as well", []string{"shop secret"}},
	{PKCE, "An authorization code needs a code challenge", []string{"pkce"}},
	{HookNoURL, "Webhooks are signed without a URL in front", []string{"webhook signature"}},
	{HookCompact, "A webhook's message is written with spaces and signed without them",
		[]string{"webhook signature"}},
	{CallbackNoURL, "The registration of a webhook URL is signed without the call's URL in front",
		[]string{"callback signature"}},
	{OddHeartbeats, `Heartbeats are "", [] and a byte order mark in turn`, nil},
	{OwnHeartbeats, `Heartbeats are {"ping":true}`, []string{"heartbeat"}},
}

// Variants lists every variant.
func Variants() []VariantInfo { return slices.Clone(variants) }

// Set is a platform with a name: the variants that it plays.
type Set struct {
	Name     string    `json:"name"`
	Words    string    `json:"words"`
	Variants []Variant `json:"variants"`
}

// The names of the sets.
const (
	SetImagined = "as-imagined"
	SetStrange  = "strange"
	SetStrict   = "strict"
)

// Sets lists the platforms with a name.
func Sets() []Set {
	return []Set{
		{SetImagined, "The platform that we assume", nil},
		{SetStrange, "Another shape wherever the interface shows none", []Variant{
			FlatOrders, TextIDs, UnknownCodes, UnknownMembers, BareAnswers, NoData, ActiveDates, ShopDates, EqualTimes,
			SlowReview, HMACHeader, NoExpiry, HookNoURL, HookCompact, OddHeartbeats,
		}},
		{SetStrict, "Everything is asked for that may be", []Variant{BodyToken, PhoneOnce, ShopSecret, PKCE, Status401}},
	}
}

// ParseVariants reads names of sets and variants, with commas between them.
func ParseVariants(text string) ([]Variant, error) {
	var found []Variant
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		set := slices.IndexFunc(Sets(), func(s Set) bool { return s.Name == name })
		switch {
		case name == "":
		case set >= 0:
			found = append(found, Sets()[set].Variants...)
		case known(Variant(name)):
			found = append(found, Variant(name))
		default:
			return nil, fmt.Errorf("%w: there is no set and no variant %q", ErrInvalid, name)
		}
	}
	return found, nil
}

func known(v Variant) bool {
	return slices.ContainsFunc(variants, func(info VariantInfo) bool { return info.Variant == v })
}

// Names of [TokenNames] for members of a token request.
const (
	otherCodeField    = "authorizationCode"
	otherRefreshField = "refreshToken"
)

// Fitting is the profile with which a console understands a platform that plays
// these variants, as far as a profile can say it.
func Fitting(playing ...Variant) platform.Profile {
	var p platform.Profile
	for _, v := range playing {
		switch v { //nolint:exhaustive // the others need no setting
		case ActiveDates:
			p.Listing = platform.ListActive
		case ShopDates:
			p.Anchor = platform.AnchorShop
		case BodyToken:
			p.Presentation = platform.BodyFields
		case HMACHeader:
			p.Signature = platform.HMACHeader
		case NoExpiry:
			p.TokenLifetime = 2 * time.Hour
		case TokenNames:
			p.CodeField, p.RefreshField = otherCodeField, otherRefreshField
		case ShopSecret:
			p.ShopSecret = true
		case PKCE:
			p.PKCE = true
		case EqualTimes:
			p.EqualTimes = platform.LeaveAllowed
		case NightOverlap:
			p.NightOverlap = platform.LeaveAllowed
		case ShortPhones:
			p.ShortPhones = platform.LeaveAllowed
		case PhoneOnce:
			p.PhoneTwice = platform.LeaveRefused
		case AnyEnding:
			p.CapitalEndings = platform.LeaveAllowed
		case RefundSpu:
			p.RefundProduct = platform.RefundBySpu
		case CallbackNoURL:
			p.CallbackSigning = platform.CallbackWithoutURL
		case UnknownCodes:
			p.AuthCodes = "signature=10701,no-merchant=10702,token-expired=10703,token-invalid=10704"
		case OwnHeartbeats:
			p.Heartbeats = platform.HeartbeatsAny
		}
	}
	return p
}

// FittingHooks is what a webhook's signature covers, named as the console's
// setting names it.
func FittingHooks(playing ...Variant) string {
	before, text := "public_url", "raw"
	if slices.Contains(playing, HookNoURL) {
		before = "no_url"
	}
	if slices.Contains(playing, HookCompact) {
		text = "compact"
	}
	return before + "+" + text
}

// Does reports whether the sandbox plays a variant: one that was chosen on the
// control page, or, until something is chosen there, one of Plays.
func (s *Sandbox) Does(v Variant) bool {
	if chosen := s.chosen.Load(); chosen != nil {
		return slices.Contains(*chosen, v)
	}
	return slices.Contains(s.Plays, v)
}

// Playing lists the variants that the sandbox plays.
func (s *Sandbox) Playing() []Variant {
	playing := []Variant{}
	for _, info := range variants {
		if s.Does(info.Variant) {
			playing = append(playing, info.Variant)
		}
	}
	return playing
}

// SetVariants has the sandbox play these variants and no others, until a reset.
func (s *Sandbox) SetVariants(playing ...Variant) error {
	for _, v := range playing {
		if !known(v) {
			return fmt.Errorf("%w: there is no variant %q", ErrInvalid, v)
		}
	}
	return s.choose(func([]Variant) []Variant { return playing })
}

// SetVariant begins or ends one variant, until a reset.
func (s *Sandbox) SetVariant(v Variant, on bool) error {
	if !known(v) {
		return fmt.Errorf("%w: there is no variant %q", ErrInvalid, v)
	}
	return s.choose(func(playing []Variant) []Variant {
		playing = slices.DeleteFunc(playing, func(one Variant) bool { return one == v })
		if on {
			playing = append(playing, v)
		}
		return playing
	})
}

// choose changes what is played. The special dates that are there move with the
// midnight that bounds them.
func (s *Sandbox) choose(change func([]Variant) []Variant) error {
	return s.update(func(st *state) error {
		before := s.Does(ShopDates)
		next := slices.Clone(change(s.Playing()))
		st.Variants = &next
		s.chosen.Store(&next)
		now := s.Does(ShopDates)
		if now != before {
			st.reanchor(before)
		}
		st.ShopDates = &now
		return nil
	})
}

// reanchor moves every special date from one midnight to the other: from the
// shop's own when fromShop is set, else from that of UTC.
func (st *state) reanchor(fromShop bool) {
	for at, sh := range st.Shops {
		from, to := time.UTC, location(sh.Zone)
		if fromShop {
			from, to = to, from
		}
		next := *sh
		next.Special = make([]platform.SpecialDate, 0, len(sh.Special))
		for _, date := range sh.Special {
			year, month, day := time.UnixMilli(date.StartDate).In(from).Date()
			date.StartDate = midnight(year, month, day, to).UnixMilli()
			year, month, day = time.UnixMilli(date.EndDate).In(from).Date()
			date.EndDate = midnight(year, month, day+1, to).UnixMilli() - 1
			next.Special = append(next.Special, date)
		}
		st.Shops[at] = &next
	}
}
