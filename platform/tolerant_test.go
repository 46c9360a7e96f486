package platform_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

// TestReadsAreTolerant: what can be used of a member is used, and all of it goes
// back as it came.
func TestReadsAreTolerant(t *testing.T) {
	t.Parallel()
	base := platform.OrderBase{OrderViewID: 9007199254740993, ShopID: 7, Status: 10}
	for _, tt := range []struct {
		name, in string
		into     any
		want     any // without its Extra
	}{
		{"flat order", `{"orderViewId":9007199254740993,"shopId":7,"status":10}`, new(platform.Order),
			platform.Order{Base: base}},
		{"flat order of texts", `{"orderViewId":"9007199254740993","shopId":"7","status":"10"}`, new(platform.Order),
			platform.Order{Base: base}},
		{"flat order with a baseOrder of nothing", `{"baseOrder":null,"orderViewId":9007199254740993,"shopId":7,"status":10}`,
			new(platform.Order), platform.Order{Base: base}},
		{"an order in a list", `[{"baseOrder":{"orderViewId":9007199254740993,"shopId":7,"status":10}}]`, new(platform.Order),
			platform.Order{Base: base}},
		{"an order that is a text", `"x"`, new(platform.Order), platform.Order{}},
		{"fees are an empty list", `{"feeDtl":[]}`, new(platform.Order), platform.Order{Fees: map[string]platform.Fee{}}},
		{"fees are a list", `{"feeDtl":[{"amount":1}]}`, new(platform.Order), platform.Order{}},
		{"no products as an object", `{"products":{}}`, new(platform.Order),
			platform.Order{Products: []platform.OrderProduct{}}},
		{"one product", `{"products":{"name":"Tea","count":"2"}}`, new(platform.Order),
			platform.Order{Products: []platform.OrderProduct{{Name: "Tea", Count: 2}}}},
		{"products by name", `{"products":["Tea",null]}`, new(platform.Order),
			platform.Order{Products: []platform.OrderProduct{{Name: "Tea"}, {}}}},
		{"recipient is a text", `{"recipientInfo":"x"}`, new(platform.Order),
			platform.Order{Recipient: &platform.Recipient{Name: "x"}}},
		{"recipient's phone is a number", `{"recipientInfo":{"phone":85212345678}}`, new(platform.Order),
			platform.Order{Recipient: &platform.Recipient{Phone: "85212345678"}}},
		{"a count that is none", `{"products":[{"count":2.5},{"count":1e40},{"count":1e-400}]}`, new(platform.Order),
			platform.Order{Products: []platform.OrderProduct{{}, {}, {Count: 0}}}},
		{"whole numbers with decimals", `{"products":[{"id":1.8e+12,"count":2.0},{"id":9007199254740993.0,"count":"3.0"}]}`,
			new(platform.Order), platform.Order{Products: []platform.OrderProduct{{ID: 1.8e12, Count: 2},
				{ID: 9007199254740993, Count: 3}}}},
		{"a whole amount with decimals", `{"refundPrice":{"amount":12.0,"currency":"HKD"}}`, new(platform.RefundPreview),
			platform.RefundPreview{RefundPrice: platform.Fee{Amount: 1200, Currency: "HKD", NoAmount: true}}},
		{"minor units with decimals, beside a text", // of a platform that writes all numbers so
			`{"refundPrice":{"amount":4800.0,"currency":"HKD","amountStr":"HKD 48.00"}}`, new(platform.RefundPreview),
			platform.RefundPreview{RefundPrice: platform.Fee{Amount: 4800, Currency: "HKD", Text: "HKD 48.00", NoAmount: true}}},
		{"a bare amount with decimals", `{"refundPrice":12.0}`, new(platform.RefundPreview),
			platform.RefundPreview{RefundPrice: platform.Fee{NoAmount: true}}},
		{"money with decimals", `{"money":12.0}`, new(platform.OrderEvent), platform.OrderEvent{}},
		{"money with decimals of a currency", `{"money":62.5,"currency":"HKD"}`, new(platform.OrderEvent),
			platform.OrderEvent{Money: 6250, Currency: "HKD"}},
		{"a refund's money with decimals", `{"money":"62.50","currency":"KWD"}`, new(platform.RefundState),
			platform.RefundState{Money: 62500, Currency: "KWD"}},
		{"an option's refund with decimals", `{"refundPrice":2.5,"price":"HKD 5.00"}`, new(platform.ChoiceSku),
			platform.ChoiceSku{RefundPrice: 250, Price: "HKD 5.00"}},
		{"a place out of this world", `{"longitude":1e40,"latitude":-1e400}`, new(platform.Shop),
			platform.Shop{Longitude: 1e40}},
		{"status in words", `{"baseOrder":{"status":"PLACED","orderViewId":"9007199254740993"}}`, new(platform.Order),
			platform.Order{Base: platform.OrderBase{OrderViewID: 9007199254740993}}},
		{"category alone", `{"primaryCategoryList":{"id":"21"}}`, new(platform.Shop),
			platform.Shop{PrimaryCategories: []platform.Category{{ID: 21}}}},
		{"category is a number", `{"primaryCategoryList":2101}`, new(platform.Shop),
			platform.Shop{PrimaryCategories: []platform.Category{{ID: 2101}}}},
		{"categories by name", `{"primaryCategoryList":["a","b"]}`, new(platform.Shop),
			platform.Shop{PrimaryCategories: []platform.Category{{Name: "a"}, {Name: "b"}}}},
		{"categories by id", `{"primaryCategoryList":[2101,null,true,["a"]]}`, new(platform.Shop),
			platform.Shop{PrimaryCategories: []platform.Category{{ID: 2101}, {}, {}, {}}}},
		{"picture's status in words", `{"mainPictures":[{"pictureUrl":"u","status":"PENDING"},{"status":5}]}`,
			new(platform.Shop), platform.Shop{MainPictures: []platform.Picture{{URL: "u"}, {Status: 5}}}},
		{"one picture", `{"mainPictures":"https://img.example/a.jpg"}`, new(platform.Shop),
			platform.Shop{MainPictures: []platform.Picture{{URL: "https://img.example/a.jpg"}}}},
		{"pictures are a number", `{"mainPictures":5}`, new(platform.Shop), platform.Shop{}},
		{"one phone", `{"phones":"852-12345678"}`, new(platform.Shop),
			platform.Shop{Phones: []platform.Phone{{Number: "852-12345678"}}}},
		{"phones as objects", `{"phones":[{"n":"<1>"},5]}`, new(platform.Shop),
			platform.Shop{Phones: []platform.Phone{{Raw: `{"n":"<1>"}`}, {Raw: "5"}}}},
		{"a place in texts", `{"longitude":"114.1","latitude":"x","availableForOrder":"true","status":"3"}`,
			new(platform.Shop), platform.Shop{Longitude: 114.1, AvailableForOrder: true, Status: 3}},
		{"a name that is an object", `{"name":{"en":"Tea"}}`, new(platform.Shop), platform.Shop{Name: `{"en":"Tea"}`}},
		{"amount as text", `{"refundPrice":{"amount":"1250","currency":"HKD"}}`, new(platform.RefundPreview),
			platform.RefundPreview{RefundPrice: platform.Fee{Amount: 1250, Currency: "HKD"}}},
		{"amount with decimals", `{"refundPrice":{"amount":"12.50","currency":"HKD"}}`, new(platform.RefundPreview),
			platform.RefundPreview{RefundPrice: platform.Fee{Amount: 1250, Currency: "HKD", NoAmount: true}}},
		{"amount is a text", `{"refundPrice":"HKD 12.50"}`, new(platform.RefundPreview),
			platform.RefundPreview{RefundPrice: platform.Fee{Amount: 1250, Currency: "HKD", Text: "HKD 12.50", NoAmount: true}}},
		{"an amount of nothing beside words", `{"refundPrice":{"amount":0,"currency":"HKD","amountStr":"HKD 22.44"}}`,
			new(platform.RefundPreview),
			platform.RefundPreview{RefundPrice: platform.Fee{Currency: "HKD", Text: "HKD 22.44"}}},
		{"amount is a number", `{"refundPrice":1250}`, new(platform.RefundPreview),
			platform.RefundPreview{RefundPrice: platform.Fee{Amount: 1250}}},
		{"amount is nonsense", `{"refundPrice":[1,2],"products":{}}`, new(platform.RefundPreview),
			platform.RefundPreview{Products: []platform.RefundProduct{}, RefundPrice: platform.Fee{NoAmount: true}}},
		{"times as text", `{"mon":[{"startTime":"32400","endTime":61200}],"tue":{"startTime":0,"endTime":0}}`,
			new(platform.Week), platform.Week{Mon: []platform.Period{{StartTime: 32400, EndTime: 61200}},
				Tue: []platform.Period{{}}}},
		{"a week that is an empty list", `[]`, new(platform.Week), platform.Week{}},
		{"one special date", `{"startDate":"1766620800000","endDate":1766707199999,"businessHour":{"startTime":0,"endTime":0}}`, new([]platform.SpecialDate), []platform.SpecialDate{{StartDate: 1766620800000, EndDate: 1766707199999, BusinessHour: []platform.Period{{}}}}},
		{"no special dates as an object", `{}`, new([]platform.SpecialDate), []platform.SpecialDate{}},
		{"message of texts", `{"opTime":"5","orderViewId":"6","shopId":"7","status":"10","refundProducts":{},"opType":"20"}`,
			new(platform.OrderEvent), platform.OrderEvent{OpTime: 5, OrderViewID: 6, ShopID: 7, Status: 10,
				RefundProducts: []platform.RefundedProduct{}, OpType: opType(20)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if err := platform.Read([]byte(tt.in), tt.into); err != nil {
				t.Fatal(err)
			}
			ignore := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Extra" }, cmp.Ignore())
			if diff := cmp.Diff(tt.want, reflect.ValueOf(tt.into).Elem().Interface(), ignore); diff != "" {
				t.Error(diff)
			}
			if _, list := tt.into.(*[]platform.SpecialDate); !list { // which keeps nothing of its own
				givesBack(t, []byte(tt.in), tt.into)
			}
		})
	}
}

