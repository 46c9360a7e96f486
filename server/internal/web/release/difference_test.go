package release_test

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/shopdesk/shopdesk/server/internal/web/release"
)

// noise gives size bytes that don't compress.
func noise(seed uint64, size int) []byte {
	body := make([]byte, size)
	source := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	_, _ = source.Read(body) // Read never fails
	return body
}

// applied decodes a difference as a browser with the earlier form does: applied
// checks the head and allows the window of RFC 9842.
func applied(t *testing.T, difference, had []byte) []byte {
	t.Helper()
	digest := sha256.Sum256(had)
	head := append([]byte{0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0}, digest[:]...)
	if !bytes.HasPrefix(difference, head) {
		t.Fatalf("the difference begins with %x", difference[:min(40, len(difference))])
	}
	window := max(8<<20, len(had)*5/4)
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(0, had), zstd.WithDecoderMaxWindow(uint64(window)))
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	body, err := decoder.DecodeAll(difference, nil) // the head is a frame that decoders skip
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestDifferenceGivesThePresentForm(t *testing.T) {
	t.Parallel()
	large := noise(1, 1<<20)
	moved := append(append(bytes.Clone(large[1<<19:]), noise(2, 1000)...), large[:1<<19]...)
	wide := append(make([]byte, 11<<20), large[:1<<16]...)
	for name, tt := range map[string]struct{ had, now []byte }{
		"the same":       {large, large},
		"moved":          {large, moved},
		"shorter":        {large, large[:1<<19]},
		"longer":         {large, append(bytes.Clone(large), noise(3, 1<<19)...)},
		"above 8 MB":     {wide, append(bytes.Clone(large[:1<<16]), wide...)},
		"small":          {[]byte(`{"open": "Open"}`), []byte(`{"open": "Opened"}`)},
		"nothing before": {nil, []byte("body { color: red }")},
		"nothing now":    {[]byte("body { color: red }"), nil},
		"nothing common": {noise(4, 1<<18), noise(5, 1<<18)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			difference, err := release.Difference(tt.had, tt.now)
			if err != nil {
				t.Fatal(err)
			}
			if got := applied(t, difference, tt.had); !bytes.Equal(got, tt.now) {
				t.Errorf("%d bytes, want %d", len(got), len(tt.now))
			}
		})
	}
	difference, err := release.Difference(large, moved)
	if err != nil || len(difference) > 10_000 {
		t.Errorf("the difference of what was moved has %d bytes, %v", len(difference), err)
	}
}

// A browser's decoder takes a window of 8 MB, or of the dictionary's size and a
// quarter.
func TestOutgrownFileHasNoDifference(t *testing.T) {
	t.Parallel()
	for had, most := range map[int]int{0: 8 << 20, 4 << 20: 8 << 20, 8 << 20: 10 << 20} {
		if _, err := release.Difference(make([]byte, had), make([]byte, most)); err != nil {
			t.Errorf("from %d to %d bytes: %v", had, most, err)
		}
		if _, err := release.Difference(make([]byte, had), make([]byte, most+1)); err == nil {
			t.Errorf("from %d to %d bytes: no error", had, most+1)
		}
	}
}
