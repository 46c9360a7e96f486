package platform

import (
	"errors"
	"net/http"
	"testing"
)

// The bug: an acceptance that was refused by a success of "false" or 0, which read as false elsewhere, was shown as
// made.
func TestAnswerWithAnErrorIsNoSuccess(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"": true, "{}": true, `{"orderViewId":1}`: true, `[]`: true,
		`{"error":null}`: true, `{"code":null,"orderViewId":1}`: true,
		`{"code":0}`: false, `{"error":"busy"}`: false, "<html>": false, `[{"code":5}]`: false,
		`{"success":true}`: true, `{"success":"true"}`: true, `{"success":1}`: true, `{"success":null}`: true,
		`{"success":false}`: false, `{"success":"false"}`: false, `{"success":0}`: false, `{"success":"no"}`: false,
		`[{"error":"x"}]`: false,
	} {
		if got := Bare(PathOrderConfirm, http.StatusOK, []byte(body)); got != want {
			t.Errorf("%q is a success: %v, want %v", body, got, want)
		}
	}
	if Bare(PathOrderConfirm, http.StatusBadGateway, nil) {
		t.Error("an empty 502 is a success")
	}
}

// A read whose answer is shown with an envelope is understood without one, if its data can be told. What can't be told
// is no empty week.
func TestReadWithoutAnEnvelope(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, body string
		want       bool
	}{
		{PathShopGet, `{"shopId":"5","name":"x"}`, true}, {PathShopGet, `{"status":1,"name":"x"}`, false},
		{PathWeekGet, `{"sat":[]}`, true}, {PathWeekGet, `{}`, false}, {PathWeekGet, `{"status":"up"}`, false},
		{PathSpecialGet, `[{"startDate":1}]`, true}, {PathSpecialGet, `[]`, false}, {PathSpecialGet, `[1]`, false},
		{PathShopGet, `[{"shopId":5}]`, true}, {PathShopGet, `[{"name":"x"}]`, false},
		{PathRefundPreview, `{"products":[]}`, true}, {PathRefundPreview, `{"products":[],"error":"x"}`, false},
		{PathWeekUpdate, `{"mon":[]}`, false}, {PathToken, `{"access_token":"x"}`, false},
	} {
		e, _ := EndpointAt(tt.path)
		err := Open(tt.path, Reply{Status: http.StatusOK, Body: []byte("\xef\xbb\xbf " + tt.body + "\n")}, e.NewData())
		if got := Bare(tt.path, http.StatusOK, []byte(tt.body)); got != tt.want || (err == nil) != tt.want {
			t.Errorf("%s %s: bare %v, read %v, want %v", tt.path, tt.body, got, err, tt.want)
		}
	}
}

// An envelope whose code is null or missing is that of a success if it holds what was read.
func TestReadWithoutACode(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, body string
		want       bool
	}{
		{PathShopGet, `{"code":null,"data":{"shopId":5}}`, true}, {PathShopGet, `{"data":{"shopId":5}}`, true},
		{PathShopGet, `{"code":null,"data":{}}`, false}, {PathShopGet, `{"code":null,"data":null}`, false},
		{PathShopGet, `{"code":"x","data":{"shopId":5}}`, false},
		{PathShopGet, `{"error":"busy","data":{"shopId":5}}`, false},
		{PathSpecialGet, `{"code":null,"data":[{"startDate":1}]}`, true},
		{PathWeekUpdate, `{"code":null,"data":{"mon":[]}}`, false},
	} {
		e, _ := EndpointAt(tt.path)
		if err := Open(tt.path, Reply{Status: http.StatusOK, Body: []byte(tt.body)}, e.NewData()); (err == nil) != tt.want {
			t.Errorf("%s %s: %v, want read: %v", tt.path, tt.body, err, tt.want)
		}
	}
}

