package release

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/bits"

	"github.com/klauspost/compress/zstd"
)

// head begins each difference (RFC 9842, 5): a frame that decoders skip, whose 32
// bytes are the SHA-256 of the earlier form.
var head = []byte{0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0}

// leastWindow is the window that every decoder has room for, in bytes (RFC 9842,
// 5).
const leastWindow = 8 << 20

// errOutgrown is the error for a file that is too large for the decoder's window,
// whose size depends on the earlier form.
var errOutgrown = errors.New("release: the file has outgrown its earlier form")

// Difference makes the difference from an earlier form of a file to the present
// one, in the coding "dcz". For forms of 11 MB, Difference takes half a second of
// processor time and 95 MB of memory besides the forms.
func Difference(had, now []byte) ([]byte, error) {
	if len(now) > max(leastWindow, len(had)+len(had)/4) {
		return nil, errOutgrown
	}
	// the distance from the end of one form to the beginning of the other
	reach := max(1<<bits.Len(uint(len(had)+len(now))), zstd.MinWindowSize)
	level := zstd.SpeedBestCompression
	if len(now) < 1<<20 || bytes.Equal(had, now) {
		level = zstd.SpeedBetterCompression // takes a quarter of the time, and tables of 2 MB, not 70 MB
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(0, had), zstd.WithEncoderLevel(level),
		zstd.WithWindowSize(reach), zstd.WithSingleSegment(true), // the decoder's window is the file's size
		zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	digest := sha256.Sum256(had)
	return encoder.EncodeAll(now, append(append([]byte{}, head...), digest[:]...)), nil
}
