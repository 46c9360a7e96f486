package platform

import (
	"reflect"
	"strings"
)

// Everything that interface.md marks "not shown" is decided in this file, and in
// profile.go where a setting may say otherwise; the names of assumed JSON fields,
// which must stand beside their types, are marked "assumed" there. The letters give the source: K is the public
// documentation of a platform of this family, I other integrations, R our own
// recomputation, A our assumption.

// Assumption is one thing that the interface leaves open, and what we take it for.
type Assumption struct {
	Name    string // "anchor"
	Section string // of the interface, which leaves it open
	Setting string // the field of [Profile] that says otherwise; "" for none
	Default string // what holds unless somebody says otherwise
	Reason  string // why that, with its source
}

// AssumedHookSignature is the name of the assumption that a [HookRule] sets.
const AssumedHookSignature = "webhook signature"

// Variable is the variable of the console's environment that sets the assumption's
// setting, "" for none.
func (a *Assumption) Variable() string {
	if a.Name == AssumedHookSignature {
		return "SHOPDESK_HOOK_RULE"
	}
	field, _ := reflect.TypeFor[Profile]().FieldByName(a.Setting)
	return field.Tag.Get("variable")
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
		{"equal times", "2.3", "EqualTimes", "warned of: a shift that starts and ends at the same time",
			"The interface names 0 to 0 alone; a platform may take other ones for a whole day [A]."},
		{"night overlap", "4.4", "NightOverlap", "warned of: a night that runs into a shift of the next day",
			"Periods must not overlap \"for any single day\", which may mean the day that they begin on [A]."},
		{"short phones", "4.4", "ShortPhones", "warned of: a number of fewer than four digits",
			"No length is named; real numbers of three digits are emergency services' [A]."},
		{"phone twice", "4.4", "PhoneTwice", "warned of: the same phone twice",
			"Nothing forbids it; it is a slip of whoever types [A]."},
		{"picture ending", "4.4", "CapitalEndings", "warned of: an address that ends in capitals, such as .JPG",
			"The endings are shown in small letters; whether case counts isn't said [A]."},
		{"refund product", "4.3", "RefundProduct", "orderProductId is the id of a product in the preview",
			"\"SPU identifier\" may mean spuId as well; the id tells two lines of one product apart [A]."},
		{"callback signature", "4.5", "CallbackSigning",
			"the call's address in front, then the sorted members and the secret",
			"Calls with the token in the body are signed so [K]."},
		{"heartbeat", "6.2", "Heartbeats", "nothing, {}, null, \"\", [] or a byte order mark",
			"Packets without content carry no order, so that each form can be accepted [A]."},
		{"heartbeat interval", "6.2", "",
			"once they have come for an hour, three times the longer of the last two intervals are silence, " +
				"but 5 minutes at least and an hour at most",
			"The interface names no interval [A]."},
		{AssumedHookSignature, "6.1", "",
			"our registered address in front, then the sorted members and the secret",
			"Calls with the token in the body are signed so [K]."},
		{"webhook time", "6.1", "", "seconds, or milliseconds, at most 15 minutes behind and 5 ahead of our clock",
			"The interface names seconds; a repeat may keep its first timestamp [A]."},
		{"events", "6.3", "", "the listed codes; a message with another one, or none, is kept, shown, and its order read",
			"The list is an extract; a platform with other codes must not cost an order [A]."},
		{"ids", "2.1", "", "numbers; texts, and whole numbers with decimals, are read as well",
			"The interface's types are integers."},
		{"requests", "4.2", "", "orderViewId and shopId, pictureUrl, phones, cancelCode, rejectCode, partRefundType",
			"The public documentation shows them [K]; of the calls about an order alone they are assumed [A]."},
		{"reasons", "4.2", "", "the public documentation's codes; the text is needed with \"other\" alone",
			"The interface shows no codes [K]."},
		{"consent", "5", "", "a page that takes responseType, appId, redirectUri, state and scope",
			"How a code is obtained is not shown [K][I]."},
		{"shapes", "2.1", "", "members are of the type that the interface names; others are kept and shown raw",
			"Only types are shown, and few examples [A]."},
		{"members", "2.1", "", "those that the interface lists; others are kept and go back unchanged",
			"Lists may be extracts [A]."},
		{"shop status", "2.2", "", "3 operating, 4 suspended", "The public documentation says so [K]."},
		{"picture status", "2.2", "", "1 shown, 2 in review, 3 rejected", "No source shows values: our own choice [A]."},
		{"order codes", "2.1", "",
			"status 30 accepted, 50 cancelled, and who cancelled [K]; 10 placed, 35 prepared, 40 completed, and the codes of " +
				"deliveries and refunds [A]; others are shown as numbers",
			"The interface shows no values [K][A]."},
		{"refusals", "7.5", "", "a code other than 0; without a code, a status of the 4xx kind and a message",
			"No status is shown; a message explains a failure (7.1), and the token's answer has no code (4.1) [A]."},
		{"auth status", "7.5", "", "200; any other is understood as well",
			"The envelope tells failures; no status is shown [A]."},
		{"review", "3.3", "", "a new picture is in the record, in review, at once",
			"A duplicate is refused meanwhile, so that the platform knows it [A]."},
		{"order record", "2.1", "", "baseOrder, products, feeDtl, recipientInfo; flat records are read as well",
			"The public documentation shows them [K]; any other shape is kept and shown raw."},
		{"refund applicant", "3.2", "", "applyOpType is 20 in the record of a refund that the merchant applied for",
			"No record of a refund is shown; unless one is listed so, a lost answer leaves it to a person to look [A]."},
		{"envelope", "4.2", "",
			"where the answer isn't shown, a 2xx answer that is nothing, or JSON without a code, an error and a success of " +
				"false, is a success",
			"A status of the 2xx kind says so (RFC 9110, 15.3); null is no code and no error [A]."},
		{"amount", "2.6", "", "a number of minor units; one with decimals is that of amountStr, else of the currency",
			"The interface's own example adds up in minor units; a fraction of one means nothing [K][A]."},
		{"delivery type", "3.2", "", "deliveryType, 0: a rider comes; without it and a rider, customers may collect an order",
			"Rule 5 is for self-pickup orders, which no member tells; the platform refuses the others [A]."},
		{"payout week", "2.6", "", "Monday to Sunday, by the shop's own calendar",
			"The interface doesn't say how often, nor for which days, the platform pays out [A]."},
		{"phones", "4.4", "", "1 at least, 3 at most; elements that are no text go back as they came",
			"The public documentation names the labels that the interface lacks [K]."},
		{"picture", "4.4", "", "larger than 900 pixels on both sides, under 5,000,000 bytes",
			"The stricter of two readings [A]."},
		{"codes", "7.5", "AuthCodes", "10001 to 10004 for authentication, else status 401 and the message's wording",
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

// Codes of the authentication errors (interface 7.2 and 7.5: not shown), unless [AuthCodes] says otherwise [A].
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
		if !refuses(e.Status, e.Message) {
			return nil
		}
	default:
		if coded := e.AuthCodes.Of(e.Code); coded != nil {
			return coded
		}
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