// An order is found in an envelope of any kind. A list of one envelope that tells a refusal is a refusal: before, an
// act that was refused so was taken for done.
func TestOrderInAnyEnvelope(t *testing.T) {
	t.Parallel()
	const record = `{"baseOrder":{"orderViewId":5,"status":10},"products":[{"name":"Tea","count":1}]}`
	const flat = `{"orderViewId":5,"status":10,"data":{"products":[]},"products":[{"name":"Tea"}]}`
	for _, body := range []string{
		record, flat, `[` + record + `]`, `{"data":` + record + `}`, `{"success":true,"data":` + record + `}`,
		`{"status":0,"message":"","data":` + record + `}`, `{"status":"ok","data":[` + record + `]}`,
		`{"code":null,"error":null,"data":` + record + `}`, `[{"code":0,"data":` + record + `}]`,
		`{"code":" 0 ","data":` + record + `}`,
	} {
		var order Order
		if err := Open(PathOrderGet, Reply{Status: http.StatusOK, Body: []byte(body)}, &order); err != nil ||
			order.Base.OrderViewID != 5 || order.Base.Status != OrderPlaced || len(order.Products) != 1 {
			t.Errorf("%s: %+v, %v", body, order, err)
		}
	}
	for _, path := range []string{PathOrderGet, PathOrderConfirm, PathShopRest, PathShopGet} {
		err := Open(path, Reply{Status: http.StatusOK, Body: []byte(`[{"code":20002,"message":"past it"}]`)}, nil)
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != 20002 || refused.Message != "past it" {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// The answer to an act that shows none is a success, whatever its data is.
func TestAnswersToActs(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", " ", `"ok"`, "true", "5", "[1]", `{"code":0,"message":5,"data":"x"}`} {
		for _, data := range []any{nil, new(Empty)} {
			if err := Open(PathShopRest, Reply{Status: http.StatusOK, Body: []byte(body)}, data); err != nil {
				t.Errorf("%q into %T: %v", body, data, err)
			}
		}
	}
}

// The code of an answer is read as [Open] reads it, from an answer of any form.
func TestCodeOfAnAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		code int
		ok   bool
	}{
		{`{"code":0,"message":"ok","data":{"code":7}}`, 0, true},
		{` { "data" : [{"code":1}, "}\""], "code" : -42 } `, -42, true},
		{`{"c\u006fde":5}`, 5, true}, {`{"code":1,"code":2}`, 2, true},
		{`{"message":"\\","code":3}`, 3, true}, {`{"message":"code\":9","code":3}`, 3, true},
		{`{"code":"0"}`, 0, true}, {`{"code":"-7"}`, -7, true}, {`{"code":0.0}`, 0, true}, {`{"code":"7.0"}`, 7, true},
		{`{"code":1.5e1}`, 15, true}, {`[{"code":0}]`, 0, true}, {`{"code":null,"data":{"mon":[]}}`, 0, true},
		{`{"code":null}`, 0, false}, {`{"code":"no"}`, 0, false}, {`{"code":""}`, 0, false}, {`{"code":0.5}`, 0, false},
		{`{"code":0,"code":"no"}`, 0, false}, {`{"code":99999999999999999999}`, 0, false}, {`{"Code":0}`, 0, false},
		{`{"message":"no code"}`, 0, false}, {`{"code":0,"data":{"a":1}`, 0, false},
		{`{"code":0,"data":"cut sho`, 0, false}, {`{"code":0}{"code":1}`, 0, false},
		{`<html>{"code":0}</html>`, 0, false}, {`{}`, 0, false}, {``, 0, false},
	} {
		failed := Failure(PathWeekGet, http.StatusOK, []byte(tt.in))
		if got := failed == nil || !failed.Malformed; got != tt.ok || failed != nil && failed.Code != tt.code {
			t.Errorf("%s: got %+v", tt.in, failed)
		}
		err := Open(PathWeekGet, Reply{Status: http.StatusOK, Body: []byte(tt.in)}, new(Empty))
		if (err == nil) != (tt.ok && tt.code == 0) {
			t.Errorf("%s: opened with %v", tt.in, err)
		}
	}
}
