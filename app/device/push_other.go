//go:build !js

package device

import "errors"

// PushStanding says whether this browser can be told of orders in the background.
func PushStanding() Standing { return PushNone }

// PushOn gives the browser's subscription for a server's key, in JSON.
func PushOn(string) ([]byte, error) { return nil, errors.New("device: no browser") }

// PushOff drops the browser's subscription.
func PushOff() {}

// PushAgain subscribes anew as the operator chose on this device before.
func PushAgain(string) {}
