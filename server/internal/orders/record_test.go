package orders

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// The delivery type is kept as it came, also from a flat record and where it is no number. None, 0 and what is too long
// for a card are not kept.
func TestDeliveryTypeIsKept(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct {
		way    string
		pickup bool
		rider  bool
	}{
		`{"baseOrder":{"orderViewId":1}}`:                                                      {"", false, false},
		`{"baseOrder":{"deliveryType":0}}`:                                                     {"", false, true},
		`{"baseOrder":{"deliveryType":"0"}}`:                                                   {"", false, true},
		`{"baseOrder":{"deliveryType":null}}`:                                                  {"", false, false},
		`{"baseOrder":{"deliveryType":1}}`:                                                     {"1", true, false},
		`{"baseOrder":{"deliveryType":"1"}}`:                                                   {"1", true, false},
		`{"baseOrder":{"deliveryType":701}}`:                                                   {"701", false, false},
		`{"orderViewId":1,"deliveryType":701}`:                                                 {"701", false, false},
		`{"baseOrder":{"deliveryType":"DINE_IN"}}`:                                             {"DINE_IN", false, false},
		`{"orderViewId":1,"deliveryType":"DINE_IN"}`:                                           {"DINE_IN", false, false},
		`{"orderViewId":1,"deliveryType":[2]}`:                                                 {"[2]", false, false},
		`{"baseOrder":{"deliveryType":"a text that is longer than anything one shows there"}}`: {"", false, false},
	} {
		r := recordOf(t, in)
		var k orderState
		k.takeRecord(&r)
		if k.Way != want.way || k.Pickup != want.pickup || k.Rider != want.rider {
			t.Errorf("%s: %q, collected %v, by a rider %v", in, k.Way, k.Pickup, k.Rider)
		}
	}
}

// Statuses and parties that came as no number are kept as they came: they were dropped, and a cancellation whose party
// couldn't be read was called the platform's.
func TestCodesThatAreNoNumbersAreKept(t *testing.T) {
	t.Parallel()
	read := func(k *orderState, record string) {
		r := recordOf(t, record)
		k.takeRecord(&r)
		k.settle()
	}
	var k orderState
	read(&k, `{"baseOrder":{"orderViewId":1,"status":"PAID"},"deliveryInfos":[{"logisticsStatus":"AT_SHOP"}],
		"refundInfos":[{"afterSaleOrderId":7,"status":"WITH_RISK_TEAM"}]}`)
	if k.StatusRaw != "PAID" || k.Column != api.ColumnOther {
		t.Errorf("order: %q in %q", k.StatusRaw, k.Column)
	}
	if k.Delivery == nil || k.Delivery.StatusRaw != "AT_SHOP" {
		t.Errorf("delivery: %+v", k.Delivery)
	}
	if k.Refund == nil || k.Refund.StatusRaw != "WITH_RISK_TEAM" || k.Refund.Standing != api.RefundAsked {
		t.Errorf("refund: %+v", k.Refund)
	}
	// Another word takes the place of the first, and a number that of both.
	read(&k, `{"orderViewId":1,"status":"COOKING","deliveryInfos":[{"logisticsStatus":["GONE"]}],
		"refundInfos":[{"afterSaleOrderId":7,"status":"PAID_OUT"}]}`)
	if k.StatusRaw != "COOKING" || k.Delivery.StatusRaw != `["GONE"]` || k.Refund.StatusRaw != "PAID_OUT" {
		t.Errorf("%q, %q, %q", k.StatusRaw, k.Delivery.StatusRaw, k.Refund.StatusRaw)
	}
	read(&k, `{"baseOrder":{"orderViewId":1,"status":"30"},"deliveryInfos":[{"logisticsStatus":"50"}],
		"refundInfos":[{"afterSaleOrderId":7,"status":20}]}`)
	if k.StatusRaw != "" || k.Status != 30 || k.Delivery.StatusRaw != "" || k.Delivery.Status != 50 ||
		k.Refund.StatusRaw != "" || k.Refund.Standing != api.RefundAgreed {
		t.Errorf("%+v, %+v, %+v", k.Order, k.Delivery, k.Refund)
	}
	// A cancellation by a party in words.
	read(&k, `{"baseOrder":{"status":50},"cancelInfo":{"opType":"FRANCHISE"}}`)
	if k.Cancel == nil || k.Cancel.Via != "" || k.Cancel.OpRaw != "FRANCHISE" {
		t.Errorf("cancelled: %+v", k.Cancel)
	}
	if end := EndOf(&k.Order); end != (api.EndFigure{OpRaw: "FRANCHISE"}) {
		t.Errorf("in figures: %+v", end)
	}
	behind, ok := behindOf(url.Values{
		"only": {string(api.BehindCancelled)}, "why": {""}, "via": {""}, "op": {"FRANCHISE"},
	})
	if !ok || !behind.fits(&k) {
		t.Errorf("behind the figure: %v %+v", ok, behind)
	}
	read(&k, `{"baseOrder":{"status":50},"cancelInfo":{"opType":"0"}}`)
	if k.Cancel.Via != api.ViaPlatform || k.Cancel.OpRaw != "" {
		t.Errorf("cancelled: %+v", k.Cancel)
	}
}