func opType(o platform.OpType) *platform.OpType { return &o }

// TestUnusableShownPartsAreErrors: a record whose shape the interface shows must
// not read as an empty one, which a save would make true.
func TestUnusableShownPartsAreErrors(t *testing.T) {
	t.Parallel()
	for in, into := range map[string]any{
		`"closed"`:            new(platform.Week),
		`{"mon":"closed"}`:    new(platform.Week),
		`{"mon":[],"tue":12}`: new(platform.Week),
		`["mon"]`:             new(platform.Week),
		`{"businessHourOfTheWeek":{"mon":[{"startTime":0,"endTime":3600}]}}`: new(platform.Week), // without a day
		`{"data":{"mon":[{"startTime":0,"endTime":3600}]}}`:                  new(platform.Week),
		`{"Mon":[{"startTime":0,"endTime":3600}]}`:                           new(platform.Week),
		`{"mon":{"opens":"9:00"}}`:                                           new(platform.Week),
		`[{"mon":"closed"}]`:                                                 new(platform.Week),
		`[{"Mon":[]}]`:                                                       new(platform.Week),
		`{"specialBusinessHour":[]}`:                                         new([]platform.SpecialDate), // was read as one of 1970
		`{"data":[{"startDate":1766620800000}]}`:                             new([]platform.SpecialDate),
		`"none"`:                                                             new([]platform.SpecialDate),
		`7`:                                                                  new([]platform.SpecialDate),
		`true`:                                                               new(platform.Shop),
		`{"a":1}{"b":1}`:                                                     new(platform.Shop),
		`{"shopId":1,"name":"x`:                                              new(platform.Shop),
		`[{"shopId":1},{"a":1}]`:                                             new(platform.Shop),
	} {
		if err := platform.Read([]byte(in), into); err == nil {
			t.Errorf("%s was read as %+v", in, into)
		}
	}
}

