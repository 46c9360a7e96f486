package platform

import (
	"bytes"
	"encoding/json"
)

// Member is a member of a JSON object, or an element of a list, which has no name.
// The name is what stands between its quotes, the value is as it came.
type Member struct{ Name, Value []byte }

// Split lists the members of the JSON object that text is, or the elements of a
// list, in their order; they are parts of text. kind is '{' or '[', and 0 for text
// that isn't one whole object or list. What is wrong inside a value is left to
// whoever reads the value.
func Split(text []byte) (parts []Member, kind byte) {
	w := walker{text: text}
	w.space()
	switch {
	case w.take('{'):
		kind = '{'
	case w.take('['):
		kind = '['
	default:
		return nil, 0
	}
	end := kind + 2 // as ASCII has them
	w.space()
	for more := !w.take(end); more; more = !w.take(end) {
		if len(parts) > 0 {
			if !w.take(',') {
				return nil, 0
			}
			w.space()
		}
		var m Member
		if kind == '{' {
			name, ok := w.str()
			if w.space(); !ok || !w.take(':') {
				return nil, 0
			}
			m.Name = name
			w.space()
		}
		begin := w.at
		if !w.value() {
			return nil, 0
		}
		m.Value = text[begin:w.at]
		parts = append(parts, m)
		w.space()
	}
	if w.space(); w.at != len(text) {
		return nil, 0
	}
	return parts, kind
}

// Named reports whether the member's name reads so.
func (m *Member) Named(want string) bool {
	return string(m.Name) == want || bytes.IndexByte(m.Name, '\\') >= 0 && m.Text() == want
}

// Text is the member's name.
func (m *Member) Text() string { return unquote(`"` + string(m.Name) + `"`) }

// unquote is the text of a JSON string.
func unquote(quoted string) (text string) {
	_ = json.Unmarshal([]byte(quoted), &text)
	return text
}

type walker struct {
	text []byte
	at   int
}

func (w *walker) take(c byte) bool {
	if w.at < len(w.text) && w.text[w.at] == c {
		w.at++
		return true
	}
	return false
}

func (w *walker) space() {
	for w.at < len(w.text) {
		switch w.text[w.at] {
		case ' ', '\t', '\r', '\n':
			w.at++
		default:
			return
		}
	}
}

// str passes a string and returns what is between its quotes.
func (w *walker) str() ([]byte, bool) {
	if !w.take('"') {
		return nil, false
	}
	begin := w.at
	for {
		n := bytes.IndexByte(w.text[w.at:], '"')
		if n < 0 {
			return nil, false
		}
		w.at += n + 1
		if inner := w.text[begin : w.at-1]; !escapes(inner) {
			return inner, true
		}
	}
}

// escapes reports whether text ends in an odd number of backslashes.
func escapes(text []byte) bool {
	n := len(text)
	for n > 0 && text[n-1] == '\\' {
		n--
	}
	return (len(text)-n)%2 == 1
}

// value passes a value: a string, a balanced object or array, or a word.
func (w *walker) value() bool {
	depth := 0
	for w.at < len(w.text) {
		switch w.text[w.at] {
		case '"':
			if _, ok := w.str(); !ok {
				return false
			}
		case '{', '[':
			depth++
			w.at++
			continue
		case '}', ']':
			depth--
			w.at++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return false // a value was expected
			}
			w.at++
			continue
		default:
			w.word()
		}
		if depth <= 0 {
			return depth == 0
		}
	}
	return false
}

// word passes a number, true, false or null.
func (w *walker) word() {
	for w.at < len(w.text) {
		switch w.text[w.at] {
		case ',', ':', ' ', '\t', '\r', '\n', '{', '}', '[', ']', '"':
			return
		}
		w.at++
	}
}
