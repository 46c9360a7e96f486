package device

import (
	"syscall/js"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Copy told of words on the clipboard although the browser had refused them.
func TestCopyTellsOnlyOfWhatWasCopied(t *testing.T) {
	for _, tt := range []struct {
		name, writeText string
		copied          bool
	}{
		{"copied", "() => Promise.resolve()", true},
		{"refused", "() => Promise.reject(new DOMException('', 'NotAllowedError'))", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var promise js.Value
			write := js.FuncOf(func(js.Value, []js.Value) any {
				promise = js.Global().Call("eval", "("+tt.writeText+")()")
				return promise
			})
			defer write.Release()
			js.Global().Set("navigator", map[string]any{"clipboard": map[string]any{"writeText": write}})
			told := make(chan bool, 2)
			Copy(func(done func(app.Context)) { told <- true }, "https://a.example", func(app.Context) {})
			if _, err := Await(app.ValueOf(promise)); (err == nil) != tt.copied {
				t.Fatal(err)
			}
			told <- false
			if got := <-told; got != tt.copied {
				t.Errorf("told %t, want %t", got, tt.copied)
			}
		})
	}
}
