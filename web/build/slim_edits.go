package build

import (
	"fmt"
	"strings"
)

// edit takes something out of a file of the engine or the standard library: everything from one mark,
// up to but without another, becomes new text. Without an end mark it is the
// first mark alone. Each mark must be there exactly once.
type edit struct {
	file        string
	from, until string
	become      string
}

// dropped are the engine's files that only a server needs, with the encryption
// of stored states, which we don't use.
var dropped = []string{"http.go", "static.go", "wasm.go", "wasmexec.go", "scripts.go", "cache.go", "crypto.go"}

// edits take out what refers to the dropped files, have new elements made in one call (docs/adr/0038), have the program
// wake up once for a drawing: a ticker, and a timer that is put off, have it wake up again for nothing. The browser's
// storage, which may be blocked and then throws, isn't searched for old states of the engine, of which we keep none.
// Nothing in a page writes HTML; with that go the names of all the characters that HTML has names for.
// A link to the page that was opened last leads there after another page has taken its place in the address. The
// program is drawn in place of the boot frame, before which an extension may have put something of its own. Browsers
// leave addresses as they are that net/url can't read, such as one that ends in "#50%". Links to phones are the
// browser's, and links that are pressed with Shift, which open a window.
var edits = []edit{
	{"browser.go", "if ctrl := event.Get(\"ctrlKey\"); ctrl.Truthy() && ctrl.Bool() {", "",
		"if event.Get(\"ctrlKey\").Truthy() || event.Get(\"shiftKey\").Truthy() ||\n\t\t\t\t\t\t" +
			"!target.Get(\"protocol\").Equal(Window().Get(\"location\").Get(\"protocol\")) {"},
	{"resource.go", "import (", "func clientResourceResolver(", "import \"strings\"\n\n"},
	{"context.go", "\t\"github.com/google/uuid\"\n", "", ""},
	{"context.go", "uuid.NewString()", "", "newID()"},
	{"context.go", "// Encrypt enciphers", "// Notifications accesses", ""},
	{"context.go", "\t\"encoding/json\"\n", "", ""},
	{"context.go", "\t\"strings\"\n", "", ""},
	{"engine.go", "\t\"bytes\"\n", "", ""},
	{"engine.go", "time.NewTicker(", "", "time.NewTimer("},
	{"engine.go", "\te.states.CleanupExpiredPersistedStates(e.baseContext())\n\n", "", ""},
	{"engine.go", "\t\t\tframes.Reset(iddleFrameDuration)\n", "", ""},
	{"engine.go", "\tcase destination.String() == e.lastVisitedURL.String():\n", "",
		"\tcase destination.String() == e.lastVisitedURL.String() &&\n" +
			"\t\t(!updateHistory || destination.Path == Window().URL().Path):\n"},
	{"engine.go", "body.JSValue().firstElementChild()", "", "Window().GetElementByID(\"boot\")"},
	{"engine.go", "// Encode serializes", "func (e *engineX) dispatch(", ""},
	{"js_wasm.go", "\tu, _ := url.Parse(rawurl)\n", "", "\tu, err := url.Parse(rawurl)\n\tif err != nil {\n" +
		"\t\tat := w.Get(\"location\")\n" +
		"\t\tu = &url.URL{Host: at.Get(\"host\").String(), Path: at.Get(\"pathname\").String()}\n\t}\n"},
	{"node.go", "\t\"bytes\"\n\t\"html\"\n\t\"io\"\n", "", ""},
	{"node.go", "\t\"strconv\"\n", "", ""},
	{"node.go", "// HTMLString returns", "// Component events.", ""},
	{"node.go", "// Encode transforms", "func canUpdateValue(", ""},
	{"node.go", "\tjsElement, _ := Window().createElement(", "\tm.mountHTMLEventHandlers(ctx, v)\n\n\tv = v.setDepth",
		"\tt := begin(ctx, v)\n\tdefer t.end(v)\n"},
	{"node.go", "\t\tv.JSValue().appendChild(child)\n\t}\n", "", "\t}\n"},
	{"node.go", "\tv.jsvalue = Window().createTextNode(v.value)\n", "", "\tmountText(v)\n"},
	{"node.go", "\tv.JSValue().addEventListener(event, jsHandler, handler.options())\n", "",
		"\tlisten(v, handler, jsHandler)\n"},
	{"node.go", "\twrapper.removeChild(v.jsElement)\n", "", "\twrapper.removeChild(v.jsElement)\n\tgraft(v)\n"},
	{"node.go", "_, compoStruct := field.Interface().(Compo); compoStruct", "", "field.Type() == compoType"},
	{"node.go", "\t\tswitch v.Interface().(type) {\n\t\tcase time.Time:", "",
		"\t\tif v.Kind() == reflect.Pointer && v.Pointer() == new.Pointer() {\n\t\t\treturn false\n\t\t}\n" +
			"\t\tswitch v.Interface().(type) {\n\t\tcase time.Time:"},
	{"html.go", "\treturn e.jsElement\n", "", "\te.jsElement = taken(e.jsElement)\n\treturn e.jsElement\n"},
	{"text.go", "\treturn t.jsvalue\n", "", "\tt.jsvalue = taken(t.jsvalue)\n\treturn t.jsvalue\n"},
	{"route.go", "\t\"regexp\"\n", "", ""},
	{"route.go", "regexp.MustCompile(pattern)", "", "compilePattern(pattern)"},
	{"route.go", "*regexp.Regexp", "", "pathPattern"},
	{"state.go", "\t\"github.com/google/uuid\"\n", "", ""},
	{"state.go", "uuid.NewString()", "", "newID()"},
	{"state.go", "// PersistWithEncryption ensures", "// Broadcast signals", ""},
	{"state.go", "\tif encrypt {\n",
		"\t\tb, err := json.Marshal(s.value)\n\t\tif err != nil {\n\t\t\tLog(errors.New(\"persisting state failed\")",
		"\t{\n"},
	{"state.go", "\t\treturn ctx.Decrypt(value.EncryptedValue, receiver)\n", "",
		"\t\treturn errors.New(\"encrypted states aren't supported by this build\")\n"},
}

// apply makes the change to a file's text.
func (e edit) apply(body string) (string, error) {
	before, after, found := strings.Cut(body, e.from)
	if !found || strings.Contains(after, e.from) {
		return "", fmt.Errorf("build: %s hasn't %q exactly once", e.file, e.from)
	}
	if e.until == "" {
		return before + e.become + after, nil
	}
	_, rest, found := strings.Cut(after, e.until)
	if !found || strings.Contains(rest, e.until) {
		return "", fmt.Errorf("build: %s hasn't %q exactly once after %q", e.file, e.until, e.from)
	}
	return before + e.become + e.until + rest, nil
}
