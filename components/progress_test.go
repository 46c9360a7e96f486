package components

import "testing"

func TestProgressSaysItInWords(t *testing.T) {
	t.Parallel()
	root := render(t, &Progress{ID: "run", Label: "Winter hours", Value: 0, Max: 198, Text: "0 of 198"})
	bar := root.all(func(n *node) bool { return n.tag == "progress" })[0]
	bar.attributes(t, map[string]string{"value": "0", "max": "198", "aria-valuetext": "0 of 198"})
}
