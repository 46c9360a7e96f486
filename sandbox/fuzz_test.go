package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// For every request, the answer is an envelope, a refused change changes
// nothing, and hours that were accepted are accepted again.
func FuzzRequest(f *testing.F) {
	f.Add(platform.PathWeekUpdate,
		`{"shopId":100001,"businessHourOfTheWeek":{"fri":[{"startTime":64800,"endTime":7200}]}}`)
	f.Add(platform.PathSpecialUpdate,
		`{"shopId":100001,"specialBusinessHour":[{"startDate":0,"endDate":86399999,"businessHour":[{"startTime":0,"endTime":0}]}]}`)
	f.Add(platform.PathContactUpdate, `{"shopId":100001,"phones":["852-12345678"]}`)
	f.Add(platform.PathPictureUpdate, `{"shopId":100001,"pictureUrl":"https://a.example/b.png"}`)
	f.Add(platform.PathToken, `{"client_id":"shopdesk-demo","client_secret":"shopdesk-demo-secret","grant_type":"app_level_token"}`)
	f.Add(platform.PathShopGet, `{"accessToken":"a","appId":1000001,"timestamp":"1","sig":"b","shopId":100001}`)
	f.Add("/nowhere", `[`)
	s := &sandbox.Sandbox{Shops: 1, Clock: sandbox.NewVirtualClock(noon), Transport: photos(f)}
	id, err := s.Place(sandbox.Placement{ShopID: central, Kind: sandbox.OrderCut})
	if err != nil {
		f.Fatal(err)
	}
	ref := fmt.Sprintf(`{"shopId":100001,"orderViewId":%d`, id)
	for _, path := range []string{platform.PathOrderGet, platform.PathOrderConfirm, platform.PathOrderPrepare,
		platform.PathOrderAgree, platform.PathOrderCollect, platform.PathRefundPreview} {
		f.Add(path, ref+`}`)
	}
	lines := fmt.Sprintf(`,"products":[{"orderProductId":%d,"refundCount":1}]`, id+100)
	f.Add(platform.PathRefundPreview, ref+lines+`}`)
	f.Add(platform.PathRefundApply, ref+lines+`,"partRefundType":200001}`)
	f.Add(platform.PathOrderReject, ref+`,"rejectCode":100000,"rejectReason":"no"}`)
	f.Add(platform.PathOrderCancel, ref+`,"cancelCode":500001}`)
	f.Add(platform.PathCallbackSet,
		`{"appId":1000001,"timestamp":"1","sig":"x","eventId":1001,"url":"http://a.example/","isTest":0}`)
	call := func(path, body, token string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/", strings.NewReader(body))
		request.URL.Path = path
		request.Header.Set("Authorization", "Bearer "+token)
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, request)
		return answer
	}
	text, err := json.Marshal(demo)
	if err != nil {
		f.Fatal(err)
	}
	var token platform.Token
	if err := json.Unmarshal(call(platform.PathToken, string(text), "").Body.Bytes(), &token); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, path, body string) {
		if strings.HasPrefix(path, "/sandbox") || path == platform.PathToken || path == "/oauth/token" {
			return // these answer without an envelope
		}
		before, _ := s.Shop(central)
		orderBefore, _ := s.Order(id)
		answer := call(path, body, token.AccessToken)
		var env struct {
			Code    *int
			Message *string
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &env); err != nil || env.Code == nil || env.Message == nil {
			t.Fatalf("%s %s: %q is not an envelope", path, body, answer.Body)
		}
		after, _ := s.Shop(central)
		was, _ := json.Marshal(before)
		is, err := json.Marshal(after)
		if err != nil || *env.Code != 0 && string(was) != string(is) {
			t.Fatalf("refused, but the shop changed, or can't be encoded: %v", err)
		}
		order, _ := s.Order(id)
		was, _ = json.Marshal(orderBefore)
		is, err = json.Marshal(order)
		paid, refunded := order.Fees[platform.FeePaid].Amount, order.Fees[platform.FeeRefunded].Amount
		if err != nil || *env.Code != 0 && string(was) != string(is) || refunded < 0 || refunded > paid {
			t.Fatalf("refused, but the order changed, or %d of %d is refunded: %v", refunded, paid, err)
		}
		week, _ := json.Marshal(platform.WeekUpdate{ShopID: central, Week: &after.Week})
		if again := call(platform.PathWeekUpdate, string(week),
			token.AccessToken); !strings.Contains(again.Body.String(), `"code":0`) {
			t.Fatalf("an accepted week is refused: %s", again.Body)
		}
	})
}
