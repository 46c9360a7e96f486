package sealed_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func TestDeriveGivesASecretForEachKeyAndPurpose(t *testing.T) {
	t.Parallel()
	one, two := sealed.Generate(), sealed.Generate()
	ring := func(lines ...string) *sealed.Keyring {
		keys, err := sealed.Parse(strings.NewReader(strings.Join(lines, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	derive := func(keys *sealed.Keyring, purpose string) [][]byte {
		secrets, err := keys.Derive(purpose)
		if err != nil {
			t.Fatal(err)
		}
		return secrets
	}
	both := derive(ring(one, two), "cookies")
	if len(both) != 2 || len(both[0]) != 32 || bytes.Equal(both[0], both[1]) {
		t.Fatal("not one secret of 32 bytes a key")
	}
	if again := derive(ring(two, one), "cookies"); !bytes.Equal(again[1], both[0]) || !bytes.Equal(again[0], both[1]) {
		t.Error("replicas with the same keys derive other secrets")
	}
	if other := derive(ring(one), "something else"); bytes.Equal(other[0], both[0]) {
		t.Error("two purposes share a secret")
	}
}

func TestKeyIDNamesTheSealingKey(t *testing.T) {
	t.Parallel()
	keys, err := sealed.Parse(strings.NewReader(sealed.Generate()))
	if err != nil {
		t.Fatal(err)
	}
	text, err := keys.Seal([]byte("x"), "a/b/c")
	if err != nil {
		t.Fatal(err)
	}
	if got := sealed.KeyID(text); got != keys.IDs()[0] {
		t.Errorf("%q", got)
	}
	for _, other := range []string{"", "v1", "v2.k.AAAA", text + "!"} {
		if got := sealed.KeyID(other); got != "" {
			t.Errorf("%q is sealed with %q", other, got)
		}
	}
}
