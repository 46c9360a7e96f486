package sandbox_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

func TestTokenExchange(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		code       int
	}{
		{"wrong secret", `{"client_id":"shopdesk-demo","client_secret":"x","grant_type":"app_level_token"}`,
			sandbox.CodeClient},
		{"wrong client", `{"client_id":"x","client_secret":"shopdesk-demo-secret","grant_type":"app_level_token"}`,
			sandbox.CodeClient},
		{"no secret", `{"client_id":"shopdesk-demo","grant_type":"app_level_token"}`, sandbox.CodeParameter},
		{"no grant", `{"client_id":"shopdesk-demo","client_secret":"shopdesk-demo-secret"}`, sandbox.CodeParameter},
		{"made-up code", `{"client_id":"shopdesk-demo","grant_type":"shop_level_authorization_code","code":"c"}`,
			sandbox.CodeCode},
		{"no code", `{"client_id":"shopdesk-demo","grant_type":"shop_level_authorization_code"}`, sandbox.CodeParameter},
		{"code for another client", `{"client_id":"x","grant_type":"shop_level_authorization_code","code":"c"}`,
			sandbox.CodeClient},
		{"code with a wrong secret",
			`{"client_id":"shopdesk-demo","client_secret":"x","grant_type":"shop_level_authorization_code","code":"c"}`,
			sandbox.CodeClient},
		{"made-up refresh token", `{"client_id":"shopdesk-demo","grant_type":"refresh_token","refresh_token":"r"}`,
			platform.CodeTokenInvalid},
		{"legacy grant", `{"client_id":"shopdesk-demo","client_secret":"shopdesk-demo-secret","grant_type":"client_credentials"}`, sandbox.CodeGrantType},
	}
	base := serve(t, new(sandbox.Sandbox), "/p")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, env := post(t, base, "", platform.PathToken, test.body); env.Code != test.code {
				t.Errorf("code %d (%s), want %d", env.Code, env.Message, test.code)
			}
		})
	}
	for _, path := range []string{platform.PathToken, "/oauth/token"} {
		body, _ := json.Marshal(demo)
		response, err := http.Post(base+path, "application/json", strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		err = json.NewDecoder(response.Body).Decode(&fields)
		response.Body.Close()
		if err != nil || fields["token_type"] != "bearer" || fields["expires_in"] != 7200.0 || fields["access_token"] == "" ||
			len(fields) != 3 {
			t.Errorf("%s: %v, %v", path, fields, err)
		}
	}
}

func TestTokenLife(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(noon)
	s := &sandbox.Sandbox{Clock: clock, TokenLifetime: time.Minute, Plays: []sandbox.Variant{sandbox.Status401}}
	base := serve(t, s, "/p")
	first, second := dial(t, base), dial(t, base)
	expect := func(step string, client *platform.Client, want error) {
		t.Helper()
		_, err := client.Shop(t.Context(), platform.ShopRef{ShopID: central})
		var refused *platform.Error
		if !errors.Is(err, want) || errors.As(err, &refused) && refused.Status != http.StatusUnauthorized {
			t.Errorf("%s: %v, want %v", step, err, want)
		}
	}
	expect("the first after a second exchange", first, nil)
	clock.Advance(time.Minute - 1)
	expect("just before its end", first, nil)
	clock.Advance(1)
	expect("at its end", first, platform.ErrTokenExpired)
	clock.Advance(25 * time.Hour)
	_ = dial(t, base)
	expect("long after", second, platform.ErrTokenInvalid)
	expect("made up", present(base, "made-up", &platform.Presenter{}, time.Now), platform.ErrTokenInvalid)
	expect("without one", &platform.Client{Transport: &platform.HTTPTransport{BaseURL: base}}, platform.ErrTokenInvalid)

	third := dial(t, base)
	if err := s.ExpireTokens(); err != nil {
		t.Fatal(err)
	}
	expect("expired by hand", third, platform.ErrTokenExpired)
	fourth := dial(t, base)
	if err := s.InvalidateTokens(); err != nil {
		t.Fatal(err)
	}
	expect("invalidated", fourth, platform.ErrTokenInvalid)
}

// An expired token is known as expired for a day, whether or not another one is asked for meanwhile, and then it is
// merely invalid. The bug: only a token of the application level forgot old ones, so that shop-level tokens were
// expired, and kept, for ever.
func TestTokensAreForgotten(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		after time.Duration // beyond the token's end
		more  bool          // another code is exchanged then
		want  int
	}{
		"a day":               {24 * time.Hour, false, platform.CodeTokenExpired},
		"longer":              {24*time.Hour + 1, false, platform.CodeTokenInvalid},
		"longer, and another": {25 * time.Hour, true, platform.CodeTokenInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock, dir := sandbox.NewVirtualClock(noon), t.TempDir()
			s := &sandbox.Sandbox{Clock: clock, TokenLifetime: time.Minute, Dir: dir}
			base := serve(t, s, "/p")
			next := func() platform.Token {
				code, err := s.Consent(central)
				token, refused := grant(t, base, codeGrant(code))
				if err != nil || refused != 0 {
					t.Fatal(err, refused)
				}
				return token
			}
			token := next()
			clock.Advance(time.Minute + tt.after)
			if got := reads(t, base, token.AccessToken, centralBody); got != tt.want {
				t.Errorf("code %d, want %d", got, tt.want)
			}
			if !tt.more {
				return
			}
			next()
			var kept struct {
				Tokens map[string]any
				OAuth  struct{ Codes, Refreshes map[string]any }
			}
			text, err := os.ReadFile(filepath.Join(dir, "sandbox.json"))
			if err != nil || json.Unmarshal(text, &kept) != nil {
				t.Fatal(err)
			}
			if len(kept.Tokens) != 1 || len(kept.OAuth.Codes) != 1 || len(kept.OAuth.Refreshes) != 1 {
				t.Errorf("kept are %+v", kept)
			}
		})
	}
}

