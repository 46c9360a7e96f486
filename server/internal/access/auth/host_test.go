package auth

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/identity"
)

func newHosted(t *testing.T, host func(*http.Request) (*identity.Person, error)) *fixture {
	t.Helper()
	return newFixture(t, func(c *Config) { c.Host = host })
}

func TestHostIdentityGetsTheHostsRole(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		id    *identity.Person
		err   error
		shop  string
		want  int
		login string
	}{
		{"no identity", nil, nil, "100001", 401, ""},
		{"manager of all", &identity.Person{ID: "u1", Login: "Mei", Role: api.RoleManager, AllShops: true}, nil,
			"100002", 200, "Mei"},
		{"manager of one", &identity.Person{ID: "u1", Login: "Mei", Role: api.RoleManager, Shops: []int64{shopB, shopA}}, nil,
			"100001", 200, "Mei"},
		{"not of the other", &identity.Person{ID: "u1", Login: "Mei", Role: api.RoleManager, Shops: []int64{shopA}}, nil,
			"100002", 404, "Mei"},
		{"staff", &identity.Person{ID: "u1", Login: "Mei", Role: api.RoleStaff, AllShops: true}, nil, "100001", 403, "Mei"},
		{"shop 0 isn't all shops", &identity.Person{ID: "u1", Login: "Mei", Role: api.RoleOwner, Shops: []int64{0}}, nil,
			"100001", 404, "Mei"},
		{"no shops", &identity.Person{ID: "u1", Login: "Mei", Role: api.RoleOwner}, nil, "100001", 404, "Mei"},
		{"the host fails", nil, errors.New("directory down"), "100001", 503, ""},
		{"no id", &identity.Person{Role: api.RoleOwner, AllShops: true}, nil, "100001", 500, ""},
		{"no role", &identity.Person{ID: "u1", AllShops: true}, nil, "100001", 500, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := newHosted(t, func(*http.Request) (*identity.Person, error) { return test.id, test.err })
			b := f.device(t)
			if got := b.call(t, "/probe/"+test.shop+"/"+string(platform.PermissionHoursEdit), nil); got.Status != test.want {
				t.Errorf("got %d %s", got.Status, got.Body)
			} else if says := strings.Contains(string(got.Body), "site around this console"); says != (test.err != nil) {
				t.Errorf("says %s", got.Body)
			}
			if test.want < 500 {
				if who := b.who(t); who != test.login {
					t.Errorf("is %q", who)
				}
			}
		})
	}
}

func TestOwnSignInIsOffWithAHost(t *testing.T) {
	t.Parallel()
	f := newHosted(t, func(*http.Request) (*identity.Person, error) {
		return &identity.Person{ID: "u1", Name: "Mei", Role: api.RoleOwner, AllShops: true}, nil
	})
	b := f.device(t)
	for path, body := range map[string]any{
		api.PathSignIn:  api.SignIn{Login: "owner", Password: password},
		api.PathSignOut: "{}",
		api.PathDemo:    api.DemoSignIn{Role: api.RoleOwner},
		api.PathSetup:   api.UseLink{},
	} {
		wantError(t, b.call(t, path, body), 404, api.CodeNotFound)
	}
	var session api.Session
	if err := json.Unmarshal(b.call(t, api.PathSession, nil).Body, &session); err != nil || !session.HostSign ||
		session.Operator == nil {
		t.Errorf("%+v %v", session, err)
	}
}

// The log names the one fault of a host's person. The bug: "has no id or an unknown role", of either.
func TestFaultOfAHostsPersonIsNamed(t *testing.T) {
	t.Parallel()
	for want, person := range map[string]*identity.Person{
		"Options.Identity gave a person without an ID":                                    {Role: api.RoleOwner},
		`Options.Identity gave the role "Owner": want one of ["owner" "manager" "staff"]`: {ID: "u1", Role: "Owner"},
	} {
		f := newHosted(t, func(*http.Request) (*identity.Person, error) { return person, nil })
		_, err := f.hostPrincipal(httptest.NewRequest(http.MethodGet, "/", nil))
		if err == nil || err.Error() != "auth: "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Our own session cookies are ignored where the host signs people in.
func TestHostIgnoresOurSessions(t *testing.T) {
	t.Parallel()
	own := newFixture(t, nil)
	token := own.device(t).mustSignIn(t, "owner")
	f := newHosted(t, func(*http.Request) (*identity.Person, error) { return nil, nil })
	f.Store = own.store
	if who := f.whoHas(t, token); who != "" {
		t.Errorf("is %s", who)
	}
}

// A host's person has the same operator at every request and on every replica,
// because the audit names the operator.
func TestHostPersonKeepsOneOperator(t *testing.T) {
	t.Parallel()
	f := newHosted(t, func(*http.Request) (*identity.Person, error) { return nil, nil })
	replica, err := newService(Config{Store: f.store, Host: f.Host}, cheap)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int64]string{}
	for _, id := range []string{"u1", "U1", "u 1", "u1\x00", "owner", "sha256:x"} {
		first, err := f.hostOperator(t.Context(), &identity.Person{ID: id, Name: "A\x00b"})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Service{f.Service, replica} {
			if again, err := s.hostOperator(t.Context(), &identity.Person{ID: id}); err != nil || again != first {
				t.Errorf("%q: operator %d, then %d, %v", id, first, again, err)
			}
		}
		if other, taken := seen[first]; taken {
			t.Errorf("%q and %q are one operator", id, other)
		}
		seen[first] = id
	}
	own, err := f.store.OperatorByLogin(t.Context(), "owner")
	if err != nil {
		t.Fatal(err)
	}
	if id, taken := seen[own.ID]; taken {
		t.Errorf("the host's %q is our own owner", id)
	}
}

// A host may keep the identity in the context of its requests, and later checks
// have another context. The stream then ends with an error that makes the browser
// come back through the host; the stream neither goes on unchecked nor signs the
// person out.
func TestStreamComesBackThroughTheHost(t *testing.T) {
	t.Parallel()
	type key struct{}
	f := newHosted(t, func(r *http.Request) (*identity.Person, error) {
		id, _ := r.Context().Value(key{}).(*identity.Person)
		return id, nil
	})
	id := &identity.Person{ID: "u1", Login: "Mei", Role: api.RoleManager, AllShops: true}
	ctx := context.WithValue(t.Context(), key{}, id)
	again := f.Reauthenticator(httptest.NewRequestWithContext(ctx, http.MethodGet, api.PathLive, http.NoBody))
	if _, p, err := again(ctx); err != nil || p == nil || p.Login != "Mei" {
		t.Fatal(p, err)
	}
	var answer *api.Error
	later, p, err := again(t.Context())
	if !errors.As(err, &answer) || answer.Code != api.CodeUnavailable || p != nil || PrincipalFrom(later) != nil {
		t.Errorf("%+v %v", p, err)
	}
}
