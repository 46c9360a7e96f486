package today

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// few is how many needs of a kind are shown until somebody wants all.
const few = 6

// model is what the page knows and has been told.
type model struct {
	shop   int64 // 0 for all
	period api.Period

	today     api.Today
	figures   *api.Figures // nil: never read
	figuresAt time.Time
	known     bool // today is an answer, of this visit or an earlier one
	answered  bool // of this visit, of this shop
	err       error

	askedAt time.Time

	all     map[api.NeedKind]bool // shown in full
	printed bool                  // all kinds are, for paper
	busy    map[string]bool       // by subject: something is being done
	told    map[string]error      // by subject: why it wasn't done
	moved   map[string]int64      // by key: when it came to stand elsewhere, by the device's clock
	asked   *api.Need             // to be reopened after a question
	open    bool                  // the question is on screen
}

func newModel() model {
	return model{
		period: api.PeriodToday, all: map[api.NeedKind]bool{}, busy: map[string]bool{}, told: map[string]error{},
		moved: map[string]int64{},
	}
}

// key tells needs apart.
func key(n *api.Need) string {
	k := string(n.Kind) + "-" + strconv.FormatInt(n.ShopID, 10)
	if n.Order != nil {
		k += "-" + strconv.FormatInt(n.Order.OrderID, 10)
	}
	if n.Device != nil {
		k += "-" + n.Device.ID
	}
	return k
}

// subject is what is acted upon: a pause that couldn't be ended may be another
// kind of need by then.
func subject(n *api.Need) string {
	switch n.Kind { //nolint:exhaustive // the others have one need each
	case api.NeedClosed, api.NeedForgotten, api.NeedPause:
		return "pause-" + strconv.FormatInt(n.ShopID, 10)
	}
	return key(n)
}

// figuresLast is how long figures are good enough while one thing after another happens.
const figuresLast = time.Minute

// wanted is the period whose figures are asked for, "" for none: those at hand are young.
func (m *model) wanted(now time.Time) api.Period {
	if m.figures != nil && m.figures.Period == m.period && now.Sub(m.figuresAt).Abs() < figuresLast && m.answered {
		return ""
	}
	return m.period
}

// recall takes what an earlier visit left: of another shop the period alone.
func (m *model) recall(k state.KeptToday) {
	m.period = k.Period
	if m.shop == k.ShopID {
		m.today, m.figures, m.known = k.Today, k.Today.Figures, true
	}
}

// keep is what the next visit is shown first.
func (m *model) keep() state.KeptToday {
	today := m.today
	today.Figures = m.figures
	return state.KeptToday{ShopID: m.shop, Period: m.period, Today: today}
}

// take takes the server's answer. After a failure the needs that were known stay,
// and figures of another period go: they would be taken for those of the chosen one.
func (m *model) take(answer api.Today, err error, now time.Time) {
	if err != nil {
		m.err = err
		if m.figures != nil && m.figures.Period != m.period {
			m.figures = nil
		}
		return
	}
	m.shifted(answer.Needs, now)
	if answer.Figures != nil {
		m.figures, m.figuresAt = answer.Figures, now
	}
	answer.Figures = nil
	m.today, m.known, m.answered, m.err = answer, true, true, nil
	for k := range m.told {
		if !slices.ContainsFunc(answer.Needs, func(n api.Need) bool { return subject(&n) == k }) {
			delete(m.told, k)
		}
	}
}

// drop takes a need from the list that nobody is needed for any more.
func (m *model) drop(k string, now time.Time) {
	i := slices.IndexFunc(m.today.Needs, func(n api.Need) bool { return key(&n) == k })
	if i < 0 {
		return
	}
	needs := slices.Delete(slices.Clone(m.today.Needs), i, i+1)
	m.shifted(needs, now)
	delete(m.told, subject(&m.today.Needs[i]))
	m.today.Needs = needs
}

// heir is the need that the keyboard goes on to from the need k of an earlier list: k itself if it is still there, one
// of the same subject, the next one that is still there, or the one before. It is nil if there is none.
func (m *model) heir(earlier []api.Need, k string) *api.Need {
	i := slices.IndexFunc(earlier, func(n api.Need) bool { return key(&n) == k })
	if i < 0 {
		return nil
	}
	stands := func(k string, by func(*api.Need) string) *api.Need {
		for i := range m.today.Needs {
			if n := &m.today.Needs[i]; by(n) == k {
				return n
			}
		}
		return nil
	}
	next := cmp.Or(stands(k, key), stands(subject(&earlier[i]), subject))
	for j := i + 1; next == nil && j < len(earlier); j++ {
		next = stands(key(&earlier[j]), key)
	}
	for j := i - 1; next == nil && j >= 0; j-- {
		next = stands(key(&earlier[j]), key)
	}
	return next
}

// of are the needs of a kind that are shown, how many there are on the list
// and how many beyond it.
func (m *model) of(kind api.NeedKind) (shown []api.Need, listed, more int) {
	for _, n := range m.today.Needs {
		if n.Kind != kind {
			continue
		}
		if listed++; listed <= few || m.all[kind] || m.printed {
			shown = append(shown, n)
		}
	}
	return shown, listed, m.today.More[kind]
}

// count is how many needs there are that somebody is waited for.
func (m *model) count() int {
	n := 0
	for _, need := range m.today.Needs {
		if !need.Kind.Info() {
			n++
		}
	}
	for kind, more := range m.today.More {
		if !kind.Info() {
			n += more
		}
	}
	return n
}

// unknown lists the kinds that this program doesn't know, of a newer server.
func (m *model) unknown() (kinds []api.NeedKind) {
	for _, n := range m.today.Needs {
		if !slices.Contains(api.NeedKinds(), n.Kind) && !slices.Contains(kinds, n.Kind) {
			kinds = append(kinds, n.Kind)
		}
	}
	return kinds
}

// choose shows another period. The figures at hand stay until its own are there.
func (m *model) choose(period api.Period) { m.period, m.err = period, nil }

// settled is how long after a need has come to stand where another one stood, in
// milliseconds, a press there is taken for one meant for the other. A finger that
// comes down there meanwhile prolongs it.
const settled = 1000

// mayPress reports whether a press is meant for the need under it.
func (m *model) mayPress(n *api.Need, now time.Time) bool {
	return !m.busy[subject(n)] && !m.rests(n, now)
}

// rests reports whether a need has just come to where it stands.
func (m *model) rests(n *api.Need, now time.Time) bool { return justNow(m.moved[key(n)], now) }

// justNow reports whether a need that came then still rests. After now nothing came: the device's clock was set back.
func justNow(then int64, now time.Time) bool {
	past := now.UnixMilli() - then
	return past >= 0 && past < settled
}

// touch notes that a finger came down on a need.
func (m *model) touch(n *api.Need, now time.Time) {
	if m.rests(n, now) {
		m.moved[key(n)] = now.UnixMilli()
	}
}

// shifted notes which needs will stand where another one stood.
func (m *model) shifted(needs []api.Need, now time.Time) {
	maps.DeleteFunc(m.moved, func(_ string, at int64) bool { return !justNow(at, now) })
	for i := range needs {
		if i < len(m.today.Needs) && key(&m.today.Needs[i]) != key(&needs[i]) {
			m.moved[key(&needs[i])] = now.UnixMilli()
		}
	}
}
