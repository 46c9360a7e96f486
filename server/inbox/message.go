package inbox

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// message is a webhook message (interface 6.1) with what its signature covers.
type message struct {
	platform.Webhook
	params map[string]string // every member but sig, also ones we don't know
	order  orderEvent
}

// orderEvent is what the receiver needs of an order's event (interface 6.1).
type orderEvent struct {
	OpTime      int64 `json:"opTime"`
	OrderViewID int64 `json:"orderViewId"`
	ShopID      int64 `json:"shopId"`
	Status      int64 `json:"status"`
}

// read decodes a message strictly: no member twice, nothing behind it. Members
// that we don't know are part of what is signed.
func read(body []byte) (message, error) {
	var m message
	var members map[string]json.RawMessage
	if err := platform.DecodeStrict(body, &members); err != nil {
		return m, err
	}
	if err := json.Unmarshal(body, &m.Webhook); err != nil {
		return m, fmt.Errorf("inbox: message: %w", err)
	}
	if m.MessageID == "" || m.EventID == 0 || m.Timestamp == 0 {
		return m, errors.New("inbox: message: messageId, eventId and timestamp are required")
	}
	m.params = make(map[string]string, len(members))
	for name, value := range members {
		if name != "sig" {
			m.params[name] = parameter(value)
		}
	}
	// The four fields of an order event; what isn't one has none.
	if json.Unmarshal([]byte(m.Message), &m.order) != nil {
		m.order = orderEvent{}
	}
	return m, nil
}

// parameter is a value as the signature sees it: a string without its quotes,
// anything else as it was sent.
func parameter(value json.RawMessage) string {
	var text string
	if len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// about is the shop and the order of an order's event. An order event whose
// message names another shop than its envelope is about none.
func (m *message) about() (shopID, orderID int64) {
	if !m.EventID.OfOrder() || (m.order.ShopID != 0 && m.order.ShopID != m.ShopID) {
		return m.ShopID, 0
	}
	return m.ShopID, m.order.OrderViewID
}

// kept is the message as it is stored. The digest leaves out what a repeat may
// have anew: its timestamp and its signature.
func (m *message) kept(body []byte, now int64) store.Message {
	shop, order := m.about()
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%d\n%d\n%s", m.EventID, m.AppID, m.ShopID, m.Message))
	k := store.Message{
		MessageID: m.MessageID, Digest: sum[:16], ReceivedAt: now, EventID: int64(m.EventID), ShopID: shop, OrderID: order, Body: body,
	}
	if order != 0 && m.order.OpTime != 0 {
		k.Fingerprint = fmt.Sprintf("%d/%d/%d/%d/%d", m.EventID, shop, order, m.order.Status, m.order.OpTime)
	}
	return k
}

// signed reports whether the signature is one of our secrets', by the rule that
// is in force. It takes the same time whichever it is.
func (s *Service) signed(m message) bool {
	given := []byte(strings.ToLower(m.Sig))
	good := false
	for _, secret := range s.o.Secrets {
		want := platform.SuffixSignature(s.o.URL, m.params, secret)
		good = hmac.Equal(given, []byte(want)) || good
	}
	return good
}

// matches names the rules that the signature fits, for the diagnosis alone.
func (s *Service) matches(m message, received string) (names []string) {
	compact := m.params
	var text bytes.Buffer
	if json.Compact(&text, []byte(m.Message)) == nil {
		compact = map[string]string{}
		for name, value := range m.params {
			compact[name] = value
		}
		compact["message"] = text.String()
	}
	given := []byte(strings.ToLower(m.Sig))
	for _, candidate := range []struct {
		name, url string
		params    map[string]string
	}{
		{api.HookPublicRaw, s.o.URL, m.params}, {api.HookPublicCompact, s.o.URL, compact},
		{api.HookReceivedRaw, received, m.params}, {api.HookReceivedCompact, received, compact},
		{api.HookNoURLRaw, "", m.params}, {api.HookNoURLCompact, "", compact},
	} {
		for _, secret := range s.o.Secrets {
			if hmac.Equal(given, []byte(platform.SuffixSignature(candidate.url, candidate.params, secret))) {
				names = append(names, candidate.name)
				break
			}
		}
	}
	return names
}
