package judge_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const (
	cases     = 2000
	seed      = 20261121
	days      = 21
	dayMS     = 24 * 60 * 60 * 1000
	dayMinute = 24 * 60
)

// shop is one case.
type shop struct {
	week  *platform.Week
	dates []platform.SpecialDate
	from  rules.Date
}

// TestEffectiveHours asks both about every minute of three weeks.
func TestEffectiveHours(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(seed, 1))
	shops := make([]shop, cases)
	var in bytes.Buffer
	for i := range shops {
		shops[i] = drawShop(draw)
		s := shops[i]
		line, err := json.Marshal(map[string]any{"rule": s.rule(), "from": instant(s.from),
			"to": instant(s.from.AddDays(days))})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	answers := ask(t, &in)
	compared, shifts := 0, 0
	for i, s := range shops {
		theirs := minutes(t, s, answers[i])
		ours, both := s.minutes()
		for m := range ours {
			if !both[m] {
				continue
			}
			compared++
			if ours[m] {
				shifts++
			}
			if ours[m] != theirs[m] {
				day := s.from.AddDays(m / dayMinute)
				t.Errorf("case %d, %s %s: ours open %v, theirs %v\n%s", i, day, rules.FormatClock(m%dayMinute*60), ours[m],
					theirs[m], s.rule())
				break
			}
		}
	}
	if whole := cases * days * dayMinute; compared < whole*9/10 || shifts < compared/10 || shifts > compared*9/10 {
		t.Errorf("of %d minutes %d were compared, %d of them open: the cases don't say much", whole, compared, shifts)
	}
}

// answer is what the judge says of one case.
type answer struct {
	Open  [][2]int64 `json:"open"`
	Error string     `json:"error"`
}

// ask runs the judge in UTC.
func ask(t *testing.T, in *bytes.Buffer) []answer {
	t.Helper()
	if _, err := os.Stat("node_modules/opening_hours"); err != nil {
		t.Fatal("the judge isn't installed: run `make judge`, which needs Node and npm")
	}
	cmd := exec.CommandContext(t.Context(), "node", "judge.mjs")
	cmd.Env = append(os.Environ(), "TZ=UTC")
	cmd.Stdin = in
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, complaints.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != cases {
		t.Fatalf("%d answers to %d cases", len(lines), cases)
	}
	answers := make([]answer, cases)
	for i, line := range lines {
		if err := json.Unmarshal([]byte(line), &answers[i]); err != nil {
			t.Fatal(err)
		}
	}
	return answers
}

func instant(d rules.Date) int64 { return int64(d.Days()) * dayMS }

// minutes is the judge's answer, minute by minute.
func minutes(t *testing.T, s shop, a answer) []bool {
	t.Helper()
	if a.Error != "" {
		t.Fatalf("the judge doesn't understand %q: %s", s.rule(), a.Error)
	}
	open := make([]bool, days*dayMinute)
	for _, span := range a.Open {
		for m := (span[0] - instant(s.from)) / 60000; m < (span[1]-instant(s.from))/60000; m++ {
			open[m] = true
		}
	}
	return open
}

// minutes is our answer, and where both define it: not where a late shift
// meets, at midnight, a special date or the day after one.
func (s shop) minutes() (open, both []bool) {
	open, both = make([]bool, days*dayMinute), make([]bool, days*dayMinute)
	all := rules.NewSchedule(s.week, s.dates, platform.AnchorUTC, nil)
	for day := range days {
		date := s.from.AddDays(day)
		hours, before := all.On(date), all.On(date.AddDays(-1))
		for _, segment := range hours.Segments {
			for m := segment.Start / 60; m < segment.End/60; m++ {
				open[day*dayMinute+m] = true
			}
		}
		ours := 0 // minutes that only we define
		if hours.Special != before.Special {
			// Theirs lets the tail of the weekly shift through that the special
			// date before has replaced.
			ours = max(tail(s.own(before)), tail(s.week.Day(before.Date.Weekday()))) / 60
		}
		for m := ours; m < dayMinute; m++ {
			both[day*dayMinute+m] = true
		}
	}
	return open, both
}

func (s shop) own(h rules.DayHours) []platform.Period {
	if h.Special >= 0 {
		return s.dates[h.Special].BusinessHour
	}
	return s.week.Day(h.Date.Weekday())
}

func tail(shifts []platform.Period) (longest int) {
	for _, p := range shifts {
		if p.CrossesMidnight() {
			longest = max(longest, p.EndTime)
		}
	}
	return longest
}
