package server_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/oidctest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
)

// bodies are bodies with which a stranger may try to use up memory.
func bodies() map[string][]byte {
	const size = 250_000 // below every limit
	wide := func(member string) []byte {
		var b bytes.Buffer
		b.WriteString(`{"a":0`)
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, member, i)
		}
		b.WriteByte('}')
		return b.Bytes()
	}
	return map[string][]byte{
		"message": []byte(`{"messageId":"m","eventId":1001,"timestamp":1,"appId":1,"shopId":1,"sig":"x","message":"` +
			strings.Repeat(`[`, size) + `"}`),
		"lists":   bytes.Repeat([]byte("["), size),
		"objects": bytes.Repeat([]byte(`{"a":`), size/5),
		"mixed":   bytes.Repeat([]byte(`[{"a":`), size/6),
		"closed":  []byte(strings.Repeat("[", size/2) + strings.Repeat("]", size/2)),
		"known":   []byte(`{"login":` + strings.Repeat(`[`, size)),
		"names":   wide(`,"m%d":0`),
		"small":   wide(`,"m%d":{"a":[{}]}`),
		"text":    []byte(`{"login":"` + strings.Repeat(`\u0041`, size/6) + `"}`),
	}
}

// strangersRoutes lists the routes that need no sign-in, from the server's own tables.
func strangersRoutes(s *server.Server) (routes []server.Rule) {
	for _, r := range s.Rules() {
		if r.Access == server.Public {
			routes = append(routes, r)
		}
	}
	for _, r := range s.Outside() {
		r.Path = strings.NewReplacer("{name}", "x", "{id}", "x").Replace(r.Path)
		if r.Method == "" {
			r.Method = http.MethodPost
		}
		routes = append(routes, r)
		if strings.HasPrefix(r.Path, api.PathHook) { // also for a client that has seen the address
			r.Path = strings.TrimPrefix(s.HookURL(), s.Public())
			routes = append(routes, r)
		}
	}
	// The rules of these routes come after the session check.
	return append(routes, server.Rule{Method: http.MethodPost, Path: api.PlatformPrefix + platform.PathShopRest},
		server.Rule{Method: http.MethodPost, Path: api.PathOrderAct},
		server.Rule{Method: http.MethodPost, Path: api.PathPhotos})
}

// forwarding has a console believe the X-Forwarded-For of this machine, so that a test has many networks.
func forwarding(o *server.Options) {
	o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
}

// postFrom posts as a client of that address.
func (b *bench) postFrom(c *http.Client, address, path, body string) (int, string) {
	b.t.Helper()
	return b.once(c, http.MethodPost, path, []byte(body),
		http.Header{api.HeaderConsole: {"1"}, "X-Forwarded-For": {address}})
}

// Strangers who begin sign-ins at the provider or try one-time links, from all networks of one /48, keep nobody else
// from doing so. The bug: each of them took from an allowance of the whole server, which ten a second used up.
func TestStrangersCannotShutProviderAndLinks(t *testing.T) {
	t.Parallel()
	p := oidctest.New(t)
	b := open(t, func(o *server.Options) {
		forwarding(o)
		o.Demo = false
		o.OIDC = &identity.OIDC{Issuer: p.URL, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret}
	})
	b.owner()
	tries := []struct {
		path, body string
		want       int
	}{
		{api.PathOIDCStart, `{"purpose":"` + api.OIDCSignIn + `"}`, http.StatusOK},
		{api.PathInviteLook, `{"token":"x"}`, http.StatusGone},
		{api.PathInvite, `{"token":"x","name":"Eve","login":"eve","password":"` + secret + `"}`, http.StatusGone},
		{api.PathSetup, `{"token":"x","name":"Eve","login":"eve","password":"` + secret + `"}`, http.StatusGone},
	}
	for i := range 100 {
		for _, try := range tries {
			b.postFrom(http.DefaultClient, fmt.Sprintf("2001:db8:0:%x::1", i), try.path, try.body)
		}
	}
	for _, try := range tries {
		if status, body := b.postFrom(http.DefaultClient, "192.0.2.1", try.path, try.body); status != try.want {
			t.Errorf("%s: %d %s", try.path, status, body)
		}
	}
}

// stall begins a sign-in as a client of that address, and sends no byte of its body.
func (b *bench) stall(address string, length int) net.Conn {
	b.t.Helper()
	host := strings.TrimPrefix(b.web.URL, "http://")
	c, err := new(net.Dialer).DialContext(b.t.Context(), "tcp", host)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = c.Close() })
	const head = "POST %s%s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\n%s: 1\r\nContent-Length: %d\r\n\r\n"
	_, err = fmt.Fprintf(c, head, mount, api.PathSignIn, host, address, api.HeaderConsole, length)
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

// refused reports whether a client of that address is told to wait.
func (b *bench) refused(address string) bool {
	status, _ := b.postFrom(http.DefaultClient, address, api.PathSignIn, "{")
	return status == http.StatusTooManyRequests
}

// fill stalls sign-ins until further ones of the network are refused. address gives the network's addresses.
func (b *bench) fill(address func(i int) string) (stalled []net.Conn) {
	b.t.Helper()
	for i := range 200 {
		if b.refused(address(i)) {
			return stalled
		}
		stalled = append(stalled, b.stall(address(i), 10))
	}
	b.t.Fatal("200 requests of one network stalled together")
	return nil
}

// Stalled bodies occupy the places of their own network only for a limited time, and further requests of all networks
// of its /48 are refused before their body is read.
func TestStalledStrangersAreBounded(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { forwarding(o); o.Demo = false })
	address := func(i int) string { return fmt.Sprintf("2001:db8:0:%x::1", i) }
	stalled := b.fill(address)
	b.eventually("strangers are told to wait", func() bool { return b.refused(address(0)) })
	res, err := http.ReadResponse(bufio.NewReader(b.stall(address(0), 1<<20)), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusTooManyRequests {
		t.Error(res.Status)
	}
	for _, c := range stalled {
		_ = c.Close()
	}
	b.eventually("the places are free again", func() bool { return !b.refused(address(0)) })
}

// Strangers who stall their requests keep out other networks as little as sessions and known devices of their own
// network. The bug: four addresses held the places of all strangers, and nobody could sign in or out.
func TestStalledStrangersKeepNobodyElseOut(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { forwarding(o); o.Demo = false })
	session, known := b.owner(), b.browser()
	in := `{"login":"ada","password":"` + secret + `"}`
	if status, body := b.post(known, api.PathSignIn, in); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := b.post(known, api.PathSignOut, "{}"); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	address := func(network int) func(int) string {
		return func(int) string { return fmt.Sprintf("198.51.100.%d", network) }
	}
	for network := range 4 {
		b.fill(address(network))
	}
	web, err := url.Parse(b.web.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range session.Jar.Cookies(web) {
		if strings.HasSuffix(cookie.Name, "-device") {
			session.Jar.SetCookies(web, []*http.Cookie{{Name: cookie.Name, Path: "/", MaxAge: -1}})
		}
	}
	for _, tt := range []struct {
		who           string
		client        *http.Client
		address       string
		path, request string
	}{
		{"another network", b.browser(), "192.0.2.1", api.PathSignIn, in},
		{"a known device", known, address(0)(0), api.PathSignIn, in},
		{"a session", session, address(0)(0), api.PathSignOut, "{}"},
	} {
		if status, body := b.postFrom(tt.client, tt.address, tt.path, tt.request); status != http.StatusOK {
			t.Errorf("%s: %d %s", tt.who, status, body)
		}
	}
}