// A code can't be exchanged once its merchants have withdrawn their authorisation (interface 5, 7.2).
func TestCodeWithoutAMerchant(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	base := serve(t, s, "/p")
	code, err := s.Consent(central)
	if err = errors.Join(err, s.SetAuthorised(central, false)); err != nil {
		t.Fatal(err)
	}
	if token, refused := grant(t, base, codeGrant(code)); refused != platform.CodeNoMerchant {
		t.Errorf("code %d, %+v", refused, token)
	}
	if err := s.SetAuthorised(central, true); err != nil {
		t.Fatal(err)
	}
	if _, refused := grant(t, base, codeGrant(code)); refused != 0 {
		t.Errorf("after they authorised it again: code %d", refused)
	}
}

func TestNoMerchant(t *testing.T) {
	t.Parallel()
	s := &sandbox.Sandbox{Shops: 1}
	if err := s.SetAuthorised(central, false); err != nil {
		t.Fatal(err)
	}
	client := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: serve(t, s, "/p")}}
	if _, err := client.Token(t.Context(), demo); !errors.Is(err, platform.ErrNoMerchant) {
		t.Errorf("got %v", err)
	}
}

func TestPresentations(t *testing.T) {
	t.Parallel()
	signed := []sandbox.Variant{sandbox.HMACHeader}
	tests := []struct {
		name      string
		sandbox   []sandbox.Variant
		presenter platform.Presenter
		want      error
	}{
		{"header", nil, platform.Presenter{}, nil},
		{"body", nil, platform.Presenter{
			Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: sandbox.DemoAppID,
			Secret: sandbox.DemoClientSecret,
		}, nil},
		{"body, wrong secret", nil, platform.Presenter{
			Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: sandbox.DemoAppID, Secret: "x",
		}, platform.ErrSignature},
		{"body, other application", nil, platform.Presenter{
			Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: 2, Secret: sandbox.DemoClientSecret,
		}, platform.ErrTokenInvalid},
		{"signed header", signed, platform.Presenter{
			Profile: platform.Profile{Signature: platform.HMACHeader}, Secret: sandbox.DemoClientSecret,
		}, nil},
		{"signed header, wrong secret", nil, platform.Presenter{
			Profile: platform.Profile{Signature: platform.HMACHeader}, Secret: "x",
		}, platform.ErrSignature},
		{"signature required, none", signed, platform.Presenter{},
			platform.ErrSignature},
		{"body with signed header", nil, platform.Presenter{
			Profile: platform.Profile{Presentation: platform.BodyFields, Signature: platform.HMACHeader},
			AppID:   sandbox.DemoAppID, Secret: sandbox.DemoClientSecret,
		}, nil},
	}
	for _, test := range tests {
		for _, mount := range []string{"", "/p"} {
			t.Run(test.name+mount, func(t *testing.T) {
				t.Parallel()
				base := serve(t, &sandbox.Sandbox{Plays: test.sandbox}, mount)
				client := present(base, exchange(t, base), &test.presenter, time.Now)
				week := &platform.Week{Fri: []platform.Period{{StartTime: 3600, EndTime: 7200}}}
				err := client.UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: central, Week: week})
				if !errors.Is(err, test.want) {
					t.Errorf("got %v, want %v", err, test.want)
				}
			})
		}
	}
}

// The message of a wrong signature tells the computed one (interface 7.2).
func TestComputedSignature(t *testing.T) {
	t.Parallel()
	base := serve(t, new(sandbox.Sandbox), "/p")
	token := exchange(t, base)
	want := platform.SuffixSignature(base+platform.PathShopGet, map[string]string{
		"accessToken": token, "appId": strconv.Itoa(sandbox.DemoAppID), "timestamp": "1700000000", "shopId": "100001",
	}, sandbox.DemoClientSecret)
	body := `{"accessToken":"` + token + `","appId":1000001,"timestamp":"1700000000","shopId":100001,"sig":`
	_, env := post(t, base, "", platform.PathShopGet, body+`"00"}`)
	if env.Code != platform.CodeSignature || !strings.Contains(env.Message, want) {
		t.Errorf("code %d, message %q, want %s in it", env.Code, env.Message, want)
	}
	if _, env = post(t, base, "", platform.PathShopGet, body+`"`+want+`"}`); env.Code != 0 {
		t.Errorf("the computed signature is refused: %+v", env)
	}
}
