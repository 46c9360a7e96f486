package auth

import (
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/identity"
)

func TestNewRefusesBadConfig(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	host := func(*http.Request) (*identity.Person, error) { return nil, nil }
	for _, test := range []struct {
		name string
		cfg  Config
		want string // in the error; "" for none
	}{
		{"only a store", Config{Store: f.store}, ""},
		{"no store", Config{}, "no store"},
		{"a cookie name with a space", Config{Store: f.store, CookieName: "my desk"}, "cookie name"},
		{"a prefix of its own", Config{Store: f.store, CookieName: "__Host-x"}, "cookie name"},
		{"demo and host", Config{Store: f.store, Demo: true, Host: host}, "Options.Demo and Options.Identity"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, err := New(test.cfg)
			if test.want == "" {
				if err != nil || s.sessionCookie != "__Host-shopdesk" {
					t.Errorf("%+v %v", s, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