// A cancellation that doesn't tell who cancelled was called the platform's, because 0 is the platform.
func TestCancellationWithoutAPartyIsNobodys(t *testing.T) {
	t.Parallel()
	for info, want := range map[string]api.Via{
		`{"cancelReason":"Late"}`: "", `{"opType":null}`: "", `{"opType":""}`: "", `"Late"`: "",
		`{"opType":0}`: api.ViaPlatform, `{"opType":"0"}`: api.ViaPlatform, `{"opType":10}`: api.ViaCustomer,
	} {
		var k orderState
		r := recordOf(t, `{"baseOrder":{"orderViewId":1,"status":50},"cancelInfo":`+info+`}`)
		if k.takeRecord(&r); k.Cancel == nil || k.Cancel.Via != want {
			t.Errorf("%s: %+v", info, k.Cancel)
		}
		if strings.HasPrefix(info, `"`) {
			continue // no part of a message
		}
		h := PushedEvent{Event: platform.EventOrderCancelled, ShopID: 1, OrderID: 1, MessageID: "m", CameAt: 5}
		if err := platform.Read([]byte(info), &h.Said); err != nil {
			t.Fatal(err)
		}
		var pushed orderState
		if entry, _ := pushed.hear(h); entry.Via != want {
			t.Errorf("message %s: %+v", info, entry)
		}
	}
}

// An acceptance at a POS terminal was called the platform's in the order's story, and a terminal's on its card.
func TestStoryNamesWhoAccepted(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tried *api.OrderDoing
		via   api.Via
		by    string
	}{
		"elsewhere": {nil, api.ViaElsewhere, ""},
		"here":      {&api.OrderDoing{Act: api.ActAccept, Via: api.ViaPerson, By: "Ann"}, api.ViaPerson, "Ann"},
	} {
		k := orderState{Tried: tt.tried}
		h := PushedEvent{Event: platform.EventOrderAccepted, ShopID: 1, OrderID: 1, MessageID: "m", CameAt: 5}
		entry, _ := k.hear(h)
		if entry.Via != tt.via || entry.By != tt.by || k.AcceptedVia != tt.via {
			t.Errorf("%s: %+v", name, entry)
		}
	}
}

// A delivery whose record tells no status keeps the one that was told before. Bug: it had status 0.
func TestDeliveryWithoutAStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]api.OrderRider{
		"": {Status: 30}, `"logisticsStatus":null,`: {Status: 30}, `"logisticsStatus":20,`: {Status: 20},
		`"logisticsStatus":0,`: {StatusRaw: "0"}, `"logisticsStatus":"0",`: {StatusRaw: "0"},
	} {
		k := orderState{}
		k.Delivery = &api.OrderRider{Status: 30}
		r := recordOf(t, `{"deliveryInfos":[{`+status+`"courierName":"Ann","opTime":5}]}`)
		want.Name, want.At = "Ann", 5
		if k.takeRecord(&r); *k.Delivery != want {
			t.Errorf("%s: %+v", status, k.Delivery)
		}
	}
	var k orderState
	h := PushedEvent{Event: platform.EventDelivery, CameAt: 5}
	h.Said.LogisticsStatus = new(platform.LogisticsStatus)
	if k.hear(h); k.Delivery.StatusRaw != "0" {
		t.Errorf("a message with the status 0: %+v", k.Delivery)
	}
}

// A record that names another courier and no status doesn't tell the status of the courier before. Bug: the new courier
// was shown as "Rider cancelled".
func TestNewCourierWithoutAStatusHasNone(t *testing.T) {
	t.Parallel()
	k := orderState{}
	k.Delivery = &api.OrderRider{Status: int(platform.RiderCancelled), Name: "Ann", At: 4}
	r := recordOf(t, `{"deliveryInfos":[{"courierName":"Bob","opTime":5}]}`)
	if k.takeRecord(&r); *k.Delivery != (api.OrderRider{Name: "Bob", At: 5}) {
		t.Errorf("%+v", k.Delivery)
	}
}

