package shops

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// cell is what a column says of a shop. Nothing to say is the empty cell.
type cell struct {
	Tone  components.Tone
	Pill  bool   // a state in a word or two
	Words string // as people read it
	Num   string // a time or number after the words, kept left to right
	More  string // a second line
	Image string // the address of a small picture that shows the words, or stands before a pill
	None  string // in place of no words, where a phone's card has room for it
}

// pill is a cell with a state.
func pill(tone components.Tone, words string) cell { return cell{Pill: true, Tone: tone, Words: words} }

// comma stands between the times or phones of a cell's Num.
const comma = ", "

// words are the cell's words with its number, which is kept left to right.
func (c cell) words() string {
	switch {
	case c.Num == "":
		return c.Words
	case c.Words == "":
		return text.LTR(c.Num)
	}
	return c.Words + " " + text.LTR(c.Num)
}

// clock is what the words depend on beside the shop.
type clock struct {
	state *state.State
	mount routes.Mount
	now   int64 // milliseconds
	years bool  // dates have their years even where the coming ones are meant
}

// shown is the cell of column c in the list. Of a shop that the platform hasn't told of yet, nothing isn't none.
func (e *entry) shown(c column, t *table, k clock) cell {
	shown := e.cell(c, t, k)
	if e.row.ReadAt == 0 && slices.Contains([]column{colToday, colNext, colPhoto, colPhones, colAccess}, c) {
		shown.None = text.T("runs.verdict.unknown")
	}
	return shown
}

// cell is what column c says of the shop.
func (e *entry) cell(c column, t *table, k clock) cell {
	r := &e.row
	switch c {
	case colStatus:
		return e.status(k)
	case colToday:
		return e.today()
	case colNext:
		return e.next(k)
	case colPause:
		return e.pausedBy(k)
	case colDiffer:
		return e.drift(t)
	case colGroups:
		return cell{Words: e.groupNames()}
	case colPhoto:
		c := photo(r.Photo)
		if r.PhotoVersion != "" {
			c.Image = string(k.mount) + api.PathThumbnail + "?shop=" + strconv.FormatInt(r.ShopID, 10) + "&v=" + r.PhotoVersion
		}
		return c
	case colPhones:
		return cell{Num: strings.Join(r.Phones, comma)}
	case colAccess:
		return e.access(k)
	case colPlace:
		return cell{Words: text.Place(e.shop.Zone)}
	case colNumber:
		return cell{Num: strconv.FormatInt(e.shop.ShopID, 10)}
	case colReadAt:
		if r.ReadAt == 0 {
			return cell{Words: text.T("shops.read.never")}
		}
		return cell{Words: text.T("shops.read.ago", text.Since(k.now-r.ReadAt))}
	case colName:
	}
	return cell{}
}

// status is how the shop stands, in a word.
func (e *entry) status(k clock) cell {
	r := &e.row
	s := pill(pages.StandingTone(r.Standing), pages.StandingName(r.Standing))
	if r.Standing == api.StandingPaused && r.Pause != nil && r.Pause.Until != 0 {
		if zone, ok := k.state.Zone(e.shop.ShopID); ok {
			s.Words, s.Num = text.T("status.rest.until"), pages.At(r.Pause.Until, k.now, zone)
		}
	}
	return s
}

// today is the shop's hours of today.
func (e *entry) today() cell {
	r := &e.row
	c := shiftCell(r.Today)
	if r.Special {
		c.More = text.T("shops.today.special")
	}
	return c
}

// next is the next special date.
func (e *entry) next(k clock) cell {
	n := e.row.Next
	if n == nil {
		return cell{}
	}
	hours := shiftCell(n.Shifts).words()
	said := cell{Words: k.days(day(n.From), day(n.To)), More: hours}
	if n.Name != "" {
		said.More = text.T("edit.of", text.Isolate(n.Name), hours)
	}
	return said
}

