package change

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// standing is the shop's standing as in an [api.Difference]: an api.Standing and, for a pause, its end in
// milliseconds of Unix time.
func standing(f ShopFacts) []string {
	switch {
	case f.Pause != nil && f.Pause.State != store.PauseLeft &&
		(f.Pause.State == store.PauseAsked || !f.Record.Operating()):
		return paused(f.Pause.Until)
	case f.Record.Unsaid():
		return []string{string(api.StandingUnknown)}
	case !f.Record.Operating():
		return []string{string(api.StandingSuspended)}
	}
	return []string{string(api.StandingOpen)}
}

// standingAfter is the shop's standing as compared with a status difference. A shop without a pause whose state the
// platform doesn't say is as a resumption left it.
func standingAfter(f ShopFacts, did api.Difference) []string {
	is := standing(f)
	if is[0] == string(api.StandingUnknown) && f.Pause == nil && did.After[0] == string(api.StandingOpen) {
		return did.After
	}
	return is
}

// over tells whether a pause of a status difference has ended by itself: the shop is open.
func over(pause, is []string, now int64) bool {
	if len(pause) < 2 || !slices.Equal(is, []string{string(api.StandingOpen)}) {
		return false
	}
	until, err := strconv.ParseInt(pause[1], 10, 64)
	return err == nil && until <= now
}

func paused(until int64) []string {
	if until == 0 {
		return []string{string(api.StandingPaused)}
	}
	return []string{string(api.StandingPaused), strconv.FormatInt(until, 10)}
}

// status pauses or resumes. A shop that was closed by others is left alone: we wouldn't reopen it after a pause, and
// a change that opens many shops isn't meant for those.
func (m Planner) status(p *Plan, f ShopFacts, c api.Change, zone rules.Zone, now int64) {
	if c.Pause == nil {
		if f.Record == nil || standing(f)[0] != string(api.StandingSuspended) {
			p.resume(f)
		}
		return
	}
	until, known := m.until(p, f, *c.Pause, zone, now)
	if f.Record == nil || !known {
		p.missing = true
		return
	}
	order := api.PauseOrders{ShopID: f.Shop.ShopID, End: api.EndNotice, Reason: c.Pause.Reason, Note: c.Pause.Note}
	if until != 0 {
		order.End, order.Until = api.EndUntil, until
	}
	p.pause(f, order)
}

func (p *Plan) pause(f ShopFacts, order api.PauseOrders) {
	if f.Record == nil {
		p.missing = true
		return
	}
	before, after := standing(f), paused(order.Until)
	switch {
	case before[0] == string(api.StandingUnknown) && order.Until != 0:
		p.Problems.Add("pause.until", api.ProblemStatusUnsaid)
		return
	case before[0] == string(api.StandingSuspended):
		return
	case slices.Equal(before, after) && f.Pause.State == store.PausePaused &&
		f.Pause.Reason == string(order.Reason) && f.Pause.Note == strings.TrimSpace(order.Note):
		return
	}
	p.add(Call{
		Part: api.PartStatus, Pause: &order, Request: platform.ShopRef{ShopID: f.Shop.ShopID},
		Differences: []api.Difference{{Part: api.PartStatus, Before: before, After: after}},
	})
}

func (p *Plan) resume(f ShopFacts) {
	if f.Record == nil {
		p.missing = true
		return
	}
	before := standing(f)
	switch before[0] {
	case string(api.StandingOpen):
		return
	case string(api.StandingUnknown): // nobody knows that it should be open
		p.Problems.Add("resume", api.ProblemStatusUnsaid)
		return
	}
	p.add(Call{
		Part: api.PartStatus, Request: platform.ShopRef{ShopID: f.Shop.ShopID},
		Differences: []api.Difference{{Part: api.PartStatus, Before: before, After: []string{string(api.StandingOpen)}}},
	})
}

// Begun is the change of a run that begins at this moment: a pause of some minutes ends that long after it.
func Begun(c api.Change, at int64) api.Change {
	if c.Pause != nil && c.Pause.Minutes != 0 {
		pause := *c.Pause
		pause.Until = WholeMinute(at + int64(pause.Minutes)*60_000)
		c.Pause = &pause
	}
	return c
}

// WholeMinute rounds up to the next full minute, as a clock without seconds shows it.
func WholeMinute(unixMS int64) int64 { return (unixMS + 59_999) / 60_000 * 60_000 }

// until is when a pause ends, 0 for further notice, by the hours after the plan's calls so far; false when the end
// depends on hours that were never read.
func (m Planner) until(p *Plan, f ShopFacts, c api.ChangePause, zone rules.Zone, now int64) (until int64, known bool) {
	f.Week, f.Dates = p.weekAfter(f), p.datesAfter(f)
	until, known = c.Until, !c.Opening || f.Week != nil && f.Dates != nil
	if c.Opening && known {
		if until = Opening(f, m.Anchor, zone, now); until == 0 {
			p.Problems.Add("pause.opening", api.ProblemNoOpening)
		}
	}
	CheckPause(until, c.Reason, c.Note, now, func(path, code string, args ...any) {
		p.Problems.Add("pause."+path, code, args...)
	})
	return until, known
}

// CheckPause calls wrong with each problem of a pause's end, 0 for further notice, and of its reason and note.
func CheckPause(until int64, reason api.PauseReason, note string, now int64,
	wrong func(path, code string, args ...any)) {
	switch {
	case until != 0 && until <= now:
		wrong("until", api.ProblemPausePast)
	case until > now+api.MaxPause.Milliseconds():
		wrong("until", api.ProblemPauseFar, int(api.MaxPause.Hours()/24))
	}
	if reason != "" && !slices.Contains(api.PauseReasons(), reason) {
		wrong("reason", "pause_reason")
	}
	if !api.Optional(note, api.MaxPauseNote) {
		wrong("note", "pause_note", api.MaxPauseNote)
	}
}

// Opening is when the shop opens for its next day, 0 if it doesn't open soon: the first opening after today's. Until
// five in the morning, today is still the previous evening.
func Opening(f ShopFacts, anchor platform.Anchor, zone rules.Zone, now int64) int64 {
	const fiveHours = 5 * 60 * 60 * 1000
	evening, _ := rules.Local(now-fiveHours, zone)
	from := max(now, rules.Instant(evening.AddDays(1), 0, zone)-1)
	at := rules.OpenAt(from, f.Week, *f.Dates, anchor, zone).NextOpen
	if at > now+api.MaxPause.Milliseconds() {
		return 0
	}
	return at
}
