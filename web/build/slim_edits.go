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

// edits take out what refers to the dropped files, and have a new element made in one call (docs/adr/0038).
var edits = []edit{
	{"resource.go", "import (", "func clientResourceResolver(", "import \"strings\"\n\n"},
	{"context.go", "\t\"github.com/google/uuid\"\n", "", ""},
	{"context.go", "uuid.NewString()", "", "newID()"},
	{"context.go", "// Encrypt enciphers", "// Notifications accesses", ""},
	{"context.go", "\t\"encoding/json\"\n", "", ""},
	{"context.go", "\t\"strings\"\n", "", ""},
	{"engine.go", "\t\"bytes\"\n", "", ""},
	{"engine.go", "// Encode serializes", "func (e *engineX) dispatch(", ""},
	{"node.go", "\tjsElement, _ := Window().createElement(", "\tm.mountHTMLEventHandlers(ctx, v)\n\n\tv = v.setDepth",
		"\tv = v.setJSElement(newElement(ctx, v))\n"},
	{"node.go", "\t\tv.JSValue().appendChild(child)\n\t}\n", "", "\t}\n\tappendAll(v, children)\n"},
	{"js_wasm.go", "return w.Get(\"document\").Call(\"createTextNode\", v)", "",
		"return value{jsValue: document.Call(\"createTextNode\", v)}"},
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

// added are the files that stand in for what was taken out.
var added = map[string]string{
	"element.go": `package app

import (
	"strings"
	"syscall/js"
)

var (
	document    = js.Global().Get("document")
	makeElement = js.Global().Get("shopdeskElement") // web/element.js
)

// newElement makes an element with its attributes. Zero bytes are between them,
// and a text that has one loses it, as in a browser's parser.
func newElement(ctx Context, v HTML) Value {
	var said strings.Builder
	say := func(text string) {
		if strings.IndexByte(text, 0) >= 0 {
			text = strings.ReplaceAll(text, "\x00", "\uFFFD")
		}
		said.WriteString(text)
	}
	say(v.XMLNamespace())
	said.WriteByte(0)
	say(v.Tag())
	for name, value := range v.attrs() {
		said.WriteByte(0)
		say(name)
		said.WriteByte(0)
		say(resolveAttributeURLValue(name, value, ctx.ResolveStaticResource))
	}
	return value{jsValue: makeElement.Invoke(said.String())}
}

// appendAll puts mounted children into a new element.
func appendAll(v HTML, children []UI) {
	switch len(children) {
	case 0:
	case 1:
		v.JSValue().appendChild(children[0])
	default:
		all := make([]any, len(children))
		for i, child := range children {
			all[i] = child
		}
		v.JSValue().Call("append", all...)
	}
}
`,
	"id.go": `package app

import (
	"math/rand/v2"
	"strconv"
)

// newID tells tabs and devices apart. It is no secret.
func newID() string {
	return strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64(), 36)
}
`,
	"pattern.go": `package app

import "strings"

// pathPattern stands for the one regular expression in use: every path. The
// component behind it reads the path itself.
type pathPattern struct{}

func compilePattern(pattern string) pathPattern {
	if pattern != "^/.*$" {
		panic("this build's engine routes exact paths and ^/.*$ only, not " + pattern)
	}
	return pathPattern{}
}

func (pathPattern) MatchString(path string) bool { return strings.HasPrefix(path, "/") }
`,
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
