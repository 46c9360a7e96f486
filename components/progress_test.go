package components

import "testing"

func TestProgressSaysItInWords(t *testing.T) {
	t.Parallel()
	root := render(t, &Progress{ID: "run", Label: "Winter hours", Value: 0, Max: 198, Text: "0 of 198"})
	bar := root.All("progress")[0]
	bar.Attributes(t, map[string]string{"value": "0", "max": "198", "aria-valuetext": "0 of 198"})
}
