package auth

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/store"
)

func keys(b byte) [][]byte { return [][]byte{bytes.Repeat([]byte{b}, 32)} }

func flights(t testing.TB, proofs store.Proofs, signing, sealing [][]byte) *Redirects {
	t.Helper()
	f, err := NewRedirects("desk", signing, sealing, false, proofs, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// begun gives the state and the cookie of a redirect under way.
func begun(t testing.TB, f *Redirects) (string, *http.Cookie) {
	t.Helper()
	w := httptest.NewRecorder()
	state, err := f.Start(w, httptest.NewRequest(http.MethodPost, "/", nil), "a.", "signin", 7,
		map[string]string{"nonce": "once"})
	if err != nil {
		t.Fatal(err)
	}
	return state, w.Result().Cookies()[0]
}

func end(f *Redirects, state string, cookies ...*http.Cookie) (map[string]string, error) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for _, c := range cookies {
		r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
	}
	values, operatorID, err := f.Finish(httptest.NewRecorder(), r, state, "a.")
	if err == nil && operatorID != 7 {
		err = fmt.Errorf("of operator %d", operatorID)
	}
	return values, err
}

func TestRedirectOpensOnlyWithItsStateAndKeys(t *testing.T) {
	t.Parallel()
	rows := sqlitetest.Open(t)
	f := flights(t, rows, keys(1), keys(2))
	state, cookie := begun(t, f)
	if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteLaxMode ||
		cookie.MaxAge != int(RedirectLife.Seconds()) || cookie.Path != "/" ||
		!strings.HasPrefix(cookie.Name, "__Host-desk-flight-") {
		t.Errorf("cookie %+v", cookie)
	}
	if strings.Contains(cookie.Value, "signin") || len(cookie.Value) > 1024 {
		t.Errorf("value %q", cookie.Value)
	}
	for name, failed := range map[string]func() error{
		"another state": func() error { _, err := end(f, state[:42]+"!", cookie); return err },
		"no cookie":     func() error { _, err := end(f, state); return err },
		"other keys": func() error {
			_, err := end(flights(t, rows, keys(5), keys(6)), state, cookie)
			return err
		},
	} {
		if err := failed(); !errors.Is(err, ErrNoRedirect) {
			t.Errorf("%s: %v", name, err)
		}
	}
	got, err := end(f, state, cookie)
	if err != nil || got["purpose"] != "signin" || got["nonce"] != "once" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := end(f, state, cookie); !errors.Is(err, ErrRedirectUsed) || got["purpose"] != "signin" {
		t.Errorf("once more: %v, %v", got, err)
	}
	state, cookie = begun(t, f)
	if _, err := end(flights(t, rows, append(keys(3), keys(1)...), append(keys(4), keys(2)...)), state,
		cookie); err != nil {
		t.Errorf("after a rotation: %v", err)
	}
	if _, err := NewRedirects("desk", keys(1), nil, false, rows, time.Now); err == nil {
		t.Error("made without keys")
	}
}

// Cookies of redirects that did not come back don't fill the browser.
func TestOldRedirectsMakeRoom(t *testing.T) {
	t.Parallel()
	f := flights(t, sqlitetest.Open(t), keys(1), keys(2))
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	for i := range mostRedirects + 2 {
		r.AddCookie(&http.Cookie{Name: f.name(strings.Repeat(string(rune('a'+i)), 43)), Value: "x"})
	}
	w := httptest.NewRecorder()
	if _, err := f.Start(w, r, "", "signin", 0, nil); err != nil {
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
	all := flights(f, sqlitetest.Open(f), own(), own())
	state, good := begun(f, all)
	f.Add(good.Value, state)
	f.Add(good.Value+"x", state)
	f.Add("", "")
	f.Fuzz(func(t *testing.T, value, asked string) {
		if len(asked) < 32 {
			if _, err := end(all, asked); !errors.Is(err, ErrNoRedirect) {
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
