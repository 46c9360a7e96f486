package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
)

// said has a platform answer a path with the given body.
func said(bodies map[string]string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if body, ok := bodies[r.URL.Path]; ok {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, body)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// An order of any shape is read, and accepting it doesn't need its record. The bug: a flat order made accepting fail
// like a broken connection, and one member of unknown shape left the whole order in trouble.
func TestOrdersOfAnyShapeAreReadAndAccepted(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		data  string // data of the record
		whole string // the whole answer, if it isn't an envelope
		items int
	}{
		"flat":                    {data: `{"orderViewId":9007199254740993,"shopId":100001,"status":10,"products":[{"name":"Tea","count":2}]}`, items: 2},
		"flat, ids as text":       {data: `{"orderViewId":"9007199254740993","shopId":"100001","status":"10"}`},
		"no fees as a list":       {data: `{"baseOrder":{"orderViewId":9007199254740993,"shopId":100001,"status":10},"feeDtl":[]}`},
		"no products":             {data: `{"baseOrder":{"orderViewId":9007199254740993,"shopId":100001,"status":10},"products":{}}`},
		"one product":             {data: `{"baseOrder":{"orderViewId":9007199254740993,"shopId":100001,"status":10},"products":{"name":"Tea","count":"2"}}`, items: 2},
		"recipient is a text":     {data: `{"baseOrder":{"orderViewId":9007199254740993,"shopId":100001,"status":10},"recipientInfo":"x"}`},
		"status in words":         {data: `{"baseOrder":{"orderViewId":9007199254740993,"shopId":100001,"status":"PLACED"}}`},
		"nothing known":           {data: `{"order":{"id":9007199254740993}}`},
		"a text":                  {data: `"soon"`},
		"a list":                  {data: `[1,2]`},
		"no data":                 {data: `null`},
		"no envelope":             {whole: `{"orderViewId":9007199254740993,"shopId":100001,"status":10,"products":["Tea"]}`},
		"code as text":            {whole: `{"code":"0","data":{"orderViewId":9007199254740993,"shopId":100001,"status":10}}`},
		"everything of odd types": {data: `{"baseOrder":{"orderViewId":9007199254740993,"status":[],"ctime":"now","remark":{"a":1},"daySeq":true},"products":[null,7,{"choiceGroupList":{"choiceGroupSkuList":"x"}}],"feeDtl":{"realPayFee":"HKD 96.00"},"deliveryInfos":5,"refundInfos":["x"],"cancelInfo":[]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKitchen(t, nil)
			staff := k.as(api.RoleManager)
			screen := k.screen(staff, "")
			answer := tt.whole
			if answer == "" {
				answer = `{"code":0,"message":"","data":` + tt.data + `}`
			}
			k.far.Fault(platform.PathOrderGet, func(w http.ResponseWriter, _ func()) bool {
				_, _ = io.WriteString(w, answer)
				return true
			})
			k.far.Fault(platform.PathOrderConfirm, func(w http.ResponseWriter, act func()) bool {
				act()
				_, _ = io.WriteString(w, `{}`)
				return true
			})
			k.place(orderID)
			o := screen.order(func(o api.Order) bool { return !o.Partial })
			if o.Trouble || o.ItemCount != tt.items {
				t.Errorf("read as %+v", o)
			}
			if acted, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "press"}); err != nil ||
				acted.State != api.ActDone {
				t.Errorf("%+v %v", acted, err)
			}
			detail := read[api.OrderDetail](k.bench, staff,
				fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID, int64(orderID)))
			if kept := tt.data; kept != "" && kept != "null" && string(detail.Raw) != kept {
				t.Errorf("the record is %s", detail.Raw)
			}
		})
	}
}

// The regression: an answer without data replaced the record of an order that was read before, and its items were gone
// from the kitchen's screen. So did an empty object, list or text in place of the data.
func TestOrderKeepsItsItemsWhenAnAnswerHasNoData(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	staff := k.as(api.RoleManager)
	screen := k.screen(staff, "")
	k.place(orderID)
	before := screen.order(func(o api.Order) bool { return !o.Partial && o.ItemCount > 0 })
	for _, answer := range []string{`{"code":0,"message":""}`, `{"code":0,"message":"","data":null}`,
		`{"code":0,"message":"","data":{}}`, `{"code":0,"message":"","data":[ ]}`, `{"code":0,"message":"","data":""}`} {
		k.far.Fault(platform.PathOrderGet, func(w http.ResponseWriter, _ func()) bool {
			_, _ = io.WriteString(w, answer)
			return true
		})
		path := fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID, int64(orderID))
		ref := api.OrderRef{ShopID: shopID, OrderID: orderID}
		if status, _ := k.post(staff, api.PathOrderRefresh, ref); status == http.StatusOK {
			t.Errorf("%s is taken for a record", answer)
		}
		after := read[api.OrderDetail](k.bench, staff, path)
		if diff := cmp.Diff(before.Items, after.Order.Items); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", answer, diff)
		}
	}
}

// A refund preview with amounts as text is readable, and the confirmed amount is refunded.
func TestAmountsAsTextAreRefunded(t *testing.T) {
	t.Parallel()
	for name, price := range map[string]string{
		"the amount":              `{"amount":"4800","currency":"HKD"}`,
		"the amount, in decimals": `{"amount":"48.00","currency":"HKD"}`,
		"all of it":               `"HKD 48.00"`,
		"only the text":           `{"amountStr":"HKD 48.00"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k, manager := served(t)
			k.far.Fault(platform.PathRefundPreview, func(w http.ResponseWriter, _ func()) bool {
				_, _ = io.WriteString(w, `{"code":0,"message":"","data":{"products":{"id":"1","count":"2","name":"Tea"},"promotionInfoList":{},"refundPrice":`+price+`}}`)
				return true
			})
			status, body := k.post(manager, api.PlatformPrefix+platform.PathRefundPreview,
				fmt.Sprintf(`{"orderViewId":%d,"shopId":%d}`, int64(orderID), shopID))
			if status != http.StatusOK || !strings.Contains(body, price) {
				t.Fatalf("%d %s", status, body)
			}
			if acted, err := k.act(manager, refund("press", 1, 4800)); err != nil || acted.State != api.ActDone {
				t.Errorf("%+v %v", acted, err)
			}
		})
	}
}

