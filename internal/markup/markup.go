// Package markup reads the HTML that a test looks at. Only tests import it.
package markup

import (
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// Node is an element.
type Node struct{ *html.Node }

// Parse reads a page, or the content of a body, and gives the whole document. An attribute without
// a value has "true": that is how the engine writes it.
func Parse(tb testing.TB, text string) Node {
	tb.Helper()
	document, err := html.Parse(strings.NewReader(text))
	if err != nil {
		tb.Fatal(err)
	}
	for n := range document.Descendants() {
		for i := range n.Attr {
			if n.Attr[i].Val == "" {
				n.Attr[i].Val = "true"
			}
		}
	}
	return Node{document}
}

// All gives the elements below n that a CSS selector finds.
func (n Node) All(selector string) []Node {
	var found []Node
	for _, one := range cascadia.QueryAll(n.Node, cascadia.MustCompile(selector)) {
		found = append(found, Node{one})
	}
	return found
}

// First gives the first element of All.
func (n Node) First(tb testing.TB, selector string) Node {
	tb.Helper()
	found := cascadia.Query(n.Node, cascadia.MustCompile(selector))
	if found == nil {
		tb.Fatalf("no %q in the markup", selector)
	}
	return Node{found}
}

// Has reports whether a selector finds an element below n.
func (n Node) Has(selector string) bool {
	return cascadia.Query(n.Node, cascadia.MustCompile(selector)) != nil
}

// Get gives an attribute, "" for none.
func (n Node) Get(name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Words gives the text below n, pieces joined by a space.
func (n Node) Words() string {
	var pieces []string
	for one := range n.Descendants() {
		if one.Type == html.TextNode {
			pieces = append(pieces, strings.Fields(one.Data)...)
		}
	}
	return strings.Join(pieces, " ")
}

// Attributes compares some of n's attributes; "" is wanted for none.
func (n Node) Attributes(tb testing.TB, want map[string]string) {
	tb.Helper()
	for name, value := range want {
		if got := n.Get(name); got != value {
			tb.Errorf("<%s> has %s=%q, want %q", n.Data, name, got, value)
		}
	}
}

// Holds checks that HTML has each of the wanted pieces of text, and none of the others.
func Holds(tb testing.TB, html string, want, not []string) {
	tb.Helper()
	for _, part := range want {
		if !strings.Contains(html, part) {
			tb.Errorf("no %q in %s", part, html)
		}
	}
	for _, part := range not {
		if strings.Contains(html, part) {
			tb.Errorf("%q in %s", part, html)
		}
	}
}
