package components

import "testing"

func TestSaveBarReadsItsCount(t *testing.T) {
	t.Parallel()
	root := render(
		t, &SaveBar{Label: "Unsaved", Count: "3 changes", Text: "not saved yet", Actions: row(button("Save", KindGo))},
	)
	root.First(t, "section").Attributes(t, map[string]string{"aria-label": "Unsaved"})
	if got, want := root.First(t, "[role=status]").Words(), "3 changes not saved yet"; got != want {
		t.Errorf("reads %q, want %q", got, want)
	}
}
