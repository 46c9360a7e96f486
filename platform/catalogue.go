package platform

// Paths of the endpoints (interface 4), relative to the base URL.
const (
	PathToken         = "/opendelivery/oauth/token"
	PathOrderGet      = "/order/get"
	PathOrderConfirm  = "/order/confirm"
	PathOrderCancel   = "/order/cancel"
	PathOrderAgree    = "/order/agree"
	PathOrderReject   = "/order/reject"
	PathOrderPrepare  = "/order/prepare"
	PathOrderCollect  = "/order/collect"
	PathRefundApply   = "/order/refund/part/apply"
	PathRefundPreview = "/order/refund/part/products/preview"
	PathShopGet       = "/scm/shop/base/get"
	PathPictureUpdate = "/scm/shop/picture/main/update"
	PathContactUpdate = "/scm/shop/contact/update"
	PathWeekGet       = "/scm/shop/business/hour/effective/get"
	PathWeekUpdate    = "/scm/shop/business/hour/effective/update"
	PathShopRest      = "/scm/shop/status/rest"
	PathShopOpen      = "/scm/shop/status/open"
	PathSpecialGet    = "/scm/shop/special/business/hour/effective/get"
	PathSpecialUpdate = "/scm/shop/special/business/hour/effective/update"
	PathCallbackSet   = "/base/callback/url/set"
)

// Permission is what an operator must be allowed to do to a shop.
type Permission string

// The permissions. PermissionServer marks the calls that only the server
// itself makes: no operator has it.
const (
	PermissionServer     Permission = "server"
	PermissionShopView   Permission = "shop.view"
	PermissionShopEdit   Permission = "shop.edit"
	PermissionHoursEdit  Permission = "hours.edit"
	PermissionShopPause  Permission = "shop.pause"
	PermissionOrderView  Permission = "order.view"
	PermissionOrderWork  Permission = "order.work"
	PermissionOrderAbort Permission = "order.abort"
	PermissionRefund     Permission = "refund.decide"
)

// Endpoint describes one call of the interface. Client, proxy, sandbox, the
// permission matrix and the docs are checked against the list of them.
type Endpoint struct {
	Name       string     // the client's method
	Path       string     // relative to the base URL
	Section    string     // of the interface
	Purpose    string     // in a few words
	Permission Permission // needed on the shop
	Proxied    bool       // the browser program calls it, through our proxy
	Audit      string     // what the audit calls it; "" for a read
	Repeatable bool       // may be sent again when the outcome is unknown
	Unshown    bool       // the interface doesn't show its answer
	Replaces   string     // path of the read whose answer this call overwrites, wholly unless Part is set

	// Part gives the part of that answer that the call overwrites, from what
	// NewData made. nil: all of it.
	Part func(data any) any

	NewRequest func() any // pointer to a zero request
	NewData    func() any // pointer to a zero answer: the envelope's data, or the token
}

// Changes reports whether the call changes something on the platform.
func (e *Endpoint) Changes() bool { return e.Audit != "" }

func zero[T any]() any { return new(T) }

// phonesOf is the part of a shop's details that UpdateContact overwrites.
func phonesOf(data any) any { return data.(*Shop).Phones }

