package shrink

import (
	"encoding/binary"
	"fmt"
)

// reader reads a module's bytes from the front. The first fault stays: what is read after it is zero.
type reader struct {
	all []byte
	at  int
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("at byte %d: %s", r.at, fmt.Sprintf(format, args...))
		r.at = len(r.all)
	}
}

// more reports whether something is left to read.
func (r *reader) more() bool { return r.err == nil && r.at < len(r.all) }

func (r *reader) byte() byte {
	if r.at >= len(r.all) {
		r.fail("cut off")
		return 0
	}
	r.at++
	return r.all[r.at-1]
}

// expect reads one byte that must have this value.
func (r *reader) expect(want byte, what string) {
	if got := r.byte(); r.err == nil && got != want {
		r.fail("%s is %#x, not %#x", what, got, want)
	}
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.all)-r.at {
		r.fail("%d bytes wanted, %d are left", n, len(r.all)-r.at)
		return nil
	}
	r.at += n
	return r.all[r.at-n : r.at : r.at]
}

// u32 reads an unsigned number of up to 32 bits (LEB128).
func (r *reader) u32() uint32 {
	if r.at < len(r.all) && r.all[r.at] < 0x80 {
		r.at++
		return uint32(r.all[r.at-1])
	}
	v, n := binary.Uvarint(r.all[r.at:])
	if n <= 0 || n > 5 || v > 1<<32-1 {
		r.fail("no unsigned number of 32 bits")
		return 0
	}
	r.at += n
	return uint32(v)
}

// count reads how many entries follow. Each has at least a byte, so that a wrong count can't take much memory.
func (r *reader) count() int {
	n := int(r.u32())
	if n > len(r.all)-r.at {
		r.fail("%d entries in %d bytes", n, len(r.all)-r.at)
		return 0
	}
	return n
}

func (r *reader) s32() int32 { return int32(r.signed(32)) }

func (r *reader) s64() int64 { return r.signed(64) }

// signed reads a signed number of up to so many bits (LEB128).
func (r *reader) signed(bits uint) int64 {
	var v int64
	for shift := uint(0); shift < bits; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b >= 0x80 {
			continue
		}
		if shift+7 < 64 {
			v = v << (57 - shift) >> (57 - shift) // the sign
		}
		if left := 64 - bits; v<<left>>left != v || shift+7 > 64 && b != 0 && b != 0x7f {
			break
		}
		return v
	}
	r.fail("no signed number of %d bits", bits)
	return 0
}

// name reads a length and as many bytes.
func (r *reader) name() string { return string(r.bytes(int(r.u32()))) }

func putU32(to []byte, v uint32) []byte { return binary.AppendUvarint(to, uint64(v)) }

func putSigned(to []byte, v int64) []byte {
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(to, b)
		}
		to = append(to, b|0x80)
	}
}
