package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
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
	screen := k.screen(k.as(api.RoleStaff), "")
	k.place(orderID)
	screen.order(column(api.ColumnNew))
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