// catalogue lists every endpoint of interface section 4, in its order.
var catalogue = []Endpoint{
	{Name: "Token", Path: PathToken, Section: "4.1", Purpose: "exchange or renew an access token",
		Permission: PermissionServer, Audit: "token.exchange",
		NewRequest: zero[TokenRequest], NewData: zero[Token]},

	{Name: "Order", Path: PathOrderGet, Section: "4.2", Purpose: "read one order",
		Permission: PermissionOrderView, Repeatable: true,
		Unshown: true, NewRequest: zero[OrderRef], NewData: zero[Order]},
	{Name: "ConfirmOrder", Path: PathOrderConfirm, Section: "4.2", Purpose: "accept an order",
		Permission: PermissionOrderWork, Audit: "order.confirm",
		Unshown: true, NewRequest: zero[OrderRef], NewData: zero[Empty]},
	{Name: "CancelOrder", Path: PathOrderCancel, Section: "4.2", Purpose: "cancel an order",
		Permission: PermissionOrderAbort, Audit: "order.cancel",
		Unshown: true, NewRequest: zero[OrderCancel], NewData: zero[Empty]},
	{Name: "AgreeRefund", Path: PathOrderAgree, Section: "4.2", Purpose: "approve a refund request",
		Permission: PermissionRefund, Audit: "refund.agree",
		Unshown: true, NewRequest: zero[OrderRef], NewData: zero[Empty]},
	{Name: "RejectRefund", Path: PathOrderReject, Section: "4.2", Purpose: "reject a refund request",
		Permission: PermissionRefund, Audit: "refund.reject",
		Unshown: true, NewRequest: zero[OrderReject], NewData: zero[Empty]},
	{Name: "PrepareOrder", Path: PathOrderPrepare, Section: "4.2", Purpose: "mark an order ready",
		Permission: PermissionOrderWork, Audit: "order.prepare",
		Unshown: true, NewRequest: zero[OrderRef], NewData: zero[Empty]},
	{Name: "ApplyRefund", Path: PathRefundApply, Section: "4.2", Purpose: "submit a partial refund",
		Permission: PermissionRefund, Audit: "refund.apply",
		Unshown: true, NewRequest: zero[RefundApply], NewData: zero[Empty]},
	{Name: "CollectOrder", Path: PathOrderCollect, Section: "4.2", Purpose: "mark an order collected",
		Permission: PermissionOrderWork, Audit: "order.collect",
		Unshown: true, NewRequest: zero[OrderRef], NewData: zero[Empty]},
	{Name: "PreviewRefund", Path: PathRefundPreview, Section: "4.3", Purpose: "preview a partial refund",
		Permission: PermissionRefund, Proxied: true, Repeatable: true,
		NewRequest: zero[RefundPreviewRequest], NewData: zero[RefundPreview]},

	{Name: "Shop", Path: PathShopGet, Section: "4.4", Purpose: "read the shop's details",
		Permission: PermissionShopView, Proxied: true, Repeatable: true,
		NewRequest: zero[ShopRef], NewData: zero[Shop]},
	{Name: "UpdatePicture", Path: PathPictureUpdate, Section: "4.4", Purpose: "ask for a new profile image",
		Permission: PermissionShopEdit, Proxied: true, Audit: "picture.update",
		Unshown: true, NewRequest: zero[PictureUpdate], NewData: zero[Empty]},
	{Name: "UpdateContact", Path: PathContactUpdate, Section: "4.4", Purpose: "replace the contact phones",
		Permission: PermissionShopEdit, Proxied: true, Audit: "phones.update", Repeatable: true,
		Replaces: PathShopGet, Part: phonesOf,
		Unshown: true, NewRequest: zero[ContactUpdate], NewData: zero[Empty]},
	{Name: "WeeklyHours", Path: PathWeekGet, Section: "4.4", Purpose: "read the weekly hours",
		Permission: PermissionShopView, Proxied: true, Repeatable: true,
		NewRequest: zero[ShopRef], NewData: zero[Week]},
	{Name: "UpdateWeeklyHours", Path: PathWeekUpdate, Section: "4.4", Purpose: "replace the weekly hours",
		Permission: PermissionHoursEdit, Proxied: true, Audit: "hours.week.update", Repeatable: true,
		Replaces:   PathWeekGet,
		NewRequest: zero[WeekUpdate], NewData: zero[Empty]},
	{Name: "Rest", Path: PathShopRest, Section: "4.4", Purpose: "suspend the shop",
		Permission: PermissionShopPause, Audit: "shop.rest", Repeatable: true,
		Unshown: true, NewRequest: zero[ShopRef], NewData: zero[Empty]},
	{Name: "Open", Path: PathShopOpen, Section: "4.4", Purpose: "reactivate the shop",
		Permission: PermissionShopPause, Audit: "shop.open", Repeatable: true,
		Unshown: true, NewRequest: zero[ShopRef], NewData: zero[Empty]},
	{Name: "SpecialHours", Path: PathSpecialGet, Section: "4.4", Purpose: "read the special hours",
		Permission: PermissionShopView, Proxied: true, Repeatable: true,
		NewRequest: zero[ShopRef], NewData: zero[[]SpecialDate]},
	{Name: "UpdateSpecialHours", Path: PathSpecialUpdate, Section: "4.4", Purpose: "replace the special hours",
		Permission: PermissionHoursEdit, Proxied: true, Audit: "hours.special.update", Repeatable: true,
		Replaces:   PathSpecialGet,
		NewRequest: zero[SpecialUpdate], NewData: zero[Empty]},

	{Name: "SetCallback", Path: PathCallbackSet, Section: "4.5", Purpose: "register a webhook URL",
		Permission: PermissionServer, Audit: "callback.set", Repeatable: true,
		Unshown: true, NewRequest: zero[CallbackSet], NewData: zero[Empty]},
}

// Endpoints lists every endpoint of the interface, in its order.
func Endpoints() []Endpoint { return append([]Endpoint(nil), catalogue...) }

// EndpointAt finds the endpoint with that path.
func EndpointAt(path string) (*Endpoint, bool) {
	e, ok := byPath[path]
	return e, ok
}

var byPath = func() map[string]*Endpoint {
	m := make(map[string]*Endpoint, len(catalogue))
	for i := range catalogue {
		m[catalogue[i].Path] = &catalogue[i]
	}
	return m
}()
