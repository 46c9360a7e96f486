package sandbox_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// grant asks the token endpoint and gives the tokens or the refusal's code.
func grant(t *testing.T, base, body string) (platform.Token, int) {
	t.Helper()
	response, err := http.Post(base+platform.PathToken, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var token platform.Token
	var refusal platform.Envelope
	if err := errors.Join(json.Unmarshal(text, &token), json.Unmarshal(text, &refusal)); err != nil {
		t.Fatal(err)
	}
	return token, refusal.Code
}

func codeGrant(code string) string {
	return `{"client_id":"shopdesk-demo","grant_type":"shop_level_authorization_code","code":"` + code + `"}`
}

func refreshGrant(token string) string {
	return `{"client_id":"shopdesk-demo","grant_type":"refresh_token","refresh_token":"` + token + `"}`
}

// reads asks for a shop and gives the answer's code.
func reads(t *testing.T, base, token, body string) int {
	t.Helper()
	_, env := post(t, base, token, platform.PathShopGet, body)
	return env.Code
}

const centralBody, sheungBody = `{"shopId":100001}`, `{"shopId":100002}`

func TestCodeAndRefresh(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	base := serve(t, s, "/p")
	code, err := s.Consent(central)
	if err != nil {
		t.Fatal(err)
	}
	first, refused := grant(t, base, codeGrant(code))
	if refused != 0 || first.RefreshToken == "" || first.TokenType != "bearer" || first.ExpiresIn != 7200 {
		t.Fatalf("code %d, %+v", refused, first)
	}
	if got := reads(t, base, first.AccessToken, centralBody); got != 0 {
		t.Errorf("its own shop: %d", got)
	}
	if got := reads(t, base, first.AccessToken, sheungBody); got != sandbox.CodeNotAuthorised {
		t.Errorf("another shop: %d, want %d", got, sandbox.CodeNotAuthorised)
	}
	second, refused := grant(t, base, refreshGrant(first.RefreshToken))
	if refused != 0 || second.RefreshToken == first.RefreshToken {
		t.Fatalf("refresh: %d", refused)
	}
	if got := reads(t, base, first.AccessToken, centralBody); got != 0 {
		t.Errorf("the old access token lives to its end: %d", got)
	}
	// Used twice: all that came of the consent is dead.
	if _, refused = grant(t, base, refreshGrant(first.RefreshToken)); refused != platform.CodeTokenInvalid {
		t.Errorf("used twice: %d", refused)
	}
	for _, token := range []string{first.AccessToken, second.AccessToken} {
		if got := reads(t, base, token, centralBody); got != platform.CodeTokenInvalid {
			t.Errorf("after that: %d, want %d", got, platform.CodeTokenInvalid)
		}
	}
	if _, refused = grant(t, base, refreshGrant(second.RefreshToken)); refused != platform.CodeTokenInvalid {
		t.Errorf("its sister: %d", refused)
	}
	if info := s.Consents(); info.Reused != 1 || info.Live != 0 {
		t.Errorf("%+v", info)
	}
}

func TestCodesEnd(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(noon)
	s := &sandbox.Sandbox{Clock: clock}
	base := serve(t, s, "/p")
	used, _ := s.Consent(central)
	tokens, _ := grant(t, base, codeGrant(used))
	if _, refused := grant(t, base, codeGrant(used)); refused != sandbox.CodeCode {
		t.Errorf("a code used twice: %d", refused)
	}
	if got := reads(t, base, tokens.AccessToken, centralBody); got != platform.CodeTokenInvalid {
		t.Errorf("what came of a code used twice: %d", got)
	}
	late, _ := s.Consent(central)
	clock.Advance(10 * time.Minute)
	if _, refused := grant(t, base, codeGrant(late)); refused != sandbox.CodeCode {
		t.Errorf("a code of ten minutes: %d", refused)
	}
}

// The refresh token must be used before the access token expires (interface 5).
func TestRefreshesEnd(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(noon)
	s := &sandbox.Sandbox{Clock: clock, TokenLifetime: time.Hour}
	base := serve(t, s, "/p")
	fresh := func() platform.Token {
		code, err := s.Consent(central)
		if err != nil {
			t.Fatal(err)
		}
		tokens, _ := grant(t, base, codeGrant(code))
		return tokens
	}
	tokens := fresh()
	clock.Advance(time.Hour - 1)
	next, refused := grant(t, base, refreshGrant(tokens.RefreshToken))
	if refused != 0 {
		t.Errorf("just in time: %d", refused)
	}
	clock.Advance(time.Hour)
	if _, refused := grant(t, base, refreshGrant(next.RefreshToken)); refused != platform.CodeTokenExpired {
		t.Errorf("too late: %d", refused)
	}
	tokens = fresh()
	if err := s.ExpireTokens(); err != nil {
		t.Fatal(err)
	}
	if _, refused := grant(t, base, refreshGrant(tokens.RefreshToken)); refused != platform.CodeTokenExpired {
		t.Errorf("expired by hand: %d", refused)
	}
	tokens = fresh()
	if err := s.SetAuthorised(central, false); err != nil {
		t.Fatal(err)
	}
	if _, refused := grant(t, base, refreshGrant(tokens.RefreshToken)); refused != platform.CodeNoMerchant {
		t.Errorf("withdrawn: %d", refused)
	}
	tokens = fresh()
	if err := s.RefuseNextRefresh(); err != nil {
		t.Fatal(err)
	}
	if _, refused := grant(t, base, refreshGrant(tokens.RefreshToken)); refused != platform.CodeTokenInvalid {
		t.Errorf("told to refuse: %d", refused)
	}
}

func TestLegacyGrant(t *testing.T) {
	t.Parallel()
	base := serve(t, &sandbox.Sandbox{Legacy: true}, "/p")
	tokens, refused := grant(t, base,
		`{"client_id":"shopdesk-demo","client_secret":"shopdesk-demo-secret","grant_type":"client_credentials"}`)
	if refused != 0 || tokens.AccessToken == "" || tokens.RefreshToken != "" {
		t.Errorf("code %d", refused)
	}
}

// Consents survive a restart.
func TestConsentsAreKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := &sandbox.Sandbox{Dir: dir}
	code, err := s.Consent(central)
	if err != nil {
		t.Fatal(err)
	}
	base := serve(t, &sandbox.Sandbox{Dir: dir}, "/p")
	if _, refused := grant(t, base, codeGrant(code)); refused != 0 {
		t.Errorf("code %d", refused)
	}
}

