package orders

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

// A message of a refund has the four members of interface 6.1 and nothing of the refund itself. The refund of the
// record was taken for another one: the customer asked twice, and the first request waited for an answer forever. A
// platform that doesn't number refunds had each decision and each of our own refunds shown twice, a first decision also
// once a second request was heard. What a record tells as two refunds was one, where amount and standing are alike, and
// a decision that the record contradicts stayed.
func TestRefundIsOneWhereverItIsTold(t *testing.T) {
	t.Parallel()
	type step func(k *orderState)
	messages := 0
	hear := func(event platform.Event, message string) step {
		return func(k *orderState) {
			messages++
			h := PushedEvent{Event: event, ShopID: 1, OrderID: 1, MessageID: fmt.Sprint(messages)}
			if err := platform.Read([]byte(message), &h.Said); err != nil {
				t.Fatal(err)
			}
			k.hear(h)
		}
	}
	readAt := func(at int64, refunds string) step {
		return func(k *orderState) {
			r := recordOf(t, `{"baseOrder":{"orderViewId":1,"status":30},"refundInfos":[`+refunds+`]}`)
			r.at = at
			k.takeRecord(&r)
			k.settle()
		}
	}
	read := func(refunds string) step { return readAt(1, refunds) }
	apply := func(k *orderState) {
		k.refunded(action{ActOrder: api.ActOrder{Expect: &api.Money{Amount: 200, Currency: "HKD"}}, via: api.ViaPerson,
			who: &auth.Principal{Name: "Mei"}}, 100_000)
	}
	const (
		bare          = `{"opTime":100200,"orderViewId":1,"shopId":1,"status":30}`
		numbered      = `{"afterSaleOrderId":7,"applyOpType":10,"money":200,"currency":"HKD","applyTime":100500,"status":10}`
		agreed        = `{"afterSaleOrderId":7,"applyOpType":10,"money":200,"currency":"HKD","applyTime":100500,"status":20,"opTime":200000}`
		rejected      = `{"afterSaleOrderId":7,"applyOpType":10,"money":200,"currency":"HKD","applyTime":100500,"status":30,"opTime":120000}`
		nameless      = `{"applyOpType":10,"money":200,"currency":"HKD","applyTime":100500,"status":10}`
		decided       = `{"applyOpType":10,"money":200,"currency":"HKD","applyTime":100500,"status":20,"opTime":200000}`
		second        = `{"applyOpType":10,"money":200,"currency":"HKD","applyTime":300000,"status":10}`
		secondDecided = `{"applyOpType":10,"money":200,"currency":"HKD","applyTime":300000,"status":20,"opTime":310000}`
		told          = `{"afterSaleOrderId":9,"applyOpType":20,"money":200,"currency":"HKD","applyTime":99500,"status":20,"opTime":99500}`
		echo          = `{"opTime":99500,"orderViewId":1,"shopId":1,"status":30,"afterSaleOrderId":9,"money":200,"currency":"HKD"}`
		nobodys       = `{"afterSaleOrderId":9,"money":200,"currency":"HKD","applyTime":99500,"status":20,"opTime":99500}`
		nobodysSecond = `{"afterSaleOrderId":10,"money":200,"currency":"HKD","applyTime":300000,"status":20,"opTime":310000}`
		coded         = `{"afterSaleOrderId":9,"applyOpType":720,"money":200,"currency":"HKD","applyTime":99500,"status":720,"opTime":99500}`
		worded        = `{"afterSaleOrderId":9,"applyOpType":"SHOP","money":200,"currency":"HKD","applyTime":99500,"status":"PAID"}`
		codedSecond   = `{"afterSaleOrderId":10,"applyOpType":710,"money":200,"currency":"HKD","applyTime":99900,"status":710}`
		ours          = `{"applyOpType":20,"money":200,"currency":"HKD","applyTime":99500,"status":20,"opTime":99500}`
		later         = `{"applyOpType":20,"money":200,"currency":"HKD","applyTime":500000,"status":20,"opTime":500000}`
	)
	trying := func(k *orderState) {
		k.Tried = &api.OrderDoing{Act: api.ActRefundApply, Via: api.ViaPerson, Since: 99_000}
	}
	decide := func(standing api.RefundStanding, via api.Via, by string) step {
		return func(k *orderState) {
			k.Known = len(k.Refunds)
			k.decide(standing, via, by, 150_000)
		}
	}
	agree, word := decide(api.RefundAgreed, api.ViaPerson, "Mei"), decide(api.RefundDecided, api.ViaElsewhere, "")
	asked, agreedTo, applied := api.RefundAsked, api.RefundAgreed, api.RefundApplied
	for name, tt := range map[string]struct {
		steps []step
		want  []api.RefundStanding
	}{
		"message, record":        {[]step{hear(platform.EventRefund, bare), read(numbered)}, []api.RefundStanding{asked}},
		"message, decided":       {[]step{hear(platform.EventRefund, bare), read(agreed)}, []api.RefundStanding{agreedTo}},
		"record, late message":   {[]step{read(numbered), hear(platform.EventRefund, bare)}, []api.RefundStanding{asked}},
		"decided, late message":  {[]step{read(agreed), hear(platform.EventRefund, bare)}, []api.RefundStanding{agreedTo}},
		"message, nameless":      {[]step{hear(platform.EventRefund, bare), read(nameless)}, []api.RefundStanding{asked}},
		"nameless, late message": {[]step{read(nameless), hear(platform.EventRefund, bare)}, []api.RefundStanding{asked}},
		"nameless, decided": {[]step{read(nameless), read(decided), read(decided)},
			[]api.RefundStanding{agreedTo}},
		"nameless, asked again": {[]step{read(nameless), read(decided), read(decided + "," + second),
			read(decided + "," + second)}, []api.RefundStanding{agreedTo, asked}},
		"decided, asked again": {[]step{read(agreed), hear(platform.EventRefund, `{"opTime":300000}`)},
			[]api.RefundStanding{agreedTo, asked}},
		"ours, nameless": {[]step{apply, read(ours), read(ours)}, []api.RefundStanding{applied}},
		"ours, echoed, numbered": {[]step{apply, hear(platform.EventPartialRefund, bare), read(told)},
			[]api.RefundStanding{applied}},
		"ours, echoed by number": {[]step{apply, hear(platform.EventPartialRefund, echo), read(told)},
			[]api.RefundStanding{applied}},
		"ours, echoed before the answer": {[]step{trying, hear(platform.EventPartialRefund, echo), apply, read(told)},
			[]api.RefundStanding{applied}},
		"the customer's after ours": {[]step{apply, read(told), hear(platform.EventPartialRefund, bare),
			read(told + "," + numbered)}, []api.RefundStanding{applied, asked}},
		"message, agreed here, record": {[]step{hear(platform.EventRefund, bare), agree, read(numbered), read(agreed)},
			[]api.RefundStanding{agreedTo}},
		"nameless, agreed here, asked and agreed again": {[]step{read(nameless), agree, read(decided),
			read(decided + "," + second), agree, read(decided + "," + secondDecided), read(decided + "," + secondDecided)},
			[]api.RefundStanding{agreedTo, agreedTo}},
		"called decided, record of before": {[]step{read(numbered), word, readAt(149_999, numbered)},
			[]api.RefundStanding{api.RefundDecided}},
		"called decided, asked by a later record": {[]step{read(numbered), word, readAt(150_001, numbered)},
			[]api.RefundStanding{asked}},
		"nameless, called decided, asked by a later record": {[]step{read(nameless), word, readAt(150_001, nameless)},
			[]api.RefundStanding{asked}},
		"called decided, agreed to by a later record": {[]step{read(numbered), word, readAt(150_001, agreed)},
			[]api.RefundStanding{agreedTo}},
		"nameless, called decided, asked again": {[]step{read(nameless), word, readAt(400_000, second)},
			[]api.RefundStanding{api.RefundDecided, asked}},
		"nameless, agreed here, second heard": {[]step{read(nameless), agree, hear(platform.EventRefund, `{"opTime":300000}`),
			read(decided + "," + second), read(decided + "," + second)}, []api.RefundStanding{agreedTo, asked}},
		"agreed here, rejected by the record": {[]step{read(numbered), agree, read(rejected)},
			[]api.RefundStanding{api.RefundRejected}},
		"made elsewhere, message, record": {[]step{hear(platform.EventPartialRefund, bare), read(told)},
			[]api.RefundStanding{applied}},
		"made elsewhere, record, message": {[]step{read(told), hear(platform.EventPartialRefund, bare), read(told)},
			[]api.RefundStanding{applied}},
		"made elsewhere, nameless": {[]step{hear(platform.EventPartialRefund, bare), read(ours), read(ours)},
			[]api.RefundStanding{applied}},
		"made elsewhere, and the customer's": {[]step{hear(platform.EventPartialRefund, bare),
			hear(platform.EventPartialRefund, bare), read(told + "," + numbered)}, []api.RefundStanding{asked, applied}},
		"made elsewhere long after the customer's": {[]step{hear(platform.EventPartialRefund, `{"opTime":9500}`), read(told)},
			[]api.RefundStanding{asked, applied}},
		"ours, of a record without applicants": {[]step{apply, read(nobodys), read(nobodys)}, []api.RefundStanding{applied}},
		"ours, of a record with other codes": {[]step{apply, read(coded), read(coded)},
			[]api.RefundStanding{applied}},
		"ours, of a record with words for codes": {[]step{apply, read(worded), read(worded)},
			[]api.RefundStanding{applied}},
		"ours and the customer's, of a record with other codes": {[]step{apply, read(coded + "," + codedSecond)},
			[]api.RefundStanding{applied, asked}},
		"ours and the customer's, of a record without applicants": {[]step{apply, read(nobodys),
			hear(platform.EventRefund, `{"opTime":300000}`), agree, read(nobodys + "," + nobodysSecond)},
			[]api.RefundStanding{applied, agreedTo}},
		"one of ours, one elsewhere, nameless": {[]step{apply, read(ours + "," + later), read(ours + "," + later)},
			[]api.RefundStanding{applied, applied}},
		"two of ours, nameless": {[]step{apply, apply, read(ours + "," + ours), read(ours + "," + ours)},
			[]api.RefundStanding{applied, applied}},
	} {
		var k orderState
		for _, do := range tt.steps {
			do(&k)
		}
		var got []api.RefundStanding
		for _, r := range k.Refunds {
			got = append(got, r.Standing)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The platform's message of our own partial refund was told as the customer's request.
func TestEchoOfOurRefundIsNotTheCustomers(t *testing.T) {
	t.Parallel()
	var k orderState
	k.refunded(action{via: api.ViaPerson, who: &auth.Principal{Name: "Mei"}}, 100_000)
	for at, want := range map[int64]api.Via{100_200: "", 300_000: api.ViaCustomer} {
		h := PushedEvent{Event: platform.EventPartialRefund, Said: platform.OrderEvent{OpTime: at}}
		if entry, _ := k.hear(h); entry.Via != want {
			t.Errorf("at %d: via %q, want %q", at, entry.Via, want)
		}
	}
}

// A customer's request that comes long after a partial refund of ours whose answer was lost. The bug: until the next
// act, each such message was taken for that of our refund, and where records list no refunds nobody learnt of it.
func TestRequestLongAfterALostRefundIsTheCustomers(t *testing.T) {
	t.Parallel()
	k := orderState{Tried: &api.OrderDoing{Act: api.ActRefundApply, Via: api.ViaPerson, Since: 100_000}}
	k.hear(PushedEvent{Event: platform.EventPartialRefund, Said: platform.OrderEvent{OpTime: 1_300_000}})
	if k.Refund == nil || k.Refund.Standing != api.RefundAsked {
		t.Errorf("%+v", k.Refund)
	}
}
