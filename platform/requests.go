package platform

// ShopRequest is a request about one shop. Every request that operators need a
// permission for is a ShopRequest, so that a proxy can compare the shop with the operator's shops.
type ShopRequest interface {
	// Shop is the shopId the request names, 0 when it names none.
	Shop() int64
}

// OrderRequest is a request about one order of a shop, so that whoever passes it on
// can compare the order with the shop.
type OrderRequest interface {
	ShopRequest
	// Order is the orderViewId the request names, 0 when it names none.
	Order() int64
}

// ShopRef is the request of the endpoints that need only the shop (interface
// 4.4): details, both hours reads, rest and open.
type ShopRef struct {
	ShopID int64 `json:"shopId"`
}

// Shop is the shop the request is about.
func (r ShopRef) Shop() int64 { return r.ShopID }

// OrderRef is the request of the endpoints that need only the order (interface
// 4.2; fields assumed).
type OrderRef struct {
	OrderViewID int64 `json:"orderViewId"`
	ShopID      int64 `json:"shopId"`
}

// Shop is the shop the request is about.
func (r OrderRef) Shop() int64 { return r.ShopID }

// Order is the number of the order that the request is about.
func (r OrderRef) Order() int64 { return r.OrderViewID }

// OrderCancel asks for an order's cancellation (interface 4.2; fields [K]).
// CancelCode is one of CancelOther …; CancelReason is required with CancelOther.
type OrderCancel struct {
	OrderRef
	CancelCode   int    `json:"cancelCode"`
	CancelReason string `json:"cancelReason,omitempty"`
}

// OrderReject rejects a refund request (interface 4.2; fields [K]). RejectCode
// is one of RejectOther …; RejectReason is required with RejectOther.
type OrderReject struct {
	OrderRef
	RejectCode   int    `json:"rejectCode"`
	RejectReason string `json:"rejectReason,omitempty"`
}

// RefundLine names a product and how many of it to refund (interface 4.3).
// OrderProductID is the ID of a [RefundProduct] or an [OrderProduct].
type RefundLine struct {
	OrderProductID int64 `json:"orderProductId"`
	RefundCount    int   `json:"refundCount"`
}

// RefundPreviewRequest asks what a partial refund would come to (interface
// 4.3). With no products, all refundable ones are listed with amount zero.
type RefundPreviewRequest struct {
	OrderRef
	Products []RefundLine `json:"products,omitempty"`
}

// RefundApply submits a partial refund (interface 4.2; fields [K]).
// PartRefundType is one of RefundOther …; PartRefundReason is required with
// RefundOther.
type RefundApply struct {
	OrderRef
	Products         []RefundLine `json:"products"`
	PartRefundType   int          `json:"partRefundType"`
	PartRefundReason string       `json:"partRefundReason,omitempty"`
}

// WeekUpdate replaces the weekly hours (interface 4.4).
type WeekUpdate struct {
	ShopID int64 `json:"shopId"`
	Week   *Week `json:"businessHourOfTheWeek"`
}

// Shop is the shop the request is about.
func (r WeekUpdate) Shop() int64 { return r.ShopID }

// SpecialUpdate replaces all special hours (interface 4.4, rule 2). A null or
// empty list clears them; the member itself is required.
type SpecialUpdate struct {
	ShopID int64        `json:"shopId"`
	Dates  SpecialDates `json:"specialBusinessHour"`
}

// Shop is the shop the request is about.
func (r SpecialUpdate) Shop() int64 { return r.ShopID }

// PictureUpdate asks for a new profile image (interface 4.4, rule 3).
type PictureUpdate struct {
	ShopID     int64  `json:"shopId"`
	PictureURL string `json:"pictureUrl"`
}

// Shop is the shop the request is about.
func (r PictureUpdate) Shop() int64 { return r.ShopID }

// ContactUpdate replaces the contact phones (interface 4.4, rule 4). What the
// platform has in another form goes back as it came.
type ContactUpdate struct {
	ShopID int64   `json:"shopId"`
	Phones []Phone `json:"phones"`
}

// Shop is the shop the request is about.
func (r ContactUpdate) Shop() int64 { return r.ShopID }

// CallbackSet registers a webhook URL for one event (interface 4.5). Timestamp
// is in seconds of Unix time; Sig is the [SuffixSignature] of SignedFields;
// IsTest is CallbackProduction or CallbackTest.
type CallbackSet struct {
	AppID     int64  `json:"appId"`
	Timestamp string `json:"timestamp"`
	Sig       string `json:"sig"`
	EventID   int    `json:"eventId"`
	URL       string `json:"url"`
	IsTest    int    `json:"isTest"`
}

// TokenRequest is the body of the token endpoint (interface 4.1). GrantType is
// one of GrantApp …, and says which of the other members are needed. Code and
// RefreshToken are assumed names.
type TokenRequest struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret,omitempty"`
	GrantType    string `json:"grant_type"`
	Code         string `json:"code,omitempty"`
	RefreshToken string `json:"refresh_token,omitempty"`
}

// Empty is the data of an endpoint that answers with code and message alone.
type Empty struct{}
