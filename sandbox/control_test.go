package sandbox_test

import (
	"encoding/json"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// fetched is an answer without its body.
type fetched struct {
	StatusCode int
	Header     http.Header
}

func fetch(t *testing.T, address string) (fetched, string) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fetched{response.StatusCode, response.Header}, string(body)
}

func TestControlPage(t *testing.T) {
	t.Parallel()
	for _, mount := range []string{"", "/p"} {
		s := new(sandbox.Sandbox)
		base := serve(t, s, mount)
		response, page := fetch(t, base+"/sandbox/")
		policy := response.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("policy %q", policy)
		}
		for _, inline := range []string{"<script", "<style", " style=", " onclick="} {
			if strings.Contains(page, inline) {
				t.Errorf("the page has %s", inline)
			}
		}
		if rows := strings.Count(page, `<bdi>Harbour`); rows < 28 {
			t.Errorf("%d shops on the page", rows)
		}
		if style, _ := fetch(t, base+"/sandbox/control.css"); style.StatusCode != http.StatusOK ||
			!strings.HasPrefix(style.Header.Get("Content-Type"), "text/css") {
			t.Errorf("style sheet: %d", style.StatusCode)
		}
		if _, found := fetch(t, base+"/sandbox/?q=RIYADH"); !strings.Contains(found, "Olaya") ||
			strings.Contains(found, "Wan Chai") {
			t.Error("the search finds others")
		}
	}
}

// A demonstration whose clock was moved on got no more orders, and nothing told why.
func TestPageTellsThatWebhooksNeedEqualClocks(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	base := serve(t, s, "/p")
	for by, told := range map[time.Duration]bool{0: false, 90 * time.Minute: true} {
		must(t, s.Advance(by))
		if _, page := fetch(t, base+"/sandbox/"); strings.Contains(page, "refuses webhooks") != told {
			t.Errorf("%v ahead, the page tells: %t", by, !told)
		}
		must(t, s.Advance(-by))
	}
}

