package shrink

import (
	"fmt"
	"slices"
)

// longestGap is how many zeros in a row are still written to a segment. More begin a new one. Brotli writes a run of
// zeros in two or three bytes, and a segment's place and length need six to eight which nothing predicts.
const longestGap = 256

// segment is a piece of the memory at the program's start.
type segment struct {
	at   int
	data []byte
}

// memoryOf is the memory up to the end of the last segment.
func memoryOf(segments []segment) []byte {
	if len(segments) == 0 {
		return nil
	}
	last := segments[len(segments)-1]
	memory := make([]byte, last.at+len(last.data))
	for _, s := range segments {
		copy(memory[s.at:], s.data)
	}
	return memory
}

// readSegments reads a data section as the linker writes it, active segments of the one memory, and answers them by
// their places. Segments that overlap are refused.
func readSegments(body []byte) ([]segment, error) {
	var all []segment
	err := each(body, func(r *reader, _ int) {
		r.expect(0, "the kind of a segment")
		r.expect(0x41, "a segment's place")
		s := segment{at: int(r.s32())}
		r.expect(0x0b, "the end of a segment's place")
		s.data = r.bytes(int(r.u32()))
		if s.at < 0 || s.at+len(s.data) > 1<<30 {
			r.fail("a segment from %d to %d", s.at, s.at+len(s.data))
		}
		all = append(all, s)
	})
	slices.SortFunc(all, func(a, b segment) int { return a.at - b.at })
	for i := 1; i < len(all) && err == nil; i++ {
		if end := all[i-1].at + len(all[i-1].data); all[i].at < end {
			err = fmt.Errorf("a segment begins at %d, and another ends at %d", all[i].at, end)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("data section: %w", err)
	}
	return all, nil
}

func putSegments(all []segment) []byte {
	size := 5
	for _, s := range all {
		size += 13 + len(s.data)
	}
	body := putU32(make([]byte, 0, size), uint32(len(all)))
	for _, s := range all {
		body = append(body, 0, 0x41)
		body = putSigned(body, int64(s.at))
		body = append(body, 0x0b)
		body = putU32(body, uint32(len(s.data)))
		body = append(body, s.data...)
	}
	return body
}

// cut answers the parts of the memory that aren't zero, apart by more than so many zeros.
func cut(memory []byte, gap int) []segment {
	return differences(make([]byte, len(memory)), memory, gap)
}

// differences answers the parts of a memory that are others than before, apart by more than so many bytes that stay.
func differences(before, after []byte, gap int) []segment {
	var all []segment
	for i, b := range after {
		if b == before[i] {
			continue
		}
		last := len(all) - 1
		if last < 0 || i-all[last].at-len(all[last].data) > gap {
			all = append(all, segment{at: i})
			last++
		}
		all[last].data = after[all[last].at : i+1]
	}
	return all
}
