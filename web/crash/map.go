package crash

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
)

// Map says for the functions of a program, by their numbers, what they are called and which lines they are made of.
type Map struct {
	Imports   int // functions that a browser counts before the program's own: wasm-function[n] is the one at n-Imports
	Functions []Function
}

// Function is one of them.
type Function struct {
	Name   string
	Places []Place // by At; the first begins at 0
	Calls  []Call  // inlined calls
}

// Place is a line of a function. It holds up to the next place.
type Place struct {
	At   int // the distance from the function's beginning, as tracebacks have it behind "+"
	File string
	Line int
	Call int // the inlined call that the line is in, -1 for none
}

// Call is an inlined call.
type Call struct {
	Name string // of the function that was inlined
	At   int    // a distance at which the caller's line is
}

// Frame is a function of a stack. What isn't known is "" or 0.
type Frame struct {
	Name string
	File string
	Line int
}

// ErrFrame says that a text is no frame of a stack as browsers send it.
var ErrFrame = errors.New("crash: no frame")

// The kinds of frames: a function's number and a distance, as in Go's traceback of a shrunk program; a browser's number
// of a function, which has no line; and a name, as in the traceback of a program that isn't shrunk.
var framePattern = regexp.MustCompile(`^(?:f([0-9]{5})|w([0-9]{1,6})|([\w./*()\[\]-]{1,200}))(?:\+0x([0-9a-f]{1,5}))?$`)

// Numbered reports whether a frame says its function by a number. A name is trusted only if a map knows it.
func Numbered(frame string) (bool, error) {
	parts := framePattern.FindStringSubmatch(frame)
	if parts == nil {
		return false, ErrFrame
	}
	return parts[3] == "", nil
}

// Frames are the functions that a frame of a stack stands for, the innermost first: with inlined calls there are
// several. A function that the map doesn't have has none.
func (m *Map) Frames(frame string) []Frame {
	parts := framePattern.FindStringSubmatch(frame)
	if parts == nil {
		return nil
	}
	at64, _ := strconv.ParseInt(parts[4], 16, 32) // the pattern made sure of it; "" is 0
	at := int(at64)
	if parts[2] != "" {
		i, _ := strconv.Atoi(parts[2])
		if i -= m.Imports; i < 0 || i >= len(m.Functions) {
			return nil
		}
		f := m.Functions[i]
		return []Frame{{Name: f.Name, File: f.place(0).File}}
	}
	i := m.find(parts[1], parts[3])
	if i < 0 {
		return nil
	}
	return m.Functions[i].frames(max(0, at-1)) // a stack has the places to return to, which are behind the calls
}

// find finds a function by its number or its name, -1 for none.
func (m *Map) find(number, name string) int {
	if i, err := strconv.Atoi(number); err == nil {
		if i < len(m.Functions) {
			return i
		}
		return -1
	}
	for i, f := range m.Functions {
		if f.Name == name || strings.Contains(name, "[...]") && printed(f.Name) == name {
			return i
		}
	}
	return -1
}

// printed is a function's name in a traceback: without its type arguments.
func printed(name string) string {
	from, to := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']')
	if from < 0 || to < from {
		return name
	}
	return name[:from] + "[...]" + name[to+1:]
}

func (f Function) place(at int) Place {
	found := Place{Call: -1}
	for _, p := range f.Places {
		if p.At > at {
			break
		}
		found = p
	}
	return found
}

func (f Function) frames(at int) []Frame {
	var all []Frame
	p := f.place(at)
	for p.Call >= 0 && p.Call < len(f.Calls) && len(all) < len(f.Calls) {
		all = append(all, Frame{f.Calls[p.Call].Name, p.File, p.Line})
		p = f.place(f.Calls[p.Call].At)
	}
	return append(all, Frame{f.Name, p.File, p.Line})
}

// form is the first byte of a map.
const form = 1

// Encode writes the map, for gzip to compress: texts, each once, and then numbers of one kind after another.
func (m *Map) Encode() []byte {
	var texts []string
	known := map[string]int{}
	text := func(s string) int {
		i, found := known[s]
		if !found {
			i = len(texts)
			known[s] = i
			texts = append(texts, s)
		}
		return i
	}
	var columns [8][]byte
	put := func(column, v int) { columns[column] = binary.AppendVarint(columns[column], int64(v)) }
	file, line := 0, 0
	for i, f := range m.Functions {
		put(0, text(f.Name)-i)
		put(1, len(f.Places))
		put(2, len(f.Calls))
		at := 0
		for _, p := range f.Places {
			put(3, p.At-at)
			put(4, text(p.File)-file)
			put(5, p.Line-line)
			put(6, p.Call)
			at, file, line = p.At, text(p.File), p.Line
		}
		for _, c := range f.Calls {
			put(7, text(c.Name))
			put(7, c.At)
		}
	}
	out := binary.AppendVarint([]byte{form}, int64(m.Imports))
	out = binary.AppendVarint(out, int64(len(m.Functions)))
	for _, part := range append([][]byte{[]byte(strings.Join(texts, "\n"))}, columns[:]...) {
		out = append(binary.AppendVarint(out, int64(len(part))), part...)
	}
	return out
}

var errMap = errors.New("crash: not a map")

// Decode reads what [Map.Encode] wrote.
func Decode(body []byte) (*Map, error) {
	if len(body) == 0 || body[0] != form {
		return nil, errMap
	}
	r := &reader{left: body[1:]}
	m := &Map{Imports: r.number()}
	count := r.number()
	texts := strings.Split(string(r.part()), "\n")
	var columns [8]reader
	for i := range columns {
		columns[i].left = r.part()
	}
	text := func(i int) string {
		if i < 0 || i >= len(texts) {
			r.broken = true
			return ""
		}
		return texts[i]
	}
	file, line := 0, 0
	for i := 0; i < count && !r.broken && !columns[0].broken; i++ {
		f := Function{Name: text(columns[0].number() + i)}
		places, calls, at := columns[1].number(), columns[2].number(), 0
		for range places {
			at += columns[3].number()
			file += columns[4].number()
			line += columns[5].number()
			if columns[3].broken {
				return nil, errMap
			}
			f.Places = append(f.Places, Place{at, text(file), line, columns[6].number()})
		}
		for range calls {
			f.Calls = append(f.Calls, Call{text(columns[7].number()), columns[7].number()})
			if columns[7].broken {
				return nil, errMap
			}
		}
		m.Functions = append(m.Functions, f)
	}
	for _, c := range columns {
		r.broken = r.broken || c.broken || len(c.left) > 0
	}
	if r.broken {
		return nil, errMap
	}
	return m, nil
}

// reader reads numbers. What isn't there is zero, and broken remembers it.
type reader struct {
	left   []byte
	broken bool
}

func (r *reader) number() int {
	v, n := binary.Varint(r.left)
	if n <= 0 {
		r.broken = true
		return 0
	}
	r.left = r.left[n:]
	return int(v)
}

func (r *reader) part() []byte {
	n := r.number()
	if n < 0 || n > len(r.left) {
		r.broken = true
		return nil
	}
	part := r.left[:n]
	r.left = r.left[n:]
	return part
}

// Load reads a map's file.
func Load(folder fs.FS, name string) (*Map, error) {
	packed, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, fmt.Errorf("crash: %w", err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("crash: %w", err)
	}
	body, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, fmt.Errorf("crash: %w", err)
	}
	return Decode(body)
}
