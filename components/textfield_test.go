package components

import "testing"

func TestTextFieldMarkup(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		field TextField
		want  map[string]string
	}{
		{
			"plain", TextField{ID: "a", Label: "A"},
			map[string]string{"type": "text", "aria-invalid": "", "aria-describedby": "", "maxlength": "", "value": ""},
		},
		{
			"wrong", TextField{ID: "a", Label: "A", Hint: "H", Error: "E", Value: "B"},
			map[string]string{"value": "B", "aria-invalid": "true", "aria-describedby": "a-hint a-error"},
		},
		{
			"phone",
			TextField{ID: "a", Label: "A", Type: "tel", InputMode: "tel", Dir: "ltr", Autocomplete: "tel", MaxLength: 20},
			map[string]string{"type": "tel", "inputmode": "tel", "dir": "ltr", "autocomplete": "tel", "maxlength": "20"},
		},
		{
			"password", TextField{ID: "a", Label: "A", Type: "password", ShowLabel: "Show"},
			map[string]string{"type": "password", "spellcheck": "false"},
		},
		{
			"password shown",
			TextField{ID: "a", Label: "A", Type: "password", ShowLabel: "Show", ConcealLabel: "Hide", shown: true},
			map[string]string{"type": "text", "spellcheck": "false"},
		},
		{
			"format signs are text", TextField{ID: "a", Label: "A", Placeholder: "100%d"},
			map[string]string{"placeholder": "100%d"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := render(t, &tt.field)
			root.First(t, "input").Attributes(t, tt.want)
			if got, want := root.Has("button"), tt.field.ShowLabel != ""; got != want {
				t.Errorf("button to show it: %v, want %v", got, want)
			}
		})
	}
}

// TestFieldsKeepTheirControl: two fields at one place of a page, one after the
// other, must not hand what was typed from one to the other.
func TestFieldsKeepTheirControl(t *testing.T) {
	t.Parallel()
	for name, same := range map[string]bool{
		"text":   (&TextField{ID: "a"}).CompoID() == (&TextField{ID: "b"}).CompoID(),
		"time":   (&TimeField{ID: "a"}).CompoID() == (&TimeField{ID: "b"}).CompoID(),
		"switch": (&Switch{ID: "a"}).CompoID() == (&Switch{ID: "b"}).CompoID(),
		"check":  (&Checkbox{ID: "a"}).CompoID() == (&Checkbox{ID: "b"}).CompoID(),
		"select": (&Select{ID: "a"}).CompoID() == (&Select{ID: "b"}).CompoID(),
	} {
		if same {
			t.Errorf("%s fields of different ids share their control", name)
		}
	}
}
