package token_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
)

func TestEveryAnswerOfTheTokenEndpointHasItsClass(t *testing.T) {
	t.Parallel()
	good := `"access_token":"access-token-9","token_type":"%s"`
	for _, test := range []struct {
		name   string
		status int
		body   string
		life   time.Duration // 0: no token
		is     error
	}{
		{"plain", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}`, 10 * time.Minute, nil},
		{"other case", 200, `{` + fmt.Sprintf(good, "Bearer") + `,"expires_in":600}`, 10 * time.Minute, nil},
		{"enveloped", 200, `{"code":0,"message":"","data":{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}}`,
			10 * time.Minute, nil},
		{"life as text", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":"600"}`, 10 * time.Minute, nil},
		{"no life", 200, `{` + fmt.Sprintf(good, "bearer") + `}`, 2 * time.Hour, nil},
		{"negative life", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":-1}`, 2 * time.Hour, nil},
		{"unreadable life", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":{"a":1}}`, 2 * time.Hour, nil},

		// The shape of an answer beyond its members isn't shown: what is odd about it costs no token.
		{"life with decimals", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600.0}`, 10 * time.Minute, nil},
		{"life as text with decimals", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":" 600.9 "}`,
			10 * time.Minute, nil},
		{"life with an exponent", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":6e2}`, 10 * time.Minute, nil},
		{"life without an end", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":"Infinity"}`, 2 * time.Hour, nil},
		{"life of null", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":null}`, 2 * time.Hour, nil},
		{"life in a list", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":[600]}`, 2 * time.Hour, nil},
		{"capitals", 200, `{` + fmt.Sprintf(good, " BEARER ") + `,"expires_in":600}`, 10 * time.Minute, nil},
		{"no type", 200, `{"access_token":"access-token-9","expires_in":600}`, 10 * time.Minute, nil},
		{"type of null", 200, `{"access_token":"access-token-9","token_type":null,"expires_in":600}`, 10 * time.Minute, nil},
		{"type in a list", 200, `{"access_token":"access-token-9","token_type":["bearer"],"expires_in":600}`,
			10 * time.Minute, nil},
		{"type as number", 200, `{"access_token":"access-token-9","token_type":1,"expires_in":600}`, 10 * time.Minute, nil},
		{"token as number", 200, `{"access_token":12345678901234567890,"token_type":"bearer","expires_in":600}`,
			10 * time.Minute, nil},
		{"odd refresh token", 200, `{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600,"refresh_token":{"a":[]}}`,
			10 * time.Minute, nil},
		{"unknown members", 200, `{"x":{"access_token":["no"]},"scope":[7],` + fmt.Sprintf(good, "bearer") +
			`,"expires_in":600,"Access_Token":5}`, 10 * time.Minute, nil},
		{"code as text", 200, `{"code":"0","message":null,"data":{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}}`,
			10 * time.Minute, nil},
		{"code in words", 200, `{"code":"OK","message":{"en":"fine"},` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}`,
			10 * time.Minute, nil},
		{"enveloped without a code", 200, `{"data":{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}}`,
			10 * time.Minute, nil},
		{"message is a number", 200, `{"message":7,` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}`,
			10 * time.Minute, nil},
		{"no error", 200, `{"error":false,` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}`, 10 * time.Minute, nil},
		{"data as list", 200, `{"code":0,"data":[{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}]}`,
			10 * time.Minute, nil},
		{"data as text", 200, `{"code":0,"data":` + strconv.Quote(`{`+fmt.Sprintf(good, "bearer")+`,"expires_in":600}`) + `}`,
			10 * time.Minute, nil},
		{"data in data", 200, `{"code":0,"data":{"data":{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}}}`,
			10 * time.Minute, nil},
		{"odd data beside it", 200, `{"data":[],` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}`, 10 * time.Minute,
			nil},
		{"in a list", 200, `[{` + fmt.Sprintf(good, "bearer") + `,"expires_in":600}]`, 10 * time.Minute, nil},
		{"byte order mark", 201, "\ufeff{" + fmt.Sprintf(good, "bearer") + `,"expires_in":600}`, 10 * time.Minute, nil},

		{"token as object", 200, `{"access_token":{"a":1},"token_type":"bearer"}`, 0,
			platform.ErrUnreachable},
		{"token is false", 200, `{"access_token":false,"token_type":"bearer"}`, 0,
			platform.ErrUnreachable},
		{"token beside a failure", 200, `{"code":10002,"message":"x",` + fmt.Sprintf(good, "bearer") + `}`, 0,
			platform.ErrNoMerchant},
		{"failure as text", 200, `{"code":"10002","message":{"en":"x"}}`, 0, platform.ErrNoMerchant},
		{"failure in a list", 200, `[{"code":10002.0,"message":["x"]}]`, 0, platform.ErrNoMerchant},
		{"error as object", 200, `{"error":{"code":"busy"}}`, 0, platform.ErrUnreachable},
		{"a number", 200, `7`, 0, platform.ErrUnreachable},

		{"other type", 200, `{` + fmt.Sprintf(good, "mac") + `,"expires_in":600}`, 0,
			platform.ErrUnreachable},
		{"no token", 200, `{"token_type":"bearer"}`, 0, platform.ErrUnreachable},
		{"no merchant", 200, `{"code":10002,"message":"x"}`, 0, platform.ErrNoMerchant},
		{"no merchant by the code of the settings", 200, `{"code":4044,"message":"x"}`, 0, platform.ErrNoMerchant},
		{"no merchant in words", 403, `{"code":5,"message":"The client_id has no authorised merchant, deadbeefdeadbeef01"}`,
			0, platform.ErrNoMerchant},
		{"no merchant in words alone", 403, `{"message":"The client_id has no authorised merchant, deadbeefdeadbeef01"}`,
			0, platform.ErrNoMerchant},
		{"client in words alone", 400, `{"message":"The client_secret is wrong."}`, 0, nil},
		{"refused in words alone", 400, `{"message":"try later, s3cret-of-the-application"}`, 0, platform.ErrUnreachable},
		{"oauth with a message", 400, `{"error":"invalid_grant","message":"s3cret-of-the-application"}`, 0, nil},
		{"signature", 200, `{"code":10001,"message":"Invalid signature, computed deadbeefdeadbeef01"}`, 0,
			platform.ErrSignature},
		{"client", 200, `{"code":20005,"message":"The client_id or client_secret is wrong."}`, 0, nil},
		{"oauth", 401, `{"error":"invalid_client","error_description":"s3cret-of-the-application"}`, 0, nil},
		{"busy", 200, `{"code":500,"message":"busy s3cret-of-the-application"}`, 0,
			platform.ErrUnreachable},
		{"gateway", 502, `<html>s3cret-of-the-application</html>`, 0, platform.ErrUnreachable},
		{"moved", 307, ``, 0, platform.ErrUnreachable},
		{"too large", 200, `{"access_token":"` + strings.Repeat("x", 70<<10) + `","token_type":"bearer"}`, 0,
			platform.ErrUnreachable},
		{"empty", 200, ``, 0, platform.ErrUnreachable},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			calls, log := 0, &logs{}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls++
				if test.status == 307 {
					w.Header().Set("Location", "/elsewhere")
				}
				w.WriteHeader(test.status)
				_, _ = w.Write([]byte(test.body))
			}))
			defer server.Close()
			now := time.Unix(1_790_000_000, 0)
			k, err := token.New(token.Options{
				BaseURL: server.URL + "/open/platform", ClientID: "app", ClientSecret: secret, App: true, Store: &memory{},
				Sealer:  boxes{},
				Profile: platform.Profile{TokenLifetime: 2 * time.Hour, AuthCodes: "no-merchant=4044,no-merchant=10002"},
				Base:    background.Base{Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(log, nil))},
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = k.Token(t.Context(), 1)
			if (err == nil) != (test.life > 0) || test.is != nil && !errors.Is(err, test.is) ||
				errors.Is(err, platform.ErrUnreachable) != errors.Is(test.is, platform.ErrUnreachable) {
				t.Errorf("error %v", err)
			}
			status := k.Status()
			var trouble token.Trouble
			switch {
			case test.status == http.StatusBadGateway:
				trouble = token.TroubleNoAnswer
			case errors.Is(test.is, platform.ErrUnreachable):
				trouble = token.TroubleUnknown
			case errors.Is(test.is, platform.ErrNoMerchant):
				trouble = token.TroubleNoMerchant
			case test.life == 0:
				trouble = token.TroubleRefused
			}
			if got := token.TroubleOf(status.Failure); got != trouble {
				t.Errorf("trouble %q, want %q", got, trouble)
			}
			if status.Valid != (test.life > 0) || status.Held != status.Valid {
				t.Errorf("status %+v", status)
			}
			if test.life > 0 && !status.ExpiresAt.Equal(now.Add(test.life)) {
				t.Errorf("expires in %v", status.ExpiresAt.Sub(now))
			}
			if calls != 1 {
				t.Errorf("%d calls", calls)
			}
			noSecrets(t, log.String()+fmt.Sprint(err))
		})
	}
}

