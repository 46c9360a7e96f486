package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// errTables says that the tables of Go's runtime aren't laid out as they are known.
var errTables = errors.New("unknown tables of the runtime")

var le = binary.LittleEndian

// image reads the memory. The first place outside of it stays as an error, and what is read there is zero.
type image struct {
	all []byte
	err error
}

func (m *image) at(place, size int) []byte {
	if place < 0 || size < 0 || place > len(m.all)-size {
		m.err = errTables
		return make([]byte, max(size, 8))
	}
	return m.all[place : place+size]
}

func (m *image) u32(place int) uint32 { return le.Uint32(m.at(place, 4)) }

func (m *image) i32(place int) int32 { return int32(m.u32(place)) }

// u64 reads an address or a length: both are below 1<<32.
func (m *image) u64(place int) int {
	v := le.Uint64(m.at(place, 8))
	if v >= 1<<32 {
		m.err = errTables
		return 0
	}
	return int(v)
}

// text reads up to a byte of zero.
func (m *image) text(place int) string {
	if m.at(place, 1); m.err != nil {
		return ""
	}
	text, _, _ := bytes.Cut(m.all[place:], []byte{0})
	return string(text)
}

// varint reads a number as Go's tables by place have it, and answers where the next one begins.
func (m *image) varint(place int) (uint32, int) {
	var v uint32
	for shift := 0; shift < 35; shift += 7 {
		b := m.at(place, 1)[0]
		place++
		v |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return v, place
		}
	}
	m.err = errTables
	return 0, place
}
