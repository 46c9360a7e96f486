package pages

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// OIDCOutcome takes what the provider's redirect came to out of the address, ""
// for nothing.
func OIDCOutcome(ctx app.Context) string {
	address := ctx.Page().URL()
	outcome, ok := strings.CutPrefix(address.Fragment, "oidc=")
	if !ok {
		return ""
	}
	address.Fragment = ""
	ctx.Page().ReplaceURL(address)
	return outcome
}

// OIDCNote says what it came to. What isn't known is a failure.
func OIDCNote(outcome string) app.UI {
	if outcome == api.OIDCLinked {
		return &components.Note{Tone: components.ToneOK, Text: text.T("provider.linked")}
	}
	words := text.Or("provider."+outcome, text.T("provider."+api.OIDCFailed))
	return &components.Note{Tone: components.ToneBad, Text: words, Alert: true}
}
