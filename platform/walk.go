package platform

import (
	"bytes"
	"encoding/json"
)

// Walk calls member with each member of the JSON object in text, in their
// order, and reports whether text is one whole object. The name is what stands
// between its quotes, the value is as it came; both are parts of text. What is
// wrong inside a value is left to whoever reads the value.
func Walk(text []byte, member func(name, value []byte)) bool {
	w := walker{text: text}
	return w.inside('{', '}', func() bool {
		name, ok := w.str()
		if w.space(); !ok || !w.take(':') {
			return false
		}
		w.space()
		begin := w.at
		if !w.value() {
			return false
		}
		member(name, text[begin:w.at])
		return true
	})
}

// walkList is Walk for the elements of a list.
func walkList(text []byte, element func(value []byte)) bool {
	w := walker{text: text}
	return w.inside('[', ']', func() bool {
		begin := w.at
		if !w.value() {
			return false
		}
		element(text[begin:w.at])
		return true
	})
}

// Named reports whether a name that [Walk] gives reads so.
func Named(name []byte, want string) bool {
	if bytes.IndexByte(name, '\\') < 0 {
		return string(name) == want
	}
	return unquote(`"`+string(name)+`"`) == want
}

// unquote is the text of a JSON string.
func unquote(quoted string) (text string) {
	_ = json.Unmarshal([]byte(quoted), &text)
	return text
}

type walker struct {
	text []byte
	at   int
}

// inside passes what stands between two brackets, which is all of the text.
func (w *walker) inside(begin, end byte, part func() bool) bool {
	w.space()
	if !w.take(begin) {
		return false
	}
	w.space()
	for more := !w.take(end); more; more = !w.take(end) {
		if !part() {
			return false
		}
		if w.space(); !w.take(',') {
			if !w.take(end) {
				return false
			}
			break
		}
		w.space()
		if w.at == len(w.text) || w.text[w.at] == end {
			return false
		}
	}
	w.space()
	return w.at == len(w.text)
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
