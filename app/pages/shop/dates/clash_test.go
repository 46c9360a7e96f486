package dates

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
)

func stretches(list []span) (words []string) {
	for _, s := range list {
		words = append(words, s.first.String()+"/"+s.last.String())
	}
	return words
}

func TestClashIsReplacedOrLeft(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		have        []platform.SpecialDate
		first, last string
		taken, free []string
		replaced    []string
		only        []string // the list after the first free stretch is taken
	}{
		{"none", []platform.SpecialDate{on(utc, "2026-12-24", "2026-12-24", closed...)}, "2026-12-25", "2026-12-26",
			nil, nil, []string{"2026-12-24 closed", "2026-12-25/2026-12-26 closed"}, nil},
		{"its beginning", []platform.SpecialDate{on(utc, "2026-12-24", "2026-12-26", platform.Period{EndTime: 86400})},
			"2026-12-25", "2026-12-28", []string{"2026-12-25/2026-12-26"}, []string{"2026-12-27/2026-12-28"},
			[]string{"2026-12-24 whole", "2026-12-25/2026-12-28 closed"},
			[]string{"2026-12-24/2026-12-26 whole", "2026-12-27/2026-12-28 closed"}},
		{"all of it", []platform.SpecialDate{on(utc, "2026-12-25", "2026-12-25", platform.Period{EndTime: 86400})},
			"2026-12-25", "2026-12-25", []string{"2026-12-25/2026-12-25"}, nil, []string{"2026-12-25 closed"}, nil},
		{"amid another", []platform.SpecialDate{on(utc, "2026-12-20", "2026-12-31", platform.Period{EndTime: 86400})},
			"2026-12-24", "2026-12-26", []string{"2026-12-24/2026-12-26"}, nil,
			[]string{"2026-12-20/2026-12-23 whole", "2026-12-24/2026-12-26 closed", "2026-12-27/2026-12-31 whole"}, nil},
		{"two that touch, and one more", []platform.SpecialDate{
			on(utc, "2026-12-24", "2026-12-24", platform.Period{EndTime: 86400}),
			on(utc, "2026-12-25", "2026-12-25", platform.Period{EndTime: 86400}),
			on(utc, "2026-12-28", "2026-12-29", platform.Period{EndTime: 86400})}, "2026-12-23", "2026-12-28",
			[]string{"2026-12-24/2026-12-25", "2026-12-28/2026-12-28"},
			[]string{"2026-12-23/2026-12-23", "2026-12-26/2026-12-27"},
			[]string{"2026-12-23/2026-12-28 closed", "2026-12-29 whole"},
			[]string{"2026-12-23 closed", "2026-12-24 whole", "2026-12-25 whole", "2026-12-28/2026-12-29 whole"}},
	}
	for _, tt := range tests {
		m := loaded(tt.have...)
		before := describe(m)
		m.Add(day(tt.first), day(tt.last))
		taken, free := m.Clash()
		if diff := cmp.Diff([][]string{tt.taken, tt.free}, [][]string{stretches(taken), stretches(free)}); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if len(free) > 0 && tt.only != nil {
			m.Only(free[0])
			if diff := cmp.Diff(tt.only, describe(m)); diff != "" {
				t.Errorf("%s, only the free days: %s", tt.name, diff)
			}
			m.Cancel()
			m.Add(day(tt.first), day(tt.last))
		}
		m.Replace()
		if diff := cmp.Diff(tt.replaced, describe(m)); diff != "" {
			t.Errorf("%s, replaced: %s", tt.name, diff)
		}
		if !m.Done() {
			t.Errorf("%s: %v", tt.name, m.EditorProblems())
		}
		if m.Undo(); !cmp.Equal(before, describe(m)) {
			t.Errorf("%s: one undo leaves %v", tt.name, describe(m))
		}
	}
}

// A choice opens the entry that has all of its days, else a new one for them; the days that are over open nothing.
func TestChoiceOpensTheEditor(t *testing.T) {
	t.Parallel()
	have := on(utc, "2026-12-24", "2026-12-26", platform.Period{})
	for _, tt := range []struct {
		name        string
		first, last string
		want        string // the entry in the editor, "" for none
	}{
		{"free days", "2026-12-28", "2026-12-29", "2026-12-28/2026-12-29"},
		{"one of an entry", "2026-12-25", "2026-12-25", "2026-12-24/2026-12-26"},
		{"more than an entry", "2026-12-25", "2026-12-28", "2026-12-25/2026-12-28"},
		{"over", "2026-11-01", "2026-11-02", ""},
	} {
		p := page(t, string(platform.PermissionHoursEdit))
		read(p.Deps, have)
		p.OnInit()
		p.first, p.last = day(tt.first), day(tt.last)
		p.openChosen(app.Context{})
		got := ""
		if it, ok := p.model.Item(p.model.open); ok {
			got = it.First + "/" + it.Last
		}
		if got != tt.want {
			t.Errorf("%s: the editor has %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The dialog's button saves, and a clash offers its ways out in the language's short dates.
func TestEditorSavesAndOffersWaysOut(t *testing.T) {
	t.Parallel()
	p := page(t, string(platform.PermissionHoursEdit))
	read(p.Deps, on(utc, "2026-12-25", "2026-12-26", platform.Period{}))
	p.OnInit()
	p.add(day("2026-12-25"), day("2026-12-28"))
	html := pagetest.Markup(p)
	for _, words := range []string{text.T("dates.replace", span{day("2026-12-25"), day("2026-12-26")}.words()),
		text.T("dates.only", span{day("2026-12-27"), day("2026-12-28")}.words())} {
		if !strings.Contains(html, words) {
			t.Errorf("the editor doesn't offer %q", words)
		}
	}
}
