package seal

import (
	"bytes"
	"strings"
	"testing"
)

// Each purpose and each key has a secret of its own, the same at every start.
func TestDerive(t *testing.T) {
	t.Parallel()
	ring, err := Parse(strings.NewReader(Generate()))
	if err != nil {
		t.Fatal(err)
	}
	one, err := ring.Derive("a")
	if err != nil || len(one) != len(ring.IDs()) {
		t.Fatal(one, err)
	}
	again, _ := ring.Derive("a")
	other, _ := ring.Derive("b")
	for i := range one {
		if len(one[i]) != 32 || !bytes.Equal(one[i], again[i]) || bytes.Equal(one[i], other[i]) {
			t.Errorf("key %d: %d bytes", i, len(one[i]))
		}
	}
	if _, err := ring.Derive(""); err == nil {
		t.Error("no purpose was taken")
	}
}
