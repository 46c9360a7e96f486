package platform_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

// answer is a transport that always gives the same reply.
type answer platform.Reply

func (a answer) Call(context.Context, string, []byte) (platform.Reply, error) {
	return platform.Reply(a), nil
}

func shopFrom(t *testing.T, status int, body string) (*platform.Shop, error) {
	t.Helper()
	client := platform.Client{Transport: answer{Status: status, Body: []byte(body)}}
	return client.Shop(t.Context(), platform.ShopRef{ShopID: 1})
}

func TestEnvelopeAnswersThatAreErrors(t *testing.T) {
	t.Parallel()
	malformed := func(status int) *platform.Error { return &platform.Error{Status: status, Malformed: true} }
	tests := []struct {
		name   string
		status int
		body   string
		want   *platform.Error
	}{
		{"non-zero code", 200, `{"code":7,"message":"shop is busy"}`,
			&platform.Error{Status: 200, Code: 7, Message: "shop is busy"}},
		{"negative code", 200, `{"code":-1,"message":""}`, &platform.Error{Status: 200, Code: -1}},
		{"code 0 but not a success", 500, `{"code":0,"message":"ok"}`, &platform.Error{Status: 500, Message: "ok"}},
		{"redirect", 302, `{"code":0,"message":""}`, &platform.Error{Status: 302}},
		{"code beside a status", 401, `{"code":10003,"message":"x"}`,
			&platform.Error{Status: 401, Code: 10003, Message: "x"}},
		{"no code", 200, `{"message":"ok","data":{}}`, malformed(200)},
		{"code null", 200, `{"code":null}`, malformed(200)},
		{"code is words", 200, `{"code":"ok"}`, malformed(200)},
		{"a failure's code as text", 200, `{"code":"7","message":"shop is busy"}`,
			&platform.Error{Status: 200, Code: 7, Message: "shop is busy"}},
		{"refused in words", 409, `{"message":"shop is busy"}`, &platform.Error{Status: 409, Message: "shop is busy"}},
		{"refused by an error", 400, `{"code":null,"error":"shop is busy"}`,
			&platform.Error{Status: 400, Message: "shop is busy"}},
		{"refused in a list", 422, `[{"message":"shop is busy"}]`, &platform.Error{Status: 422, Message: "shop is busy"}},
		{"refused without a word", 409, `{"message":" ","error":{"id":5}}`, malformed(409)},
		{"refused by a number", 409, `{"message":null,"error":5}`, malformed(409)},
		{"failed in words", 500, `{"message":"shop is busy"}`, malformed(500)},
		{"empty", 200, ``, malformed(200)},
		{"HTML error page", 502, `<html><body>Bad gateway</body></html>`, malformed(502)},
		{"HTML with success", 200, `<!doctype html><title>Sign in</title>`, malformed(200)},
		{"a list", 200, `[]`, malformed(200)},
		{"cut short", 200, `{"code":0,"message":"ok","data":{"shopId":1`, malformed(200)},
		{"two values", 200, `{"code":0}{"code":1}`, malformed(200)},
		{"data of another shape", 200, `{"code":0,"message":"","data":[1]}`, malformed(200)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.Path = platform.PathShopGet
			_, err := shopFrom(t, tt.status, tt.body)
			var got *platform.Error
			if !errors.As(err, &got) {
				t.Fatalf("%v", err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEnvelopeAnswersThatAreFine(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		status int
		body   string
		want   platform.Shop
	}{
		{"data", 200, `{"code":0,"message":"","data":{"shopId":5,"name":"茶","new":1}}`,
			platform.Shop{ShopID: 5, Name: "茶", Extra: `"new":1`}},
		{"created", 201, `{"code":0,"message":"ok","data":{"shopId":5}}`, platform.Shop{ShopID: 5}},
		{"no data", 200, `{"code":0,"message":"ok"}`, platform.Shop{}},
		{"null data", 200, `{"code":0,"message":"ok","data":null}`, platform.Shop{}},
		{"code as a decimal", 200, `{"code":0.0,"data":{"shopId":5.0}}`, platform.Shop{ShopID: 5, Extra: `"shopId":5.0`}},
		{"code as text", 200, `{"code":"0","data":{"shopId":5}}`, platform.Shop{ShopID: 5}},
		{"data with text for an id", 200, `{"code":0,"data":{"shopId":"5"}}`,
			platform.Shop{ShopID: 5, Extra: `"shopId":"5"`}},
		{"no message, other members", 200, `{"code":0,"traceId":"x","data":{"shopId":5}}`, platform.Shop{ShopID: 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			shop, err := shopFrom(t, tt.status, tt.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&tt.want, shop, kept); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAuthenticationErrors(t *testing.T) {
	t.Parallel()
	sentinels := []error{platform.ErrSignature, platform.ErrNoMerchant, platform.ErrTokenExpired, platform.ErrTokenInvalid}
	tests := []struct {
		code    int
		message string
		want    error // nil: another failure
	}{
		{platform.CodeSignature, "", platform.ErrSignature},
		{platform.CodeNoMerchant, "", platform.ErrNoMerchant},
		{platform.CodeTokenExpired, "", platform.ErrTokenExpired},
		{platform.CodeTokenInvalid, "", platform.ErrTokenInvalid},
		{77, "Invalid signature. Computed: 48eb6d, see the signature rules", platform.ErrSignature},
		{77, "The client_id has no authorised merchant; contact the merchant to authorise", platform.ErrNoMerchant},
		{77, "No merchant has authorized this client_id", platform.ErrNoMerchant},
		{77, "The access token has expired; reauthorise", platform.ErrTokenExpired},
		{77, "ACCESS TOKEN EXPIRED, ask the merchant to reauthorize", platform.ErrTokenExpired},
		{77, "The access token is invalid; use a valid one", platform.ErrTokenInvalid},
		{77, "shop is busy", nil},
		{77, "", nil},
		{-1, "the merchant closed the shop", nil},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.code, tt.message), func(t *testing.T) {
			t.Parallel()
			_, err := shopFrom(t, 200, fmt.Sprintf(`{"code":%d,"message":%q}`, tt.code, tt.message))
			for _, sentinel := range sentinels {
				if errors.Is(err, sentinel) != errors.Is(tt.want, sentinel) {
					t.Errorf("%v matches %v: %v", err, sentinel, errors.Is(err, sentinel))
				}
			}
			var failure *platform.Error
			if !errors.As(err, &failure) || failure.Authentication() != (tt.want != nil) {
				t.Errorf("%v: authentication is wrong", err)
			}
		})
	}
	if errors.Is(&platform.Error{Code: platform.CodeSignature, Malformed: true}, platform.ErrSignature) {
		t.Error("an answer that is no envelope has no code")
	}
}

// The codes of a platform that has other ones than ours replace them, name by name.
func TestAuthCodesAreSet(t *testing.T) {
	t.Parallel()
	const codes = platform.AuthCodes("token-expired=4011,token-invalid=4012,token-invalid=4013,signature=0")
	for code, want := range map[int]error{4011: platform.ErrTokenExpired, 4012: platform.ErrTokenInvalid,
		4013: platform.ErrTokenInvalid, platform.CodeNoMerchant: platform.ErrNoMerchant, platform.CodeSignature: nil,
		platform.CodeTokenExpired: nil, platform.CodeTokenInvalid: nil, 77: nil} {
		reply := platform.Reply{Status: 200, Body: fmt.Appendf(nil, `{"code":%d,"message":"重新授權"}`, code), AuthCodes: codes}
		_, token := platform.OpenToken(reply)
		for _, err := range []error{platform.Open(platform.PathOrderConfirm, reply, nil), token} {
			var failed *platform.Error
			if !errors.As(err, &failed) || failed.Authentication() != (want != nil) || want != nil && !errors.Is(err, want) {
				t.Errorf("%d: %v, want %v", code, err, want)
			}
		}
	}
	for text, valid := range map[platform.AuthCodes]bool{"": true, codes: true, "token=4": false, "4011": false,
		"token-expired=": false, "token-expired=x": false, "token-expired=-1": false, "token-expired=4,signature=4": false,
		"token-expired=10004": false, "token-expired=10004,token-invalid=10003": true, "token-expired=4,": false,
		"token-expired=4, token-invalid=5": true, "token-expired=4, signature=4": false} {
		if err := text.Valid(); (err == nil) != valid {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The bug: a code that is another error's default was refused without a word of NAME=0.
func TestAuthCodeOfTwoErrorsNamesTheRemedy(t *testing.T) {
	t.Parallel()
	for codes, want := range map[platform.AuthCodes]string{
		"token-invalid=10003":               "10003 stands for token-expired and token-invalid; token-expired=0 takes ",
		"token-expired=10004":               "10004 stands for token-expired and token-invalid; token-invalid=0 takes ",
		"token-expired=4, token-invalid=4 ": "4 stands for token-expired and token-invalid",
	} {
		if err := codes.Valid(); err == nil || !strings.HasPrefix(err.Error(), want) ||
			strings.Contains(err.Error(), "=0") != strings.Contains(want, "=0") {
			t.Errorf("%q: %v, want %s", codes, err, want)
		}
	}
}

// A further code joins the codes that are set, and is no other error's any more.
func TestCodeOfWrongTokensJoinsTheOthers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		codes platform.AuthCodes
		code  int
		want  platform.AuthCodes
	}{
		{"", 4012, "token-invalid=4012"},
		{"", platform.CodeTokenExpired, "token-expired=0,token-invalid=10003"},
		{"token-expired=4011", 4012, "token-expired=4011,token-invalid=4012"},
		{"token-expired=4011, token-invalid=4012", 4013, "token-expired=4011,token-invalid=4012,token-invalid=4013"},
		{"token-expired=4011,token-expired=4012", 4012, "token-expired=4011,token-invalid=4012"},
		{"token-expired=4012", 4012, "token-expired=0,token-invalid=4012"},
	} {
		got := tt.codes.WithTokenInvalid(tt.code)
		if got != tt.want || got.Valid() != nil || !errors.Is(got.Of(tt.code), platform.ErrTokenInvalid) {
			t.Errorf("%q with %d: %q, %v", tt.codes, tt.code, got, got.Valid())
		}
	}
}

// TestAuthenticationByEndpoint: what mustn't be sent twice isn't taken for a
// refusal of our token because of its words.
func TestAuthenticationByEndpoint(t *testing.T) {
	t.Parallel()
	const said = "The customer's pickup token is invalid"
	for _, tt := range []struct {
		name    string
		path    string
		status  int
		code    int
		message string
		want    error
	}{
		{"repeatable, in words", platform.PathWeekUpdate, 200, 77, said, platform.ErrTokenInvalid},
		{"once, in words", platform.PathOrderCollect, 200, 77, said, nil},
		{"once, in words, 403", platform.PathRefundApply, 403, 77, "the refund token has expired", nil},
		{"once, signature in words", platform.PathOrderConfirm, 200, 77, "the courier's signature is missing", nil},
		{"once, by its code", platform.PathOrderCollect, 200, platform.CodeTokenExpired, said, platform.ErrTokenExpired},
		{"once, 401", platform.PathOrderCollect, 401, 77, "no", platform.ErrTokenInvalid},
		{"once, 401 in words", platform.PathOrderCollect, 401, 77, "Invalid signature", platform.ErrSignature},
		{"read, 401", platform.PathShopGet, 401, 77, "no", platform.ErrTokenInvalid},
		{"read, 401 without a code", platform.PathShopGet, 401, 0, "no", platform.ErrTokenInvalid},
		{"read, 403 in words without a code", platform.PathShopGet, 403, 0, "The access token has expired",
			platform.ErrTokenExpired},
		{"read, a success in words", platform.PathShopGet, 200, 0, "The access token has expired", nil},
		{"once, 400 in words without a code", platform.PathOrderCollect, 400, 0, said, nil},
		{"token endpoint, in words alone", platform.PathToken, 400, 0, "no authorised merchant", platform.ErrNoMerchant},
		{"token endpoint, in words", platform.PathToken, 403, 5, "no authorised merchant", platform.ErrNoMerchant},
		{"token endpoint, 401", platform.PathToken, 401, 5, "no", nil},
	} {
		err := &platform.Error{Path: tt.path, Status: tt.status, Code: tt.code, Message: tt.message}
		if err.Authentication() != (tt.want != nil) || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: authentication %t, want %v", tt.name, err.Authentication(), tt.want)
		}
	}
}

// TestErrorTextHidesTheMessage matters because a signature error's message
// holds the signature that the platform computed (interface 7.2).
func TestErrorTextHidesTheMessage(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"code":10001,"message":"computed s3cret"}`, `{"code":5,"message":"s3cret"}`, `s3cret`,
		`{"code":0,"data":"s3cret"}`} {
		_, err := shopFrom(t, 200, body)
		if err == nil || strings.Contains(fmt.Sprintf("%v %s", err, err), "s3cret") {
			t.Errorf("%s: %v", body, err)
		}
	}
	_, err := tokenFrom(t, 200, `{"code":10002,"message":"s3cret"}`)
	if err == nil || strings.Contains(err.Error(), "s3cret") || !errors.Is(err, platform.ErrNoMerchant) {
		t.Errorf("token: %v", err)
	}
}

func tokenFrom(t *testing.T, status int, body string) (*platform.Token, error) {
	t.Helper()
	client := platform.Client{Transport: answer{Status: status, Body: []byte(body)}}
	return client.Token(t.Context(), platform.TokenRequest{ClientID: "c", GrantType: "app_level_token"})
}

func TestTokenAnswers(t *testing.T) {
	t.Parallel()
	got, err := tokenFrom(t, 200, `{"access_token":"a","token_type":"bearer","expires_in":3600,"refresh_token":"r"}`)
	want := &platform.Token{AccessToken: "a", TokenType: "bearer", ExpiresIn: 3600, RefreshToken: "r"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for _, tt := range []struct {
		status    int
		body      string
		malformed bool
	}{
		{200, `{}`, true},
		{200, `{"access_token":""}`, true},
		{200, `{"code":0,"message":"ok"}`, true},
		{200, `<html>`, true},
		{500, `{"access_token":"a"}`, true},
		{200, `{"code":5,"message":""}`, false},
		{400, `{"code":10001,"message":""}`, false},
		{400, `{"message":"The client_id has no authorised merchant"}`, false},
		{400, `{"message":""}`, true},
		{502, `{"message":"no answer"}`, true},
	} {
		token, err := tokenFrom(t, tt.status, tt.body)
		var failure *platform.Error
		if token != nil || !errors.As(err, &failure) || failure.Malformed != tt.malformed ||
			failure.Path != platform.PathToken {
			t.Errorf("%d %s: %v, %v", tt.status, tt.body, token, err)
		}
	}
}

func TestUnreachableError(t *testing.T) {
	t.Parallel()
	cause := errors.New("cable cut")
	err := fmt.Errorf("save: %w", &platform.UnreachableError{Path: "/x", Sent: true, Err: cause})
	if !errors.Is(err, platform.ErrUnreachable) || !errors.Is(err, cause) || errors.Is(err, platform.ErrTokenExpired) {
		t.Error(err)
	}
	if !strings.Contains(err.Error(), "/x") {
		t.Error(err)
	}
}
