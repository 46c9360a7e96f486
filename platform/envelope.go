package platform

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Envelope wraps the answers of the order and store endpoints (interface 4,
// 7.1): Code 0 is success, anything else is a failure explained in Message.
type Envelope struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// MaxAnswer bounds an answer's size in bytes: the largest record, an order
// with many products, stays far below it.
const MaxAnswer = 4 << 20

// Open checks the answer to path and reads its data into data, as [Read] does;
// nil data isn't read. The error is an [*Error] for a code other than 0, for a
// 2xx answer without a readable code, unless it is [Bare] or its data can be told
// in the same way, and for any other status. A 4xx answer without a code refuses in
// words if it has a message, or an error that is a text.
func Open(path string, reply Reply, data any) error {
	reply.Body = Content(reply.Body)
	malformed := &Error{Path: path, Status: reply.Status, Malformed: true}
	if len(reply.Body) > 0 && !json.Valid(reply.Body) {
		return malformed
	}
	failed, content := openAnswer(path, reply.Status, reply.Body)
	if failed != nil {
		failed.AuthCodes = reply.AuthCodes
		return failed
	}
	if _, empty := data.(*Empty); empty || data == nil {
		return nil
	}
	if len(content) == 0 || bytes.Equal(content, null) {
		if !isRecord(reflect.TypeOf(data).Elem()) {
			return nil
		}
		content = []byte("{}") // a record of which nothing is told
	}
	if usable, _ := readValue(bytes.TrimSpace(content), reflect.ValueOf(data).Elem()); !usable {
		return malformed
	}
	return nil
}

// Failure is the failure that an answer tells, as [Open] reads it, nil for a success. The body is [Content]; what is
// wrong within its data is left to whoever reads the data.
func Failure(path string, status int, body []byte) *Error {
	failed, _ := openAnswer(path, status, body)
	return failed
}

// openAnswer returns the failure that an answer tells, or its data.
func openAnswer(path string, status int, body []byte) (failed *Error, data []byte) {
	parts, kind := Split(body)
	if bare(path, status, parts) {
		if len(body) > 0 && !json.Valid(body) {
			return &Error{Path: path, Status: status, Malformed: true}, nil
		}
		return nil, within(path, body, parts)
	}
	if kind == '[' && len(parts) == 1 { // one object is expected
		parts, _ = Split(parts[0].Value)
	}
	return openEnvelope(path, status, parts)
}

// within is the data of a bare answer: its member data, where that has more of what is read than the answer itself.
func within(path string, body []byte, parts []Member) []byte {
	e, _ := EndpointAt(path)
	for i := range parts {
		if m := &parts[i]; m.Named("data") && !e.Changes() {
			if inner, _ := Split(m.Value); e.knows(inner) > e.knows(parts) {
				return m.Value
			}
		}
	}
	return body
}

// knows counts the members, of an object or of the only element of a list, that the endpoint's data has.
func (e *Endpoint) knows(parts []Member) (n int) {
	return countKnown(reflect.TypeOf(e.NewData()).Elem(), only(parts))
}

// countKnown counts the members that a struct has, 0 for another type.
func countKnown(t reflect.Type, parts []Member) (n int) {
	if t.Kind() != reflect.Struct {
		return 0
	}
	s := shapeOf(t)
	for _, m := range parts {
		known := s.find(&m) >= 0
		for i := range s.fields {
			known = known || s.fields[i].flat && shapeOf(s.fields[i].kind).find(&m) >= 0
		}
		if known {
			n++
		}
	}
	return n
}

// only are the members of the only element, where parts are a list of one.
func only(parts []Member) []Member {
	if len(parts) == 1 && len(parts[0].Name) == 0 {
		if inner, kind := Split(parts[0].Value); kind == '{' {
			return inner
		}
	}
	return parts
}

// openEnvelope returns the failure that an envelope tells, or its data.
func openEnvelope(path string, status int, parts []Member) (failed *Error, data []byte) {
	var code *int
	var message, words string
	for i := range parts {
		switch m := &parts[i]; {
		case m.Named("code"):
			if usable, _ := readValue(m.Value, reflect.ValueOf(&code).Elem()); !usable {
				return &Error{Path: path, Status: status, Malformed: true}, nil
			}
		case m.Named("message"):
			readValue(m.Value, reflect.ValueOf(&message).Elem())
		case m.Named("error") && isJSONString(m.Value):
			words = shown(m.Value)
		case m.Named("data"):
			data = m.Value
		}
	}
	switch {
	case code == nil && told(path, status, parts, data):
		return nil, data
	case code == nil && refuses(status, message+words):
		return &Error{Path: path, Status: status, Message: cmp.Or(message, words)}, nil
	case code == nil:
		return &Error{Path: path, Status: status, Malformed: true}, nil
	case *code != 0 || status < 200 || status > 299:
		return &Error{Path: path, Status: status, Code: *code, Message: message}, nil
	}
	return nil, data
}

// refuses reports whether an answer without a code is a refusal in words: its status says that the request is at fault
// (RFC 9110, 15.5).
func refuses(status int, words string) bool {
	return status >= 400 && status <= 499 && strings.TrimSpace(words) != ""
}

// told reports whether an envelope without a code holds what was read: its data can be told as that of a bare answer.
func told(path string, status int, parts []Member, data []byte) bool {
	inner, _ := Split(data)
	e, known := EndpointAt(path)
	return known && status >= 200 && status <= 299 && !failing(parts) && e.shows(inner)
}

// Content is a body without a byte order mark and the space around it.
func Content(body []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
}

// Bare reports whether an answer is a success that needs no envelope: its
// endpoint's answer isn't shown, its status is of the 2xx kind, and it is JSON
// without a code and without an error, or nothing at all. Its body then is the data.
// So is the answer to a read that is shown with an envelope, if the data can be told by
// its first member, or by a day of the week.
// A code or an error that is null is none. An error's meaning isn't known: the
// outcome of its call is unknown, and is looked up.
func Bare(path string, status int, body []byte) bool {
	parts, _ := Split(body)
	return bare(path, status, parts) && (len(body) == 0 || json.Valid(body))
}

// shows reports whether members are those of a read's data, or elements of its list:
// whether they have the data's first member, or any day of the week.
func (e *Endpoint) shows(parts []Member) bool {
	if e.Changes() || len(parts) == 0 {
		return false
	}
	t := reflect.TypeOf(e.NewData()).Elem()
	if t.Kind() == reflect.Slice {
		t = t.Elem()
		if len(parts[0].Name) == 0 {
			parts, _ = Split(parts[0].Value)
		}
	} else {
		parts = only(parts)
	}
	return t.Kind() == reflect.Struct && slices.ContainsFunc(parts, func(m Member) bool {
		at := shapeOf(t).find(&m)
		return at == 0 || at > 0 && t == reflect.TypeFor[Week]()
	})
}

func bare(path string, status int, parts []Member) bool {
	e, known := EndpointAt(path)
	if !known || !e.Unshown && !e.shows(parts) || status < 200 || status > 299 {
		return false
	}
	return !failing(parts) && !failing(only(parts))
}

// failing reports whether members have a code, an error, or a success that doesn't read as true. One that is null is
// none.
func failing(parts []Member) bool {
	return slices.ContainsFunc(parts, func(m Member) bool {
		return !bytes.Equal(m.Value, null) && (m.Named("code") || m.Named("error") ||
			m.Named("success") && shown(m.Value) != "true" && shown(m.Value) != "1")
	})
}
