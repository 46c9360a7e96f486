package components

import "testing"

func TestProgressSaysItInWords(t *testing.T) {
	t.Parallel()
	root := render(t, &Progress{ID: "run", Label: "Winter hours", Value: 0, Max: 198, Text: "0 of 198"})
	bar := root.All("progress")[0]
	bar.Attributes(t, map[string]string{"value": "0", "max": "198", "aria-valuetext": "0 of 198"})
}

// The Arabic "102 of 200" was written from the left, and read "of 200 102".
func TestNumberWithWordsHasTheirDirection(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"11:00–15:00": "ltr", "HKD 12": "ltr", "102 من 200": "auto"} {
		root := render(t, &Progress{ID: "run", Text: text})
		root.All("bdi")[0].Attributes(t, map[string]string{"dir": want})
	}
}
