package auth

import (
	"bytes"
	"crypto/rand"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func keys(b byte) [][]byte { return [][]byte{bytes.Repeat([]byte{b}, 32)} }

func flights(t testing.TB, signing, sealing [][]byte) *Redirects {
	t.Helper()
	f, err := NewRedirects("desk", signing, sealing, false)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// begun gives the cookie of a redirect under way.
func begun(t testing.TB, f *Redirects, state string) *http.Cookie {
	t.Helper()
	w := httptest.NewRecorder()
	if err := f.Start(w, httptest.NewRequest(http.MethodPost, "/", nil), state,
		map[string]string{"purpose": "signin"}); err != nil {
		t.Fatal(err)
	}
	return w.Result().Cookies()[0]
}

func end(f *Redirects, state string, cookies ...*http.Cookie) (map[string]string, error) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for _, c := range cookies {
		r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
	}
	return f.Finish(httptest.NewRecorder(), r, state)
}

func TestRedirectOpensOnlyWithItsStateAndKeys(t *testing.T) {
	t.Parallel()
	f := flights(t, keys(1), keys(2))
	state, other := strings.Repeat("a", 43), strings.Repeat("a", 42)+"b"
	cookie := begun(t, f, state)
	if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode ||
		cookie.MaxAge != int(RedirectLife.Seconds()) || cookie.Path != "/" ||
		!strings.HasPrefix(cookie.Name, "__Host-desk-flight-") {
		t.Errorf("cookie %+v", cookie)
	}
	if strings.Contains(cookie.Value, "signin") || len(cookie.Value) > 1024 {
		t.Errorf("value %q", cookie.Value)
	}
	got, err := end(f, state, cookie)
	if err != nil || got["purpose"] != "signin" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := end(f, other, cookie); !errors.Is(err, ErrNoRedirect) {
		t.Errorf("another state: %v", err)
	}
	if _, err := end(f, state); !errors.Is(err, ErrNoRedirect) {
		t.Errorf("no cookie: %v", err)
	}
	rotated := flights(t, append(keys(3), keys(1)...), append(keys(4), keys(2)...))
	if _, err := end(rotated, state, cookie); err != nil {
		t.Errorf("after a rotation: %v", err)
	}
	if _, err := end(flights(t, keys(5), keys(6)), state, cookie); !errors.Is(err, ErrNoRedirect) {
		t.Errorf("other keys: %v", err)
	}
	if _, err := NewRedirects("desk", keys(1), nil, false); err == nil {
		t.Error("made without keys")
	}
}

// Cookies of redirects that did not come back don't fill the browser.
func TestOldRedirectsMakeRoom(t *testing.T) {
	t.Parallel()
	f := flights(t, keys(1), keys(2))
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	for i := range mostRedirects + 2 {
		r.AddCookie(&http.Cookie{Name: f.name(strings.Repeat(string(rune('a'+i)), 43)), Value: "x"})
	}
	w := httptest.NewRecorder()
	if err := f.Start(w, r, strings.Repeat("z", 43), nil); err != nil {
		t.Fatal(err)
	}
	dropped := 0
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			dropped++
		}
	}
	if dropped != 3 {
		t.Errorf("%d dropped, want 3", dropped)
	}
}

// A cookie that this process didn't seal doesn't open. Fuzzing runs in several
// processes with the first one's seeds; each process has keys of its own, so
// another process's cookie doesn't open.
func FuzzRedirect(f *testing.F) {
	own := func() [][]byte {
		key := make([]byte, 32)
		_, _ = rand.Read(key) // never fails
		return [][]byte{key}
	}
	all := flights(f, own(), own())
	state := strings.Repeat("a", 43)
	good := begun(f, all, state)
	f.Add(good.Value, state)
	f.Add(good.Value+"x", state)
	f.Add("", "")
	f.Fuzz(func(t *testing.T, value, asked string) {
		if len(asked) < 32 {
			if _, err := all.Finish(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil),
				asked); !errors.Is(err,
				ErrNoRedirect) {
				t.Fatal(err)
			}
			return
		}
		if _, err := end(all, asked, &http.Cookie{Name: good.Name, Value: value}); err == nil &&
			(value != good.Value || asked != state) {
			t.Fatalf("%q opened for %q", value, asked)
		}
	})
}
