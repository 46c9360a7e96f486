package inbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
)

var texts = []string{
	``, ` `, `null`, `{}`, `{ }`, ` {"a":1} `, `{"a":1}{}`, `{"a":1} x`, `[]`, `[{}]`, `"a"`, `1`, `{`, `{"a"`, `{"a":`,
	`{"a":1`, `{"a":1,}`, `{,}`, `{"a" 1}`,
	`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":{"b":1,"b":2}}`, `{"a":[{"b":1},{"b":1}]}`, `{"a":[{"b":1,"b":1}]}`,
	`{"a":{"a":{"a":[]}}}`,
	`{"a":9007199254740993,"b":-1.50e+3,"c":true,"d":false,"e":null}`, `{"a":[1,2 , 3],"b":[ ],"c":{ "d" : [ { } ] } }`,
	`{"":1,"é":"é","\\":"\"","}":"]","n":"\n,:"}`, `{"a":"\ud83d\ude00","b":"\ud800"}`, "{\"a\":\"\xff\",\"\xfe\":1}",
	"{\"\xff\":1,\"\xfe\":2}", "{\"a\":\"\x01\"}", `{"a":01}`, `{"a":+1}`, `{"a":tru}`,
	`{"z":1,"b":2,"A":3,"a":4}`, "\ufeff{}", strings.Repeat("[", 20000),
	`{"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`,
	`{"a":` + strings.Repeat("[", 31) + strings.Repeat("]", 31) + `}`,
	`{"a":` + strings.Repeat("[", 32) + strings.Repeat("]", 32) + `}`,
	strings.Repeat(`{"a":`, 31) + `{}` + strings.Repeat(`}`, 31),
	strings.Repeat(`{"a":`, 32) + `{}` + strings.Repeat(`}`, 32),
	`{"a":[` + strings.Repeat(`[{}],`, 40) + `1]}`,
}

// FuzzMembers checks that members accepts and finds the members that the strict decoder does.
func FuzzMembers(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var want map[string]json.RawMessage
		wantErr := platform.DecodeStrict(body, &want)
		if wantErr == nil && want == nil {
			wantErr = fmt.Errorf("null")
		}
		got, err := members(string(body))
		if errors.Is(err, errMembers) {
			return
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: %v, the strict decoder: %v", body, err, wantErr)
		}
		if !slices.IsSortedFunc(got, func(a, b member) int { return strings.Compare(a.name, b.name) }) {
			t.Errorf("%q: not sorted: %q", body, got)
		}
		found := map[string]json.RawMessage{}
		for _, m := range got {
			found[m.name] = json.RawMessage(m.value)
		}
		if err == nil && cmp.Diff(want, found) != "" {
			t.Errorf("%q: %s", body, cmp.Diff(want, found))
		}
	})
}

// An order's event that needn't be read again is the one that would be read.
func TestWholeOrderIsTheOneInTheMessage(t *testing.T) {
	t.Parallel()
	odd := []string{"-1", "99999999999999999999", "1.5", "1e3", `"30"`, `"x"`, `""`, "null", "true", "[]", "[7]", `{"a":1}`}
	value := rapid.OneOf(rapid.SampledFrom([]string{"0", "5", "30", "9007199254740993"}), rapid.SampledFrom([]string{"7"}),
		rapid.SampledFrom([]string{"8"}), rapid.SampledFrom(odd))
	wholes := 0
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"opTime", "orderViewId", "shopId", "status"}[rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "from"):]
		more := []string{"STATUS", "cancelReason", "opType", "news"}[:rapid.SampledFrom([]int{0, 0, 0, 1, 4}).Draw(t, "more")]
		var parts []string
		for _, name := range append(names, more...) {
			parts = append(parts, strconv.Quote(name)+": "+value.Draw(t, name))
		}
		m := message{Webhook: platform.Webhook{Message: "{" + strings.Join(parts, ",") + "}"}}
		m.open()
		if !m.whole {
			return
		}
		wholes++
		var want platform.OrderEvent
		if err := platform.Read([]byte(m.Message), &want); err != nil || cmp.Diff(want, m.order) != "" {
			t.Errorf("%s: %v: %s", m.Message, err, cmp.Diff(want, m.order))
		}
	})
	if wholes == 0 {
		t.Error("no message was whole")
	}
}

