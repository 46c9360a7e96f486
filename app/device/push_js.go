package device

import (
	"errors"
	"syscall/js"
)

func push() js.Value { return js.Global().Get("shopdeskPush") }

// PushStanding says whether this browser can be told of orders in the background.
func PushStanding() Standing { return Standing(push().Call("standing").String()) }

// PushOn gives the browser's subscription for a server's key, in JSON. It blocks
// until the person has answered the browser.
func PushOn(key string) ([]byte, error) {
	settled := make(chan js.Value, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- args[0]
		return nil
	})
	defer done.Release()
	failed := js.FuncOf(func(js.Value, []js.Value) any {
		settled <- js.Null()
		return nil
	})
	defer failed.Release()
	push().Call("on", key).Call("then", done, failed)
	if value := <-settled; value.Type() == js.TypeString {
		return []byte(value.String()), nil
	}
	return nil, errors.New("device: the browser gave no subscription")
}

// PushOff drops the browser's subscription: its push service refuses it from then
// on.
func PushOff() { push().Call("off") }

// PushAgain subscribes anew as the operator chose on this device before. Somebody
// else's choice ends.
func PushAgain(operator string) { push().Call("again", operator) }