func TestControlForms(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(noon)
	s := &sandbox.Sandbox{Clock: clock}
	base := serve(t, s, "/p")
	submit := func(action string, values url.Values, status int) {
		t.Helper()
		response, err := http.PostForm(base+"/sandbox/do/"+action, values)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		arrived := response.Request.URL.String() == base+"/sandbox/"
		if response.StatusCode != status || arrived != (status == http.StatusOK) {
			t.Errorf("%s: %s at %s", action, response.Status, response.Request.URL)
		}
	}
	shop := url.Values{"shopId": {"100001"}}
	submit("suspend", shop, 200)
	if state, _ := s.Shop(central); state.Record.Status != platform.ShopSuspended {
		t.Error("not suspended")
	}
	submit("reopen", shop, 200)
	submit("approve", shop, http.StatusConflict)
	submit("approve", url.Values{"shopId": {"100011"}}, 200)
	submit("revoke", shop, 200)
	submit("authorise", shop, 200)
	submit("suspend", url.Values{"shopId": {"9"}}, http.StatusNotFound)
	submit("suspend", url.Values{"shopId": {"x"}}, http.StatusBadRequest)
	submit("advance", url.Values{"by": {"90m"}}, 200)
	submit("advance", url.Values{"by": {"soon"}}, http.StatusBadRequest)
	if got := s.Now(); !got.Equal(noon.Add(90 * time.Minute)) {
		t.Errorf("clock shows %v", got)
	}
	submit("fault", url.Values{"kind": {"slow"}, "delay": {"2s"}, "path": {platform.PathShopGet}, "count": {"3"}}, 200)
	want := []sandbox.Fault{{
		ID: 1, Kind: sandbox.FaultSlow, Path: platform.PathShopGet, Count: 3, Delay: 2 * time.Second,
		Code: sandbox.CodeInjected, Message: "The sandbox was told to fail.",
	}}
	if diff := cmp.Diff(want, s.Faults()); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	submit("fault", url.Values{"kind": {"none"}}, http.StatusBadRequest)
	submit("fault", url.Values{"kind": {"error"}, "rate": {"often"}}, http.StatusBadRequest)
	submit("fault", url.Values{"kind": {"error"}, "rate": {"NaN"}}, http.StatusBadRequest)
	submit("fault", url.Values{"kind": {"error"}, "rate": {"0.5"}}, 200)
	if last := s.Faults()[1]; last.Rate != 0.5 || last.Count != 0 {
		t.Errorf("fault with a rate: %+v", last)
	}
	submit("calm", nil, 200)
	submit("nothing", nil, http.StatusNotFound)

	submit("place", url.Values{"shopId": {"100002"}, "place": {"delivery"}, "currency": {"KWD"}}, 200)
	submit("place", url.Values{"shopId": {"100002"}, "place": {"free"}}, http.StatusBadRequest)
	submit("place", url.Values{"shopId": {"9"}}, http.StatusNotFound)
	submit("rush", url.Values{"shopId": {"100003"}}, 200)
	if n := len(s.Orders(100003)); n != 50 {
		t.Errorf("a rush of %d", n)
	}
	order := url.Values{"orderViewId": {strconv.FormatInt(s.Orders(100002)[0].Base.OrderViewID, 10)}}
	for _, act := range []string{"pos", "rider", "rider", "ready", "rider", "rider", "refundone", "refuse",
		"refund", "agree"} {
		submit(act, order, 200)
	}
	submit("agree", order, http.StatusConflict)
	submit("pos", order, http.StatusBadRequest)
	submit("pos", url.Values{"orderViewId": {"9"}}, http.StatusNotFound)
	if o := s.Orders(100002)[0]; o.Base.Status != platform.OrderCancelled || o.Fees[platform.FeePaid].Currency != "KWD" ||
		len(o.Refunds) != 2 {
		t.Errorf("after all %+v", o)
	}
	submit("hours", shop, 200)
	submit("bind", shop, 200)
	submit("callback", url.Values{"url": {"hooks"}}, http.StatusBadRequest)
	submit("cut", url.Values{"by": {"1m"}}, 200)
	if response, err := http.Post(base+platform.PathShopGet, "application/json", strings.NewReader("{}")); err == nil {
		response.Body.Close()
		t.Errorf("a cut connection answers %s", response.Status)
	}
	submit("mend", nil, 200)
	if status, _ := post(t, base, "", platform.PathShopGet, "{}"); status != http.StatusOK {
		t.Errorf("mended, but status %d", status)
	}
	submit("reset", nil, 200)
	if state, _ := s.Shop(100011); len(state.Record.MainPictures) != 2 || !s.Now().Equal(noon) || len(s.Faults()) != 0 ||
		len(s.Orders(0)) != 0 {
		t.Error("not the seed")
	}
}

// A page of another origin can't press the buttons.
func TestControlRefusesOtherOrigins(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	base := serve(t, s, "/p")
	for _, path := range []string{"/sandbox/do/suspend", "/sandbox/api/suspend"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+path,
			strings.NewReader("shopId=100001"))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", "https://elsewhere.example")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", path, response.Status)
		}
	}
	if state, _ := s.Shop(central); state.Record.Status != platform.ShopOperating {
		t.Error("suspended from elsewhere")
	}
}

