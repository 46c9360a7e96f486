//go:build !js

package platform_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

func TestSuffixSignature(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, url string
		params    map[string]string
		secret    string
		want      string
	}{
		{
			name: "an object is its JSON text as sent",
			url:  "https://open.mykeeta.com/api/open/product/shopcategory/update",
			params: map[string]string{
				"timestamp": "1682566749", "shopId": "123", "appId": "123", "accessToken": "abc",
				"shopCategory": `{"id":123,"name":"test","type":0,"description":null}`,
			},
			secret: "abc",
			want:   "48eb6d562bb0673e3db753831f032be237fc19d1e5c33fcb5386d89c0eebca86",
		},
		{
			name:   "an order",
			url:    "https://open.mykeeta.com/api/open/order/get",
			params: map[string]string{"accessToken": "tok", "appId": "3084446411", "timestamp": "1700000000"},
			secret: "SEKRET",
			want:   "fdb0c75a74946eb58dbfcd5ebe6b7f42a9a12f4302c697e750de9691277e6965",
		},
		{
			name:   "sig itself is left out",
			url:    "https://open.mykeeta.com/api/open/order/get",
			params: map[string]string{"accessToken": "tok", "appId": "3084446411", "timestamp": "1700000000", "sig": "x"},
			secret: "SEKRET",
			want:   "fdb0c75a74946eb58dbfcd5ebe6b7f42a9a12f4302c697e750de9691277e6965",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := platform.SuffixSignature(tt.url, tt.params, tt.secret); got != tt.want {
				t.Errorf("%s", got)
			}
		})
	}
}

func TestSuffixSignatureKeepsEmptyValues(t *testing.T) {
	t.Parallel()
	with := platform.SuffixSignature("u", map[string]string{"a": "", "b": "1"}, "s")
	without := platform.SuffixSignature("u", map[string]string{"b": "1"}, "s")
	if with == without {
		t.Error("an empty value changes nothing")
	}
}

