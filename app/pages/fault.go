package pages

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Fault is what is wrong with one field. Field is the id of its control; Text
// is final and stands both at the field and in the summary.
type Fault struct {
	Field string
	Text  string
}

// Faults are a form's, in the order of its fields.
type Faults []Fault

// At is the text for a field, "" when nothing is wrong with it.
func (f Faults) At(field string) string {
	for _, fault := range f {
		if fault.Field == field {
			return fault.Text
		}
	}
	return ""
}

// Summary lists a form's faults for [components.ErrorSummary].
func Summary(faults Faults) []components.ErrorItem {
	items := make([]components.ErrorItem, len(faults))
	for i, f := range faults {
		items[i] = components.ErrorItem{Target: f.Field, Text: f.Text}
	}
	return items
}

// Summary leads to a form's faults. A higher focus than before gives it the keyboard.
func (f Faults) Summary(id string, focus int) app.UI {
	return &components.ErrorSummary{ID: id, Title: text.T("form.problem"), Items: Summary(f), Focus: focus}
}

// PictureFault says what is wrong with a picture's address, and else what the platform may refuse; "" for nothing.
func PictureFault(address string, leaves rules.Leaves) (wrong, doubt string) {
	found := leaves.Judge(rules.PictureURL(strings.TrimSpace(address)))
	if refused := rules.Refusals(found); len(refused) > 0 {
		return text.Problems(refused), ""
	}
	if len(found) > 0 {
		doubt = text.Doubt(text.Problems(found))
	}
	return "", doubt
}
