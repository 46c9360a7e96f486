package platform

// Event is a webhook's message type (interface 6.3). The list is an extract:
// unknown ones are kept.
type Event int

// The documented events.
const (
	EventOrderPlaced    Event = 1001
	EventOrderAccepted  Event = 1002
	EventOrderCompleted Event = 1003
	EventOrderCancelled Event = 1004
	EventRefund         Event = 1005
	EventDelivery       Event = 1006
	EventPartialRefund  Event = 1007
	EventHoursChanged   Event = 1101
	EventStatusChanged  Event = 1102
	EventPictureBinding Event = 1201
)

// Webhook is a pushed message (interface 6.1). Message is a JSON text;
// Timestamp is in seconds of Unix time.
type Webhook struct {
	Sig       string `json:"sig"`
	EventID   Event  `json:"eventId"`
	AppID     int64  `json:"appId"`
	MessageID string `json:"messageId"`
	ShopID    int64  `json:"shopId"`
	Message   string `json:"message"`
	Timestamp int64  `json:"timestamp"`
}

// WebhookAnswer is what a receiver answers (interface 6.2). Code 0 accepts.
type WebhookAnswer struct {
	Code    int    `json:"code"`
	Message string `json:"message,omitempty"`
	Data    any    `json:"data,omitempty"`
}

// OrderEvent is the message of an order event (interface 6.1). OpTime is in
// milliseconds of Unix time.
type OrderEvent struct {
	OpTime      int64       `json:"opTime"`
	OrderViewID int64       `json:"orderViewId"`
	ShopID      int64       `json:"shopId"`
	Status      OrderStatus `json:"status"`
	Extra       Extra       `json:"-"`
}

// UnmarshalJSON keeps the members it doesn't know.
func (e *OrderEvent) UnmarshalJSON(b []byte) error {
	type plain OrderEvent
	return decodeKeeping(b, (*plain)(e), &e.Extra)
}

// MarshalJSON writes the unknown members back.
func (e OrderEvent) MarshalJSON() ([]byte, error) {
	type plain OrderEvent
	return encodeKeeping(plain(e), e.Extra)
}
