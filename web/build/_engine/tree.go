package app

import (
	"strings"
	"syscall/js"
)

var makeTree = js.Global().Get("shopdeskTree") // web/tree.js

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
		all[i] = planted{made: made, at: i}
		switch node := node.(type) {
		case *text:
			node.jsvalue = &all[i]
		case HTML:
			node.setJSElement(&all[i])
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
