package device

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// FieldValue is what stands in the control with that id at this moment, or
// otherwise when there is no such control.
func FieldValue(id, otherwise string) string {
	if app.IsServer {
		return otherwise
	}
	control := app.Window().GetElementByID(id)
	if !control.Truthy() {
		return otherwise
	}
	return control.Get("value").String()
}
