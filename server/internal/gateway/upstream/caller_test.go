package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

const ok = `{"code":0,"message":"ok","data":{"mon":[]}}`

// tokens numbers its tokens; a refusal moves on to the next number.
type tokens struct {
	mu  sync.Mutex
	n   int
	err error
}

func (k *tokens) Token(context.Context, int64) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return fmt.Sprintf("tok-%d", k.n), k.err
}

func (k *tokens) Refused(_ context.Context, _ int64, token string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if token == fmt.Sprintf("tok-%d", k.n) {
		k.n++
	}
}

// serve starts a platform that answers each call with the next of answers, and the
// last from then on. It returns a function that lists the calls with their tokens.
func serve(t *testing.T, answers ...http.HandlerFunc) (*httptest.Server, func() []string) {
	t.Helper()
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		answer := answers[min(len(asked), len(answers)-1)]
		asked = append(asked, r.URL.Path+" "+r.Header.Get("Authorization")+" "+string(body))
		mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return append([]string(nil), asked...)
	}
}

func newCaller(t *testing.T, address string, k *tokens) *upstream.Caller {
	t.Helper()
	c, err := upstream.New(upstream.Options{BaseURL: address + "/open/", Tokens: k, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func drop(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, ok)
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

func TestDoRepeatsOnlySafeAttempts(t *testing.T) {
	t.Parallel()
	const read, repeatable, once = platform.PathWeekGet, platform.PathWeekUpdate, platform.PathOrderConfirm
	expired := says(200, `{"code":10003,"message":"expired"}`)
	invalid := says(401, `{"code":10004,"message":"invalid"}`)
	for _, test := range []struct {
		name    string
		path    string
		answers []http.HandlerFunc
		tokens  []string // presented, in order
		fails   string   // the error: "sent", or "" for an answer
		status  int
		code    int
	}{
		{"answered", read, []http.HandlerFunc{says(200, ok)}, []string{"0"}, "", 200, 0},
		{"refused", once, []http.HandlerFunc{says(200, `{"code":7,"message":"no"}`)}, []string{"0"}, "", 200, 7},
		{"gateway page", read, []http.HandlerFunc{says(502, "<html>")}, []string{"0"}, "", 502, 0},
		{"redirect isn't followed", read, []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}}, []string{"0"}, "", 307, 0},
		{"expired once", read, []http.HandlerFunc{expired, says(200, ok)}, []string{"0", "1"}, "", 200, 0},
		{"expired once, a change", once, []http.HandlerFunc{expired, says(200, ok)}, []string{"0", "1"}, "", 200, 0},
		// Bug: two invalidations in a moment, the second of our fresh token, were
		// answered as a connection that an owner must check.
		{"expired twice", read, []http.HandlerFunc{expired, invalid, says(200, ok)}, []string{"0", "1", "2"}, "", 200, 0},
		{"expired twice, a change", once, []http.HandlerFunc{expired, invalid, says(200, ok)},
			[]string{"0", "1", "2"}, "", 200, 0},
		{"expired thrice, dropped between", read, []http.HandlerFunc{expired, drop, expired, invalid, says(200, ok)},
			[]string{"0", "1", "1", "2", "3"}, "", 200, 0},
		{"invalid for ever", read, []http.HandlerFunc{invalid}, []string{"0", "1", "2", "3"}, "", 401, 10004},
		{"signature", read, []http.HandlerFunc{says(200, `{"code":10001,"message":"x"}`)}, []string{"0"}, "", 200, 10001},
		{"a token in words, unrepeatable", once, []http.HandlerFunc{says(200,
			`{"code":7,"message":"the pickup token is invalid"}`)}, []string{"0"}, "", 200, 7},
		{"401 with another code, unrepeatable", once, []http.HandlerFunc{says(401, `{"code":7,"message":"no"}`),
			says(200, ok)}, []string{"0", "1"}, "", 200, 0},
		{"401 in words", read, []http.HandlerFunc{says(401, `{"message":"no"}`), says(200, ok)}, []string{"0", "1"}, "",
			200, 0},
		{"403 in words", read, []http.HandlerFunc{says(403, `{"error":"The access token has expired"}`), says(200, ok)},
			[]string{"0", "1"}, "", 200, 0},
		{"401 without words", read, []http.HandlerFunc{says(401, ""), says(200, ok)}, []string{"0", "1"}, "", 200, 0},
		{"dropped, read", read, []http.HandlerFunc{drop, says(200, ok)}, []string{"0", "0"}, "", 200, 0},
		{"dropped twice", read, []http.HandlerFunc{drop}, []string{"0", "0"}, "sent", 0, 0},
		{"dropped, repeatable change", repeatable, []http.HandlerFunc{drop, says(200, ok)}, []string{"0", "0"}, "", 200, 0},
		{"dropped, unrepeatable", once, []http.HandlerFunc{drop}, []string{"0"}, "sent", 0, 0},
		{"cut short, unrepeatable", once, []http.HandlerFunc{cut}, []string{"0"}, "sent", 0, 0},
		{"cut short, read", read, []http.HandlerFunc{cut, says(200, ok)}, []string{"0", "0"}, "", 200, 0},
		{"expired, then dropped, then answered", read, []http.HandlerFunc{expired, drop, says(200, ok)},
			[]string{"0", "1", "1"}, "", 200, 0},
		{"too large", read, []http.HandlerFunc{says(200, `{"code":0,"data":"`+strings.Repeat("x", platform.MaxAnswer)+`"}`)},
			[]string{"0"}, "", 200, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, asked := serve(t, test.answers...)
			caller := newCaller(t, server.URL, &tokens{})
			answer, err := caller.Do(t.Context(), test.path, []byte(`{"shopId":1}`))
			var want []string
			for _, token := range test.tokens {
				want = append(want, "/open"+test.path+" Bearer tok-"+token+` {"shopId":1}`)
			}
			if diff := cmp.Diff(want, asked()); diff != "" {
				t.Error(diff)
			}
			var unreachable *platform.UnreachableError
			switch {
			case test.fails != "":
				if !errors.As(err, &unreachable) || !unreachable.Sent {
					t.Errorf("error %v", err)
				}
			case err != nil:
				t.Error(err)
			case answer.Status != test.status || codeOf(answer) != test.code:
				t.Errorf("status %d, %v", answer.Status, answer.Err())
			}
		})
	}
}