// An unreadable amount stops a refund, and the refusal names the amount.
func TestRefundNeedsAReadableAmount(t *testing.T) {
	t.Parallel()
	for _, price := range []string{`{}`, `null`, `[1,2]`, `{"amount":"a lot","currency":"HKD"}`, `{"total":4800}`} {
		t.Run(price, func(t *testing.T) {
			t.Parallel()
			k, manager := served(t)
			k.far.Fault(platform.PathRefundPreview, func(w http.ResponseWriter, _ func()) bool {
				_, _ = io.WriteString(w, `{"code":0,"message":"","data":{"refundPrice":`+price+`}}`)
				return true
			})
			press := refund("press", 1, 0)
			press.Expect.Currency = ""
			for _, press := range []api.ActOrder{press, refund("again", 1, 0)} {
				_, err := k.act(manager, press)
				if err == nil || err.Code != api.CodeRefused || !strings.Contains(err.Message, "refundPrice.amount") {
					t.Errorf("%v", err)
				}
			}
			if n := k.far.Calls(platform.PathRefundApply); n != 0 {
				t.Errorf("%d refunds", n)
			}
		})
	}
}

// Each act is possible without the order's record, or with one of any shape: it needs the order's and the shop's
// number alone, or what a person says. A refund reads the preview, whose products and amount are its inputs.
func TestActsNeedTheirOwnInputsAlone(t *testing.T) {
	t.Parallel()
	for _, record := range []string{`null`, `{}`, `"soon"`, `[7,"x"]`,
		`{"baseOrder":{"orderViewId":{},"shopId":"?","status":"x"},"products":5,"feeDtl":true,"refundInfos":7}`,
		`{"orderViewId":null,"shopId":[],"status":null,"refundInfos":[null],"cancelInfo":"none"}`} {
		t.Run(record, func(t *testing.T) {
			t.Parallel()
			k := newKitchen(t, nil)
			manager := k.as(api.RoleManager)
			screen := k.screen(manager, "")
			k.far.Fault(platform.PathOrderGet, func(w http.ResponseWriter, _ func()) bool {
				_, _ = io.WriteString(w, `{"code":0,"message":"","data":`+record+`}`)
				return true
			})
			of := func(id int64) func(api.Order) bool {
				return func(o api.Order) bool { return o.OrderID == id && !o.Partial }
			}
			do := func(id int64, act api.ActOrder) {
				t.Helper()
				act.OrderID, act.Key = id, fmt.Sprint(act.Act, id)
				if acted, err := k.act(manager, act); err != nil || acted.State != api.ActDone {
					t.Errorf("%s: %+v %v", act.Act, acted, err)
				}
			}
			for id := int64(orderID); id < orderID+4; id++ {
				k.place(id)
				screen.order(of(id))
			}
			do(orderID, api.ActOrder{Act: api.ActAccept})
			do(orderID, api.ActOrder{Act: api.ActReady})
			do(orderID, refund("", 1, orderstest.Price))
			do(orderID, api.ActOrder{Act: api.ActCollect})
			do(orderID+1, api.ActOrder{Act: api.ActCancel, Code: platform.CancelShopClosing})
			for id, act := range map[int64]api.ActOrder{orderID + 2: {Act: api.ActRefundAgree},
				orderID + 3: {Act: api.ActRefundReject, Code: platform.RejectPrepared}} {
				k.far.Change(id, func(o *platform.Order) {
					o.Refunds = []platform.RefundState{{AfterSaleOrderID: id, Applicant: platform.OpCustomer,
						Status: platform.RefundAsked}}
				})
				event := orderstest.Event(shopID, id, platform.OrderPlaced, time.Now())
				event.AfterSaleOrderID = id
				k.push(platform.EventRefund, event)
				screen.order(func(o api.Order) bool { return o.OrderID == id && o.Refund != nil })
				do(id, act)
			}
		})
	}
}

