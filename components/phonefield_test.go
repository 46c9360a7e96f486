package components

import "testing"

func TestPhoneField(t *testing.T) {
	t.Parallel()
	render(t, &PhoneField{ID: "p", Label: "Number", Invalid: true}).First(t, "input").Attributes(t, map[string]string{
		"dir": "ltr", "inputmode": "tel", "autocomplete": "off", "aria-label": "Number", "aria-invalid": "true",
	})
}
