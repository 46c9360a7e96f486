package sealed_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Keys of the tests: 32 times the letter "A", "B" or "C".
const (
	lineA = "a:QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="
	lineB = "b:QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI="
	// otherA has the id of lineA and other bytes.
	otherA = "a:Q0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0NDQ0M="
)

const at = "connections/app/access"

func ring(t testing.TB, lines ...string) *sealed.Keyring {
	t.Helper()
	r, err := sealed.Parse(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sealedText(t testing.TB, r *sealed.Keyring, plaintext string) string {
	t.Helper()
	s, err := r.Seal([]byte(plaintext), at)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOpenReturnsTheSealedText(t *testing.T) {
	t.Parallel()
	r := ring(t, lineA)
	for _, plaintext := range []string{"", "x", "token 令牌", strings.Repeat("\x00\xff", 100_000)} {
		s := sealedText(t, r, plaintext)
		if !strings.HasPrefix(s, "v1.a.") || len(plaintext) > 4 && strings.Contains(s, plaintext) {
			t.Errorf("sealed as %.40q", s)
		}
		got, err := r.Open(s, at)
		if err != nil || string(got) != plaintext {
			t.Errorf("opened as %.40q, %v", got, err)
		}
		if again := sealedText(t, r, plaintext); again == s {
			t.Error("sealed twice alike: the nonce isn't random")
		}
	}
}

// old was sealed with lineA when the format was introduced.
const old = "v1.a.vpIS2PKMjlGG5Y9sT37rm3J_bLWtvSUguGMV1w9Ll-NC_xWeuJVfxdWSOQ"

// Texts in existing databases must open in every later version.
func TestOpensTheFirstFormat(t *testing.T) {
	t.Parallel()
	got, err := ring(t, lineA).Open(old, at)
	if err != nil || string(got) != "the first token" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestAnyChangeIsRefused(t *testing.T) {
	t.Parallel()
	r := ring(t, lineA)
	good := sealedText(t, r, "9 letters") // its last character has unused bits
	for i := range len(good) {
		for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=\n\x00\xff") {
			if good[i] == c {
				continue
			}
			bad := good[:i] + string(c) + good[i+1:]
			if _, err := r.Open(bad, at); err == nil {
				t.Errorf("opened with byte %d changed to %q", i, c)
			}
		}
		if _, err := r.Open(good[:i], at); err == nil {
			t.Errorf("opened when cut at %d", i)
		}
		if _, err := r.Open(good[:i]+"\n"+good[i:], at); err == nil {
			t.Errorf("opened with a new line at %d", i)
		}
	}
	for _, bad := range []string{"", "v1", "v1.a", "v1.a.", "v1..", good + "A", good + "=", good + ".", "v2" + good[2:]} {
		if _, err := r.Open(bad, at); !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}

func TestAnotherPlaceIsRefused(t *testing.T) {
	t.Parallel()
	r := ring(t, lineA)
	s := sealedText(t, r, "a secret")
	for _, place := range []string{"", "connections/app/refresh", "connections/other/access", at + " ", "." + at} {
		if _, err := r.Open(s, place); !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("place %q: got %v", place, err)
		}
	}
}

func TestRotatedKeysOpenOldTexts(t *testing.T) {
	t.Parallel()
	before := sealedText(t, ring(t, lineA), "old")
	rotated := ring(t, lineB, lineA)
	if got, err := rotated.Open(before, at); err != nil || string(got) != "old" {
		t.Errorf("the old key's text: %q, %v", got, err)
	}
	after := sealedText(t, rotated, "new")
	if !strings.HasPrefix(after, "v1.b.") {
		t.Errorf("sealed with another key than the first: %s", after)
	}
	alone := ring(t, lineB)
	if got, err := alone.Open(after, at); err != nil || string(got) != "new" {
		t.Errorf("the new key's text: %q, %v", got, err)
	}
	if _, err := alone.Open(before, at); !errors.Is(err, sealed.ErrNoKey) {
		t.Errorf("a removed key's text: %v", err)
	}
	if _, err := ring(t, otherA).Open(before, at); !errors.Is(err, sealed.ErrOpen) {
		t.Errorf("another key of that id: %v", err)
	}
	// The id is authenticated too: a text can't be relabelled as another key's.
	if _, err := rotated.Open("v1.b."+strings.TrimPrefix(before, "v1.a."), at); !errors.Is(err, sealed.ErrOpen) {
		t.Errorf("relabelled: %v", err)
	}
	if diff := cmp.Diff([]string{"b", "a"}, rotated.IDs()); diff != "" {
		t.Error(diff)
	}
}

func TestSubKeysArePerPurpose(t *testing.T) {
	t.Parallel()
	r := ring(t, lineB, lineA)
	sub := func(r *sealed.Keyring, purpose string) *sealed.Keyring {
		t.Helper()
		s, err := r.Sub(purpose)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	tokens, hooks := sub(r, "tokens"), sub(r, "webhooks")
	s := sealedText(t, tokens, "a secret")
	if got, err := sub(ring(t, lineB), "tokens").Open(s, at); err != nil || string(got) != "a secret" {
		t.Errorf("the same purpose again: %q, %v", got, err)
	}
	for name, other := range map[string]*sealed.Keyring{"root": r, "webhooks": hooks,
		"sub of sub": sub(tokens, "tokens")} {
		if _, err := other.Open(s, at); !errors.Is(err, sealed.ErrOpen) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := r.Sub(""); err == nil {
		t.Error("a sub key without a purpose")
	}
}

func TestRefusesToSealWithoutKeyOrPlace(t *testing.T) {
	t.Parallel()
	if _, err := (&sealed.Keyring{}).Seal([]byte("x"), at); err == nil {
		t.Error("sealed without a key")
	}
	if _, err := ring(t, lineA).Seal([]byte("x"), ""); err == nil {
		t.Error("sealed without a place")
	}
}

func FuzzOpen(f *testing.F) {
	r := ring(f, lineB, lineA)
	for _, seed := range []string{old, "", "v1.a.", "v1.b.AAAA", "v1.c." + old[5:], old + "\n", "v1.a.b.c"} {
		f.Add(seed, at)
	}
	f.Fuzz(func(t *testing.T, text, place string) {
		plaintext, err := r.Open(text, place)
		if err == nil {
			if text != old || place != at {
				t.Errorf("forged: %q opens at %q", text, place)
			}
			return
		}
		if plaintext != nil {
			t.Error("plaintext beside an error")
		}
		if !errors.Is(err, sealed.ErrOpen) && !errors.Is(err, sealed.ErrNoKey) {
			t.Errorf("unexpected error %v", err)
		}
	})
}

func BenchmarkSealOpen(b *testing.B) {
	r := ring(b, lineA)
	token := bytes.Repeat([]byte("t"), 512)
	b.ReportAllocs()
	for b.Loop() {
		s, err := r.Seal(token, at)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := r.Open(s, at); err != nil {
			b.Fatal(err)
		}
	}
}