// A change that must not be made twice is repeated with a new token where a code of the settings says that its token
// was refused; no code of ours and no wording would tell.
func TestTokenIsRefusedByTheCodeOfTheSettings(t *testing.T) {
	t.Parallel()
	refused := says(200, `{"code":4011,"message":"重新授權"}`)
	for codes, want := range map[platform.AuthCodes]int{"token-expired=4011": 2, "no-merchant=4011": 1, "": 1} {
		server, asked := serve(t, refused, says(200, ok))
		caller, err := upstream.New(upstream.Options{BaseURL: server.URL + "/open", Tokens: new(tokens),
			Presenter: platform.Presenter{Profile: platform.Profile{AuthCodes: codes}}})
		if err != nil {
			t.Fatal(err)
		}
		client := &platform.Client{Transport: caller}
		err = client.ConfirmOrder(t.Context(), platform.OrderRef{OrderViewID: 5, ShopID: 1})
		if n := len(asked()); n != want || errors.Is(err, platform.ErrNoMerchant) != (codes == "no-merchant=4011") {
			t.Errorf("%q: %d calls, %v", codes, n, err)
		}
	}
}

// codeOf is the code of a failure, 0 for none.
func codeOf(a *upstream.Answer) int {
	var failed *platform.Error
	if errors.As(a.Err(), &failed) {
		return failed.Code
	}
	return 0
}

// A call for a browser's request carries the request's id, which is in our log and in the browser's error, so that the
// platform's support can find the call. Other calls have none.
func TestRequestIDsReachThePlatform(t *testing.T) {
	t.Parallel()
	var ids []string
	server, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		ids = append(ids, r.Header.Get("X-Request-Id"))
		_, _ = io.WriteString(w, ok)
	})
	caller := newCaller(t, server.URL, &tokens{})
	for _, id := range []string{"ABC", "", "DEF"} {
		ctx := t.Context()
		if id != "" {
			ctx = httpio.WithRequestID(ctx, id)
		}
		if _, err := caller.Do(ctx, platform.PathWeekGet, []byte(`{"shopId":1}`)); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"ABC", "", "DEF"}, ids); diff != "" {
		t.Error(diff)
	}
}

