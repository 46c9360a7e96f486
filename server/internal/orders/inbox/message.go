package inbox

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// message is a webhook message (interface 6.1) with the parameters that its signature covers.
type message struct {
	platform.Webhook
	params []platform.Param // all members but sig, unknown ones included, sorted
	inner  string           // the inner message, as its readers need it
	parts  []member         // members of the inner message; nil if it isn't an object or has a member twice
	order  platform.OrderEvent
	whole  bool // order is all that the inner message says
}

// takeOrder sets the field of the order's event that belongs to the member, if the receiver needs it (interface 6.1),
// and reports whether the field says all that the member does.
func (m *message) takeOrder(one member) (all bool) {
	text, digit := parameter(one.value), '0' <= one.value[0] && one.value[0] <= '9'
	switch one.name {
	case "opTime":
		return number(&m.order.OpTime, text) && digit
	case "orderViewId":
		return number(&m.order.OrderViewID, text) && digit
	case "shopId":
		return number(&m.order.ShopID, text) && digit
	case "status":
		return number(&m.order.Status, text) && digit
	}
	return false
}

// read decodes a message: no member twice, nothing after the object. Unknown members are kept,
// because the signature covers them. A number that can't be read is 0, so that the message is kept
// and shown. Only messageId and timestamp are required.
func read(body []byte) (m message, err error) {
	all, err := members(string(body))
	if err != nil {
		return m, err
	}
	m.params = make([]platform.Param, 0, len(all))
	for _, one := range all {
		p := platform.Param{Name: one.name, Value: parameter(one.value)}
		if m.take(p, one.value[0]) && strings.Contains(p.Value, "&") {
			return m, fmt.Errorf("inbox: message: %s holds the signature's separator", p.Name)
		}
		if p.Name != "sig" {
			m.params = append(m.params, p)
		}
	}
	switch {
	case m.MessageID == "":
		return m, errors.New("inbox: message: no messageId that can be read")
	case m.Timestamp == 0:
		return m, errors.New("inbox: message: no timestamp that can be read")
	}
	m.open()
	return m, nil
}

// open reads the inner message, which may be encoded twice or stand in a member data. A message that isn't an order's
// event leaves the fields empty. If a member occurs twice, the last one counts, as for most readers.
func (m *message) open() {
	m.openText(unquoted(m.Message))
	at := slices.IndexFunc(m.parts, func(one member) bool { return one.name == "data" })
	if at >= 0 && m.order.OrderViewID == 0 {
		wrapped := message{Webhook: m.Webhook, params: m.params}
		wrapped.openText(unquoted(m.parts[at].value))
		if wrapped.order.OrderViewID != 0 {
			*m = wrapped
		}
	}
	if m.ShopID == 0 {
		m.ShopID = m.order.ShopID
	}
}

// openText reads the inner message from text.
func (m *message) openText(text string) {
	var err error
	m.inner = text
	if m.parts, err = members(text); err != nil && platform.Read([]byte(text), &m.order) != nil {
		m.order = platform.OrderEvent{}
	}
	m.whole = len(m.parts) == 4 // of one name each
	for _, one := range m.parts {
		m.whole = m.takeOrder(one) && m.whole
	}
	m.whole = !inRecord(text, &m.order) && m.whole
}

// unquoted returns the text that a JSON string holds, any other text as it is.
func unquoted(text string) string {
	var inner string
	if strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &inner) == nil {
		return inner
	}
	return text
}

// inRecord takes what names an order from the order's record (interface 2.1), which a message may have in place of the
// event's members.
func inRecord(text string, e *platform.OrderEvent) bool {
	var record platform.Order
	if e.OrderViewID != 0 || platform.Read([]byte(text), &record) != nil || record.Base.OrderViewID == 0 {
		return false
	}
	e.OrderViewID, e.ShopID, e.Status = record.Base.OrderViewID, record.Base.ShopID, record.Base.Status
	return true
}

// event returns all that the inner message says of an order.
func (m *message) event() (e platform.OrderEvent, err error) {
	if m.whole {
		return m.order, nil
	}
	err = platform.Read([]byte(m.inner), &e)
	if e.OrderViewID == 0 && m.order.OrderViewID != 0 { // the order's record
		e.OrderViewID, e.ShopID, e.Status = m.order.OrderViewID, m.order.ShopID, m.order.Status
	}
	return e, err
}

