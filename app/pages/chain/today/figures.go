package today

import (
	"strconv"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// hours are those of the axis: from before the first to after the last at which a shop is open or an order was placed.
func hours(f *api.Figures) (from, to int) {
	from, to = 24, 0
	for hour, n := range f.Hours {
		if !f.Closed[hour] || n > 0 || f.Before[hour] > 0 {
			from, to = min(from, hour), hour+1
		}
	}
	if from >= to {
		return 0, 24
	}
	return max(0, from-1), min(24, to+1)
}

// hourTick is an hour's name on an axis of so many, which has room for few.
func hourTick(hour, of int) string {
	if step := max(2, of/4); hour%step != 0 {
		return ""
	}
	return strconv.Itoa(hour)
}

// slotName names a place among Figures.Waits: an hour with today's figures,
// else a day. tick is short, and empty where there is no room.
func slotName(f *api.Figures, i int) (name, tick string) {
	if f.Period == api.PeriodToday {
		from, to := hours(f)
		return text.Hour(i), hourTick(i, to-from)
	}
	date, ok := rules.ParseDate(f.Days[i])
	switch {
	case !ok:
		return f.Days[i], ""
	case len(f.Days) <= 8:
		tick = text.ShortDay(date.Weekday())
	case (len(f.Days)-1-i)%7 == 0:
		tick = strconv.Itoa(date.Day)
	}
	return text.Date(date, text.DateShort), tick
}

// lasted writes a length of time as a clock: "1:50".
func lasted(ms int64) string { return components.LeftClock(ms) }

// topWait is what stands at the top of the axis of waits.
func topWait(ms int64) int64 {
	for _, seconds := range []int64{10, 30, 60, 120, 180, 300} {
		if ms <= seconds*1000 {
			return seconds * 1000
		}
	}
	const minutes = 60_000
	return components.RoundUp((ms+minutes-1)/minutes) * minutes
}

// rate is a share with its sign.
func rate(part, whole int) string {
	if words := share(part, whole); words != "" {
		return text.LTR(words + "%")
	}
	return ""
}

// share is a part in percent, to the next whole one but never 0 of something.
func share(part, whole int) string {
	if whole <= 0 {
		return ""
	}
	percent := (200*part + whole) / (2 * whole)
	if percent == 0 && part > 0 {
		return "<1"
	}
	return strconv.Itoa(percent)
}

// beside puts what was before after a number, if there was something.
func beside(now, before string) string {
	if now == "" {
		now = "–"
	}
	if before == "" {
		return now
	}
	return text.T("today.before", now, before)
}

// waited is how long half of so many orders waited.
func waited(orders int, ms int64) said {
	if orders == 0 {
		return said{}
	}
	return one(text.LTR(lasted(ms)))
}

// lost are the lost orders and what they cost.
func lost(s *api.Score) said { return said{[]string{text.Number(s.Lost)}, amounts(s.Cost)} }

// stopped is for how long of its hours a shop took no orders, how long of that it was paused by us, and how long the
// hours are.
func stopped(s *api.Score) said {
	if s.Unseen {
		return said{}
	}
	words := one(text.Since(s.Stopped))
	if s.Paused > 0 {
		words.asides = append(words.asides, text.T("today.paused", text.Since(s.Paused)))
	}
	if s.Planned > 0 {
		words.asides = append(words.asides, text.T("today.planned", text.Since(s.Planned)))
	}
	return words
}

// compared says what the figures are compared with, and since when it is known how long shops took no orders.
func compared(f *api.Figures, with string) string {
	if f.StopsSince == 0 {
		return with
	}
	return text.Together(with, text.T("today.unseen", text.When(f.StopsSince)))
}

// accepted is the part of the orders accepted, of those that the shop could accept.
func accepted(s *api.Score) said { return one(rate(s.Accepted, s.Accepted+s.Lost)) }

// endWords says who cancelled, and why if that is known.
func endWords(e api.EndFigure) string {
	who := text.T("today.ends.unknown")
	switch {
	case e.Other:
		return text.T("today.other")
	case e.OpType != 0 || e.OpRaw != "":
		who = text.T("orders.by", text.CodeOr(api.KindParty, e.OpType, e.OpRaw))
	case e.Via != "":
		who = text.Word("orders.via.", e.Via)
	}
	if e.Reason == "" {
		return text.Upper(who)
	}
	return text.Dots(e.Reason, who)
}

// refundReason is why money went back.
func refundReason(r api.RefundFigure) string {
	switch {
	case r.Other:
		return text.T("today.other")
	case r.Reason == "" && r.Ours:
		return text.T("today.refunds.ours")
	case r.Reason == "":
		return text.T("today.refunds.unsaid")
	case r.Ours:
		return text.Dots(r.Reason, text.T("today.refunds.ours"))
	}
	return r.Reason
}

func moneyWords(sums []api.Money) string { return text.List(amounts(sums)) }

func amounts(sums []api.Money) []string {
	return pages.Words(sums, func(m api.Money) string { return confirm.Money(&m) })
}
