package server_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// A page that still shows the person before, after another one has signed in in another tab, gets no answer for the
// new person, and changes nothing in their name. The bug: it went on under the first person's name with the second
// person's rights, until its line to the server's events told it.
func TestPageOfAnotherPersonIsSignedOut(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	c := b.as(api.RoleOwner)
	operator := func() int64 {
		_, body := b.do(c, http.MethodGet, api.PathSession, nil, nil)
		var session api.Session
		if err := json.Unmarshal([]byte(body), &session); err != nil || session.Operator == nil {
			t.Fatalf("%s: %v", body, err)
		}
		return session.Operator.ID
	}
	first := http.Header{api.HeaderOperator: {strconv.FormatInt(operator(), 10)}}
	read := func(page http.Header) (int, string) { return b.do(c, http.MethodGet, api.PathShops, nil, page) }
	if status, body := read(first); status != http.StatusOK {
		t.Errorf("before: %d %s", status, body)
	}
	if status, body := b.post(c, api.PathDemo, api.DemoSignIn{Role: api.RoleManager}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := read(first); status != http.StatusUnauthorized || code(t, body) != api.CodeSignedOut {
		t.Errorf("the page of the first person: %d %s", status, body)
	}
	for name, page := range map[string]http.Header{
		"the second person's page": {api.HeaderOperator: {strconv.FormatInt(operator(), 10)}},
		"a page that names nobody": nil,
	} {
		if status, body := read(page); status != http.StatusOK {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}
