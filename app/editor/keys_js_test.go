package editor

import (
	"syscall/js"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Chrome tells of a field that it fills in by a "keydown" without keys, which ended the program. Ctrl+Z after a press
// on blank space in a dialog undid the list beneath it, and on the board it undid settings in the closed sheet, which
// isn't in the page.
func TestFilledInFieldAndOpenDialogAreNoUndo(t *testing.T) {
	browser := js.Global().Call("eval", `(() => {
		let dialog = null, form = null;
		globalThis.document = {getElementById: () => form, querySelector: () => dialog};
		const body = {closest: () => null};
		return {
			draw: () => { form = body; },
			filledIn: {target: body},
			undo: {target: body, key: "z", ctrlKey: true, metaKey: false, altKey: false, shiftKey: false},
			open: () => { dialog = {}; },
		};
	})()`)
	v := &view{Options: Options{ID: "dates"}}
	pressed := func(name string) bool { return v.command(app.ValueOf(browser.Get(name))) != nil }
	if pressed("undo") {
		t.Error("Ctrl+Z without the form is one")
	}
	browser.Call("draw")
	if pressed("filledIn") {
		t.Error("a field that is filled in is a command")
	}
	if !pressed("undo") {
		t.Error("Ctrl+Z on the page isn't one")
	}
	if browser.Call("open"); pressed("undo") {
		t.Error("Ctrl+Z beside an open dialog's field is one")
	}
}
