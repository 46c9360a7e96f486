package platform_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// roundTrip holds every decoder to the same: what decodes, encodes, and
// decodes to the same value again. Otherwise reading, changing and writing a
// record would lose something.
func roundTrip[T any](f *testing.F, seeds ...string) {
	f.Helper()
	for _, seed := range append(seeds, `{}`, `null`, `[]`, `{"a":1,"a":2}`, `{"x":{"y":[null,1e400,"\ud800"]}}`,
		`{"`+"\u017f"+`hopId":1}`) {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var first, second T
		if json.Unmarshal(data, &first) != nil {
			return
		}
		text, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("read %s but can't write it: %v", data, err)
		}
		if err := json.Unmarshal(text, &second); err != nil {
			t.Fatalf("wrote %s, which can't be read: %v", text, err)
		}
		again, err := json.Marshal(second)
		if err != nil || string(again) != string(text) {
			t.Fatalf("wrote %s, then %s, %v", text, again, err)
		}
	})
}

func FuzzWeek(f *testing.F) {
	roundTrip[platform.Week](f, `{"mon":[{"startTime":0,"endTime":0}],"tue":[],"wed":null,"hol":[1]}`, `{"mon":[null,{}]}`,
		`{"MON":[{"STARTTIME":-9223372036854775808}]}`)
}

func FuzzSpecialDates(f *testing.F) {
	roundTrip[[]platform.SpecialDate](f,
		`[{"startDate":1766620800000,"endDate":1766707199999,"businessHour":[{"startTime":64800,"endTime":7200,"x":"<"}]}]`,
		`[null]`)
}

func FuzzShop(f *testing.F) {
	roundTrip[platform.Shop](f, `{"shopId":9007199254740993,"mainPictures":["u",{"pictureUrl":"v"},null],"phones":["852-1",{"a":1},null],"longitude":114.1,"status":3}`)
}

func FuzzOrder(f *testing.F) {
	roundTrip[platform.Order](f, `{"baseOrder":{"orderViewId":9007199254740993,"shopId":1,"status":10},"feeDtl":{"total":{"amount":1,"currency":"HKD","amountStr":"HKD 0.01"}},"products":[{"choiceGroupList":[{"choiceGroupSkuList":[{}]}]}]}`)
}

func FuzzRefundPreview(f *testing.F) {
	roundTrip[platform.RefundPreview](f,
		`{"products":[{"id":9007199254740993,"refundPrice":"HKD 1.00","choiceGroupList":[{"choiceGroupSkuList":[{"refundPrice":1}]}]}],"promotionInfoList":[{"originFee":{"amount":1}}],"refundPrice":{"amount":1}}`)
}

func FuzzWebhook(f *testing.F) {
	roundTrip[platform.Webhook](f,
		`{"sig":"s","eventId":1001,"appId":1,"messageId":"m","shopId":1,"message":"{\"orderViewId\":9007199254740993}","timestamp":1}`)
}

func FuzzOrderEvent(f *testing.F) {
	roundTrip[platform.OrderEvent](f,
		`{"opTime":1,"orderViewId":9007199254740993,"shopId":1,"status":30,"cancelReason":"x"}`)
}

// FuzzDecodeStrict checks what strictness is for: a request that passes reads
// the same to a reader that knows nothing of our types.
func FuzzDecodeStrict(f *testing.F) {
	for _, seed := range []string{`{"shopId":1}`, `{"shopId":1,"SHOPID":2}`, `{"shopId":1,"phones":["a"]}`,
		`{"shopId":1} `, `{"shopId":1}{}`, `{"shopId":1,"` + "\u017f" + `hopId":2}`, `null`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var request platform.ContactUpdate
		if platform.DecodeStrict(data, &request) != nil {
			return
		}
		var exact map[string]json.RawMessage
		if err := json.Unmarshal(data, &exact); err != nil {
			t.Fatalf("%s passed: %v", data, err)
		}
		for name, field := range map[string]any{"shopId": &request.ShopID, "phones": &request.Phones} {
			read := reflect.New(reflect.TypeOf(field).Elem())
			if raw, ok := exact[name]; ok && json.Unmarshal(raw, read.Interface()) != nil {
				t.Fatalf("%s of %s", name, data)
			}
			if got := reflect.ValueOf(field).Elem().Interface(); !reflect.DeepEqual(got, read.Elem().Interface()) {
				t.Fatalf("%s of %s is %v", name, data, got)
			}
			delete(exact, name)
		}
		if len(exact) > 0 {
			t.Fatalf("%s passed with %v", data, exact)
		}
	})
}
