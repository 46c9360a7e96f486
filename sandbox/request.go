package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// maxBody bounds a request, in bytes.
const maxBody = 1 << 20

// object is a JSON object with its members as they were sent. Names are
// compared exactly, and the last of several members of one name counts.
type object map[string]json.RawMessage

// readBody checks method, type and size of a call and decodes its body.
func readBody(w http.ResponseWriter, r *http.Request) (object, []byte, *failure) {
	if r.Method != http.MethodPost {
		return nil, nil, fail(http.StatusMethodNotAllowed, CodeMethod, "Use the method POST.")
	}
	if !jsonType(r.Header.Get("Content-Type")) {
		return nil, nil, fail(http.StatusUnsupportedMediaType, CodeMalformed, "The Content-Type must be application/json.")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, nil, fail(http.StatusRequestEntityTooLarge, CodeMalformed, "The body is too large.")
	}
	if err != nil {
		return nil, nil, fail(http.StatusBadRequest, CodeMalformed, "The body could not be read.")
	}
	obj, f := decodeObject(body)
	return obj, body, f
}

// jsonType accepts JSON under any of its names, and callers that name nothing.
func jsonType(header string) bool {
	if header == "" {
		return true
	}
	kind, _, err := mime.ParseMediaType(header)
	return err == nil && (kind == "application/json" || kind == "text/json" || strings.HasSuffix(kind, "+json"))
}

func decodeObject(body []byte) (object, *failure) {
	var obj object
	if err := json.Unmarshal(body, &obj); err != nil || obj == nil {
		return nil, fail(http.StatusBadRequest, CodeMalformed, "The body must be a JSON object.")
	}
	return obj, nil
}

// absent reports a missing or null member.
func (o object) absent(name string) bool {
	raw, ok := o[name]
	return !ok || string(raw) == "null"
}

// integer reads a required integer; path names it in the refusal. An exponent
// or a fraction, even of zero, is no integer, and nor is a string.
func (o object) integer(name, path string) (int64, *failure) {
	if o.absent(name) {
		return 0, broken("%s is required.", path)
	}
	n, err := strconv.ParseInt(string(o[name]), 10, 64)
	if err != nil {
		return 0, broken("%s must be an integer.", path)
	}
	return n, nil
}

// text reads a required string.
func (o object) text(name string) (string, *failure) {
	if o.absent(name) {
		return "", broken("%s is required.", name)
	}
	var text string
	if json.Unmarshal(o[name], &text) != nil {
		return "", broken("%s must be a string.", name)
	}
	return text, nil
}

// parameter is a member as a signature sees it: a string without its quotes,
// anything else its JSON text as sent.
func (o object) parameter(name string) string {
	var text string
	if json.Unmarshal(o[name], &text) == nil && string(o[name]) != "null" {
		return text
	}
	return string(o[name])
}

// prefix is the path that was stripped in front of r's, "" at the root.
func prefix(r *http.Request) string {
	if u, err := url.ParseRequestURI(r.RequestURI); err == nil {
		if before, ok := strings.CutSuffix(u.Path, r.URL.Path); ok {
			return before
		}
	}
	return ""
}

// base is the address in front of the platform's paths.
func (s *Sandbox) base(r *http.Request) string {
	if s.PublicURL != "" {
		return strings.TrimSuffix(s.PublicURL, "/")
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + r.Host + prefix(r)
}
