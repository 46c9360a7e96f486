package inbox

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/platform"
)

// member is one member of a JSON object, its value as sent.
type member struct{ name, value string }

// members reads body: one JSON object, nothing after it, and no member twice in any object. The
// members are sorted by name, which is the order of the signature.
//
// members accepts the objects that [platform.DecodeStrict] accepts into a map, at a sixth of the
// cost: deliveries come in bursts, and each is read before it is answered. More than maxMembers
// members are refused.
func members(body []byte) ([]member, error) {
	if !json.Valid(body) { // after this check no byte is missing or out of place
		return nil, errors.New("inbox: message: not one JSON text")
	}
	w := walk{text: string(body), left: platform.MaxDepth, free: maxMembers} // names and values are parts of this text
	if w.space(); w.text[w.at] != '{' {
		return nil, errors.New("inbox: message: not an object")
	}
	return w.object(make([]member, 0, 8))
}

// maxMembers limits the members of a message, nested members included. The interface has seven
// members.
const maxMembers = 1000

var errMembers = errors.New("inbox: message: too many members")

// walk reads through valid JSON.
type walk struct {
	text string
	at   int
	left int // levels of nesting still allowed
	free int // members still allowed
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

// object appends the members of the object that begins at w.at.
func (w *walk) object(all []member) ([]member, error) {
	if w.left == 0 {
		return nil, platform.ErrTooDeep
	}
	w.left--
	w.at++ // the opening brace
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

// value skips the value that begins at w.at.
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

// ends reports whether c ends a number or a word.
func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', ']', '}':
		return true
	}
	return false
}

// string skips the string that begins at w.at, and returns the string with its quotes.
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

// plain returns the text of a JSON string.
func plain(quoted string) string {
	inner := quoted[1 : len(quoted)-1]
	for i := range len(inner) {
		if c := inner[i]; c == '\\' || c >= utf8.RuneSelf {
			var text string
			_ = json.Unmarshal([]byte(quoted), &text) // can't fail: the JSON is valid
			return text
		}
	}
	return inner
}