func TestSecretHidesItself(t *testing.T) {
	t.Parallel()
	s := token.Secret(secret)
	encoded, err := json.Marshal(map[string]any{"s": s, "o": token.Options{ClientSecret: s}.ClientSecret})
	if err != nil {
		t.Fatal(err)
	}
	log := &logs{}
	slog.New(slog.NewJSONHandler(log, nil)).Info("x", "secret", s)
	noSecrets(t, string(encoded)+log.String()+fmt.Sprintf("%v %+v %#v %s %q %x", s,
		token.Options{ClientSecret: s}, s, s, s, s))
	if strings.Contains(fmt.Sprintf("%x", s), fmt.Sprintf("%x", secret)) {
		t.Error("the hexadecimal form shows the secret")
	}
}

func TestNewRefusesBadOptions(t *testing.T) {
	t.Parallel()
	good := token.Options{BaseURL: "https://platform.example", ClientID: "a", ClientSecret: "b", App: true,
		Store: &memory{}, Sealer: boxes{}}
	if _, err := token.New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*token.Options){
		"no address": func(o *token.Options) { o.BaseURL = "" },
		"plain http": func(o *token.Options) { o.BaseURL = "http://platform.example" },
		"user":       func(o *token.Options) { o.BaseURL = "https://a:b@platform.example" },
		"no id":      func(o *token.Options) { o.ClientID = "" },
		"no secret":  func(o *token.Options) { o.ClientSecret = "" },
		"no store":   func(o *token.Options) { o.Store = nil },
		"no sealer":  func(o *token.Options) { o.Sealer = nil },
	} {
		o := good
		spoil(&o)
		if _, err := token.New(o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// A platform that isn't reached is told apart from one that refuses us.
func TestUnreachedPlatformIsTold(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	k, err := token.New(token.Options{BaseURL: server.URL, ClientID: "app", ClientSecret: "secret", App: true,
		Store: &memory{}, Sealer: boxes{}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = k.Token(t.Context(), 1)
	if got := token.TroubleOf(k.Status().Failure); err == nil || got != token.TroubleNoAnswer {
		t.Errorf("%v is told as %q", err, got)
	}
}
