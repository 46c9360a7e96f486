package inbox

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/platform"
)

// member is one of a JSON object's, its value as it was sent.
type member struct{ name, value string }

// members reads body, one JSON object and nothing behind it, in which no object
// has a member twice. The members come sorted by name, as they are signed.
//
// It accepts what [platform.DecodeStrict] would into a map, at a sixth of the
// work: deliveries come in rushes, and each must be read before it is answered.
// It takes no more than maxMembers.
func members(body []byte) ([]member, error) {
	if !json.Valid(body) { // from here on nothing can be missing or out of place
		return nil, errors.New("inbox: message: not one JSON text")
	}
	w := walk{text: string(body), left: platform.MaxDepth, free: maxMembers} // names and values are parts of it
	if w.space(); w.text[w.at] != '{' {
		return nil, errors.New("inbox: message: not an object")
	}
	return w.object(make([]member, 0, 8))
}

// maxMembers bounds the members of a message, those of its values included. The
// interface's seven are all that is known.
const maxMembers = 1000

var errMembers = errors.New("inbox: message: too many members")

// walk goes through valid JSON.
type walk struct {
	text string
	at   int
	left int // how much deeper it may be nested
	free int // how many members more it may have
}

func (w *walk) space() {
	for ; w.at < len(w.text); w.at++ {
		switch w.text[w.at] {
		case ' ', '\t', '\r', '\n', ',', ':':
		default:
			return
		}
	}
}

// object appends the members of the object that begins here.
func (w *walk) object(all []member) ([]member, error) {
	if w.left == 0 {
		return nil, platform.ErrTooDeep
	}
	w.left--
	w.at++ // {
	for {
		if w.space(); w.text[w.at] == '}' {
			w.at++
			w.left++
			break
		}
		if w.free == 0 {
			return nil, errMembers
		}
		w.free--
		name := plain(w.string())
		w.space()
		begin := w.at
		if err := w.value(); err != nil {
			return nil, err
		}
		all = append(all, member{name, w.text[begin:w.at]})
	}
	slices.SortFunc(all, func(a, b member) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(all); i++ {
		if all[i].name == all[i-1].name {
			return nil, platform.ErrDuplicateKey
		}
	}
	return all, nil
}

// value passes over the value that begins here.
func (w *walk) value() (err error) {
	switch w.text[w.at] {
	case '"':
		w.string()
	case '{':
		_, err = w.object(nil)
	case '[':
		if w.left == 0 {
			return platform.ErrTooDeep
		}
		w.left--
		for w.at++; ; {
			if w.space(); w.text[w.at] == ']' {
				w.at++
				w.left++
				return nil
			}
			if err = w.value(); err != nil {
				return err
			}
		}
	default: // a number, true, false or null
		for w.at < len(w.text) && !ends(w.text[w.at]) {
			w.at++
		}
	}
	return err
}

// ends reports whether a number or a word can't go on with c.
func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', ']', '}':
		return true
	}
	return false
}

// string passes over the string that begins here, and returns it in its quotes.
func (w *walk) string() string {
	begin := w.at
	for w.at++; w.text[w.at] != '"'; w.at++ {
		if w.text[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
	return w.text[begin:w.at]
}

// plain is the text of a JSON string.
func plain(quoted string) string {
	inner := quoted[1 : len(quoted)-1]
	for i := range len(inner) {
		if c := inner[i]; c == '\\' || c >= utf8.RuneSelf {
			var text string
			_ = json.Unmarshal([]byte(quoted), &text) // of valid JSON: it can't fail
			return text
		}
	}
	return inner
}
