package templates

import (
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/chain/parts"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
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

// pillOf says how many shops are how: "2 differ".
func pillOf(s standing, n int) *components.Pill {
	pill := &components.Pill{}
	switch s {
	case standingSame:
		pill.Tone, pill.Text = components.ToneOK, text.N("templates.count.same", n)
	case standingDiffer:
		pill.Tone, pill.Text = components.ToneWarn, text.N("templates.count.differ", n)
	case standingAccepted:
		pill.Tone, pill.Text = components.ToneInfo, text.N("templates.count.accepted", n)
	case standingUnknown:
		pill.Text = text.N("templates.count.unknown", n)
	case standingIdle:
		pill.Text = text.N("templates.count.idle", n)
	}
	return pill
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

// linesOf words differences from a template, which knows no times but the days' own; days of the week that differ alike
// share a line.
func linesOf(list []api.Difference) (lines []diff.Line) {
	first := 0 // of the days that share the last line
	for i, line := range diff.Lines(list, text.When) {
		if last := len(lines) - 1; last >= 0 && follows(list[i-1], list[i]) &&
			lines[last].Before == line.Before && lines[last].After == line.After {
			lines[last].What = text.T("dates.span", text.Day(platform.Day(list[first].Day)),
				text.DayWithin(platform.Day(list[i].Day)))
			continue
		}
		first, lines = i, append(lines, line)
	}
	return lines
}

// follows reports whether two differences are of days of the week that follow one
// another.
func follows(a, b api.Difference) bool {
	return a.Part == api.PartWeek && b.Part == api.PartWeek && a.Day+1 == b.Day
}

// spelled is what a template says, line by line: days with the same hours share
// one. Before means nothing.
func spelled(p api.TemplateParts) (lines []diff.Line) {
	if p.Week != nil {
		var days []api.Difference
		for day, shifts := range p.Week {
			days = append(days, api.Difference{Part: api.PartWeek, Day: day, AfterShifts: shifts})
		}
		lines = linesOf(days)
	}
	for _, d := range p.Dates {
		what := diff.Span(d.From, d.To)
		if d.Name != "" {
			what = text.T("join.comma", text.Isolate(d.Name), what)
		}
		lines = append(lines, diff.Line{What: what, After: diff.Shifts(d.Shifts)})
	}
	rest := diff.Between(api.TemplateParts{}, api.TemplateParts{Phones: p.Phones, Picture: p.Picture})
	return append(lines, diff.Lines(rest, text.When)...)
}
