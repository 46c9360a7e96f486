package picture

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

var errRejected = errors.New("picture: the browser can't do it")

// await waits for a promise. A rejection is an error.
func await(promise app.Value) (app.Value, error) {
	settled := make(chan app.Value, 1)
	kept := app.FuncOf(func(_ app.Value, args []app.Value) any {
		settled <- args[0]
		return nil
	})
	defer kept.Release()
	broken := app.FuncOf(func(app.Value, []app.Value) any {
		settled <- nil
		return nil
	})
	defer broken.Release()
	promise.Call("then", kept, broken)
	if value := <-settled; value != nil {
		return value, nil
	}
	return nil, errRejected
}
