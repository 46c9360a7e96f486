package server_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/auth"
)

// The demonstration's manager and staff have this shop, and not that one; a
// third is nobody's.
const (
	ownShop     = 100001
	foreignShop = 100020
	noShop      = 999999
)

var roles = []api.Role{api.RoleOwner, api.RoleManager, api.RoleStaff}

// Every endpoint of the catalogue, by every role, for an own, a foreign and an
// unknown shop. Whoever has no role in a shop can't tell that there is one.
func TestMatrixOfThePlatform(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	people := map[api.Role]*http.Client{"": b.browser()}
	for _, role := range roles {
		people[role] = b.as(role)
	}
	for _, e := range platform.Endpoints() {
		for role, client := range people {
			for _, shop := range []int64{ownShop, foreignShop, noShop} {
				status, body := b.post(client, api.PlatformPrefix+e.Path, fmt.Sprintf(`{"shopId":%d}`, shop))
				name := fmt.Sprintf("%s by %q for %d: %d %s", e.Name, role, shop, status, body)
				sees := shop == ownShop || shop == foreignShop && role == api.RoleOwner
				switch {
				case !e.Proxied():
					if status != http.StatusNotFound {
						t.Error(name, "want no such call")
					}
				case role == "":
					if status != http.StatusUnauthorized {
						t.Error(name, "want signed out")
					}
				case malformed(t, status, body):
					t.Error(name, "want a judgement")
				case !sees:
					if status != http.StatusNotFound || code(t, body) != api.CodeNotFound {
						t.Error(name, "want not found")
					}
				case !auth.Allows(role, e.Permission):
					if status != http.StatusForbidden || code(t, body) != api.CodeForbidden {
						t.Error(name, "want forbidden")
					}
				case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusNotFound && code(t, body) == api.CodeNotFound:
					t.Error(name, "want it allowed")
				}
			}
		}
	}
}

func malformed(t *testing.T, status int, body string) bool {
	return status == http.StatusBadRequest && (code(t, body) == api.CodeUnknownField || code(t, body) == api.CodeMalformed)
}

// Every route of our own API has a rule, and the rule holds for everybody. One
// that is added without a rule fails here, and is refused to all.
func TestMatrixOfOurOwn(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	for _, r := range b.console.Rules() {
		if !slices.Contains([]string{"anyone", "signed in", "all shops", "a shop"}, r.Kind) {
			t.Errorf("%s %s has no rule", r.Method, r.Path)
		}
		known := r.Permission == ""
		for _, act := range auth.Acts() {
			known = known || string(act.Permission) == r.Permission && act.Whole == (r.Kind == "all shops")
		}
		if !known || (r.Permission == "") != (r.Kind == "anyone" || r.Kind == "signed in") {
			t.Errorf("%s %s: permission %q doesn't go with %q", r.Method, r.Path, r.Permission, r.Kind)
		}
		for _, role := range append([]api.Role{""}, roles...) {
			client := b.browser()
			if role != "" {
				client = b.as(role)
			}
			// An empty body is refused by each handler, after the rule.
			status, body := b.do(client, r.Method, r.Path, nil, http.Header{api.HeaderConsole: {"1"}})
			name := fmt.Sprintf("%s %s by %q: %d %s", r.Method, r.Path, role, status, body)
			switch {
			case r.Kind == "anyone":
				if status == http.StatusForbidden || status == http.StatusUnauthorized {
					t.Error(name, "want it allowed")
				}
			case role == "":
				if status != http.StatusUnauthorized {
					t.Error(name, "want signed out")
				}
			case r.Permission != "" && !auth.Allows(role, platform.Permission(r.Permission)):
				if status != http.StatusForbidden || code(t, body) != api.CodeForbidden {
					t.Error(name, "want forbidden")
				}
			case status == http.StatusUnauthorized || status == http.StatusForbidden && code(t, body) == api.CodeForbidden:
				t.Error(name, "want it allowed")
			}
		}
	}
}

// Our own routes that name a shop treat a foreign one as an unknown one.
func TestForeignShopsOnOurOwnRoutes(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	manager := b.as(api.RoleManager)
	for _, tt := range []struct{ path, body string }{
		{api.PathPauses, `{"shopId":"%d","version":0,"end":"notice"}`},
		{api.PathMark, `{"shopId":"%d","favourite":true}`},
		{api.PathResume, `{"shopId":"%d","version":0}`},
	} {
		foreign, one := b.post(manager, tt.path, fmt.Sprintf(tt.body, foreignShop))
		unknown, other := b.post(manager, tt.path, fmt.Sprintf(tt.body, noShop))
		if foreign != http.StatusNotFound || unknown != http.StatusNotFound || code(t, one) != code(t, other) {
			t.Errorf("%s: foreign %d %s, unknown %d %s", tt.path, foreign, one, unknown, other)
		}
	}
}