// In a context of Once a change isn't repeated, and a read is.
func TestOnceChangesAreNotRepeated(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int{platform.PathWeekUpdate: 1, platform.PathWeekGet: 2} {
		server, asked := serve(t, drop)
		_, err := newCaller(t, server.URL, &tokens{}).Do(upstream.WithoutRetry(t.Context()), path, []byte(`{"shopId":1}`))
		var unreachable *platform.UnreachableError
		if n := len(asked()); n != want || !errors.As(err, &unreachable) || !unreachable.Sent {
			t.Errorf("%s: %d calls, %v", path, n, err)
		}
	}
	_, err := newCaller(t, "http://127.0.0.1:1", &tokens{err: platform.ErrNoMerchant}).Do(t.Context(),
		platform.PathWeekGet, nil)
	if !errors.Is(err, upstream.ErrToken) || !errors.Is(err, platform.ErrNoMerchant) {
		t.Errorf("without a token: %v", err)
	}
}

func TestRefusedConnectionCountsAsNotSent(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + listener.Addr().String()
	_ = listener.Close() // the port is closed now
	_, err = newCaller(t, address, &tokens{}).Do(t.Context(), platform.PathOrderConfirm, nil)
	var unreachable *platform.UnreachableError
	if !errors.As(err, &unreachable) || unreachable.Sent || strings.Contains(err.Error(), "tok-") {
		t.Errorf("error %v", err)
	}
}

// An outcome that became unknown stays unknown, whatever the result of the repeated
// attempt.
func TestUnknownOutcomeWinsOverAMissingToken(t *testing.T) {
	t.Parallel()
	k := &tokens{}
	server, _ := serve(t, func(http.ResponseWriter, *http.Request) {
		k.mu.Lock()
		k.err = platform.ErrNoMerchant
		k.mu.Unlock()
		panic(http.ErrAbortHandler)
	})
	_, err := newCaller(t, server.URL, k).Do(t.Context(), platform.PathWeekUpdate, []byte(`{}`))
	var unreachable *platform.UnreachableError
	if !errors.As(err, &unreachable) || !unreachable.Sent {
		t.Errorf("error %v", err)
	}
}

// Bug: an attempt that had no answer may have made the change, and the refusal of the repeated attempt was answered as
// if nothing had been changed.
func TestUnknownOutcomeWinsOverARefusedRepeat(t *testing.T) {
	t.Parallel()
	for name, repeated := range map[string]http.HandlerFunc{
		"refused": says(200, `{"code":7,"message":"no"}`), "too many calls": says(429, `{"code":9,"message":"slower"}`),
		"token refused": says(401, ""), "signature refused": says(200, `{"code":10001,"message":"x"}`),
	} {
		server, _ := serve(t, drop, repeated)
		caller := newCaller(t, server.URL, &tokens{})
		heard := 0
		caller.OnAnswer = func(_ string, _ int64, _, answer []byte, _ time.Time) {
			if heard++; answer != nil {
				t.Errorf("%s: heard %s", name, answer)
			}
		}
		_, err := caller.Do(t.Context(), platform.PathWeekUpdate, []byte(`{"shopId":1}`))
		if what, _ := upstream.OutcomeOf(err); what != upstream.Unknown || heard != 1 {
			t.Errorf("%s: heard %d times, %v", name, heard, err)
		}
	}
}

// The clock is a fake one, so that the time of an attempt ends after the call was sent, however busy the machine is.
func TestSlowAttemptIsNotRepeated(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		dial := func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			asked++
			go func() { _, _ = io.Copy(io.Discard, far) }() // takes the call and never answers
			return near, nil
		}
		caller, err := upstream.New(upstream.Options{BaseURL: "http://127.0.0.1/open", Tokens: &tokens{},
			Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = caller.Do(t.Context(), platform.PathWeekGet, []byte(`{}`))
		var unreachable *platform.UnreachableError
		if !errors.As(err, &unreachable) || !unreachable.Sent || asked != 1 {
			t.Errorf("error %v after %d calls", err, asked)
		}
	})
}

