package upstream

import (
	"bytes"
	"strconv"

	"github.com/shopdesk/shopdesk/platform"
)

// scanCode finds the envelope's code in an answer.
func scanCode(body []byte) (code int, ok bool) {
	n, ok := scanInteger(body, "code", tolerantInteger)
	return int(n), ok && int64(int(n)) == n
}

// scanShop finds the shop that a request is about, 0 for none. The platform reads
// the same shop in these bytes.
func scanShop(body []byte) int64 {
	n, _ := scanInteger(body, "shopId", integer)
	return n
}

// scanInteger finds an integer member of the object in body without decoding the
// object. Of several such members the last one counts, as in encoding/json.
// scanInteger walks the whole text, so that an answer that was cut short or isn't
// JSON is no envelope. The data's reader finds errors inside the data. read reads
// the integer.
func scanInteger(body []byte, member string, read func(value []byte) (int64, bool)) (n int64, ok bool) {
	parts, kind := platform.Split(body)
	for i := range parts {
		if kind == '{' && parts[i].Named(member) {
			if n, ok = read(parts[i].Value); !ok {
				return 0, false
			}
		}
	}
	return n, ok
}

// tolerantInteger reads a number, or a string that holds a number.
func tolerantInteger(value []byte) (int64, bool) {
	if inner, is := bytes.CutPrefix(value, []byte(`"`)); is {
		value = bytes.TrimSuffix(inner, []byte(`"`))
	}
	return integer(value)
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
