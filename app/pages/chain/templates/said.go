package templates

import (
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/chain/parts"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// partsWords names the parts that there are: "Weekly hours, 12 special dates".
func partsWords(p api.TemplateParts) string {
	var words []string
	for _, part := range parts.Of(p) {
		if part == api.PartDates {
			words = append(words, text.N("templates.dates", len(p.Dates)))
			continue
		}
		words = append(words, diff.Part(part))
	}
	return text.Commas(words)
}

// assignedWords names what a template is assigned to: "Kowloon, Airport and 2 shops".
func assignedWords(t api.Template, groups []api.Group) string {
	var words []string
	for _, id := range t.Groups {
		if g := groupOf(groups, id); g != nil {
			words = append(words, text.Isolate(g.Name))
		}
	}
	if n := len(t.Shops); n > 0 {
		words = append(words, text.N("shops.count", n))
	}
	if t.Others {
		words = append(words, text.T("templates.shops.others"))
	}
	if len(words) == 0 {
		return text.T("templates.nowhere")
	}
	return text.Commas(words)
}

func groupOf(groups []api.Group, id string) *api.Group {
	for i := range groups {
		if groups[i].ID == id {
			return &groups[i]
		}
	}
	return nil
}

// standing is how a shop is to its template.
type standing string

const (
	standingSame     standing = "same"
	standingDiffer   standing = "differ"
	standingAccepted standing = "accepted"
	standingUnknown  standing = "unknown"
	standingIdle     standing = "idle" // other templates apply in all of it
)

func standingOf(d api.Drift) standing {
	switch {
	case len(d.Differences) > 0:
		return standingDiffer
	case d.Unknown:
		return standingUnknown
	case d.Accepted:
		return standingAccepted
	case d.Idle:
		return standingIdle
	}
	return standingSame
}

// tones are the colours of the standings that have one.
var tones = map[standing]components.Tone{
	standingSame: components.ToneOK, standingDiffer: components.ToneWarn, standingAccepted: components.ToneInfo,
}

// pillOf says how many shops are how: "2 differ".
func pillOf(s standing, n int) *components.Pill {
	return &components.Pill{Tone: tones[s], Text: text.N("templates.count."+string(s), n)}
}

// stateOf says in a word or two how a shop is to its template.
func stateOf(d api.Drift) *components.Pill {
	s := standingOf(d)
	if s == standingDiffer {
		return &components.Pill{Tone: tones[s], Text: text.N("templates.differences", len(d.Differences))}
	}
	return &components.Pill{Tone: tones[s], Text: text.T("templates.is." + string(s))}
}

// counted is how many shops stand how, in the order of the page.
type counted struct {
	standing
	n int
}

func counts(c api.DriftCounts) []counted {
	return []counted{
		{standingDiffer, c.Differ}, {standingAccepted, c.Accepted}, {standingUnknown, c.Unknown}, {standingIdle, c.Idle},
		{standingSame, c.Same},
	}
}
