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

// openEnvelope checks the answer to path and decodes its data. A 2xx answer
// without a readable code, and any other status, is an error.
func openEnvelope(path string, reply Reply, data any) error {
	var env struct {
		Code    *int            `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(reply.Body, &env); err != nil || env.Code == nil {
		return &Error{Path: path, Status: reply.Status, Malformed: true}
	}
	if *env.Code != 0 || reply.Status < 200 || reply.Status > 299 {
		return &Error{Path: path, Status: reply.Status, Code: *env.Code, Message: env.Message}
	}
	if data == nil || len(env.Data) == 0 {
		return nil
	}
	if err := json.Unmarshal(env.Data, data); err != nil {
		return &Error{Path: path, Status: reply.Status, Malformed: true}
	}
	return nil
}
