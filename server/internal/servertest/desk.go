package servertest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Desk asks a console as the demonstration's people, each of whom signs in once.
type Desk struct {
	URL string // the console's, with its mount point

	cookies map[api.Role]*http.Cookie
}

// Answer is what a console has answered.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Cookie is the session of one of the demonstration's people, nil for "".
func (d *Desk) Cookie(tb testing.TB, role api.Role) *http.Cookie {
	tb.Helper()
	if role == "" || d.cookies[role] != nil {
		return d.cookies[role]
	}
	body := Must(json.Marshal(api.DemoSignIn{Role: role}))(tb)
	response, err := http.Post(d.URL+api.PathDemo, "application/json", bytes.NewReader(body))
	if err != nil {
		tb.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || len(response.Cookies()) == 0 {
		tb.Fatalf("sign in as %s: status %d", role, response.StatusCode)
	}
	if d.cookies == nil {
		d.cookies = map[api.Role]*http.Cookie{}
	}
	d.cookies[role] = response.Cookies()[0]
	return d.cookies[role]
}

// Forget has everybody sign in anew.
func (d *Desk) Forget() { d.cookies = nil }

// Tries is how often a test calls a console that is late.
const Tries = 4

// Late reports whether a console has answered that its store takes longer than a call may, as it does on a machine that
// stood still.
func Late(status int, body []byte) bool {
	return status == http.StatusServiceUnavailable &&
		bytes.Contains(body, []byte("Our own storage doesn't answer. Try again in a moment."))
}

// Send calls the console with a request in JSON; bytes are sent as they are. It calls again if the console is late.
func (d *Desk) Send(tb testing.TB, role api.Role, method, path string, request any, header http.Header) (said Answer) {
	tb.Helper()
	for range Tries {
		if said = d.send(tb, role, method, path, request, header); !Late(said.Status, said.Body) {
			break
		}
	}
	return said
}

func (d *Desk) send(tb testing.TB, role api.Role, method, path string, request any, header http.Header) Answer {
	tb.Helper()
	body, written := request.([]byte)
	if !written {
		body = Must(json.Marshal(request))(tb)
	}
	r := Must(http.NewRequestWithContext(context.WithoutCancel(tb.Context()), method, d.URL+path,
		bytes.NewReader(body)))(tb)
	for name, values := range header {
		r.Header[name] = values
	}
	if c := d.Cookie(tb, role); c != nil {
		r.AddCookie(c)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	defer response.Body.Close()
	return Answer{response.StatusCode, response.Header, Must(io.ReadAll(response.Body))(tb)}
}

// Ask calls the console and decodes what it answers with status 200; any other
// answer is its error body.
func (d *Desk) Ask(tb testing.TB, role api.Role, method, path string, request, answer any,
	header http.Header) *api.Error {
	tb.Helper()
	said := d.Send(tb, role, method, path, request, header)
	if said.Status == http.StatusOK {
		if err := json.Unmarshal(said.Body, answer); err != nil {
			tb.Fatalf("%s: %s", path, said.Body)
		}
		return nil
	}
	failure := &api.Error{Status: said.Status}
	if err := json.Unmarshal(said.Body, failure); err != nil {
		tb.Fatalf("%s: not our error body: %s", path, said.Body)
	}
	return failure
}
