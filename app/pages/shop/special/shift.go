package special

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Shift is one line of a day's hours as it is typed. Extra is what the platform
// keeps with it beyond the times.
type Shift struct {
	Start Time           `json:"start"`
	End   Time           `json:"end"`
	Extra platform.Extra `json:"extra,omitempty"`
}

// ShiftOf is a shift of the platform's. An absent time is an empty field.
func ShiftOf(p platform.Period) Shift {
	return Shift{Start: TimeOf(p.StartTime), End: TimeOf(p.EndTime), Extra: p.Extra}
}

// ShiftsOf are a day's shifts of the platform's.
func ShiftsOf(periods []platform.Period) (shifts []Shift) {
	for _, p := range periods {
		shifts = append(shifts, ShiftOf(p))
	}
	return shifts
}

// NewShift has empty fields.
func NewShift() Shift {
	return ShiftOf(platform.Period{StartTime: platform.NoTime, EndTime: platform.NoTime})
}

// Times are the shifts for other days, without what the platform keeps with them.
func Times(shifts []Shift) []Shift {
	shifts = slices.Clone(shifts)
	for i := range shifts {
		shifts[i].Extra = ""
	}
	return shifts
}

// Periods are shifts as the platform has them.
func Periods(shifts []Shift) []platform.Period {
	periods := make([]platform.Period, len(shifts))
	for i, s := range shifts {
		periods[i] = s.Period()
	}
	return periods
}

// Without is the shifts but one. The last one stays, and so do all when the one has gone: by the first of two quick
// presses.
func Without(shifts []Shift, i int) []Shift {
	if i >= len(shifts) || len(shifts) == 1 {
		return shifts
	}
	return slices.Delete(slices.Clone(shifts), i, i+1)
}

// Time is one of a shift's two: the start, or the end.
func (s *Shift) Time(end bool) *Time {
	if end {
		return &s.End
	}
	return &s.Start
}

// SetTime takes what stands in a time's field, and whether that is left. A shift that has gone stays so.
func SetTime(shifts []Shift, i int, end, left bool, typed string) {
	is := Typed(typed)
	if left {
		is = is.Settled()
	}
	if i < len(shifts) {
		*shifts[i].Time(end) = is
	}
}

// Period is the shift as the platform has it.
func (s Shift) Period() platform.Period {
	return platform.Period{StartTime: s.Start.seconds(), EndTime: s.End.seconds(), Extra: s.Extra}
}

// Faults are the fields with what is no time, and the ends of shifts that read as "closed", which have the words of the
// key equal. Of begins the fields' ids.
func Faults(of string, shifts []Shift, equal string) (wrong pages.Faults) {
	for i, s := range shifts {
		for _, end := range []bool{false, true} {
			if words := s.Wrong(end); words != "" {
				wrong.Add(TimeID(of, i, end), words)
			}
		}
		if s.Period().Closed() {
			wrong.Add(TimeID(of, i, true), text.T(equal, rules.FormatClock(0)))
		}
	}
	return wrong
}

// Wrong says why a typed time is none, "" when it is one.
func (s Shift) Wrong(end bool) string {
	is := s.Time(end)
	switch typed := strings.TrimSpace(is.Text); {
	case !is.Bad:
		return ""
	case typed != "":
		return text.T("hours.no.time", typed)
	case end:
		return text.T("hours.need.closes")
	}
	return text.T("hours.need.opens")
}

// Tail is how far the longest of a day's shifts reaches into the next day, in
// seconds.
func Tail(shifts []platform.Period) int {
	longest := 0
	for _, p := range shifts {
		longest = max(longest, rules.Tail(p))
	}
	return longest
}

// NightBefore says that the night before a date, which would run until then, ends at midnight.
func NightBefore(date rules.Date, ends int) string {
	before := text.DayWithin(date.AddDays(-1).Weekday())
	return text.T("dates.night.before", before, rules.FormatClock(ends), text.Date(date, text.DateShort))
}

