package passkey

import "syscall/js"

// Available reports whether the browser can do it, and in JSON.
func Available() bool {
	class := js.Global().Get("PublicKeyCredential")
	return class.Truthy() && class.Get("parseCreationOptionsFromJSON").Truthy() && class.Get("parseRequestOptionsFromJSON").Truthy()
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
	asked := js.Global().Get("Object").New()
	asked.Set("publicKey", js.Global().Get("PublicKeyCredential").Call(parse, js.Global().Get("JSON").Call("parse", string(options))))
	answers := make(chan []byte, 1)
	refusals := make(chan error, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		answers <- []byte(js.Global().Get("JSON").Call("stringify", args[0].Call("toJSON")).String())
		return nil
	})
	defer kept.Release()
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		refusals <- reason(args)
		return nil
	})
	defer broken.Release()
	js.Global().Get("navigator").Get("credentials").Call(what, asked).Call("then", kept, broken)
	select {
	case answer := <-answers:
		return answer, nil
	case err := <-refusals:
		return nil, err
	}
}

func reason(args []js.Value) error {
	if len(args) > 0 {
		switch args[0].Get("name").String() {
		case "NotAllowedError", "AbortError":
			return ErrCancelled
		case "InvalidStateError":
			return ErrKnown
		}
	}
	return ErrNone
}
