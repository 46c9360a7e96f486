package platform

import (
	"bytes"
	"slices"
)

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

// Events lists the documented events.
func Events() []Event {
	return []Event{
		EventOrderPlaced, EventOrderAccepted, EventOrderCompleted, EventOrderCancelled, EventRefund,
		EventDelivery, EventPartialRefund, EventHoursChanged, EventStatusChanged, EventPictureBinding,
	}
}

// OfOrder reports whether the event's message is an [OrderEvent].
func (e Event) OfOrder() bool { return e >= EventOrderPlaced && e <= EventPartialRefund }

// Known reports whether the event is documented.
func (e Event) Known() bool { return slices.Contains(Events(), e) }

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

// Take reports whether a delivery is a heartbeat.
func (h Heartbeats) Take(body []byte) bool {
	_, empty := Heartbeat(body)
	return empty || h == HeartbeatsAny && len(body) <= maxHeartbeat && !namesMessage(body)
}

// maxHeartbeat bounds a heartbeat with content.
const maxHeartbeat = 1 << 10

// namesMessage reports whether a delivery has a member that every message has
// (interface 6.1). It needn't be JSON.
func namesMessage(body []byte) bool {
	return slices.ContainsFunc([]string{"sig", "eventId", "messageId", "message"}, func(name string) bool {
		return bytes.Contains(body, []byte(`"`+name+`"`))
	})
}

// Heartbeat reports whether a delivery is an empty packet (interface 6.2, rule 2)
// and which form the packet has: "" for nothing, "{}", "null", `""`, "[]" or "a
// byte order mark". The interface shows none of the forms, and none has content.
func Heartbeat(body []byte) (form string, empty bool) {
	text, marked := Content(body), bytes.HasPrefix(body, []byte("\xef\xbb\xbf"))
	switch {
	case len(text) == 0 && marked:
		return "a byte order mark", true
	case len(text) == 0:
		return "", true
	case string(text) == "null", string(text) == `""`:
		return string(text), true
	}
	for _, form := range []string{"{}", "[]"} { // anybody may send one: nothing is taken apart
		if text[0] == form[0] && text[len(text)-1] == form[1] && len(bytes.TrimSpace(text[1:len(text)-1])) == 0 {
			return form, true
		}
	}
	return "", false
}
