package components

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// when returns text if cond holds, else nothing.
func when(cond bool, text string) string {
	if cond {
		return text
	}
	return ""
}

// Flag is the value of an attribute that is there or not: go-app drops one whose value is empty.
func Flag(holds bool) string { return when(holds, "true") }

// FocusID moves the keyboard to the element with this id: at once if it is
// there, and once more when the screen has been brought up to date, for an
// element that is only then in the page or was drawn anew. Who has moved the
// keyboard on meanwhile keeps it. It does nothing if there is no such element, and
// of a page that isn't mounted yet, whose ctx is zero, there is none. While an
// answer is taken (see Answer) a field keeps the keyboard that a person has moved
// to since the question, unless the field goes.
func FocusID(ctx app.Context, id string) {
	if app.IsServer {
		return
	}
	moved := asked != nil && MovedOn(asked)
	if !moved {
		focusNow(id)
	}
	if ctx.Context == nil {
		return
	}
	taken, by := moved || hasKeyboard(id), ActiveElement()
	drawn(ctx, func() {
		// An element that took the keyboard may have been drawn as another one.
		if !taken || nothingHasKeyboard() || !moved && by.Equal(ActiveElement()) {
			focusNow(id)
		}
	})
}

// Lasting is the context of a component that lasts as long as the program, which sets it. go-app drops what was
// deferred by an element that has gone: a button that opens a form in its own place.
var Lasting app.Context

// drawn does something when the screen has been brought up to date, and dialogs that close with it have given the
// keyboard back.
func drawn(ctx app.Context, do func()) {
	if Lasting.Context != nil {
		ctx = Lasting
	}
	ctx.Defer(func(ctx app.Context) { ctx.Defer(func(app.Context) { do() }) })
}

// Land gives the keyboard on when the element that has it goes with the next drawing: to the first of the elements that
// is still there, else to the first button of an open dialog, else to the page's heading.
func Land(ctx app.Context, to ...app.Value) { land(ctx, nil, to...) }

// land is Land with the options of the browser's focus.
func land(ctx app.Context, options map[string]any, to ...app.Value) {
	if app.IsServer || ctx.Context == nil {
		return
	}
	drawn(ctx, func() {
		if !nothingHasKeyboard() {
			return
		}
		for _, el := range append(to, first("dialog[open] button:enabled"), first("h1[tabindex]")) {
			if connected(el) {
				el.Call("focus", options)
				return
			}
		}
	})
}

// asked is the element that had the keyboard when the question was asked whose answer is being taken, else nil.
var asked app.Value

// Answer takes an answer. The element from had the keyboard when the question was asked.
func Answer(from app.Value, take func()) {
	if app.IsServer { // tests run side by side
		take()
		return
	}
	defer func(before app.Value) { asked = before }(asked)
	asked = from
	take()
}

// MovedOn reports whether a field has the keyboard now that didn't have it when the element from had it: a person types
// there.
func MovedOn(from app.Value) bool {
	now := ActiveElement()
	return !now.Equal(from) && Within(now, Fields)
}

// ShowID scrolls to the element with this id when the screen has been brought
// up to date. With the zero ctx, of a page that isn't mounted yet, it does nothing.
func ShowID(ctx app.Context, id string) {
	if app.IsServer || ctx.Context == nil {
		return
	}
	ctx.Defer(func(app.Context) {
		if el := elementByID(id); el.Truthy() {
			showInMiddle(el)
		}
	})
}

func showInMiddle(el app.Value) { el.Call("scrollIntoView", map[string]any{"block": "center"}) }

// ActiveElement is the element that has the keyboard.
func ActiveElement() app.Value { return document().Get("activeElement") }

func document() app.Value { return app.Window().Get("document") }

// root is the element of the page as a whole.
func root() app.Value { return document().Get("documentElement") }

// first is the page's first element that matches css, a falsy value for none.
func first(css string) app.Value { return document().Call("querySelector", css) }

// connected reports whether there is an element that is still in the page.
func connected(el app.Value) bool { return el != nil && el.Truthy() && el.Get("isConnected").Bool() }

// Fields matches elements in which a person types or chooses.
const Fields = "input:not([type=checkbox]), textarea, select, [contenteditable]"

// Within reports whether an element, or one around it, matches css. The document, where a key press may go, is none.
func Within(el app.Value, css string) bool {
	return el.Truthy() && el.Get("closest").Truthy() && el.Call("closest", css).Truthy()
}

// Letter is the letter of a key press, small and Latin: a shortcut is the same key on a keyboard that writes Arabic. A
// key that writes no letter has its name.
func Letter(e app.Value) string { return letter(e.Get("key").String(), e.Get("code").String()) }

func letter(key, code string) string {
	if place, ok := strings.CutPrefix(code, "Key"); ok && len(key) > 1 && utf8.RuneCountInString(key) == 1 {
		key = place
	}
	if len(key) == 1 {
		return strings.ToLower(key)
	}
	return key
}

// commands reports whether a key press is a command of the browser: Alt and the left arrow go back. A field that the
// browser fills in tells of a press without these members.
func commands(e app.Value) bool {
	return e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy() || e.Get("altKey").Truthy()
}

// composing reports whether a key press is one of an input method. Safari tells of the one that ends a composition once
// that is over: only the number of its key says so.
func composing(e app.Value) bool {
	code := e.Get("keyCode")
	return e.Get("isComposing").Truthy() || code.Type() == app.TypeNumber && code.Int() == 229
}

func hasKeyboard(id string) bool {
	active := ActiveElement()
	return active.Truthy() && active.Get("id").String() == id
}

// nothingHasKeyboard is the page's state after the element that had it was removed.
func nothingHasKeyboard() bool {
	active := ActiveElement()
	return !active.Truthy() || active.Get("localName").String() == "body"
}

func focusNow(id string) {
	if app.IsServer || hasKeyboard(id) {
		return
	}
	if el := elementByID(id); el.Truthy() {
		el.Call("focus")
	}
}

// syncValue writes a control's value into the page when it differs: go-app
// compares with what it last rendered, not with what is in the control, and it
// drops an empty value altogether. Text that was selected as a whole by a person who
// is in the control is again, so that what is typed next replaces it.
func syncValue(el app.Value, value string) {
	if !el.Truthy() {
		return
	}
	before := el.Get("value").String()
	if before == value {
		return
	}
	end := el.Get("selectionEnd") // no number in a list to choose from
	whole := before != "" && hasKeyboard(el.Get("id").String()) && end.Type() == app.TypeNumber &&
		el.Get("selectionStart").Int() == 0 && end.Int() == utf8.RuneCountInString(before)
	el.Set("value", value)
	if whole {
		el.Call("select")
	}
}

// syncChecked is syncValue for check boxes.
func syncChecked(el app.Value, on bool) {
	if el.Truthy() && el.Get("checked").Bool() != on {
		el.Set("checked", on)
	}
}

// elementByID finds a mounted component's own element.
func elementByID(id string) app.Value { return app.Window().GetElementByID(id) }

// slot renders what a slot function gives, or nothing.
func slot(f func() []app.UI) []app.UI {
	if f == nil {
		return nil
	}
	return f()
}

// Num isolates a number, time, phone, sum or id, so that it keeps its own
// left-to-right order in any script, with digits of equal width. Arabic words
// beside it have theirs.
func Num(text string) app.UI {
	dir := "ltr"
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) {
		dir = "auto"
	}
	return app.Elem("bdi").Class("num").Attr("dir", dir).Text(text)
}
