package templates

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/chain/parts"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// correction is a run that makes shops what the template says. Where another
// template goes first this one has nothing to say, and what is meant to differ
// stays: shops of which that is so in other ways can't share a run.
type correction struct {
	shops  []int64
	change api.Change
	left   []int64
}

// correct makes a run of the shops that differ: of those that are left alone in the
// same, as many as there are, and in the parts in which one of them differs. Dates
// before today, "2006-01-02", are over.
func correct(t api.Template, picked []api.ShopDrift, today string) (c correction) {
	keys, shops := make([]string, len(picked)), map[string]int{}
	for i, d := range picked {
		keys[i] = alone(d)
		shops[keys[i]]++
	}
	var best api.ShopDrift
	var key string
	for i, d := range picked {
		if shops[keys[i]] > shops[key] || i == 0 {
			best, key = d, keys[i]
		}
	}
	differs, days := map[api.Part]bool{}, map[int]bool{}
	for i, d := range picked {
		if keys[i] != key {
			c.left = append(c.left, d.ShopID)
			continue
		}
		c.shops = append(c.shops, d.ShopID)
		for _, one := range d.Differences {
			differs[one.Part] = true
			if one.Part == api.PartWeek {
				days[one.Day] = true
			}
		}
	}
	yields := func(p api.Part) bool {
		return slices.ContainsFunc(best.Yields, func(y api.DriftYield) bool { return y.Part == p })
	}
	meant := func(p api.Part) bool {
		return slices.ContainsFunc(best.Meant, func(m api.Difference) bool { return m.Part == p })
	}
	has := parts.Only(t.Parts, func(p api.Part) bool {
		// What else is true of dates and of a week's days is seen to one by one, below.
		return differs[p] && (p == api.PartDates || !yields(p)) && (p == api.PartDates || p == api.PartWeek || !meant(p))
	})
	c.change = api.Change{Week: has.Week, Phones: has.Phones, Picture: has.Picture, Template: t.ID}
	if has.Week != nil && meant(api.PartWeek) {
		c.change.Week = nil
		for day, shifts := range has.Week {
			if days[day] {
				c.change.Days = append(c.change.Days, api.ChangeDay{Day: day, Shifts: shifts})
			}
		}
	}
	for _, d := range has.Dates {
		elsewhere := slices.ContainsFunc(best.Yields, func(y api.DriftYield) bool {
			return y.Part == api.PartDates && y.From == d.From && y.To == d.To
		})
		kept := slices.ContainsFunc(best.Meant, func(m api.Difference) bool {
			return m.Part == api.PartDates && m.From <= d.To && d.From <= m.To
		})
		if d.To >= today && !elsewhere && !kept {
			c.change.Dates, c.change.Replace = append(c.change.Dates, d), true
		}
	}
	return c
}

// parts are those of the template that the run is about, to be named.
func (c correction) parts(t api.Template) api.TemplateParts {
	has := api.TemplateParts{
		Week: c.change.Week, Dates: c.change.Dates, Phones: c.change.Phones, Picture: c.change.Picture,
	}
	if len(c.change.Days) > 0 {
		has.Week = t.Parts.Week
	}
	return has
}

// alone tells two shops apart by what a run has to leave alone in them.
func alone(d api.ShopDrift) string {
	var key strings.Builder
	for _, y := range d.Yields {
		key.WriteString(string(y.Part) + " " + y.From + " " + y.To + " " + y.Template + "\n")
	}
	for _, m := range d.Meant {
		key.WriteString("meant " + string(m.Part) + " " + strconv.Itoa(m.Day) + " " + m.From + " " + m.To + "\n")
	}
	return key.String()
}

// yesterday is the day before today by UTC: nowhere on earth are later days over.
func yesterday(s *state.State) string {
	date, _ := rules.Local(s.ServerNow().UnixMilli(), rules.Fixed(0))
	return date.AddDays(-1).String()
}

func (p *One) askFix(app.Context) { p.fixing = len(p.picked()) > 0 }

// fix goes to the page that makes runs, which shows what would be done and asks.
func (p *One) fix(ctx app.Context) {
	t := p.drifts.Template
	c := correct(t, p.picked(), yesterday(p.State))
	p.fixing = false
	wizard.For(ctx, p.Deps, c.shops, c.change, t.Name)
}

func (p *One) fixDialog() app.UI {
	var c correction
	if p.fixing {
		c = correct(p.drifts.Template, p.picked(), yesterday(p.State))
	}
	return pages.Asking(&p.fixing, pages.Question{
		ID: "drift-fix", Title: text.N("templates.fix.ask", len(c.shops)),
		Body: func() []app.UI {
			return []app.UI{
				app.P().Text(text.T("templates.fix.text", partsWords(c.parts(p.drifts.Template)))),
				components.Shown(len(c.left) > 0, &components.Note{
					Tone: components.ToneInfo, Quiet: true, Title: text.N("templates.fix.left", len(c.left)),
					Text: text.T("templates.fix.left.text", pages.SomeShops(c.left, 5, p.ShopName)),
				}),
			}
		},
		Go: components.Button{
			ID: "drift-fix-go", Label: text.T("action.continue"), Kind: components.KindGo, Disabled: len(c.shops) == 0,
			OnClick: p.fix,
		},
	})
}

// yieldWords says where another template goes first: "Weekly hours: Standard".
func (p *One) yieldWords(y api.DriftYield) string {
	what := diff.Part(y.Part)
	if y.From != "" {
		what = diff.Span(y.From, y.To)
	}
	return text.T("templates.yield", what, p.templateName(y.Template))
}
