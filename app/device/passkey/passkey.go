package passkey

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
)

// Available reports whether the browser can do it, and in JSON.
func Available() bool {
	class := app.Window().Get("PublicKeyCredential")
	return class.Truthy() && class.Get("parseCreationOptionsFromJSON").Truthy() &&
		class.Get("parseRequestOptionsFromJSON").Truthy()
}

// Create makes a passkey by options and gives the credential.
func Create(options []byte) ([]byte, error) {
	return ask("create", "parseCreationOptionsFromJSON", options)
}

// Get has a passkey answer options and gives the credential.
func Get(options []byte) ([]byte, error) { return ask("get", "parseRequestOptionsFromJSON", options) }

func ask(what, parse string, options []byte) ([]byte, error) {
	if !Available() {
		return nil, ErrNone
	}
	parsed := app.Window().Get("JSON").Call("parse", string(options))
	asked := map[string]any{"publicKey": app.Window().Get("PublicKeyCredential").Call(parse, parsed)}
	credential, err := device.Await(app.Window().Get("navigator").Get("credentials").Call(what, asked))
	switch {
	case err == nil:
		return []byte(app.Window().Get("JSON").Call("stringify", credential.Call("toJSON")).String()), nil
	case errors.Is(err, device.Rejection("NotAllowedError")), errors.Is(err, device.Rejection("AbortError")):
		return nil, ErrCancelled
	case errors.Is(err, device.Rejection("InvalidStateError")):
		return nil, ErrKnown
	}
	return nil, ErrNone
}