// TestAnswersWithoutAnEnvelope: an endpoint whose answer isn't shown may answer
// with less.
func TestAnswersWithoutAnEnvelope(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status int
		body   string
		ok     bool
	}{
		{200, `{}`, true},
		{204, ``, true},
		{200, `{"orderViewId":6,"shopId":7}`, true},
		{200, `"done"`, true},
		{200, `{"code":0}`, true},
		{200, `{"code":"0","data":null}`, true},
		{200, `{"code":"no"}`, false},
		{200, `{"code":9}`, false},
		{200, `<html>`, false},
		{302, ``, false},
		{500, `{}`, false},
	} {
		client := platform.Client{Transport: answer{Status: tt.status, Body: []byte(tt.body)}}
		order, err := client.Order(t.Context(), platform.OrderRef{OrderViewID: 6, ShopID: 7})
		if (err == nil) != tt.ok {
			t.Errorf("order %d %s: %v", tt.status, tt.body, err)
		}
		if tt.body == `{"orderViewId":6,"shopId":7}` && (order == nil || order.Base.OrderViewID != 6) {
			t.Errorf("%s is %+v", tt.body, order)
		}
		if err := client.ConfirmOrder(t.Context(), platform.OrderRef{OrderViewID: 6, ShopID: 7}); (err == nil) != tt.ok {
			t.Errorf("confirm %d %s: %v", tt.status, tt.body, err)
		}
		_, err = client.Shop(t.Context(), platform.ShopRef{ShopID: 7})
		var said *platform.Error
		if tt.body == `{}` && (!errors.As(err, &said) || !said.Malformed) {
			t.Errorf("a shop's answer without an envelope: %v", err)
		}
	}
}

// A record tells whether the shop is operating unless its status is unknown and availableForOrder is absent or
// unusable.
func TestShopWithoutAStatus(t *testing.T) {
	t.Parallel()
	for text, unsaid := range map[string]bool{
		`{"status":3}`: false, `{"status":"4"}`: false, `{"status":4,"availableForOrder":"x"}`: false,
		`{"status":9,"availableForOrder":false}`: false, `{"availableForOrder":true}`: false,
		`{"availableForOrder":"false"}`: false, `{"availableForOrder":0}`: false, `{"availableForOrder":"1"}`: false,
		`{}`: true, `{"status":9}`: true, `{"status":"OPEN"}`: true, `{"status":null,"availableForOrder":null}`: true,
		`{"status":[3],"availableForOrder":{}}`: true, `{"availableForOrder":"yes"}`: true,
	} {
		var shop platform.Shop
		if err := platform.Read([]byte(text), &shop); err != nil || shop.Unsaid() != unsaid {
			t.Errorf("%s: %v, %v", text, shop.Unsaid(), err)
		}
	}
	for _, body := range []string{`{"code":0}`, `{"code":0,"data":null}`, `{"code":0,"data":{}}`, `{"code":0,"data":[]}`} {
		if shop, err := shopFrom(t, 200, body); err != nil || !shop.Unsaid() {
			t.Errorf("%s says whether the shop is operating: %+v %v", body, shop, err)
		}
	}
	if (&platform.Shop{Status: 9}).Unsaid() {
		t.Error("a record of our own")
	}
}
