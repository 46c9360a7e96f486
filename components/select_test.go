package components

import "testing"

func TestSelectValuesSurvive(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"", "kowloon", "0"} {
		if toOption(value) == "" {
			t.Errorf("%q becomes the empty value, which go-app drops", value)
		}
		if got := fromOption(toOption(value)); got != value {
			t.Errorf("%q comes back as %q", value, got)
		}
	}
}

func TestSelectMarkup(t *testing.T) {
	t.Parallel()
	root := render(
		t,
		&Select{ID: "region", Label: "Region", Error: "E", Options: []Option{
			{Value: "", Label: "All"}, {Value: "k", Label: "Kowloon"},
		}},
	)
	root.First(t, ".in").Attributes(t, map[string]string{"aria-invalid": "true", "aria-describedby": "region-error"})
	options := root.All("option")
	if len(options) != 2 {
		t.Fatalf("%d options, want 2", len(options))
	}
	options[0].Attributes(t, map[string]string{"value": noValue, "selected": "true"})
	options[1].Attributes(t, map[string]string{"value": "k", "selected": "false"})
}
