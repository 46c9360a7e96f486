package auth

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func deviceRequest(tb testing.TB, f *fixture, value string) *http.Request {
	tb.Helper()
	r := httptest.NewRequestWithContext(tb.Context(), "POST", "/", nil)
	r.AddCookie(&http.Cookie{Name: f.deviceCookie, Value: value})
	return r
}

// remembering gives the cookie of a device that has signed in to the logins.
func remembering(tb testing.TB, f *fixture, logins ...string) string {
	tb.Helper()
	var value string
	for _, login := range logins {
		w := httptest.NewRecorder()
		if _, err := f.rememberDevice(w, deviceRequest(tb, f, value), login); err != nil {
			tb.Fatal(err)
		}
		value = cookieOf(tb, reply{Header: w.Header()}, f.deviceCookie).Value
	}
	return value
}

func TestDeviceKnowsItsLastEightLogins(t *testing.T) {
	t.Parallel()
	f, other := newFixture(t, nil), newFixture(t, nil)
	value := remembering(t, f, "mei", "marco", "mei")
	nine := remembering(t, f, "l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9")
	foreign := remembering(t, other, "mei")
	number, marks, _ := strings.Cut(value, ".")
	otherNumber, _, _ := strings.Cut(foreign, ".")
	for _, test := range []struct {
		name, value, login string
		known              bool
	}{
		{"first login", value, "mei", true},
		{"second login", value, "marco", true},
		{"another login", value, "olivia", false},
		{"made under another key", foreign, "mei", false},
		{"marks of another number", otherNumber + "." + marks, "mei", false},
		{"the ninth", nine, "l9", true},
		{"the second of nine", nine, "l2", true},
		{"the first of nine is forgotten", nine, "l1", false},
		{"no marks", number, "mei", false},
		{"empty", "", "mei", false},
		{"too many", value + strings.Repeat("."+number, 8), "mei", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, key, err := f.deviceOf(deviceRequest(t, f, test.value), test.login)
			if err != nil || (key != "") != test.known {
				t.Errorf("key %q, %v", key, err)
			}
		})
	}
	if n := len(strings.Split(value, ".")); n != 4 {
		t.Errorf("a login is marked twice: %s", value)
	}
}

// Another replica on the same store knows the device.
func TestDeviceIsKnownToReplicas(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	replica, err := newService(Config{Store: f.store}, cheap)
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := replica.deviceOf(deviceRequest(t, f, remembering(t, f, "mei")), "mei")
	if err != nil || key == "" {
		t.Errorf("key %q, %v", key, err)
	}
}

func FuzzDeviceCookie(f *testing.F) {
	fix := newFixture(f, nil)
	real := remembering(f, fix, "mei")
	f.Add(real[:len(real)-1])
	f.Add("")
	f.Add(strings.Repeat("A", 22) + "." + strings.Repeat("A", 22))
	f.Add("..........")
	f.Fuzz(func(t *testing.T, value string) {
		if strings.Contains(value, strings.Split(real, ".")[1]) {
			return // the real mark
		}
		_, key, err := fix.deviceOf(deviceRequest(t, fix, value), "mei")
		if err != nil || key != "" {
			t.Errorf("%q: key %q, %v", value, key, err)
		}
	})
}
