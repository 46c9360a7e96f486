package doctor

// check is an assumption that the doctor looks at, or something about the way to the platform.
type check struct {
	group, name, words string
	how                string // it can be seen, while it isn't
}

// Checks that the doctor can't answer, as it changes nothing. What the console's own changes show answers them
// ([Known]).
const (
	CheckPhoneOnce     = "phone-once"
	CheckPictureReview = "picture-review"
	CheckCallback      = "callback-signature"
	// CheckCallbackUnsigned is CheckCallback of registrations that are signed without the call's address. What one way
	// of signing has shown doesn't tell of the other.
	CheckCallbackUnsigned = "callback-signature.unsigned"
)

// The groups, as they are shown.
const (
	ofCalls   = "Calls"
	ofRecords = "Records"
	ofHours   = "Hours"
	ofOrders  = "Orders"
	ofHooks   = "Webhooks"
	ofUs      = "This installation"
	ofChanges = "What only a change shows"
)

const (
	needsAccess = "Needs a token (SHOPDESK_GRANT, or a connected shop's)"
	needsShop   = "Needs an answer about a shop (--shop)"
	needsOrder  = "Needs an order: wait for a webhook of one (--wait), or name one (--order)"
	needsHook   = "Needs a webhook: register the address and wait (--wait)"
	needsGrant  = "Needs a platform that tells whether it read a code; else it can only be seen when a shop is connected"
)

// checks are all assumptions that the doctor knows of, in the order in which they
// are shown. platform/assumptions.go and docs/sandbox.md tell more of them.
var checks = []check{
	{ofCalls, "platform-tls", "The platform answers with a valid certificate, by TLS 1.2 at least",
		"Needs an answer by https"},
	{ofCalls, "clock", "The platform's clock and ours differ by less than 30 seconds", "Needs an answer with a Date"},
	{ofCalls, "app-grant", "The application-level grant gives a token",
		"Needs an answer to the grant, and a SHOPDESK_GRANT other than none"},
	{ofCalls, "expires-in", "A token's answer says how long it lasts", needsAccess},
	{ofCalls, "access", "A call about the shop is answered", needsAccess},
	{ofCalls, "token-presentation", "The token is presented as the settings say", needsAccess},
	{ofCalls, "call-signature", "Calls are signed as the settings say", needsAccess},
	{ofCalls, "auth-codes", "A wrong token is refused with the code that the settings say", needsAccess},
	{ofCalls, "auth-status", "A wrong token is refused with HTTP status 200", needsAccess},
	{ofCalls, "envelope", "Every answer has code and message around it", needsAccess},
	{ofCalls, "code-field", "A merchant's code is sent under the name that the settings say", needsGrant},
	{ofCalls, "refresh-field", "A refresh token is sent under the name that the settings say", needsGrant},
	{ofCalls, "shop-secret", "Shop-level grants carry client_secret as the settings say", needsGrant},
	{ofCalls, "consent-page", "Merchants consent on a page that takes appId, redirectUri and state",
		"Needs the page's address (SHOPDESK_AUTHORIZE_URL), and a page that refuses other requests"},
	{ofCalls, "pkce", "Merchants are sent to that page with a code challenge as the settings say",
		"Needs the page's address (SHOPDESK_AUTHORIZE_URL), and a page that refuses other requests"},

	{ofRecords, "number-ids", "Ids are numbers", needsShop},
	{ofRecords, "shapes", "The members that we know are of the kind that we expect", needsShop},
	{ofRecords, "members", "Records have no members but those that we know", needsShop},
	{ofRecords, "shop-status", "A shop's status is 3, operating, or 4, suspended", needsShop},
	{ofRecords, "picture-status", "A picture's status is 1, shown, 2, in review, or 3, rejected", needsShop},

	{ofHours, "equal-times", "No shift starts and ends at the same time", "Shows when a shop has such a shift"},
	{ofHours, "night-overlap", "No shift runs past midnight into one of the next day",
		"Shows when a shop has such shifts"},
	{ofHours, "date-anchor", "Special dates begin and end at the midnight that the settings say",
		"Needs a shop with special dates (--shop)"},
	{ofHours, "date-listing", "The special dates that are listed are those that the settings say",
		"Needs a shop with a special date ahead, or a webhook 1101 of one"},

	{ofOrders, "order-shape", "An order's own facts stand in baseOrder", needsOrder},
	{ofOrders, "order-codes", "The codes in orders are ones that we know", needsOrder},
	{ofOrders, "refund-product", "orderProductId means the id of a product in the preview",
		"Needs an order of which something can be refunded"},
	{ofOrders, "payout-week", "The platform pays out by weeks from Monday to Sunday",
		"Can only be seen on the platform's statement of a payout: no call tells of it"},

	{ofHooks, "heartbeat", "A heartbeat is nothing, {}, null, \"\", [] or a byte order mark", needsHook},
	{ofHooks, "hook-signature", "Webhooks are signed as the settings say", needsHook},
	{ofHooks, "hook-events", "Webhooks have event codes that we know", needsHook},
	{ofHooks, "hook-time", "A webhook's timestamp is in seconds and near our clock", needsHook},

	{ofUs, "public-address", "The platform can fetch a picture from our public address", "The address couldn't be asked"},
	{ofUs, "picture-hosts", "Pages show pictures of the hosts that shops' pictures are on",
		"Needs a shop with a picture or a logo (--shop)"},
	{ofUs, "hook-registered", "The webhook address is registered for every event",
		"The console hasn't registered it: the developer portal may have"},
	{ofUs, "last-heartbeat", "A heartbeat came within the last hour", "None has come yet"},

	// Each of these can only be seen when something is changed, or when a shop already has it.
	{ofChanges, "amounts", "An amount is a whole number of minor units", "Can only be seen when a refund is confirmed"},
	{ofChanges, "requests", "Calls whose requests aren't shown name their members as we do",
		"Can only be seen when each of these calls is first made: it changes something"},
	{ofChanges, "reason-codes", "The reasons for cancelling, rejecting and refunding have the codes that we send",
		"Can only be seen when an order is cancelled, or a refund is rejected or applied for"},
	{ofChanges, "refund-applicant", "The record of a refund that the merchant applied for says so, by applyOpType 20",
		"Can only be seen when a refund is applied for"},
	{ofChanges, "delivery-type", "Customers may collect an order that no rider fetches",
		"Can only be seen when an order is handed over"},
	{ofChanges, "rate-limit", "Too many calls are refused with HTTP status 429",
		"Can only be seen when the platform first refuses a call for that"},
	{ofChanges, "phone-count", "1 to 3 phones are accepted", "Can only be seen when phones are saved"},
	{ofChanges, "picture-size", "A picture larger than 900x900 pixels and under 5 MB is accepted",
		"Can only be seen when a picture is sent"},
	{ofChanges, "short-phones", "A phone's number has four digits at least",
		"Can only be seen when a shop has a shorter one, or when one is saved"},
	{ofChanges, CheckPhoneOnce, "The same phone twice is accepted",
		"Can only be seen when a shop has the same phone twice, or when one is saved twice"},
	{ofChanges, "picture-ending", "A picture's address ends in small letters",
		"Can only be seen when a shop has a picture with another address, or when one is sent"},
	{ofChanges, CheckPictureReview, "A new picture is in the record, in review, at once",
		"Can only be seen when a picture is sent"},
	{ofChanges, CheckCallback,
		"The registration of a webhook address is signed with the call's address in front",
		"Can only be seen when a webhook address is registered (Settings → Webhooks)"},
}