// parameter returns a value as the signature covers it: a string without its quotes, any other
// value as sent.
func parameter(value string) string {
	if value[0] == '"' {
		return plain(value)
	}
	return value
}

// take sets the field that belongs to the parameter, if there is one. first is the first byte of
// the value as sent. A value of a wrong type counts as missing.
//
// The signature covers "name=value" pairs joined by "&". one tells that the value can't hold an "&":
// otherwise a message could be split into other members under the same signature.
func (m *message) take(p platform.Param, first byte) (one bool) {
	switch p.Name {
	case "sig":
		if first == '"' {
			m.Sig = p.Value
		}
		return false
	case "messageId":
		if strings.IndexByte(`"-0123456789`, first) >= 0 { // a number is as good a name
			m.MessageID = p.Value
		}
	case "message":
		if first != 'n' { // the content itself may stand there, and not as a text
			m.Message = p.Value
		}
		return false
	case "appId":
		number(&m.AppID, p.Value)
	case "shopId":
		number(&m.ShopID, p.Value)
	case "eventId":
		number(&m.EventID, p.Value)
	case "timestamp":
		m.Timestamp = seconds(p.Value)
	default:
		return false
	}
	return true
}

// number reads a number, or a string that holds a number, as [platform.Read] does. A value that
// can't be read leaves 0. exact tells that nothing was rounded or left out.
func number[N int64 | platform.Event | platform.OrderStatus](into *N, value string) (exact bool) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil && platform.Read([]byte(value), &n) != nil {
		n = 0
	}
	*into = N(n)
	return err == nil
}

// seconds reads a time in seconds of Unix time. A fraction of a second is dropped. A number that is
// far too large counts milliseconds.
func seconds(value string) (n int64) {
	if number(&n, value); n == 0 {
		whole, _, _ := strings.Cut(value, ".")
		number(&n, whole)
	}
	const farFuture = 1e11 // the year 5138
	if n > farFuture {
		n /= 1000
	}
	return n
}

// about returns the shop and the order of a message. A message of an unknown event may name an order as well: a
// platform with other codes must not cost an order. The order is 0 for other events, and for a message whose shop
// differs from its envelope's shop.
func (m *message) about() (shopID, orderID int64) {
	if m.EventID.Known() && !m.EventID.OfOrder() || (m.order.ShopID != 0 && m.order.ShopID != m.ShopID) {
		return m.ShopID, 0
	}
	return m.ShopID, m.order.OrderViewID
}

// kept returns the message as stored. The digest leaves out the timestamp and the signature, which
// may differ in a repeat.
func (m *message) kept(body []byte, now int64) store.Message {
	shop, order := m.about()
	text := make([]byte, 0, 64+len(m.Message))
	text = joined(text, '\n', int64(m.EventID), m.AppID, m.ShopID)
	sum := sha256.Sum256(append(append(text, '\n'), m.Message...))
	k := store.Message{
		MessageID: m.MessageID, Digest: sum[:16], ReceivedAt: now, EventID: int64(m.EventID), ShopID: shop,
		OrderID: order, Body: body,
	}
	if order != 0 && m.order.OpTime != 0 {
		content := m.content()
		k.Fingerprint = string(hex.AppendEncode(append(joined(text[:0], '/', int64(m.EventID), shop, order, m.order.OpTime),
			'/'), content[:16]))
	}
	return k
}

// content returns a hash of the message's content. The order of the members and the space between
// them don't change the hash.
func (m *message) content() [sha256.Size]byte {
	if m.parts == nil { // a member occurs twice: hash the message as sent
		return sha256.Sum256([]byte(m.Message))
	}
	text := make([]byte, 0, len(m.Message)+16*len(m.parts))
	for _, one := range m.parts {
		text = strconv.AppendQuote(text, one.name)
		text = append(append(text, one.value...), '\n')
	}
	return sha256.Sum256(text)
}

// joined appends numbers with a separator between them.
func joined(text []byte, between byte, numbers ...int64) []byte {
	for i, n := range numbers {
		if i > 0 {
			text = append(text, between)
		}
		text = strconv.AppendInt(text, n, 10)
	}
	return text
}
