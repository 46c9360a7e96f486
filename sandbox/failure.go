package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/shopdesk/shopdesk/platform"
)

// Codes of the sandbox's failures besides the authentication errors of package
// platform. The interface shows none (7.5): these are assumed.
const (
	CodeMalformed     = 20001 // the body isn't a JSON object, or too large, or of another type
	CodeParameter     = 20002 // a parameter is missing or breaks a rule
	CodeUnknownPath   = 20003 // no such path
	CodeMethod        = 20004 // another method than POST
	CodeClient        = 20005 // unknown client_id, wrong client_secret
	CodeGrantType     = 20006 // a grant_type that isn't supported
	CodeTooMany       = 20008 // more calls than SetLimit allows
	CodeUnknownShop   = 30001 // no such shop
	CodeNotAuthorised = 30002 // the shop's merchant hasn't authorised the application
	CodePicture       = 30003 // an image is Pending Review already
	CodeUnknownOrder  = 30004 // no such order at this shop
	CodeOrderState    = 30005 // the order's state doesn't allow it
	CodeRefundDecided = 30006 // the refund request was approved or rejected already
	CodeNoRefund      = 30007 // there is no refund request
	CodeInternal      = 50000 // the sandbox itself failed
	CodeInjected      = 50001 // an injected fault, when no other code is given
	CodeNotModelled   = 90001 // the sandbox doesn't model this endpoint
)

// What the review and operation methods return.
var (
	ErrUnknownShop  = errors.New("sandbox: unknown shop")
	ErrNoPending    = errors.New("sandbox: no picture is pending review")
	ErrUnknownOrder = errors.New("sandbox: unknown order")
	ErrInvalid      = errors.New("sandbox: invalid")
)

// failure is a refusal with its HTTP status.
type failure struct {
	status  int
	code    int
	message string
}

func (f *failure) Error() string { return "sandbox: " + f.message }

func fail(status, code int, format string, args ...any) *failure {
	return &failure{status: status, code: code, message: fmt.Sprintf(format, args...)}
}

// broken refuses a parameter. Its status is 200, as for every refusal of a
// well-formed call.
func broken(format string, args ...any) *failure {
	return fail(http.StatusOK, CodeParameter, format, args...)
}

// asFailure is err as a refusal; an error of the sandbox itself stays unnamed.
func asFailure(err error) *failure {
	var f *failure
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, ErrUnknownShop):
		return fail(http.StatusOK, CodeUnknownShop, "The shop does not exist.")
	case errors.Is(err, ErrUnknownOrder):
		return fail(http.StatusOK, CodeUnknownOrder, "The shop has no such order.")
	}
	return fail(http.StatusInternalServerError, CodeInternal, "internal error")
}

// reply is an answer before it is written.
type reply struct {
	status int
	code   int // the envelope's
	body   []byte
	kind   string // media type, JSON unless given
}

func (a reply) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", either(a.kind, "application/json; charset=utf-8"))
	h.Set("Content-Length", strconv.Itoa(len(a.body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if a.status == http.StatusMethodNotAllowed {
		h.Set("Allow", http.MethodPost)
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

// succeed wraps data in the envelope; nil is no data.
func succeed(data any) reply {
	env := platform.Envelope{Message: "success"}
	if data != nil {
		raw, err := json.Marshal(data)
		if err != nil {
			return refuse(asFailure(err))
		}
		env.Data = raw
	}
	return answer(http.StatusOK, 0, env)
}

func refuse(f *failure) reply {
	return answer(f.status, f.code, platform.Envelope{Code: f.code, Message: f.message})
}

func answer(status, code int, value any) reply {
	body, _ := json.Marshal(value) // made of strings, numbers and checked JSON
	return reply{status: status, code: code, body: body}
}
