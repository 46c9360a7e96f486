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

// edits take out what refers to the dropped files, and have new elements made in one call (docs/adr/0038).
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
		"\tt := begin(ctx, v)\n\tdefer t.end(v)\n"},
	{"node.go", "\t\tv.JSValue().appendChild(child)\n\t}\n", "", "\t}\n"},
	{"node.go", "\tv.jsvalue = Window().createTextNode(v.value)\n", "", "\tmountText(v)\n"},
	{"node.go", "\tv.JSValue().addEventListener(event, jsHandler, handler.options())\n", "",
		"\tlisten(v, handler, jsHandler)\n"},
	{"node.go", "\twrapper.removeChild(v.jsElement)\n", "", "\twrapper.removeChild(v.jsElement)\n\tgraft(v)\n"},
	{"js_wasm.go", "return w.Get(\"document\").Call(\"createTextNode\", v)", "",
		"return value{jsValue: document.Call(\"createTextNode\", v)}"},
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

// added are the files that stand in for what was taken out.
var added = map[string]string{
	"tree.go": `package app

import (
	"strings"
	"syscall/js"
)

var (
	document = js.Global().Get("document")
	makeTree = js.Global().Get("shopdeskTree") // web/tree.js
)

// tree is an element that is being mounted, with all that is in it: the browser makes it in one call.
type tree struct {
	root   HTML
	said   strings.Builder
	things []any // listeners and raw elements, in the order in which they are said
	nodes  []UI  // elements and texts, likewise
}

// growing is the tree to which elements are added, nil while none is being mounted.
var growing *tree

// say adds a word, of which the first byte is the kind. A zero byte is between words, and a text that has one loses it,
// as in a browser's parser.
func (t *tree) say(kind byte, word string) {
	if t.said.Len() > 0 {
		t.said.WriteByte(0)
	}
	t.said.WriteByte(kind)
	t.follow(word)
}

func (t *tree) follow(word string) {
	if strings.IndexByte(word, 0) >= 0 {
		word = strings.ReplaceAll(word, "\x00", "\uFFFD")
	}
	t.said.WriteString(word)
}

// begin adds an element with its attributes.
func begin(ctx Context, v HTML) *tree {
	if growing == nil {
		growing = &tree{root: v}
	}
	t := growing
	t.nodes = append(t.nodes, v)
	if space := v.XMLNamespace(); space == "" {
		t.say('<', v.Tag())
	} else {
		t.say(':', space)
		t.said.WriteByte(0)
		t.follow(v.Tag())
	}
	for name, value := range v.attrs() {
		t.say('=', name)
		t.said.WriteByte(0)
		t.follow(resolveAttributeURLValue(name, value, ctx.ResolveStaticResource))
	}
	return t
}

// end closes an element. With the first one the tree is made.
func (t *tree) end(v HTML) {
	t.say('>', "")
	if v != t.root {
		return
	}
	growing = nil
	made := makeTree.Invoke(append([]any{t.said.String()}, t.things...)...)
	all := make([]planted, len(t.nodes))
	for i, node := range t.nodes {
		el := &all[i]
		el.made, el.at = made, i
		switch node := node.(type) {
		case *text:
			node.jsvalue = el
		case HTML:
			node.setJSElement(el)
		}
	}
}

// planted is a node that is there, but that the program has no hold of: most are never touched, and each hold costs a
// call and a finalizer.
type planted struct {
	Value
	made js.Value
	at   int
}

// taken takes hold of a node.
func taken(v Value) Value {
	if p, ok := v.(*planted); ok {
		return value{jsValue: p.made.Index(p.at)}
	}
	return v
}

// mountText makes a text.
func mountText(v *text) {
	if growing == nil {
		v.jsvalue = Window().createTextNode(v.value)
		return
	}
	growing.nodes = append(growing.nodes, v)
	growing.say('"', v.value)
}

// listen adds a listener to an element.
func listen(v HTML, handler eventHandler, listener Func) {
	if v.Mounted() {
		v.JSValue().addEventListener(handler.event, listener, handler.options())
		return
	}
	kind := byte('@')
	if handler.passive {
		kind = '*'
	}
	growing.things = append(growing.things, syscalJSValueOf(listener))
	growing.say(kind, handler.event)
}

// graft adds raw HTML, which is made already.
func graft(v *raw) {
	if growing == nil {
		return
	}
	growing.things = append(growing.things, syscalJSValueOf(v.jsElement))
	growing.say('!', "")
}
`,
	"compare.go": `package app

import "reflect"

// compoType is told by its type, and a pointer to the very same without a copy: else each field of a component that is
// looked at costs an allocation.
var compoType = reflect.TypeFor[Compo]()
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
