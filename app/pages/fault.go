package pages

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Faults are what is wrong with a form, in the order of its fields. The words are
// final and stand both at the field and in the summary.
type Faults []components.ErrorItem

// Add notes what is wrong with one more field; target is the id of its control.
func (f *Faults) Add(target, text string) {
	*f = append(*f, components.ErrorItem{Target: target, Text: text})
}

// At is the text for a field, "" when nothing is wrong with it.
func (f Faults) At(field string) string {
	for _, fault := range f {
		if fault.Target == field {
			return fault.Text
		}
	}
	return ""
}

// Summary leads to a form's faults. Another focus than before gives it the keyboard, unless it is 0.
func (f Faults) Summary(id string, focus int) app.UI {
	return &components.ErrorSummary{ID: id, Title: text.T("form.problem"), Items: f, Focus: focus}
}

// Problems are what is wrong with a form, by the paths of its request: what the page has found, or what the server has
// refused it for. Its zero value has found nothing.
type Problems struct {
	Tries int // grows with each time that some may be found, for the summary to take the keyboard
	Found []api.Problem
}

// Try takes what the page has found, and reports whether the form may be sent.
func (p *Problems) Try(found ...api.Problem) bool {
	p.Tries++
	p.Found = found
	return len(found) == 0
}

// Refused takes the server's problems. It is false if the error is another, or is about something else than fields.
func (p *Problems) Refused(err error, fields ...string) bool {
	outcome, refusal := OutcomeOf(err)
	other := func(p api.Problem) bool { return !slices.Contains(fields, p.Path) }
	if outcome != OutcomeInvalid || len(refusal.Problems) == 0 || slices.ContainsFunc(refusal.Problems, other) {
		return false
	}
	p.Try(refusal.Problems...)
	return true
}

// Faults are the problems in words, with the keys of those. The id of a field is that of the form and its path.
func (p *Problems) Faults(id string, key func(api.Problem) string) (list Faults) {
	for _, one := range p.Found {
		list.Add(id+"-"+one.Path, text.T(key(one), one.Args...))
	}
	return list
}

// AccountFault is the key of what is wrong with a name, a login or a password.
func AccountFault(p api.Problem) string {
	if key := "setup.fault." + p.Path + "." + p.Code; text.Has(key) {
		return key
	}
	return "setup.fault.other"
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