var link = regexp.MustCompile(`data-account="([^"]+)" href="([^"]+)"`)

func TestConsentPage(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	base := serve(t, s, "/p")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	get := func(address string) (int, string) {
		t.Helper()
		response, err := client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		return response.StatusCode, string(text)
	}
	page := base + sandbox.PathAuthorise
	for _, wrong := range []string{
		"", "?responseType=token&appId=1000001&redirectUri=https://a.example/",
		"?responseType=authorization_code&appId=7&redirectUri=https://a.example/",
		"?responseType=authorization_code&appId=1000001&redirectUri=http://a.example/",
		"?responseType=authorization_code&appId=1000001&redirectUri=javascript:alert(1)",
		"?responseType=authorization_code&appId=1000001&redirectUri=https://a.example/&code_challenge=x",
	} {
		if status, text := get(page + wrong); status != http.StatusBadRequest ||
			!strings.Contains(text, "can't be authorised") {
			t.Errorf("%s: %d", wrong, status)
		}
	}
	ask := "?responseType=authorization_code&appId=1000001&redirectUri=" +
		url.QueryEscape("https://desk.example/x/oauth/callback?a=b") + "&state=s%26t&scope=all"
	_, text := get(page + ask)
	accounts := link.FindAllStringSubmatch(text, -1)
	if len(accounts) < 28+4 || !strings.HasPrefix(accounts[0][1], "brand:") {
		t.Fatalf("%d accounts: %v", len(accounts), accounts)
	}
	chosen := page + strings.ReplaceAll(accounts[0][2], "&amp;", "&")
	if _, text = get(chosen); strings.Count(text, `name="shopId"`) < 10 {
		t.Fatalf("a brand chooses among its shops: %s", text)
	}
	submit := func(form url.Values) (status int, location, page string) {
		t.Helper()
		response, err := client.PostForm(chosen, form)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		return response.StatusCode, response.Header.Get("Location"), string(text)
	}
	_, location, _ := submit(url.Values{"do": {"allow"}, "shopId": {"100001", "100002"}})
	back, err := url.Parse(location)
	if err != nil || back.Host != "desk.example" || back.Path != "/x/oauth/callback" ||
		back.Query().Get("state") != "s&t" ||
		back.Query().Get("appId") != "1000001" || back.Query().Get("timestamp") == "" || back.Query().Get("a") != "b" {
		t.Fatalf("back to %v, %v", back, err)
	}
	tokens, refused := grant(t, base, codeGrant(back.Query().Get("code")))
	if refused != 0 || reads(t, base, tokens.AccessToken, sheungBody) != 0 {
		t.Errorf("the page's code: %d", refused)
	}
	if _, location, _ = submit(url.Values{"do": {"refuse"}}); !strings.Contains(location, "error=access_denied") {
		t.Errorf("refused: %s", location)
	}
	var status int
	status, _, text = submit(url.Values{"do": {"allow"}})
	if status != http.StatusUnprocessableEntity || !strings.Contains(text, "at least one shop") {
		t.Errorf("no shop: %d", status)
	}
	if _, _, text = submit(url.Values{"do": {"copy"}, "shopId": {"100001"}}); !strings.Contains(text, `id="code"`) {
		t.Errorf("no code to copy: %s", text)
	}
}
