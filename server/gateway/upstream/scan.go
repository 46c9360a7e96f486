package upstream

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// scanCode finds the envelope's code in an answer.
func scanCode(body []byte) (code int, ok bool) {
	n, ok := scanInteger(body, "code")
	return int(n), ok && int64(int(n)) == n
}

// scanShop finds the shop that a request is about, 0 for none: the same that
// the platform will read in these bytes.
func scanShop(body []byte) int64 {
	n, _ := scanInteger(body, "shopId")
	return n
}

// scanInteger finds an integer member of the object in body without decoding it: the last one, as encoding/json takes it. It walks the whole text,
// so that an answer that was cut short or isn't JSON at all is no envelope;
// what is wrong inside the data is left to whoever reads it.
func scanInteger(body []byte, member string) (code int64, ok bool) {
	s := scanner{text: body}
	s.space()
	if !s.take('{') {
		return 0, false
	}
	s.space()
	if s.take('}') {
		return 0, false
	}
	for {
		name, good := s.str()
		s.space()
		if !good || !s.take(':') {
			return 0, false
		}
		s.space()
		start := s.at
		if !s.value() {
			return 0, false
		}
		if reads(name, member) {
			if code, ok = integer(s.text[start:s.at]); !ok {
				return 0, false
			}
		}
		s.space()
		if s.take(',') {
			s.space()
			continue
		}
		if !s.take('}') {
			return 0, false
		}
		s.space()
		return code, ok && s.at == len(s.text)
	}
}

// reads reports whether the string, given without its quotes, reads so.
func reads(quoted []byte, want string) bool {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted) == want
	}
	var text string
	return json.Unmarshal([]byte(`"`+string(quoted)+`"`), &text) == nil && text == want
}

type scanner struct {
	text []byte
	at   int
}

func (s *scanner) take(c byte) bool {
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// str passes a string and returns what is between its quotes.
func (s *scanner) str() ([]byte, bool) {
	if !s.take('"') {
		return nil, false
	}
	start := s.at
	for {
		n := bytes.IndexByte(s.text[s.at:], '"')
		if n < 0 {
			return nil, false
		}
		s.at += n + 1
		if !escaped(s.text[start : s.at-1]) {
			return s.text[start : s.at-1], true
		}
	}
}

// escaped reports whether text ends in an odd number of backslashes.
func escaped(text []byte) bool {
	n := len(text)
	for n > 0 && text[n-1] == '\\' {
		n--
	}
	return (len(text)-n)%2 == 1
}

// value passes a value: a string, a balanced object or array, or a word.
func (s *scanner) value() bool {
	depth := 0
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '"':
			if _, ok := s.str(); !ok {
				return false
			}
		case '{', '[':
			depth++
			s.at++
			continue
		case '}', ']':
			depth--
			s.at++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return false // a value was expected
			}
			s.at++
			continue
		default:
			s.word()
		}
		if depth <= 0 {
			return depth == 0
		}
	}
	return false
}

// word passes a number, true, false or null.
func (s *scanner) word() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ',', ':', ' ', '\t', '\r', '\n', '{', '}', '[', ']', '"':
			return
		}
		s.at++
	}
}

// integer reads a JSON number without fraction and exponent.
func integer(text []byte) (int64, bool) {
	digits := bytes.TrimPrefix(text, []byte("-"))
	if len(digits) == 0 || len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil
}
