package components

import (
	"fmt"
	"slices"
	"strings"
)

// referring are the attributes that name other elements by id.
var referring = []string{"for", "aria-describedby", "aria-labelledby", "aria-controls", "aria-activedescendant"}

// named are the roles that need a name besides the controls.
var named = []string{"dialog", "group", "img", "listbox", "menu", "region"}

// structure gives what is wrong with markup for those who don't see it, and
// for the page's policy.
func structure(root *node) []string {
	var problems []string
	ids := map[string]*node{}
	for _, n := range root.all(func(n *node) bool { return n.attrs["id"] != "" }) {
		if ids[n.attrs["id"]] != nil {
			problems = append(problems, "two elements have the id "+n.attrs["id"])
		}
		ids[n.attrs["id"]] = n
	}
	for _, n := range root.all(func(*node) bool { return true }) {
		problems = append(problems, nodeProblems(root, n, ids)...)
	}
	return problems
}

func nodeProblems(root, n *node, ids map[string]*node) []string {
	var problems []string
	for _, attr := range referring {
		for id := range strings.FieldsSeq(n.attrs[attr]) {
			if ids[id] == nil {
				problems = append(problems, fmt.Sprintf("%s of <%s> refers to %s, which isn't there", attr, n.tag, id))
			}
		}
	}
	for attr, value := range n.attrs {
		if strings.Contains(value, "%!") {
			problems = append(problems, fmt.Sprintf("%s of <%s> is a broken format", attr, n.tag))
		}
	}
	if _, styled := n.attrs["style"]; styled {
		problems = append(problems, fmt.Sprintf("<%s> has a style", n.tag))
	}
	switch n.tag {
	case "input", "select", "textarea", "button", "progress", "a":
		if name(root, n, ids) == "" {
			problems = append(problems, fmt.Sprintf("control <%s id=%s> has no name", n.tag, n.attrs["id"]))
		}
		if n.tag == "button" && n.attrs["type"] == "" {
			problems = append(problems, "button without a type")
		}
	case "svg":
		if n.attrs["aria-hidden"] == "" && n.attrs["aria-label"] == "" && !inside(n, "aria-hidden", "true") &&
			!inside(n, "role", "img") {
			problems = append(problems, "drawing that is neither named nor hidden")
		}
	}
	if slices.Contains(named, n.attrs["role"]) && name(root, n, ids) == "" {
		problems = append(problems, fmt.Sprintf("<%s> of role %s has no name", n.tag, n.attrs["role"]))
	}
	return problems
}

// name is what assistive technology calls an element, roughly as the standard
// computes it.
func name(root, n *node, ids map[string]*node) string {
	if label := n.attrs["aria-label"]; label != "" {
		return label
	}
	for id := range strings.FieldsSeq(n.attrs["aria-labelledby"]) {
		if by := ids[id]; by != nil {
			return by.words()
		}
	}
	if id := n.attrs["id"]; id != "" {
		for _, label := range root.all(func(l *node) bool { return l.tag == "label" && l.attrs["for"] == id }) {
			return label.words()
		}
	}
	for p := n.parent; p != nil; p = p.parent {
		if p.tag == "label" {
			return p.words()
		}
	}
	if n.tag == "button" || n.tag == "a" {
		return n.words()
	}
	return ""
}

func inside(n *node, attr, value string) bool {
	for p := n.parent; p != nil; p = p.parent {
		if p.attrs[attr] == value {
			return true
		}
	}
	return false
}
