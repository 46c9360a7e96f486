package devices

import (
	"strconv"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Ids of the card's controls.
const (
	fieldAddress = "daily-address"
	fieldCode    = "daily-code"
	fieldTime    = "daily-minute"
)

const halfHour = 30 // minutes between two times that are offered

// dailyModel is what was chosen about the daily summary, and what was typed.
type dailyModel struct {
	set  *api.Summary   // nil: not read yet
	from api.SetSummary // what the choice began from
	want api.SetSummary

	wrong pages.Problems // what the server refused
}

// take takes what the server has.
func (m *dailyModel) take(set *api.Summary) {
	m.set, m.from = set, wish(set)
	m.want = m.from
}

// follow is take, but leaves what was chosen or typed since the last reading.
func (m *dailyModel) follow(set *api.Summary) {
	if m.want == m.from {
		m.take(set)
	}
	m.set = set
}

// saved is take after a save, but leaves what was chosen or typed since it was sent.
func (m *dailyModel) saved(set *api.Summary, sent api.SetSummary) {
	m.set, m.from = set, wish(set)
	pages.Saved(&m.want.Push, sent.Push, m.from.Push)
	pages.Saved(&m.want.Mail, sent.Mail, m.from.Mail)
	pages.Saved(&m.want.Minute, sent.Minute, m.from.Minute)
	pages.Saved(&m.want.Address, sent.Address, m.from.Address)
	pages.Saved(&m.want.Code, sent.Code, m.from.Code)
}

// wish asks for what there is.
func wish(set *api.Summary) api.SetSummary {
	return api.SetSummary{Push: set.Push, Mail: set.Mail, Minute: set.Minute, Address: set.Address}
}

// request is the choice for the server. Without e-mail, the address stays as it was.
func (m *dailyModel) request(language string) api.SetSummary {
	r := m.want
	r.Language, r.Was = language, &m.from
	if !r.Mail {
		r.Address, r.Code = m.from.Address, ""
	}
	if !m.asksCode() {
		r.Code = ""
	}
	return r
}

// asksCode reports whether a code was sent to the address that stands in the field.
func (m *dailyModel) asksCode() bool {
	return m.want.Mail && m.set.Mail && !m.set.Proved && m.want.Address == m.set.Address
}

func (m *dailyModel) time() string { return strconv.Itoa(m.want.Minute) }

func (m *dailyModel) choose(minute string) {
	if n, err := strconv.Atoi(minute); err == nil {
		m.want.Minute = n
	}
}

// times are every half hour, and the time that is chosen.
func (m *dailyModel) times() (all []components.Option) {
	for minute := range 24 * 60 {
		if minute%halfHour == 0 || minute == m.want.Minute {
			label := text.LTR(rules.FormatClock(minute * 60))
			all = append(all, components.Option{Value: strconv.Itoa(minute), Label: label})
		}
	}
	return all
}

// zoneWords says by which clock the time is meant.
func (m *dailyModel) zoneWords() string {
	switch {
	case m.set.Zone == "":
		return ""
	case m.set.Zones > 1:
		return text.T("daily.zones", text.Place(m.set.Zone), m.set.Zones)
	}
	return text.T("daily.zone", text.Place(m.set.Zone))
}

// faults are what the server refused, in words.
func (m *dailyModel) faults() pages.Faults {
	return m.wrong.Faults("daily", func(p api.Problem) string { return "daily.fault." + p.Path })
}