// NightCut says that a night, which would run into a date until then, ends at midnight.
func NightCut(date rules.Date, ends int) string {
	return text.T("dates.night.cut", rules.FormatClock(ends), text.Date(date, text.DateShort))
}

// DatesElem is the element of an entry's dates: its head, unless the name is.
func DatesElem(name string) string {
	if name == "" {
		return "b"
	}
	return "span"
}

// TimeID is the id of a time's field; of begins it.
func TimeID(of string, i int, end bool) string {
	id := of + "-" + strconv.Itoa(i)
	if end {
		return id + "-end"
	}
	return id + "-start"
}

// ShiftLines are the fields of a day's shifts. Of begins their ids, wrong says
// what is wrong with a field. OnTime takes what stands in a field, and whether the
// field is left.
type ShiftLines struct {
	Of       string
	Shifts   []Shift
	Wrong    func(field string) string
	OnTime   func(i int, end, left bool, typed string)
	OnRemove func(i int)
}

// Draw draws the lines.
func (l ShiftLines) Draw() app.UI {
	return pages.Div("special-shifts", app.Range(l.Shifts).Slice(l.line))
}

func (l ShiftLines) line(i int) app.UI {
	n := i + 1
	return pages.Div("special-shift",
		pages.Div("special-times",
			l.time(i, false, text.T("dates.shift.opens", n), "11:00"),
			pages.Span("soft", text.T("hours.to")),
			l.time(i, true, text.T("dates.shift.closes", n), "22:00"),
			components.Only(len(l.Shifts) > 1, &components.IconButton{
				Icon: components.IconTrash, Label: text.T("dates.shift.remove", n), Kind: components.KindBare, Once: true,
				OnClick: func(app.Context) { l.OnRemove(i) },
			}),
		),
		l.wrong(TimeID(l.Of, i, false)), l.wrong(TimeID(l.Of, i, true)),
	)
}

func (l ShiftLines) wrong(field string) app.UI {
	words := l.Wrong(field)
	return components.Shown(words != "", pages.Wrong(words).ID("%s", field+"-error"))
}

func (l ShiftLines) time(i int, end bool, label, placeholder string) app.UI {
	field := TimeField(TimeID(l.Of, i, end), label, l.Shifts[i].Time(end).Text, end,
		func(_ app.Context, left bool, v string) { l.OnTime(i, end, left, v) })
	field.Placeholder = placeholder
	if end && rules.Tail(l.Shifts[i].Period()) > 0 {
		field.Badge = text.T("hours.next")
	}
	if field.Invalid = l.Wrong(field.ID) != ""; field.Invalid {
		field.DescribedBy = field.ID + "-error"
	}
	return field
}

// TimeField is a control for a time of day, with steps. OnTime takes what stands in it, and whether it is left.
func TimeField(
	id, label, typed string, end bool, onTime func(ctx app.Context, left bool, typed string),
) *components.TimeField {
	return &components.TimeField{
		ID: id, Label: label, Text: typed, EarlierLabel: text.T("time.earlier"), LaterLabel: text.T("time.later"),
		OnInput:  func(ctx app.Context, v string) { onTime(ctx, false, v) },
		OnCommit: func(ctx app.Context, v string) { onTime(ctx, true, v) },
		OnStep: func(ctx app.Context, by int) {
			if at := Typed(typed); !at.Bad {
				onTime(ctx, true, at.Stepped(by, end).Text)
			}
		},
	}
}

// Clock is a time of day with a label, a hint and an error of its own. Once it is left, onTime gets it as it was
// understood.
func Clock(f components.Field, typed string, onTime func(app.Context, string)) app.UI {
	f.Body = func() []app.UI {
		field := TimeField(f.ID, f.Label, typed, false, func(ctx app.Context, left bool, v string) {
			if left {
				v = Typed(v).Settled().Text
			}
			onTime(ctx, v)
		})
		field.Required = true
		field.Invalid, field.DescribedBy = f.Error != "", components.FieldDescription(f.ID, f.Hint, f.Error)
		return []app.UI{field}
	}
	return &f
}
