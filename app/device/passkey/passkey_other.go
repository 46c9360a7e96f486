//go:build !js

package passkey

// Available reports whether the browser can do it. Outside a browser it can't.
func Available() bool { return false }

// Create makes a passkey by options and gives the credential.
func Create([]byte) ([]byte, error) { return nil, ErrNone }

// Get has a passkey answer options and gives the credential.
func Get([]byte) ([]byte, error) { return nil, ErrNone }
