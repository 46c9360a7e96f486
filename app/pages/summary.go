package pages

import (
	"github.com/shopdesk/shopdesk/components"
)

// Summary lists a form's faults for [components.ErrorSummary].
func Summary(faults Faults) []components.ErrorItem {
	items := make([]components.ErrorItem, len(faults))
	for i, f := range faults {
		items[i] = components.ErrorItem{Target: f.Field, Text: f.Text}
	}
	return items
}
