package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
)

// The bug: the diagnosis named rules that couldn't be set. Messages are accepted only by the rule that is set.
func TestOnlyTheSetRuleOfSignaturesIsAccepted(t *testing.T) {
	t.Parallel()
	for _, set := range append(platform.HookRules(), "") {
		t.Run(string(set), func(t *testing.T) {
			t.Parallel()
			k := newKitchen(t, func(o *server.Options) {
				o.Demo, o.Hooks.Rule = false, set // a demonstration is never behind a proxy
				o.Identity = func(*http.Request) (*identity.Person, error) {
					return &identity.Person{ID: "1", Name: "Olivia", Role: api.RoleOwner, AllShops: true}, nil
				}
			})
			public, err := url.Parse(k.console.HookURL())
			if err != nil {
				t.Fatal(err)
			}
			received := *public
			received.Scheme = "https" // as the proxy in front reports
			for i, rule := range platform.HookRules() {
				m := platform.Webhook{EventID: 4711, AppID: sandbox.DemoAppID, MessageID: fmt.Sprint(i), ShopID: shopID,
					Message: `{"news": 1}`, Timestamp: time.Now().Unix()}
				signed := m
				if i%2 == 1 {
					signed.Message = `{"news":1}`
				}
				front := []string{public.String(), received.String(), ""}[i/2]
				m.Sig = platform.SuffixSignature(front, signed.SignedFields(), sandbox.DemoClientSecret)
				body, err := json.Marshal(m)
				if err != nil {
					t.Fatal(err)
				}
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, public.String(), bytes.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("X-Forwarded-Proto", "https")
				res, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				_ = res.Body.Close()
				want := http.StatusUnauthorized
				if rule == set || set == "" && rule == platform.HookPublicRaw {
					want = http.StatusOK
				}
				if res.StatusCode != want {
					t.Errorf("%s: %d, want %d", rule, res.StatusCode, want)
				}
			}
			if hooks := read[api.Hooks](k.bench, k.browser(), api.PathHooks); len(hooks.Refusals) != 5 || hooks.Rule == "" {
				t.Errorf("by %q: %+v", hooks.Rule, hooks.Refusals)
			}
		})
	}
}