// An event's statuses that are no numbers are kept as well.
func TestEventKeepsCodesThatAreNoNumbers(t *testing.T) {
	t.Parallel()
	var k orderState
	h := PushedEvent{Event: platform.EventDelivery, ShopID: 1, OrderID: 1, MessageID: "m", CameAt: 5}
	message := `{"orderViewId":1,"status":"COOKING","logisticsStatus":"AT_SHOP","courierName":"Ann"}`
	if err := platform.Read([]byte(message), &h.Said); err != nil {
		t.Fatal(err)
	}
	entry, _ := k.hear(h)
	if k.StatusRaw != "COOKING" || k.Delivery == nil || k.Delivery.StatusRaw != "AT_SHOP" || k.Delivery.Name != "Ann" ||
		entry.Raw != "AT_SHOP" || entry.Text != "Ann" {
		t.Errorf("%+v, %+v, %+v", k.Order, k.Delivery, entry)
	}
	// A number that is written as a text is the number.
	h = PushedEvent{Event: platform.EventOrderCancelled, ShopID: 1, OrderID: 1, MessageID: "n", CameAt: 6}
	if err := platform.Read([]byte(`{"orderViewId":1,"status":"50","opType":"10"}`), &h.Said); err != nil {
		t.Fatal(err)
	}
	if k.hear(h); k.StatusRaw != "" || k.Cancel.Via != api.ViaCustomer || k.Cancel.OpRaw != "" {
		t.Errorf("%+v, %+v", k.Order, k.Cancel)
	}
}

// A refund whose record doesn't tell who decided was shown as decided by the platform.
func TestRefundIsDecidedByWhomTheRecordNames(t *testing.T) {
	t.Parallel()
	for member, want := range map[string]api.Via{
		"": "", `,"opType":null`: "", `,"opType":"FRANCHISE"`: "", `,"opType":0`: api.ViaPlatform,
		`,"opType":"0"`: api.ViaPlatform, `,"opType":20`: api.ViaElsewhere, `,"opType":70`: "",
	} {
		for _, status := range []string{"20", "30"} {
			r := recordOf(t, `{"refundInfos":[{"status":`+status+member+`}]}`)
			if got := shownRefund(r.Refunds[0], 1).Via; got != want {
				t.Errorf("%s%s: %q, want %q", status, member, got, want)
			}
		}
	}
}

// A refund's amount with decimals was shown as 0.00, and so was one that can't be read.
func TestRefundOfUnreadableMoneyHasNoAmount(t *testing.T) {
	t.Parallel()
	for money, want := range map[string]*api.Money{
		`"money":62.5,"currency":"HKD"`:    {Amount: 6250, Currency: "HKD", Text: "HKD 62.50"},
		`"money":6250,"currency":"HKD"`:    {Amount: 6250, Currency: "HKD", Text: "HKD 62.50"},
		`"money":62.512,"currency":"HKD"`:  nil,
		`"money":"much","currency":"HKD"`:  nil,
		`"money":[62.5],"currency":"HKD"`:  nil,
		`"money":62.5`:                     nil,
		`"currency":"HKD"`:                 nil,
		`"money":0,"currency":"HKD"`:       nil,
		`"money":"62.50","currency":"JPY"`: nil,
	} {
		var said platform.OrderEvent
		if err := platform.Read([]byte("{"+money+"}"), &said); err != nil {
			t.Fatal(err)
		}
		r := recordOf(t, `{"refundInfos":[{`+money+`}]}`)
		h := PushedEvent{Event: platform.EventRefund, Said: said}
		if diff := cmp.Diff(want, h.refund().Money); diff != "" {
			t.Errorf("event of %s (-want +got):\n%s", money, diff)
		}
		if diff := cmp.Diff(want, shownRefund(r.Refunds[0], 1).Money); diff != "" {
			t.Errorf("record of %s (-want +got):\n%s", money, diff)
		}
	}
}

// A total that can't be read was one of 0.00, which is below every limit of an automatic acceptance.
func TestUnreadableTotalIsNone(t *testing.T) {
	t.Parallel()
	for fee, want := range map[string]*api.Money{
		`{"amount":"48.00","currency":"HKD"}`: {Amount: 4800, Currency: "HKD"},
		`{"amount":0,"currency":"HKD"}`:       {Currency: "HKD"},
		`{"amount":"much","currency":"HKD"}`:  nil,
		`{"amount":4.812,"currency":"HKD"}`:   nil,
	} {
		r := recordOf(t, `{"feeDtl":{"realPayFee":`+fee+`}}`)
		if diff := cmp.Diff(want, totalOf(r.Fees)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", fee, diff)
		}
	}
	r := recordOf(t, `{"feeDtl":{"tip":{"amount":"much","currency":"HKD"}}}`)
	if diff := cmp.Diff(&api.Money{Text: "much"}, api.MoneyOf(r.Fees["tip"])); diff != "" {
		t.Errorf("a fee (-want +got):\n%s", diff)
	}
}

func recordOf(t *testing.T, text string) record {
	t.Helper()
	r := record{at: 1}
	if err := platform.Read([]byte(text), &r.Order); err != nil {
		t.Fatal(err)
	}
	return r
}
