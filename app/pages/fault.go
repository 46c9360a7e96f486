package pages

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