func TestHeaderSignature(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, url, body, secret, want string }{
		{"query, no body", "https://example.com/path?z=2&a=1", "", "secret", "BhfpI+v10rddk6FYr3TQw+prGn67doUErDWsAoohgDA="},
		{"blank body", "https://example.com/path?z=2&a=1", " \n", "secret", "BhfpI+v10rddk6FYr3TQw+prGn67doUErDWsAoohgDA="},
		{"body", "https://open.mykeeta.com/api/open/opendelivery/v1/orders/order-1/confirm",
			`{"createdAt":"2026-09-05T14:00:00Z","orderExternalCode":"A-100"}`, "secret-123",
			"ecsIObIcXNNkfvlQgogA/g2CG82nDCRjeGBpfgiycxM="},
		{"body in another order and spacing", "https://open.mykeeta.com/api/open/opendelivery/v1/orders/order-1/confirm",
			"{ \"orderExternalCode\": \"A-100\",\n \"createdAt\": \"2026-09-05T14:00:00Z\" }", "secret-123",
			"ecsIObIcXNNkfvlQgogA/g2CG82nDCRjeGBpfgiycxM="},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := platform.HeaderSignature(tt.url, []byte(tt.body), tt.secret)
			if err != nil || got != tt.want {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
	if _, err := platform.HeaderSignature("https://example.com", []byte("{"), "secret"); err == nil {
		t.Error("a malformed body is signed")
	}
}

// TestHeaderSignatureKeepsNumbers would fail if a body's ids passed through a
// float on their way to the canonical text.
func TestHeaderSignatureKeepsNumbers(t *testing.T) {
	t.Parallel()
	sign := func(body string) string {
		sig, err := platform.HeaderSignature("u", []byte(body), "s")
		if err != nil {
			t.Fatal(err)
		}
		return sig
	}
	if sign(`{"orderViewId":9007199254740993}`) == sign(`{"orderViewId":9007199254740992}`) {
		t.Error("two ids beyond 2^53 have one signature")
	}
}

var presentedAt = time.Unix(1700000000, 999)

func TestPresentBearerHeader(t *testing.T) {
	t.Parallel()
	body := []byte(`{"shopId":1}`)
	p := platform.Presenter{AppID: 3084446411, Secret: "SEKRET"}
	got, err := p.Present("https://example.com/x", body, "tok", presentedAt)
	want := platform.Presented{Body: body, Authorization: "Bearer tok"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestPresentHeaderSignature(t *testing.T) {
	t.Parallel()
	body := `{"createdAt":"2026-09-05T14:00:00Z","orderExternalCode":"A-100"}`
	p := platform.Presenter{Profile: platform.Profile{Signature: platform.HMACHeader}, Secret: "secret-123"}
	got, err := p.Present("https://open.mykeeta.com/api/open/opendelivery/v1/orders/order-1/confirm", []byte(body),
		"tok", presentedAt)
	want := platform.Presented{Body: []byte(body), Authorization: "Bearer tok",
		Signature: "ecsIObIcXNNkfvlQgogA/g2CG82nDCRjeGBpfgiycxM="}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if _, err := p.Present("https://example.com", []byte("{"), "tok", presentedAt); err == nil {
		t.Error("a malformed body is presented")
	}
}

func TestPresentBodyFields(t *testing.T) {
	t.Parallel()
	p := platform.Presenter{Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: 3084446411,
		Secret: "SEKRET"}
	got, err := p.Present("https://open.mykeeta.com/api/open/order/get", nil, "tok", presentedAt)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"accessToken":"tok","appId":3084446411,"sig":"fdb0c75a74946eb58dbfcd5ebe6b7f42a9a12f4302c697e750de9691277e6965","timestamp":"1700000000"}`
	if string(got.Body) != want || got.Authorization != "" || got.Signature != "" {
		t.Errorf("%s, %q, %q", got.Body, got.Authorization, got.Signature)
	}
}

// TestPresentBodyFieldsSignsObjectsAsSent is the first vector once more: the
// object must reach the platform as the text that was signed.
func TestPresentBodyFieldsSignsObjectsAsSent(t *testing.T) {
	t.Parallel()
	p := platform.Presenter{Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: 123, Secret: "abc"}
	object := `{"id":123,"name":"test","type":0,"description":null}`
	got, err := p.Present("https://open.mykeeta.com/api/open/product/shopcategory/update",
		[]byte(`{"shopId":123,"shopCategory":`+object+`}`), "abc", time.Unix(1682566749, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"sig":"48eb6d562bb0673e3db753831f032be237fc19d1e5c33fcb5386d89c0eebca86"`,
		`"shopCategory":` + object, `"shopId":123`} {
		if !strings.Contains(string(got.Body), part) {
			t.Errorf("no %s in %s", part, got.Body)
		}
	}
}

// TestPresentBodyFieldsSignsWhatItSends holds for text that encoding/json
// rewrites: angle brackets, spaces between members.
func TestPresentBodyFieldsSignsWhatItSends(t *testing.T) {
	t.Parallel()
	p := platform.Presenter{Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: 7, Secret: "s"}
	got, err := p.Present("https://example.com/x", []byte(
		`{ "note": {"text": "a <b> & c"}, "list": [1, 2], "name": "<x>", "id": 9007199254740993 }`), "tok", presentedAt)
	if err != nil {
		t.Fatal(err)
	}
	var sent map[string]json.RawMessage
	if err := json.Unmarshal(got.Body, &sent); err != nil {
		t.Fatal(err)
	}
	params := map[string]string{}
	for name, value := range sent {
		params[name] = string(value)
		var text string
		if json.Unmarshal(value, &text) == nil {
			params[name] = text
		}
	}
	if want := platform.SuffixSignature("https://example.com/x", params, "s"); params["sig"] != want {
		t.Errorf("signed something else than %s", got.Body)
	}
	if params["id"] != "9007199254740993" {
		t.Errorf("id became %s", params["id"])
	}
}

func TestPresentBodyFieldsUnderHeaderSignature(t *testing.T) {
	t.Parallel()
	p := platform.Presenter{Profile: platform.Profile{Presentation: platform.BodyFields, Signature: platform.HMACHeader},
		AppID: 7, Secret: "s"}
	got, err := p.Present("https://example.com/x", []byte(`{"shopId":1}`), "tok", presentedAt)
	if err != nil {
		t.Fatal(err)
	}
	want, err := platform.HeaderSignature("https://example.com/x", got.Body, "s")
	if err != nil || got.Signature != want || strings.Contains(string(got.Body), `"sig"`) {
		t.Errorf("%q, %s, %v", got.Signature, got.Body, err)
	}
}

func TestPresentRefusesMalformedBodies(t *testing.T) {
	t.Parallel()
	p := platform.Presenter{Profile: platform.Profile{Presentation: platform.BodyFields}}
	for _, body := range []string{"{", "[]", `"x"`, "{} {}"} {
		if _, err := p.Present("https://example.com", []byte(body), "tok", presentedAt); err == nil {
			t.Errorf("%s is presented", body)
		}
	}
}

func TestPresentSignsEachAttemptAfresh(t *testing.T) {
	t.Parallel()
	p := platform.Presenter{Profile: platform.Profile{Presentation: platform.BodyFields}}
	first, err1 := p.Present("u", []byte(`{}`), "tok", presentedAt)
	second, err2 := p.Present("u", []byte(`{}`), "tok", presentedAt.Add(time.Second))
	if err1 != nil || err2 != nil || string(first.Body) == string(second.Body) {
		t.Error("two attempts carry one signature")
	}
}

func TestSignedFieldsLeaveOnlyTheSignatureOut(t *testing.T) {
	t.Parallel()
	hook := platform.Webhook{Sig: "x", EventID: 1001, AppID: 9007199254740993, MessageID: "m", ShopID: 1,
		Message: `{"a":1}`, Timestamp: 5}
	want := map[string]string{"eventId": "1001", "appId": "9007199254740993", "messageId": "m", "shopId": "1",
		"message": `{"a":1}`, "timestamp": "5"}
	if diff := cmp.Diff(want, hook.SignedFields()); diff != "" {
		t.Error(diff)
	}
	set := platform.CallbackSet{AppID: 1, Timestamp: "5", Sig: "x", EventID: 1001,
		URL: "https://example.com/hook", IsTest: 1}
	want = map[string]string{"appId": "1", "timestamp": "5", "eventId": "1001",
		"url": "https://example.com/hook", "isTest": "1"}
	if diff := cmp.Diff(want, set.SignedFields()); diff != "" {
		t.Error(diff)
	}
}
