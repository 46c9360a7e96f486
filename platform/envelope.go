package platform

import "encoding/json"

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
// nil data isn't read. A 2xx answer without a readable code, unless it is
// [Bare], and any other status is an error.
func Open(path string, reply Reply, data any) error {
	if Bare(path, reply.Status, reply.Body) {
		if data == nil || len(reply.Body) == 0 {
			return nil
		}
		return readData(path, reply.Status, reply.Body, data)
	}
	var env struct {
		Code    *int            `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if Read(reply.Body, &env) != nil || env.Code == nil {
		return &Error{Path: path, Status: reply.Status, Malformed: true}
	}
	if *env.Code != 0 || reply.Status < 200 || reply.Status > 299 {
		return &Error{Path: path, Status: reply.Status, Code: *env.Code, Message: env.Message}
	}
	if data == nil || len(env.Data) == 0 || string(env.Data) == "null" {
		return nil
	}
	return readData(path, reply.Status, env.Data, data)
}

func readData(path string, status int, text []byte, data any) error {
	if Read(text, data) != nil {
		return &Error{Path: path, Status: status, Malformed: true}
	}
	return nil
}

// Bare reports whether an answer is a success that needs no envelope: its
// endpoint's answer isn't shown, its status is of the 2xx kind, and it is JSON
// without a code and without an error, or nothing at all. Its body then is the data.
// An error's meaning isn't known: the outcome of its call is unknown, and is looked up.
func Bare(path string, status int, body []byte) bool {
	e, known := EndpointAt(path)
	if !known || !e.Unshown || status < 200 || status > 299 {
		return false
	}
	parts, _ := Split(body)
	for i := range parts {
		if parts[i].Named("code") || parts[i].Named("error") {
			return false
		}
	}
	return len(body) == 0 || json.Valid(body)
}