// The token travels in the profile's way, and each attempt has a new signature.
func TestEachAttemptIsSignedAnew(t *testing.T) {
	t.Parallel()
	server, asked := serve(t, drop, says(200, ok))
	now := time.Unix(1_700_000_000, 0)
	caller, err := upstream.New(upstream.Options{
		BaseURL: server.URL + "/open", Tokens: &tokens{},
		Presenter: platform.Presenter{Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: 5,
			Secret: "SEKRET"},
		Now: func() time.Time { now = now.Add(time.Second); return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := caller.Do(t.Context(), platform.PathWeekGet, []byte(`{"shopId":1}`)); err != nil {
		t.Fatal(err)
	}
	got := asked()
	if len(got) != 2 || !strings.Contains(got[0], `"timestamp":"1700000002"`) ||
		!strings.Contains(got[1], `"timestamp":"1700000003"`) ||
		!strings.Contains(got[0], `"accessToken":"tok-0"`) || strings.Contains(got[0], "Bearer") {
		t.Errorf("asked %v", got)
	}
}

// Bug: with signed bodies the registration of a webhook URL was sent with a
// signature over the token in place of its own, and was refused.
func TestWebhookRegistrationKeepsItsSignature(t *testing.T) {
	t.Parallel()
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		_, _ = io.WriteString(w, `{"code":0,"message":""}`)
	}))
	t.Cleanup(server.Close)
	c, err := upstream.New(upstream.Options{
		BaseURL: server.URL, Tokens: &tokens{},
		Presenter: platform.Presenter{Profile: platform.Profile{Presentation: platform.BodyFields}, AppID: 5,
			Secret: "SEKRET"},
	})
	if err != nil {
		t.Fatal(err)
	}
	const call = `{"appId":5,"timestamp":"1700000000","sig":"own","eventId":1001,"url":"https://a.example/","isTest":0}`
	if _, err := c.Do(t.Context(), platform.PathCallbackSet, []byte(call)); err != nil || string(body) != call {
		t.Errorf("sent %s, %v", body, err)
	}
}

// Bug: without an application-level grant no webhook URL could be registered, though the interface names no token for
// that call (4.5).
func TestWebhookRegistrationNeedsNoToken(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{`{"code":0,"message":""}`: "", `{"code":10004,"message":"invalid"}`: "10004"} {
		server, asked := serve(t, says(http.StatusOK, answer))
		k := &tokens{err: errors.New("no connection reaches this shop")}
		client := platform.Client{Transport: newCaller(t, server.URL, k)}
		err := client.SetCallback(t.Context(), platform.CallbackSet{EventID: 1001})
		if (err == nil) != (want == "") || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v", answer, err)
		}
		calls := asked()
		if len(calls) != 1 || !strings.HasPrefix(calls[0], "/open"+platform.PathCallbackSet+"  {") {
			t.Errorf("%s: asked %q", answer, calls)
		}
		k.err = &platform.UnreachableError{Path: platform.PathToken, Err: errors.New("away")}
		if err := client.SetCallback(t.Context(), platform.CallbackSet{}); !errors.Is(err, platform.ErrUnreachable) {
			t.Errorf("while tokens can't be asked for: %v", err)
		}
		k.err = errors.New("no connection reaches this shop")
		if _, err := client.Shop(t.Context(), platform.ShopRef{ShopID: 1}); !errors.Is(err, upstream.ErrToken) {
			t.Errorf("another call: %v", err)
		}
		if len(asked()) != 1 {
			t.Errorf("asked %q", asked())
		}
	}
}

// The typed client of package platform works over a Caller.
func TestTypedClientCallsThroughTheCaller(t *testing.T) {
	t.Parallel()
	server, _ := serve(t, says(200, `{"code":0,"message":"","data":{"mon":[{"startTime":0,"endTime":86400}]}}`))
	client := platform.Client{Transport: newCaller(t, server.URL, &tokens{})}
	week, err := client.WeeklyHours(t.Context(), platform.ShopRef{ShopID: 1})
	if err != nil || len(week.Mon) != 1 || week.Mon[0].EndTime != platform.DaySeconds {
		t.Errorf("%+v, %v", week, err)
	}
	if _, err := client.Token(t.Context(), platform.TokenRequest{}); err == nil {
		t.Error("the token endpoint was called outside the keeper")
	}
}

