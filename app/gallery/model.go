package gallery

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/components"
)

// All stands for every component in an address.
const All = "all"

// View is what the gallery shows and how.
type View struct {
	Component string // a component's name, or All
	Theme     string // "light", "dark" or "" for the system's
	RTL       bool   // every story right to left
	Width     string // of the frames: "320", "390", "820" or "" for what is there
}

// choice is a setting of the gallery: its word in addresses and on the screen.
type choice struct {
	word  string
	label string
}

var (
	themes = []choice{{"", "System"}, {"light", "Light"}, {"dark", "Dark"}}
	widths = []choice{{"", "Full"}, {"320", "320"}, {"390", "390"}, {"820", "820"}}
)

// ParseView reads the part of an address after /gallery/. What it doesn't know
// it leaves out.
func ParseView(rest string) View {
	name, settings, _ := strings.Cut(rest, "/")
	v := View{Component: All}
	if slices.Contains(Names(), name) {
		v.Component = name
	}
	for word := range strings.SplitSeq(settings, "-") {
		switch {
		case word == "rtl":
			v.RTL = true
		case isChoice(themes, word):
			v.Theme = word
		case isChoice(widths, word):
			v.Width = word
		}
	}
	return v
}

func isChoice(choices []choice, word string) bool {
	return word != "" && slices.ContainsFunc(choices, func(c choice) bool { return c.word == word })
}

// Path is the view's address after /gallery/, which ParseView reads back.
func (v View) Path() string {
	var words []string
	if v.Theme != "" {
		words = append(words, v.Theme)
	}
	if v.RTL {
		words = append(words, "rtl")
	}
	if v.Width != "" {
		words = append(words, v.Width)
	}
	if len(words) == 0 {
		return v.Component
	}
	return v.Component + "/" + strings.Join(words, "-")
}

// Names lists the components that have stories, in alphabetical order.
func Names() []string {
	var names []string
	for _, s := range components.Stories() {
		names = append(names, s.Component)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Shown gives the stories of the view, in order.
func (v View) Shown() []components.Story {
	all := components.Stories()
	if v.Component == All {
		return all
	}
	return slices.DeleteFunc(all, func(s components.Story) bool { return s.Component != v.Component })
}

// width is the frame's width for a story: its own if it asks for a narrow one.
func (v View) width(s components.Story) string {
	if s.Narrow {
		return "320"
	}
	return v.Width
}

// dir is the direction of a story.
func (v View) dir(s components.Story) string {
	if v.RTL || s.RTL {
		return "rtl"
	}
	return "ltr"
}