func TestAPI(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	base := serve(t, s, "/p")
	client := dial(t, base)
	act := func(action, body string, status int) {
		t.Helper()
		response, err := http.Post(base+"/sandbox/api/"+action, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != status {
			t.Errorf("%s %s: %s, want %d", action, body, response.Status, status)
		}
	}
	act("suspend", `{"shopId":100001}`, 204)
	act("suspend", `{"shopId":9}`, 404)
	act("suspend", `{"shop":9}`, 400)
	act("suspend", `{`, 400)
	act("nothing", `{}`, 404)
	act("reject", `{"shopId":100011,"reason":"Too dark."}`, 204)
	act("fault", `{"kind":"code","code":7,"message":"No.","rate":0.25}`, 204)
	act("calm", "", 204)
	act("expire", "", 204)
	if _, err := client.Shop(t.Context(), platform.ShopRef{ShopID: central}); codeOf(t, err) != platform.CodeTokenExpired {
		t.Errorf("after expire: %v", err)
	}
	act("invalidate", "", 204)
	if _, err := client.Shop(t.Context(), platform.ShopRef{ShopID: central}); codeOf(t, err) != platform.CodeTokenInvalid {
		t.Errorf("after invalidate: %v", err)
	}

	_, text := fetch(t, base+"/sandbox/api/shops/100011")
	var got sandbox.ShopState
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want, _ := s.Shop(100011)
	if diff := cmp.Diff(want, got); diff != "" || got.Record.MainPictures[1].RejectReason != "Too dark." {
		t.Errorf("shop (-want +got):\n%s", diff)
	}
	var list []sandbox.ShopInfo
	_, text = fetch(t, base+"/sandbox/api/shops")
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != 28 {
		t.Errorf("%d shops, %v", len(list), err)
	}
	for _, path := range []string{"clock", "faults", "calls", "orders", "orders?shopId=100001", "pushes", "callbacks"} {
		if response, text := fetch(t, base+"/sandbox/api/"+path); response.StatusCode != http.StatusOK ||
			!json.Valid([]byte(text)) {
			t.Errorf("%s: %d %s", path, response.StatusCode, text)
		}
	}
	if response, _ := fetch(t, base+"/sandbox/api/shops/9"); response.StatusCode != http.StatusNotFound {
		t.Errorf("unknown shop: %d", response.StatusCode)
	}
}

// The log keeps the last 200 calls, and neither it nor the page tells a token.
func TestCallLog(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	base := serve(t, s, "/p")
	token := exchange(t, base)
	signed := present(base, token, &platform.Presenter{
		Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: sandbox.DemoAppID,
		Secret: sandbox.DemoClientSecret,
	}, time.Now)
	for range 210 {
		if _, err := signed.Shop(t.Context(), platform.ShopRef{ShopID: central}); err != nil {
			t.Fatal(err)
		}
	}
	_, env := post(t, base, token, platform.PathShopGet, `{"shopId":9}`)
	calls := s.Calls()
	if len(calls) != 200 {
		t.Fatalf("%d calls", len(calls))
	}
	newest := sandbox.Call{Method: "POST", Path: platform.PathShopGet, ShopID: 9, Status: 200, Code: env.Code}
	calls[0].At, calls[0].Duration = time.Time{}, 0
	if diff := cmp.Diff(newest, calls[0]); diff != "" {
		t.Errorf("newest call (-want +got):\n%s", diff)
	}
	for _, path := range []string{"", "api/calls"} {
		if _, text := fetch(t, base+"/sandbox/"+path); strings.Contains(text, token) ||
			!strings.Contains(text, platform.PathShopGet) {
			t.Errorf("/sandbox/%s tells the token, or no call", path)
		}
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	base := serve(t, s, "/p")
	shop, err := dial(t, base).Shop(t.Context(), platform.ShopRef{ShopID: 100011})
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]bool{}
	for address, kind := range map[string]string{
		shop.MainPictures[0].URL: "image/jpeg", shop.MainPictures[1].URL: "image/png", shop.LogoURL: "image/png",
	} {
		response, body := fetch(t, address)
		config, _, err := image.DecodeConfig(strings.NewReader(body))
		if err != nil || config.Width != 1000 || config.Height != 1000 || len(body) > 150_000 ||
			response.Header.Get("Content-Type") != kind {
			t.Errorf("%s: %s %d bytes, %dx%d, %v", address, response.Header.Get("Content-Type"), len(body), config.Width,
				config.Height, err)
		}
		if _, again := fetch(t, address); again != body {
			t.Errorf("%s differs the second time", address)
		}
		bodies[body] = true
	}
	if len(bodies) != 3 {
		t.Error("pictures are the same")
	}
	for _, name := range []string{"a.gif", "A.png", "a", "..png"} {
		if response, _ := fetch(t, base+"/sandbox/pictures/"+name); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", name, response.StatusCode)
		}
	}
}