func TestMessageIsScrubbed(t *testing.T) {
	t.Parallel()
	server, _ := serve(t, says(200, `{"code":7,"message":"no: tok-0"}`))
	answer, err := newCaller(t, server.URL, &tokens{}).Do(t.Context(), platform.PathShopGet, []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := answer.Message(); got != "no: [removed]" {
		t.Errorf("message %q", got)
	}
}

func TestBaseURLTakesHTTPSOrLoopback(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://platform.example/":      "https://platform.example",
		"https://platform.example/open":  "https://platform.example/open",
		"https://platform.example/a%2F":  "https://platform.example/a%2F",
		"https://POS.Example:443/A/":     "https://pos.example/A",
		"https://pos.example:80":         "https://pos.example:80",
		"https://[::1]:443":              "https://[::1]",
		"http://127.0.0.1:8081":          "http://127.0.0.1:8081",
		"http://127.0.0.1:80":            "http://127.0.0.1",
		"http://localhost:8081/":         "http://localhost:8081",
		"http://LOCALHOST:8081/":         "",
		"http://[::1]:8081":              "http://[::1]:8081",
		"http://platform.example":        "",
		"http://127.0.0.1.example":       "",
		"ftp://platform.example":         "",
		"https://Café.example:443/a":     "https://xn--caf-dma.example/a",
		"https://caf%C3%A9.example":      "https://xn--caf-dma.example",
		"https://r1---sn.example":        "https://r1---sn.example",
		"https://pos_1.example":          "https://pos_1.example",
		"https://[0:0:0:0:0:0:0:1]:8443": "https://[::1]:8443",
		"https://a.example,b.example":    "",
		"https://*.example":              "",
		"https://\u202e.example":         "",
		"https://:8443":                  "",
		"https://a:b@platform.example":   "",
		"https://platform.example?x=1":   "",
		"https://platform.example?":      "",
		"https://platform.example#x":     "",
		"https://a:b@platform.example:x": "",
		"platform.example":               "",
		"":                               "",
	} {
		got, err := baseurl.Parse(in)
		switch {
		case want == "" && (err == nil || strings.Contains(err.Error(), "a:b@")):
			t.Errorf("%q: %v, %v", in, got, err)
		case want != "" && (err != nil || got.String() != want):
			t.Errorf("%q: %v, %v, want %s", in, got, err, want)
		}
	}
}

// Heard is called for a success and for a change that may have been made, and not for a
// refusal. The bug: a change that was answered with a failure wasn't heard of, so that
// the list of shops showed the hours from before for half an hour.
func TestHeardIsCalledForSuccessAndLostAnswers(t *testing.T) {
	t.Parallel()
	no := says(200, `{"code":7,"message":"no"}`)
	for name, tt := range map[string]struct {
		path, body string
		answer     http.HandlerFunc
		want       string
	}{
		"a read":                    {platform.PathWeekGet, `{"shopId":1}`, says(200, ok), `1 {"shopId":1} ` + ok},
		"a change":                  {platform.PathOrderConfirm, `{"shopId":1}`, says(200, ok), `1 {"shopId":1} ` + ok},
		"a refusal":                 {platform.PathWeekGet, `{"shopId":1}`, no, ""},
		"a read without answer":     {platform.PathWeekGet, `{"shopId":1}`, drop, ""},
		"a change without answer":   {platform.PathOrderConfirm, `{"shopId":1}`, drop, `1 {"shopId":1} `},
		"a change that fails":       {platform.PathOrderConfirm, `{"shopId":1}`, says(502, "<html>"), `1 {"shopId":1} `},
		"a change that is refused":  {platform.PathOrderConfirm, `{"shopId":1}`, no, ""},
		"what is about no one shop": {platform.PathWeekGet, `{}`, says(200, ok), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, _ := serve(t, tt.answer)
			var heard string
			asked := time.UnixMilli(1_700_000_000_000)
			caller, err := upstream.New(upstream.Options{BaseURL: server.URL, Tokens: &tokens{}, Now: func() time.Time {
				return asked
			},
				OnAnswer: func(path string, shop int64, request, answer []byte, at time.Time) {
					if path != tt.path || !at.Equal(asked) {
						t.Errorf("heard %s at %v", path, at)
					}
					heard += fmt.Sprintf("%d %s %s", shop, request, answer)
				}})
			if err != nil {
				t.Fatal(err)
			}
			_, _ = caller.Do(t.Context(), tt.path, []byte(tt.body))
			if heard != tt.want {
				t.Errorf("heard %q, want %q", heard, tt.want)
			}
		})
	}
}
