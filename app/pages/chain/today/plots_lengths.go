package today

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// waitsPlot is how long orders waited until they were accepted.
func (p *Page) waitsPlot(f *api.Figures) app.UI {
	return p.spread(f, lengths{
		"waits", text.T("today.waits"), text.T("today.none"), "today.waits.says", api.BehindAccepted, f.Waits, f.Wait,
	})
}

// prepsPlot is how long accepted orders took until they were ready.
func (p *Page) prepsPlot(f *api.Figures) app.UI {
	return p.spread(f, lengths{
		"preps", text.T("today.preps"), text.T("today.none"), "today.preps.says", api.BehindReady, f.Preps, f.Prep,
	})
}

// lengths are how long orders took in each hour, or on each day, and in all. says is a key.
type lengths struct {
	id, title, none, says string

	only  api.Behind
	waits []api.Wait
	all   api.Wait
}

// spread draws how long orders took.
func (p *Page) spread(f *api.Figures, of lengths) app.UI {
	if of.all.Count == 0 {
		return plot(of.id, of.title, of.none, nil, nil)
	}
	heads := []string{
		text.T("label.day"), text.T("nav.orders"), text.T("today.col.median"), text.T("today.col.most"),
	}
	from, to, closed := 0, len(of.waits), f.ClosedDays
	byHour := f.Period == api.PeriodToday
	if byHour {
		heads[0], closed = text.T("today.col.hour"), f.Closed[:]
		from, to = hours(f)
	}
	table := plot(of.id, of.title, "", heads, nil)
	most, shut := int64(0), false
	var spans []components.PlotSpan
	for i := from; i < to; i++ {
		w := &of.waits[i]
		name, tick := slotName(f, i)
		span := components.PlotSpan{
			None: w.Count == 0, Low: w.Median, High: w.Most, Before: w.Before, Closed: i < len(closed) && closed[i], Tick: tick,
		}
		most, shut = max(most, w.Most, w.Before), shut || span.Closed
		if w.Count > 0 {
			span.Words = text.T("edit.of", name, text.T("today.waits.span", lasted(w.Median), lasted(w.Most)))
			half := lasted(w.Median)
			if w.Before > 0 {
				half = beside(half, lasted(w.Before))
				span.Words = text.Dots(span.Words, text.T("edit.clash.was", lasted(w.Before)))
			}
			table.Rows = append(table.Rows, []string{name, text.Number(w.Count), half, lasted(w.Most)})
			pairs := []string{"only", string(of.only)}
			if byHour {
				pairs = append(pairs, "hour", strconv.Itoa(i))
			} else {
				pairs = append(pairs, "from", f.Days[i], "to", f.Days[i])
			}
			table.Links = append(table.Links, []string{p.behind(f, 0, pairs...)})
		}
		spans = append(spans, span)
	}
	table.Says = text.T(of.says, text.LTR(lasted(of.all.Median)), text.LTR(lasted(of.all.Most)))
	if of.all.Before > 0 {
		table.Says = text.Together(table.Says, text.T("today.half.was", text.LTR(lasted(of.all.Before))))
	}
	top := topWait(most)
	now, then, off := p.keys(f, shut)
	table.Draw = func() []app.UI {
		return []app.UI{&components.PlotSpread{
			Spans: spans, Top: top, Mark: lasted(top), Now: now, Then: then, Off: off, Half: text.T("today.col.median"),
			Most: text.T("today.col.most"),
		}}
	}
	return table
}