// The signed parameters are the parameters as sent: ids beyond 2^53, unknown members, text with
// escapes.
func TestReadKeepsSignedParametersAsSent(t *testing.T) {
	t.Parallel()
	const body = `{"eventId":1001,"appId":9007199254740993,"messageId":"m\u002d1","shopId":100001,"message":"{\"orderViewId\":9007199254740995,\"opTime\":5}",
		"timestamp":1700000000,"sig":"ABC","news":{"b":1, "a":[1.0]},"none":null}`
	m, err := read([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	want := message{
		Webhook: platform.Webhook{
			Sig: "ABC", EventID: 1001, AppID: 9007199254740993, MessageID: "m-1", ShopID: 100001,
			Message: `{"orderViewId":9007199254740995,"opTime":5}`, Timestamp: 1700000000,
		},
		params: []platform.Param{
			{Name: "appId", Value: "9007199254740993"}, {Name: "eventId", Value: "1001"},
			{Name: "message", Value: `{"orderViewId":9007199254740995,"opTime":5}`},
			{Name: "messageId", Value: "m-1"}, {Name: "news", Value: `{"b":1, "a":[1.0]}`}, {Name: "none", Value: "null"},
			{Name: "shopId", Value: "100001"}, {Name: "timestamp", Value: "1700000000"},
		},
		inner: `{"orderViewId":9007199254740995,"opTime":5}`,
		parts: []member{{"opTime", "5"}, {"orderViewId", "9007199254740995"}},
		order: platform.OrderEvent{OrderViewID: 9007199254740995, OpTime: 5},
	}
	if diff := cmp.Diff(want, m, cmp.AllowUnexported(message{}, member{})); diff != "" {
		t.Error(diff)
	}
}

func TestReadRefusesMalformedMessages(t *testing.T) {
	t.Parallel()
	good := string(orderstest.Message("https://console.example/hooks/x", "secret", "m", platform.EventOrderPlaced, 1,
		orderstest.Event(1, 2, 10, time.Now()), time.Now()))
	if _, err := read([]byte(good)); err != nil {
		t.Fatal(err)
	}
	if m, err := read([]byte(strings.Replace(good, `"shopId":1`, `"shopId":"1"`, 1))); err != nil || m.ShopID != 1 {
		t.Errorf("a number as text: %+v, %v", m, err)
	}
	for _, event := range []string{`null`, `"ORDER"`, `1.5`, `{}`, `[]`, `true`, `1e40`} {
		odd := strings.Replace(strings.Replace(good, `"eventId":1001`, `"eventId":`+event, 1), `"m"`, `7`, 1)
		if m, err := read([]byte(odd)); err != nil || m.EventID != 0 || m.MessageID != "7" || m.order.OrderViewID != 2 {
			t.Errorf("%s: %+v, %v", odd, m, err)
		}
	}
	if m, err := read([]byte(`{"messageId":"a","timestamp":1.7e9,"eventId":1001.0,"message":{"orderViewId":2}}`)); err != nil ||
		m.Timestamp != 1.7e9 || m.EventID != 1001 || m.order.OrderViewID != 2 {
		t.Errorf("decimals and a message that is no text: %+v, %v", m, err)
	}
	for name, body := range map[string]string{
		"an object as text": strings.Replace(good, `"messageId":"m"`, `"messageId":{}`, 1),
		"no name":           strings.Replace(good, `"messageId":"m"`, `"messageId":""`, 1),
		"null for a name":   strings.Replace(good, `"messageId":"m"`, `"messageId":null`, 1),
		"a split name":      strings.Replace(good, `"messageId":"m"`, `"messageId":"m&shopId=2"`, 1),
		"a split number":    strings.Replace(good, `"shopId":1`, `"shopId":"1&timestamp=2"`, 1),
		"no time":           strings.Replace(good, `"timestamp"`, `"time"`, 1),
		"another spelling":  strings.Replace(good, `"timestamp"`, `"timeStamp"`, 1),
		"a member twice":    strings.Replace(good, `"shopId":1`, `"shopId":1,"shop\u0049d":1`, 1),
	} {
		if body == good {
			t.Errorf("%s: nothing was changed", name)
		}
		if _, err := read([]byte(body)); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// A platform may write the envelope's members otherwise: each form is read that says what the member is. What can't be
// read counts as missing. Before, such a message was answered 400.
func TestReadTakesMembersInAnyForm(t *testing.T) {
	t.Parallel()
	if m, err := read([]byte(`{"messageId":"MQ==","timestamp":1}`)); err != nil || m.MessageID != "MQ==" {
		t.Errorf("a name in base64: %q, %v", m.MessageID, err)
	}
	const inner = `{"orderViewId":2,"shopId":7}`
	for member, forms := range map[string]map[string]int64{
		"shopId": {`7`: 7, `"7"`: 7, `7.0`: 7, `"7.0"`: 7, `7e0`: 7, `"7E0"`: 7, `"seven"`: 7, `7.5`: 7, `null`: 7, `{}`: 7,
			`[]`: 7, `9223372036854775808`: 7, `8`: 8},
		"appId": {`5`: 5, `"5"`: 5, `5.0`: 5, `"5.0"`: 5, `5e0`: 5, `"an app"`: 0, `5.5`: 0, `null`: 0, `{}`: 0},
		"timestamp": {`1700000000`: 17e8, `"1700000000"`: 17e8, `1.7e9`: 17e8, `"1.7E9"`: 17e8, `1700000000.0`: 17e8,
			`1700000000.25`: 17e8, `"1700000000.25"`: 17e8, `1700000000123`: 17e8, `"1700000000123"`: 17e8,
			`"today"`: 0, `null`: 0, `{}`: 0},
	} {
		for form, want := range forms {
			members := map[string]string{"eventId": "1001", "appId": "5", "messageId": `"m"`, "shopId": "7",
				"timestamp": "1700000000", "message": fmt.Sprintf("%q", inner), "sig": `"s"`}
			members[member] = form
			var body strings.Builder
			for name, value := range members {
				fmt.Fprintf(&body, ",%q:%s", name, value)
			}
			m, err := read([]byte("{" + body.String()[1:] + "}"))
			got := map[string]int64{"shopId": m.ShopID, "appId": m.AppID, "timestamp": m.Timestamp}[member]
			if got != want || (err == nil) != (m.Timestamp != 0) {
				t.Errorf("%s %s: %d, %v", member, form, got, err)
			}
			signed := platform.Param{Name: member, Value: strings.Trim(form, `"`)}
			if !slices.Contains(m.params, signed) {
				t.Errorf("%s %s: signed as %v", member, form, m.params)
			}
		}
	}
}

// Messages of the same moment with different content have different fingerprints. A repeat has an
// equal fingerprint, whatever its messageId and spacing.
func TestFingerprintIsEqualForRepeatsOnly(t *testing.T) {
	t.Parallel()
	of := func(id string, event platform.Event, text string) string {
		t.Helper()
		body, err := json.Marshal(platform.Webhook{EventID: event, AppID: 1, MessageID: id, ShopID: 7,
			Message: text, Timestamp: 1})
		if err != nil {
			t.Fatal(err)
		}
		m, err := read(body)
		if err != nil {
			t.Fatal(err)
		}
		return m.kept(body, 1).Fingerprint
	}
	const first = `{"opTime":5,"orderViewId":9007199254740993,"shopId":7,"status":30,"logisticsStatus":20,"x":{"a":[1]}}`
	one := of("a", platform.EventDelivery, first)
	for _, same := range []string{
		first,
		`{"logisticsStatus":20,"x":{"a":[1]},"status":30, "shopId":7,` + "\n" + `"orderViewId":9007199254740993,"opTime":5}`,
		strings.Replace(first, "logisticsStatus", `logistics\u0053tatus`, 1),
	} {
		if one == "" || of("b", platform.EventDelivery, same) != one {
			t.Errorf("%s is no repeat", same)
		}
	}
	seen := map[string]string{one: first}
	for _, other := range []string{
		strings.Replace(first, `"logisticsStatus":20`, `"logisticsStatus":40`, 1),
		strings.Replace(first, `"opTime":5`, `"opTime":6`, 1),
		strings.Replace(first, `"status":30`, `"status":35`, 1),
		strings.Replace(first, `[1]`, `[1,2]`, 1),
		strings.Replace(first, `"x":`, `"y":`, 1),
		strings.Replace(first, `}}`, `},"courierName":"Wong"}`, 1),
		strings.Replace(first, `"x":`, `"shopId":7,"x":`, 1),
		strings.Replace(first, `9007199254740993`, `9007199254740992`, 1),
	} {
		print := of("b", platform.EventDelivery, other)
		if before := seen[print]; before != "" {
			t.Errorf("%s is taken for %s", other, before)
		}
		seen[print] = other
	}
	if of("a", platform.EventPartialRefund, first) == one {
		t.Error("another event")
	}
}

func BenchmarkRead(b *testing.B) {
	now := time.Now()
	body := orderstest.Message("https://console.example/hooks/x", "secret", "m-1", platform.EventOrderPlaced, 100001,
		orderstest.Event(100001, 1<<53+1, 10, now), now)
	s := &Service{Options: Options{URL: "https://console.example/hooks/x", Secrets: []string{"secret"},
		Rule: platform.HookPublicRaw}}
	b.ReportAllocs()
	for b.Loop() {
		m, err := read(body)
		if err != nil || !s.signed(b.Context(), m, nil) {
			b.Fatal(err)
		}
		_ = m.kept(body, 1)
	}
}

// A message may hold the order's record (interface 6.1: it "may carry" more than the four members), stand in a member
// data, or be encoded twice. The regression: a new order's message in the record's own shape was accepted and dropped,
// because it names its order in baseOrder.
func TestMessageNamesItsOrderInAnyShape(t *testing.T) {
	t.Parallel()
	want := platform.OrderEvent{OrderViewID: 9007199254740995, ShopID: 7, Status: 10}
	const flat = `{"orderViewId":9007199254740995,"shopId":7,"status":10,"ctime":5}`
	const record = `{"baseOrder":` + flat + `,"products":[{"id":1,"name":"soup"}]}`
	for _, inner := range []string{
		flat, record, `[` + record + `]`, `{"data":` + flat + `}`, `{"data":` + record + `}`, `{"data":[` + record + `]}`,
		`{"baseOrder":{"orderViewId":"9007199254740995","shopId":"7","status":"10"}}`, strconv.Quote(flat),
		strconv.Quote(record), `{"opTime":0,"orderViewId":0,"shopId":7,"status":10,"baseOrder":` + flat + `}`,
		`{"data":` + strconv.Quote(record) + `}`,
	} {
		m := message{Webhook: platform.Webhook{EventID: platform.EventOrderPlaced, Message: inner}}
		m.open()
		said, err := m.event()
		said.Extra = ""
		if diff := cmp.Diff(want, said); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", inner, err, diff)
		}
		if shop, order := m.about(); shop != 7 || order != want.OrderViewID {
			t.Errorf("%s: about order %d of shop %d", inner, order, shop)
		}
	}
	for _, inner := range []string{``, `"`, `"x"`, `""`, `null`, `[]`, `{"data":null}`, `{"data":"x"}`, `{"baseOrder":7}`} {
		m := message{Webhook: platform.Webhook{EventID: platform.EventOrderPlaced, ShopID: 7, Message: inner}}
		m.open()
		if shop, order := m.about(); shop != 7 || order != 0 {
			t.Errorf("%q: about order %d of shop %d", inner, order, shop)
		}
	}
}
