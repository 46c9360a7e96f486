package components

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/markup"
)

// referring are the attributes that name other elements by id.
var referring = []string{"for", "aria-describedby", "aria-labelledby", "aria-controls", "aria-activedescendant"}

// named are the roles that need a name besides the controls.
var named = []string{"dialog", "group", "img", "listbox", "menu", "region"}

// structure gives what is wrong with markup for those who don't see it, and
// for the page's policy.
func structure(root markup.Node) []string {
	var problems []string
	ids := map[string]markup.Node{}
	for _, n := range root.All("[id]") {
		if ids[n.Get("id")].Node != nil {
			problems = append(problems, "two elements have the id "+n.Get("id"))
		}
		ids[n.Get("id")] = n
	}
	for _, n := range root.All("*") {
		problems = append(problems, nodeProblems(root, n, ids)...)
	}
	return problems
}

func nodeProblems(root, n markup.Node, ids map[string]markup.Node) []string {
	var problems []string
	for _, attr := range referring {
		for id := range strings.FieldsSeq(n.Get(attr)) {
			if ids[id].Node == nil {
				problems = append(problems, fmt.Sprintf("%s of <%s> refers to %s, which isn't there", attr, n.Data, id))
			}
		}
	}
	for _, attr := range n.Attr {
		if strings.Contains(attr.Val, "%!") {
			problems = append(problems, fmt.Sprintf("%s of <%s> is a broken format", attr.Key, n.Data))
		}
	}
	if n.Get("style") != "" {
		problems = append(problems, fmt.Sprintf("<%s> has a style", n.Data))
	}
	switch n.Data {
	case "input", "select", "textarea", "button", "progress", "a":
		if name(root, n, ids) == "" {
			problems = append(problems, fmt.Sprintf("control <%s id=%s> has no name", n.Data, n.Get("id")))
		}
		if n.Data == "button" && n.Get("type") == "" {
			problems = append(problems, "button without a type")
		}
	case "svg":
		if n.Get("aria-hidden") == "" && n.Get("aria-label") == "" && !inside(n, "aria-hidden", "true") &&
			!inside(n, "role", "img") {
			problems = append(problems, "drawing that is neither named nor hidden")
		}
	}
	if slices.Contains(named, n.Get("role")) && name(root, n, ids) == "" {
		problems = append(problems, fmt.Sprintf("<%s> of role %s has no name", n.Data, n.Get("role")))
	}
	return problems
}

// name is what assistive technology calls an element, roughly as the standard
// computes it.
func name(root, n markup.Node, ids map[string]markup.Node) string {
	if label := n.Get("aria-label"); label != "" {
		return label
	}
	for id := range strings.FieldsSeq(n.Get("aria-labelledby")) {
		if by := ids[id]; by.Node != nil {
			return by.Words()
		}
	}
	if id := n.Get("id"); id != "" {
		for _, label := range root.All(`label[for="` + id + `"]`) {
			return label.Words()
		}
	}
	for p := range n.Ancestors() {
		if p.Data == "label" {
			return markup.Node{Node: p}.Words()
		}
	}
	if n.Data == "button" || n.Data == "a" {
		return n.Words()
	}
	return ""
}

func inside(n markup.Node, attr, value string) bool {
	for p := range n.Ancestors() {
		if (markup.Node{Node: p}).Get(attr) == value {
			return true
		}
	}
	return false
}
