package text

import (
	"errors"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestForms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		n    int
		want string
	}{{0, "0 shops"}, {1, "1 shop"}, {2, "2 shops"}, {214, "214 shops"}} {
		if got := N("shops.count", tt.n); got != tt.want {
			t.Errorf("N(%d) = %q, want %q", tt.n, got, tt.want)
		}
	}
	if got, want := T("shops.found", 3, 28), "3 of 28 shops"; got != want {
		t.Errorf("T = %q, want %q", got, want)
	}
	if got := T("no.such.key", 1); got != "no.such.key" {
		t.Errorf("a missing key is %q", got)
	}
	// What fills a placeholder isn't searched for placeholders again.
	if got, want := T("shops.found", "{1}", "x"), "{1} of x shops"; got != want {
		t.Errorf("T = %q, want %q", got, want)
	}
}

// Angle brackets stand for the marks that keep a span left to right.
func TestShifts(t *testing.T) {
	t.Parallel()
	const hour = 3600
	p := func(start, end int) platform.Period { return platform.Period{StartTime: start, EndTime: end} }
	tests := []struct {
		name   string
		shifts []platform.Period
		want   string
	}{
		{"none", nil, "Closed all day"},
		{"closed", []platform.Period{p(0, 0)}, "Closed all day"},
		{"whole", []platform.Period{p(0, 24*hour)}, "Open all day"},
		{"one", []platform.Period{p(11*hour, 22*hour)}, "⟨11:00–22:00⟩"},
		{"split", []platform.Period{p(11*hour, 15*hour), p(17*hour+1800, 22*hour)}, "⟨11:00–15:00⟩ and ⟨17:30–22:00⟩"},
		{"three", []platform.Period{p(11*hour, 15*hour), p(17*hour, 21*hour), p(22*hour, 24*hour)},
			"⟨11:00–15:00⟩, ⟨17:00–21:00⟩ and ⟨22:00–24:00⟩"},
		{"past midnight", []platform.Period{p(18*hour, 2*hour)}, "⟨18:00–02:00\u00a0⁺¹⟩"},
		{"to midnight", []platform.Period{p(18*hour, 24*hour)}, "⟨18:00–24:00⟩"},
		{"to midnight, as zero", []platform.Period{p(18*hour, 0)}, "⟨18:00–00:00⟩"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := strings.NewReplacer("\u2066", "⟨", "\u2069", "⟩").Replace(Shifts(tt.shifts))
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	d := rules.Date{Year: 2026, Month: 12, Day: 25}
	if got, want := Date(d, DateShort), "Fri 25 Dec"; got != want {
		t.Errorf("short %q, want %q", got, want)
	}
	if got, want := Place("America/Argentina/Buenos_Aires"), "Buenos Aires"; got != want {
		t.Errorf("place %q, want %q", got, want)
	}
	if got := Place("UTC"); got != "UTC" {
		t.Errorf("place %q", got)
	}
	// The browser's names are of whole zones: Dubai was "Persian Gulf waters", and São Paulo "Brasília".
	if got, want := Place("America/Sao_Paulo"), "São Paulo"; got != want {
		t.Errorf("place %q, want %q", got, want)
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   rules.Problem
		want string
	}{
		{"overlap", rules.Problem{Code: rules.CodeOverlap, Args: []any{0, 39600, 64800}},
			"This shift overlaps the one from 11:00 to 18:00."},
		{"overlap, over the wire", rules.Problem{Code: rules.CodeOverlap, Args: []any{0.0, 39600.0, 64800.0}},
			"This shift overlaps the one from 11:00 to 18:00."},
		{"spill", rules.Problem{Code: rules.CodeSpillOverlap, Args: []any{"sun", 0, 3600, 7200}},
			"This shift runs into the one on Sunday from 01:00 to 02:00."},
		{"spill within a special date", rules.Problem{Code: rules.CodeSpillOverlap, Args: []any{"", 0, 3600, 7200}},
			"This shift runs into the next day's, which is from 01:00 to 02:00."},
		{"equal", rules.Problem{Code: rules.CodeEqualTimes, Args: []any{39600}},
			"This shift starts and ends at the same time, 11:00."},
		{"dates", rules.Problem{Code: rules.CodeDatesOverlap, Args: []any{0, "2026-12-24", "2026-12-26"}},
			"These dates overlap those from Thu 24 Dec to Sat 26 Dec."},
		{"phones", rules.Problem{Code: rules.CodePhoneCount, Args: []any{4, 1, 3}},
			"A shop has between 1 and 3 phones; this list has 4."},
		{"new rule", rules.Problem{Code: "moon_phase"}, "This breaks the rule “moon_phase”."},
		{"arguments missing", rules.Problem{Code: rules.CodeOverlap}, "This shift overlaps the one from  to ."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Problem(tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	sent := &platform.UnreachableError{Sent: true, Err: backend.ErrTimeout}
	offline := &platform.UnreachableError{Err: backend.ErrOffline}
	tests := []struct {
		name string
		in   error
		want string
	}{
		{"offline", offline, "You are offline. Nothing is lost. Try again when the connection is back."},
		{"no answer", sent, "The console's server didn't answer. Check the connection and try again."},
		{"refused", &api.Error{Code: api.CodeRefused, Message: "Too late"},
			"The platform refused this: “Too late” Change it and try again."},
		{"throttled", &api.Error{Code: api.CodeSlowDown, RetryAfter: 61}, "Too many tries. Try again in 2 minutes."},
		{"throttled for seconds", &api.Error{Code: api.CodeSlowDown, RetryAfter: 5},
			"Too many tries. Try again in 1 minute."},
		{"logged", &api.Error{Code: api.CodeInternal, Request: "r7"},
			"Something went wrong on our side. Try again. If it goes on, tell the console's administrator the number r7."},
		// The words spoke of two versions, which pages that say this don't show.
		{"changed meanwhile", &api.Error{Code: api.CodeChanged},
			"Somebody else changed this meanwhile. Look at it as it is now."},
		{"unknown outcome", &api.Error{Code: api.CodePlatformDown, Unknown: true},
			"The platform doesn't answer. We can't tell whether the change arrived. Look at what the platform shows before " +
				"you try again."},
		{"code from a newer server", &api.Error{Code: "teapot"},
			"Something went wrong on our side. Try again. If it goes on, tell the console's administrator."},
		{"anything else", errors.New(
			"x"), "Something went wrong on our side. Try again. If it goes on, tell the console's administrator."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Failure(tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// An instant is told by the clock that was chosen, which says its place where it has to.
func TestMomentByAClock(t *testing.T) {
	t.Parallel()
	const at = 1_795_467_656_379 // 21:00:56 UTC
	east := rules.Fixed(8 * 3600)
	if got, want := MomentIn(at, east, ""), "24 Nov, 05:00"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := MomentIn(at, east, "Asia/Hong_Kong"), "24 Nov, 05:00 (Hong Kong)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A press that our own server didn't answer was said to wait for the platform, with our server asking on: it may never
// have heard of the press.
func TestUndoneSaysWhoseAnswerIsMissing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		unknown bool
		err     error
		want    string
	}{
		{"of the platform", true, nil, "Not sure whether this was done: Accept. The platform didn't say whether it did " +
			"this. The server goes on asking; pressing again does nothing twice."},
		{"of our server", true, &platform.UnreachableError{Sent: true, Err: backend.ErrTimeout}, "Not sure whether this " +
			"was done: Accept. The console's server didn't answer. Check the connection and try again."},
		{"none", false, &platform.UnreachableError{Err: backend.ErrOffline}, "Not done: Accept. Nothing was changed. " +
			"You are offline. Nothing is lost. Try again when the connection is back."},
	} {
		if words, why := Undone("Accept", tt.unknown, tt.err); words+" "+why != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, words+" "+why, tt.want)
		}
	}
}