// days are the days of an entry, without the year where the coming ones are meant.
func (k clock) days(first, last rules.Date) string {
	const soon = 180 // days
	switch {
	case k.years || rules.DateOfDays(int(k.now/(24*60*minute))+soon).Before(last):
		return text.DateSpan(first, last)
	case first == last:
		return text.Date(last, text.DateShort)
	}
	return text.Days(first, last)
}

func shiftCell(shifts []api.Shift) cell {
	if len(shifts) == 0 {
		return cell{}
	}
	if len(shifts) == 1 && shifts[0] == (api.Shift{}) {
		return cell{Words: text.T("shops.closed")}
	}
	periods := pages.Words(shifts, func(s api.Shift) string {
		return text.Plain(text.Shift(platform.Period{StartTime: s[0], EndTime: s[1]}))
	})
	return cell{Num: strings.Join(periods, comma)}
}

func (e *entry) pausedBy(k clock) cell {
	p := e.row.Pause
	if p == nil {
		if e.row.Standing == api.StandingSuspended {
			return cell{Words: text.T("pause.by.nobody")}
		}
		return cell{}
	}
	c := cell{Words: p.By, More: text.T("shops.pause.notice")}
	if p.State == api.PauseLeft {
		c.More = text.T("pause.is.left")
	} else if zone, ok := k.state.Zone(e.shop.ShopID); ok && p.Until != 0 {
		c.More = text.T("difference.until", text.Isolate(pages.At(p.Until, k.now, zone)))
	}
	return c
}

// drift is how the shop differs from its templates: only how much, the
// template's own page says in what.
func (e *entry) drift(t *table) cell {
	drifts := e.row.Drift
	if len(drifts) == 0 {
		return cell{}
	}
	names := make([]string, len(drifts))
	unknown := false
	for i, d := range drifts {
		names[i], unknown = t.templates[d.Template], unknown || d.Unknown
	}
	c := cell{Words: text.T("shops.differ.same"), More: text.Commas(names)}
	switch {
	case e.differ > 0:
		c.Pill, c.Tone, c.Words = true, components.ToneWarn, text.N("shops.differ.count", e.differ)
	case unknown:
		c.Words = pages.StandingName(api.StandingUnknown)
	case slices.ContainsFunc(drifts, func(d api.Drift) bool { return len(d.Differences) > 0 }):
		c.Words = text.T("shops.differ.accepted")
	}
	return c
}

func photo(p api.PhotoState) cell {
	switch p {
	case "":
		return cell{}
	case api.PhotoShown:
		return cell{Words: text.T("shops.photo.shown")}
	case api.PhotoReview:
		return pill(components.ToneInfo, text.T("shop.picture.2"))
	case api.PhotoRejected:
		return pill(components.ToneBad, text.T("shop.picture.3"))
	case api.PhotoNone:
		return pill(components.ToneWarn, text.T("photo.none"))
	}
	return cell{Words: string(p)}
}

// access is how the shop is reached.
func (e *entry) access(k clock) cell {
	r := &e.row
	switch r.Access.State {
	case api.ConnectionSignIn:
		return pill(components.ToneBad, text.T("shops.access.signin"))
	case api.ConnectionLate:
		c := pill(components.ToneWarn, text.T("shops.access.late"))
		if zone, ok := k.state.Zone(e.shop.ShopID); ok && r.Access.EndsAt != 0 {
			c.Num = pages.At(r.Access.EndsAt, k.now, zone)
		}
		return c
	case api.ConnectionMissing:
		if r.Failure == "" {
			return pill(components.ToneWarn, text.T("connections.state.missing"))
		}
	case api.ConnectionGood, api.ConnectionRenewing:
	}
	switch {
	case r.Failure != "":
		return pill(components.ToneBad, text.Word("shops.failure.", r.Failure))
	case r.ReadAt == 0:
		return cell{}
	}
	return cell{Words: text.T("connections.state.good")}
}
