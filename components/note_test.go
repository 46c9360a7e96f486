package components

import "testing"

func TestNoteRoles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		note Note
		role string
	}{
		{Note{Text: "x"}, "status"},
		{Note{Text: "x", Alert: true}, "alert"},
		{Note{Text: "x", Quiet: true}, ""},
		{Note{Text: "x", Alert: true, Quiet: true}, ""},
	} {
		render(t, &tt.note).First(t, ".note").Attributes(t, map[string]string{"role": tt.role})
	}
}
