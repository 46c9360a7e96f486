package diff

import (
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Alike words differences that belong to no shop, so their times are the operator's; days of the week that differ alike
// share a line.
func Alike(list []api.Difference) (lines []Line) {
	first := 0 // of the days that share the last line
	for i, line := range Lines(list, text.When) {
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

// Template is what a template says, as Change is.
func Template(p api.TemplateParts) []Line {
	return Change(api.Change{Week: p.Week, Dates: p.Dates, Phones: p.Phones, Picture: p.Picture})
}

// Change is what a change does to any shop, line by line, each without a value before: days with the same hours share
// one.
func Change(c api.Change) (lines []Line) {
	var days []api.Difference
	if c.Week != nil {
		for day, shifts := range c.Week {
			days = append(days, api.Difference{Part: api.PartWeek, Day: day, AfterShifts: shifts})
		}
	}
	for _, d := range c.Days {
		days = append(days, api.Difference{Part: api.PartWeek, Day: d.Day, AfterShifts: d.Shifts})
	}
	lines = Alike(days)
	add := func(what, after string) { lines = append(lines, Line{What: what, After: after}) }
	for _, r := range c.Clear {
		add(text.T("runs.part.clear"), Span(r.From, r.To))
	}
	for _, d := range c.Dates {
		what := Span(d.From, d.To)
		if d.Name != "" {
			what = text.T("join.comma", text.Isolate(d.Name), what)
		}
		add(what, Shifts(d.Shifts))
	}
	if c.Replace {
		add(Part(api.PartDates), text.T("runs.dates.replace"))
	}
	if c.Keep {
		add(Part(api.PartDates), text.T("runs.dates.keep"))
	}
	rest := Between(api.TemplateParts{}, api.TemplateParts{Phones: c.Phones, Picture: c.Picture})
	lines = append(lines, Lines(rest, text.When)...)
	if c.Pause != nil {
		add(text.T("pause.title"), pausing(*c.Pause))
	}
	if c.Resume {
		add(Part(api.PartStatus), text.T("pauses.do.resume"))
	}
	for i := range lines {
		lines[i].Before, lines[i].PhotoBefore = "", ""
	}
	return lines
}

// pausing is for how long or until when orders are paused, and why.
func pausing(p api.ChangePause) string {
	end := text.T("pause.notice")
	switch {
	case p.Opening:
		end = text.T("runs.pause.opening")
	case p.Minutes != 0: // the moment isn't known before the run begins
		end = pause.Length(p.Minutes)
	case p.Until != 0:
		end = text.T("difference.until", text.When(p.Until))
	}
	if p.Reason == "" && p.Note == "" {
		return end
	}
	return text.T("pause.reason.both", end, pause.Reason(api.Pause{Reason: p.Reason, Note: p.Note}))
}