// An act whose own input is missing is refused, nothing is sent, and the refusal names the member.
func TestMissingInputsAreNamed(t *testing.T) {
	t.Parallel()
	k, manager := served(t)
	nameless := refund("a", 1, orderstest.Price)
	nameless.Products[0].OrderProductID = 0
	none := refund("b", 1, orderstest.Price)
	none.Products[0].RefundCount = 0
	unseen := refund("c", 1, orderstest.Price)
	unseen.Expect = nil
	for member, act := range map[string]api.ActOrder{
		"products[0].orderProductId": nameless, "products[0].refundCount": none, "expect": unseen,
		"code": {Act: api.ActCancel, Key: "d"}, "reason": {Act: api.ActCancel, Key: "e", Code: platform.CancelOther},
		"orderId": {Act: api.ActReady, Key: "f", OrderID: -1}, "act": {Act: "", Key: "g"},
	} {
		_, err := k.act(manager, act)
		if err == nil || err.Code != api.CodeInvalid || len(err.Problems) != 1 || err.Problems[0].Path != member ||
			!strings.Contains(err.Message, member) {
			t.Errorf("%s: %+v", member, err)
		}
	}
	update := map[string]string{
		platform.PathWeekUpdate: "businessHourOfTheWeek", platform.PathSpecialUpdate: "specialBusinessHour[0].startDate",
		platform.PathContactUpdate: "phones", platform.PathPictureUpdate: "pictureUrl",
		platform.PathRefundPreview: "products[0].orderProductId",
	}
	for path, member := range update {
		more := map[string]string{platform.PathSpecialUpdate: `,"specialBusinessHour":[{"endDate":1798156799999,"businessHour":[{"startTime":0,"endTime":0}]}]`,
			platform.PathRefundPreview: fmt.Sprintf(`,"orderViewId":%d,"products":[{"refundCount":1}]`, int64(orderID))}[path]
		status, body := k.post(manager, api.PlatformPrefix+path, fmt.Sprintf(`{"shopId":%d%s}`, shopID, more))
		if status != http.StatusUnprocessableEntity && status != http.StatusBadRequest || !strings.Contains(body, member) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// shopOf is a shop's record with the given member.
func shopOf(member string) map[string]string {
	return map[string]string{
		platform.PathShopGet: `{"code":0,"message":"","data":{"shopId":"100077","name":"Tea house","status":"3",` + member +
			`}}`,
	}
}

// A shop is added if its number and name are readable, whatever shape the other members have. The bug: one unknown
// shape was taken for a platform that is down.
func TestShopsOfAnyShapeAreAdded(t *testing.T) {
	t.Parallel()
	for _, member := range []string{
		`"primaryCategoryList":{"id":"21"}`, `"primaryCategoryList":2101`, `"primaryCategoryList":["a","b"]`,
		`"supportCategoryList":[[1],true,null]`,
		`"mainPictures":[{"pictureUrl":"https://img.example/a.jpg","status":"PENDING"}]`, `"mainPictures":{"status":5}`,
		`"mainPictures":"x"`,
		`"phones":[{"area":852}]`, `"phones":85212345678`, `"longitude":"114.1","latitude":{}`, `"availableForOrder":"yes"`,
		`"enName":7,"logoUrl":[]`,
		`"deliveryRestStatus":"RESTING","pickupRestStatus":{}`,
	} {
		t.Run(member, func(t *testing.T) {
			t.Parallel()
			b := open(t, nil, said(shopOf(member)))
			owner := b.as(api.RoleOwner)
			if status, body := b.post(owner, api.PathShops,
				`{"shopIds":[100077],"zone":"Asia/Hong_Kong"}`); status != http.StatusOK || !strings.Contains(body, "Tea house") {
				t.Fatalf("%d %s", status, body)
			}
			status, record := b.record(owner, 100077)
			if status != http.StatusOK || record.Shop.Error != nil || !strings.Contains(string(record.Shop.Body), member) {
				t.Errorf("%d %+v %s", status, record.Shop.Error, record.Shop.Body)
			}
		})
	}
}

// Phones that the platform has as objects are sent back unchanged, beside a changed one.
func TestPhonesAsObjectsAreSentBackUnchanged(t *testing.T) {
	t.Parallel()
	const object = `{"area":"852","n":<n>,"x":["<b>",1.0]}`
	phone := func(n string) string { return strings.Replace(object, "<n>", n, 1) }
	sent := make(chan string, 1)
	b := open(t, nil, said(shopOf(`"phones":[`+phone("1")+`,"852-12345678"]`)), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != platform.PathContactUpdate {
				next.ServeHTTP(w, r)
				return
			}
			body, _ := io.ReadAll(r.Body)
			sent <- string(body)
			_, _ = io.WriteString(w, `{"code":0,"message":""}`)
		})
	})
	owner := b.as(api.RoleOwner)
	body := `{"shopId":100001,"phones":[` + phone("1") + `,"852-25460101"]}`
	if status, answer := b.post(owner, api.PlatformPrefix+platform.PathContactUpdate, body); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	if got := <-sent; got != body {
		t.Errorf("sent %s", got)
	}
	var record platform.Shop
	_, shop := b.record(owner, ownShop)
	var envelope platform.Envelope
	if err := json.Unmarshal(shop.Shop.Body, &envelope); err != nil {
		t.Fatal(err)
	}
	if err := platform.Read(envelope.Data, &record); err != nil || record.Phones[0].Raw != phone("1") {
		t.Errorf("read %+v, %v", record.Phones, err)
	}
}

