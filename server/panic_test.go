package server_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/store"
)

// touchy is a host's log that panics at a line.
type touchy struct {
	slog.Handler
	at string
}

func (h touchy) Handle(ctx context.Context, r slog.Record) error {
	if h.at != "" && strings.HasPrefix(r.Message, h.at) {
		panic("a wrong index")
	}
	return h.Handler.Handle(ctx, r)
}

// faulty is a transport that panics.
type faulty struct{}

func (faulty) RoundTrip(*http.Request) (*http.Response, error) { panic("a wrong index") }

// Work that a request does side by side, or shares with others, may panic: that is the request's own failure, with its
// place in the log. The bug: the panic ended the process.
func TestPanicInSharedWorkFailsTheRequestAlone(t *testing.T) {
	t.Parallel()
	const unknown = "sights: "
	record := func(b *bench) (int, string) {
		return b.do(b.as(api.RoleOwner), http.MethodGet, fmt.Sprintf("%s?shop=%d", api.PathRecord, shopID), nil, nil)
	}
	for name, tt := range map[string]struct {
		at    string // the line of the log
		plays sandbox.Variant
		set   func(o *server.Options)
		do    func(b *bench) (int, string)
		place string
	}{
		"the parts of a shop's record": {unknown, sandbox.UnknownMembers, nil, record, "proxy/read.go"},
		"the shops of a consent": {unknown, sandbox.UnknownMembers, nil, func(b *bench) (int, string) {
			code, err := b.box.Consent(shopID)
			if err != nil {
				b.t.Fatal(err)
			}
			return b.post(b.as(api.RoleOwner), api.PathConnectCode, api.ConnectCode{Code: code})
		}, "connect/shops.go"},
		"shops that are added": {unknown, sandbox.UnknownMembers,
			func(o *server.Options) { o.Shops = []store.Shop{o.Shops[0]} },
			func(b *bench) (int, string) {
				return b.post(b.as(api.RoleOwner), api.PathShops, api.AddShops{ShopIDs: []int64{100002}, Zone: "Asia/Tokyo"})
			}, "server/shops.go"},
		"a provider": {"", "", func(o *server.Options) {
			o.Demo = false
			o.OIDC = &identity.OIDC{Issuer: "https://id.example.com", ClientID: "a", ClientSecret: "b", Transport: faulty{}}
		}, func(b *bench) (int, string) {
			return b.post(b.browser(), api.PathOIDCStart, api.OIDCStart{Purpose: api.OIDCSignIn})
		}, "auth/oidc.go"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t, func(o *server.Options) {
				o.Logger = slog.New(touchy{o.Logger.Handler(), tt.at})
				if tt.set != nil {
					tt.set(o)
				}
			}, func(box http.Handler) http.Handler {
				if tt.plays != "" {
					box.(*sandbox.Sandbox).Plays = []sandbox.Variant{tt.plays}
				}
				return box
			})
			if status, body := tt.do(b); status != http.StatusInternalServerError || code(t, body) != api.CodeInternal {
				t.Errorf("%d %s", status, body)
			}
			if log := b.log.String(); !strings.Contains(log, "msg=panic") || !strings.Contains(log, "a wrong index") ||
				!strings.Contains(log, tt.place) {
				t.Errorf("the log: %s", log)
			}
		})
	}
}

// A handler that panics in the middle of its answer doesn't finish the answer. The bug: the browser took what had been
// written for the whole.
func TestPanicCutsAnAnswerThatHasBegun(t *testing.T) {
	t.Parallel()
	log := new(syncBuffer)
	web := httptest.NewServer(server.Observe(slog.New(slog.NewTextHandler(log, nil)), time.Now, nil,
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "[1,2")
			panic("a wrong index")
		})))
	defer web.Close()
	res, err := http.Get(web.URL)
	if err == nil {
		var body []byte
		if body, err = io.ReadAll(res.Body); err == nil {
			t.Errorf("answered with %d %s", res.StatusCode, body)
		}
		_ = res.Body.Close()
	}
	if !strings.Contains(log.String(), "msg=panic") {
		t.Errorf("the log: %s", log)
	}
}
