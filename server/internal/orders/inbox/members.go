package inbox

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/shopdesk/shopdesk/platform"
)

// member is one member of a JSON object, its value as sent.
type member struct{ name, value string }

// maxMembers limits the members of a message, nested members included. The interface has seven
// members.
const maxMembers = 1000

// decoder is kept for the next message: a new one costs eleven allocations.
type decoder struct {
	jsontext.Decoder
	text strings.Reader
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

var errMembers = errors.New("inbox: message: too many members")

// members reads text: one JSON object, nothing after it, and no member twice in any object. The
// members are sorted by name, which is the order of the signature.
//
// members accepts the objects that [platform.DecodeStrict] accepts into a map, in one walk: deliveries
// come in bursts, and each is read before it is answered. More than maxMembers members are refused.
func members(text string) ([]member, error) { // names and values are parts of text
	dec := decoders.Get().(*decoder)
	defer decoders.Put(dec)
	dec.text.Reset(text)
	dec.Reset(&dec.text, jsontext.AllowInvalidUTF8(true))
	if token, err := dec.ReadToken(); err != nil || token.Kind() != '{' {
		return nil, errors.New("inbox: message: not an object")
	}
	all := make([]member, 0, 8)
	begin := dec.InputOffset() // where the last name or value at the top ended
	for free := maxMembers; dec.StackDepth() > 0; {
		if _, err := dec.ReadToken(); err != nil {
			return nil, err
		}
		depth := dec.StackDepth()
		if depth > platform.MaxDepth {
			return nil, platform.ErrTooDeep
		}
		kind, read := dec.StackIndex(depth)
		isName := kind == '{' && read%2 == 1
		if isName {
			free--
		}
		if free < 0 {
			return nil, errMembers
		}
		if depth != 1 {
			continue
		}
		end := dec.InputOffset()
		if part := text[begin:end]; isName {
			all = append(all, member{name: plain(part[strings.IndexByte(part, '"'):])})
		} else {
			all[len(all)-1].value = strings.TrimSpace(part[strings.IndexByte(part, ':')+1:])
		}
		begin = end
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, platform.ErrTrailingData
	}
	slices.SortFunc(all, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// plain returns the text of a JSON string.
func plain(quoted string) string {
	inner := quoted[1 : len(quoted)-1]
	for i := range len(inner) {
		if c := inner[i]; c == '\\' || c >= utf8.RuneSelf {
			text, _ := jsontext.AppendUnquote(make([]byte, 0, len(inner)), quoted) // can't fail: the JSON is valid
			return string(text)
		}
	}
	return inner
}
