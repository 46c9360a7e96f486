package components

import "testing"

func TestTimeFieldMarkup(t *testing.T) {
	t.Parallel()
	render(t, &TimeField{ID: "fri-1-opens", Label: "Friday opens", Invalid: true, DescribedBy: "fri-error"}).
		First(t, "input").
		Attributes(t, map[string]string{
			"id": "fri-1-opens", "type": "text", "dir": "ltr", "aria-label": "Friday opens",
			"aria-invalid": "true", "aria-describedby": "fri-error", "autocomplete": "off", "value": "",
		})
}