// A message with numbers as text, and with other members of any shape, changes its order.
func TestMessagesOfAnyShapeAreHeard(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	screen := k.screenWithOrder(k.as(api.RoleStaff))
	now := time.Now().UnixMilli()
	k.push(platform.EventOrderCancelled, map[string]any{
		"opTime": fmt.Sprint(now), "orderViewId": fmt.Sprint(int64(orderID)), "shopId": fmt.Sprint(shopID), "status": "50",
		"cancelReason": 7, "opType": "10", "refundProducts": map[string]any{}, "money": "a lot",
	})
	if o := screen.order(column(api.ColumnCancelled)); o.Cancel == nil || o.Cancel.Via != api.ViaCustomer ||
		o.Cancel.Reason != "7" {
		t.Errorf("%+v", o)
	}
}

// A platform whose refusals are a status and a message, without a code, is understood (interface 7.5 shows neither): an
// acceptance that came too late is news, and a person reads why another act was refused. The bug: the person read that
// the platform doesn't accept our access.
func TestRefusalsWithoutACodeAreRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status int
		body   string
		words  string
	}{
		{http.StatusConflict, `{"message":"The order was already accepted on a terminal."}`, "already accepted"},
		{http.StatusBadRequest, `{"code":null,"message":"The order was already accepted on a terminal."}`,
			"already accepted"},
		{http.StatusUnprocessableEntity, `{"error":"The order was already accepted on a terminal."}`, "already accepted"},
	} {
		t.Run(tt.body, func(t *testing.T) {
			t.Parallel()
			k := newKitchen(t, nil)
			staff := k.as(api.RoleManager)
			k.screenWithOrder(staff)
			refuse := func(w http.ResponseWriter, _ func()) bool {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
				return true
			}
			for _, path := range []string{platform.PathOrderConfirm, platform.PathOrderCancel} {
				k.far.Fault(path, refuse)
			}
			_, err := k.act(staff, api.ActOrder{Act: api.ActCancel, Code: platform.CancelShortOfStaff, Key: "cancel"})
			if err == nil || err.Code != api.CodeRefused || !strings.Contains(err.Message, tt.words) {
				t.Errorf("a refused cancellation: %v", err)
			}
			k.far.Change(orderID, func(o *platform.Order) { o.Base.Status = platform.OrderAccepted })
			acted, err := k.act(staff, api.ActOrder{Act: api.ActAccept, Key: "accept"})
			if err != nil || acted.State != api.ActNews || acted.News != api.NewsAccepted {
				t.Errorf("a late acceptance: %+v %v", acted, err)
			}
		})
	}
}
