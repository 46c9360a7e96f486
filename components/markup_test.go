package components

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// node is an element of rendered markup. A text is a node without a tag.
type node struct {
	tag      string
	attrs    map[string]string
	children []*node
	parent   *node
	text     string
}

// render gives the markup of a component as a tree below an unnamed root.
func render(t *testing.T, ui app.UI) *node {
	t.Helper()
	return parseMarkup(t, app.HTMLString(ui))
}

func parseMarkup(t *testing.T, markup string) *node {
	t.Helper()
	// Wrapped, because the decoder closes an <input> only at what follows it.
	d := xml.NewDecoder(strings.NewReader("<body>" + markup + "</body>"))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	root := &node{attrs: map[string]string{}}
	at := root
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return root
		}
		if err != nil {
			t.Fatalf("%v in %s", err, markup)
		}
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{tag: token.Name.Local, attrs: map[string]string{}, parent: at}
			for _, a := range token.Attr {
				n.attrs[a.Name.Local] = a.Value
				if a.Value == a.Name.Local { // go-app writes true as no value at all
					n.attrs[a.Name.Local] = "true"
				}
			}
			at.children = append(at.children, n)
			at = n
		case xml.EndElement:
			at = at.parent
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				at.children = append(at.children, &node{text: text, parent: at, attrs: map[string]string{}})
			}
		}
	}
}

// all gives the elements below n that fit, n included.
func (n *node) all(fits func(*node) bool) []*node {
	var found []*node
	if n.tag != "" && fits(n) {
		found = append(found, n)
	}
	for _, c := range n.children {
		found = append(found, c.all(fits)...)
	}
	return found
}

// first gives the first element of a tag, or one whose class or role is it.
func (n *node) first(t *testing.T, name string) *node {
	t.Helper()
	found := n.all(func(n *node) bool {
		return n.tag == name || n.attrs["role"] == name || slices.Contains(strings.Fields(n.attrs["class"]), name)
	})
	if len(found) == 0 {
		t.Fatalf("no %q in the markup", name)
	}
	return found[0]
}

func (n *node) has(name string) bool {
	return len(n.all(func(n *node) bool {
		return n.tag == name || n.attrs["role"] == name || slices.Contains(strings.Fields(n.attrs["class"]), name)
	})) > 0
}

// words gives the text of an element, pieces joined by a space.
func (n *node) words() string {
	if n.text != "" {
		return n.text
	}
	var pieces []string
	for _, c := range n.children {
		if w := c.words(); w != "" {
			pieces = append(pieces, w)
		}
	}
	return strings.Join(pieces, " ")
}

// attributes compares some of an element's attributes; an empty value stands
// for none.
func (n *node) attributes(t *testing.T, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got := n.attrs[name]; got != value {
			t.Errorf("<%s> has %s=%q, want %q", n.tag, name, got, value)
		}
	}
}
