package ics

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const hour = 3600

func day(text string) rules.Date {
	d, ok := rules.ParseDate(text)
	if !ok {
		panic(text)
	}
	return d
}

func event(properties ...string) string {
	return "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n" + strings.Join(properties, "\r\n") + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
}

// The shop is in Hong Kong in all of these.
func TestRead(t *testing.T) {
	t.Parallel()
	shift := func(start, end int) []platform.Period { return []platform.Period{{StartTime: start, EndTime: end}} }
	tests := []struct {
		name string
		in   []string
		want *Event // nil: skipped
	}{
		{"a day", []string{"SUMMARY:Christmas", "DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261226"},
			&Event{Summary: "Christmas", First: day("2026-12-25"), Last: day("2026-12-25")}},
		{"two days over a year's end", []string{"DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270102"},
			&Event{First: day("2026-12-31"), Last: day("2027-01-01")}},
		{"without an end", []string{"DTSTART:20261225"}, &Event{First: day("2026-12-25"), Last: day("2026-12-25")}},
		{"ends on itself", []string{"DTSTART:20261225", "DTEND:20261225"},
			&Event{First: day("2026-12-25"), Last: day("2026-12-25")}},
		{"a duration of days", []string{"DTSTART:20261225", "DURATION:P1W"},
			&Event{First: day("2026-12-25"), Last: day("2026-12-31")}},
		{"hours, floating", []string{"DTSTART:20261224T110000", "DTEND:20261224T180000"},
			&Event{First: day("2026-12-24"), Last: day("2026-12-24"), Hours: shift(11*hour, 18*hour)}},
		{"hours past midnight", []string{"DTSTART:20261231T180000", "DTEND:20270101T020000"},
			&Event{First: day("2026-12-31"), Last: day("2026-12-31"), Hours: shift(18*hour, 2*hour)}},
		{"hours to midnight", []string{"DTSTART:20261231T180000", "DURATION:PT6H"},
			&Event{First: day("2026-12-31"), Last: day("2026-12-31"), Hours: shift(18*hour, 24*hour)}},
		{"hours in UTC", []string{"DTSTART:20261224T230000Z", "DTEND:20261225T070000Z"},
			&Event{First: day("2026-12-25"), Last: day("2026-12-25"), Hours: shift(7*hour, 15*hour)}},
		{"hours in a zone", []string{"DTSTART;TZID=\"Asia/Dubai\":20261224T110000", "DTEND;TZID=Asia/Dubai:20261224T180000"},
			&Event{First: day("2026-12-24"), Last: day("2026-12-24"), Hours: shift(15*hour, 22*hour)}},
		{"hours in an unknown zone", []string{"DTSTART;TZID=Nowhere:20261224T110000", "DTEND;TZID=Nowhere:20261224T120000"},
			&Event{First: day("2026-12-24"), Last: day("2026-12-24"), Hours: shift(11*hour, 12*hour), Unplaced: true}},
		{"hours in UTC for all its zone", []string{"DTSTART;TZID=Nowhere:20261224T110000Z", "DURATION:PT1H"},
			&Event{First: day("2026-12-24"), Last: day("2026-12-24"), Hours: shift(19*hour, 20*hour)}},
		{"hours in a zone of Windows", []string{"DTSTART;TZID=W. Europe Standard Time:20261224T110000", "DURATION:PT1H"},
			&Event{First: day("2026-12-24"), Last: day("2026-12-24"), Hours: shift(18*hour, 19*hour)}},
		{"days with times", []string{"DTSTART:20261224T120000", "DTEND:20261227T000000"},
			&Event{First: day("2026-12-24"), Last: day("2026-12-26")}},
		{"our own hours", []string{"DTSTART:20261224", "X-SHOPDESK-HOURS:39600-54000,64800-7200"},
			&Event{First: day("2026-12-24"), Last: day("2026-12-24"),
				Hours: []platform.Period{{StartTime: 39600, EndTime: 54000}, {StartTime: 64800, EndTime: 7200}}}},
		{"our own hours, broken", []string{"DTSTART:20261224", "X-SHOPDESK-HOURS:39600-99999"}, nil},
		{"folded, escaped", []string{`SUMMARY:Lunar New`, `  Year\, the first\nday \\ eve`, "DTSTART:20270206"},
			&Event{Summary: `Lunar New Year, the first day \ eve`, First: day("2027-02-06"), Last: day("2027-02-06")}},
		{"an alarm inside", []string{"DTSTART:20261225", "BEGIN:VALARM", "DTSTART:20200101", "SUMMARY:x", "END:VALARM",
			"SUMMARY:y"}, &Event{Summary: "y", First: day("2026-12-25"), Last: day("2026-12-25")}},
		{"repeats", []string{"DTSTART:20261225", "RRULE:FREQ=YEARLY"},
			&Event{First: day("2026-12-25"), Last: day("2026-12-25"), Repeats: true}},
		{"cancelled", []string{"DTSTART:20261225", "STATUS:CANCELLED"}, nil},
		{"no start", []string{"SUMMARY:x"}, nil},
		{"no such day", []string{"DTSTART:20260230"}, nil},
		{"no length", []string{"DTSTART:20261224T110000"}, nil},
		{"ends before it starts", []string{"DTSTART:20261224T110000", "DTEND:20261224T100000"}, nil},
		{"a date to a time", []string{"DTSTART:20261224", "DTEND:20261224T100000"}, nil},
		{"a broken duration", []string{"DTSTART:20261224T110000", "DURATION:PT"}, nil},
	}
	known := func(name string) (rules.Zone, bool) {
		offset, ok := map[string]int{"Asia/Dubai": 4, "Europe/Berlin": 1}[name]
		return rules.Fixed(offset * hour), ok
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := Calendar{Skipped: 1}
			if tt.want != nil {
				want = Calendar{Events: []Event{*tt.want}}
			}
			got, err := Read(event(tt.in...), ReadOptions{Zone: rules.Fixed(8 * hour), Lookup: known})
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// Times in a zone that the file alone defines were taken as the shop's.
func TestZonesOfTheFile(t *testing.T) {
	t.Parallel()
	const standard = "BEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:-0330\nTZOFFSETTO:-0330\nEND:STANDARD\n"
	const daylight = "BEGIN:DAYLIGHT\nDTSTART:16010301T000000\nTZOFFSETFROM:-0330\nTZOFFSETTO:-0230\nEND:DAYLIGHT\n"
	at := func(start, end int, unplaced bool) Event {
		return Event{First: day("2026-12-24"), Last: day("2026-12-24"), Unplaced: unplaced,
			Hours: []platform.Period{{StartTime: start, EndTime: end}}}
	}
	for _, tt := range []struct {
		name, zone string
		want       Event
	}{
		{"one offset", standard, at(1800+22*hour, 1800+23*hour, false)},
		{"an offset with seconds", strings.ReplaceAll(standard, "TO:-0330", "TO:-033000"),
			at(1800+22*hour, 1800+23*hour, false)},
		{"summer time", standard + daylight, at(11*hour, 12*hour, true)},
		{"summer time first", daylight + standard, at(11*hour, 12*hour, true)},
		{"no offset", "", at(11*hour, 12*hour, true)},
		{"a broken offset", "BEGIN:STANDARD\nTZOFFSETTO:soon\nEND:STANDARD\n", at(11*hour, 12*hour, true)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			zone := "BEGIN:VTIMEZONE\nTZID:Our Time\n" + tt.zone + "END:VTIMEZONE\n"
			event := "BEGIN:VEVENT\nDTSTART;TZID=\"Our Time\":20261224T110000\nDURATION:PT1H\nEND:VEVENT\n"
			for _, text := range []string{zone + event, event + zone} {
				got, err := Read("BEGIN:VCALENDAR\n"+text+"END:VCALENDAR\n", ReadOptions{Zone: rules.Fixed(8 * hour)})
				if diff := cmp.Diff(Calendar{Events: []Event{tt.want}}, got); diff != "" || err != nil {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
			}
		})
	}
}

// Holidays that a file repeats yearly from a day in the past were offered as over.
func TestYearlyDays(t *testing.T) {
	t.Parallel()
	on := func(first, last string) *Event { return &Event{First: day(first), Last: day(last), Repeats: true} }
	christmas := on("2020-12-25", "2020-12-25")
	for _, tt := range []struct {
		name, start, rule string
		want              *Event // nil: over
	}{
		{"every year", "20201225", "FREQ=YEARLY", on("2026-12-25", "2026-12-25")},
		{"as Outlook says it", "20201225", "FREQ=YEARLY;INTERVAL=1;BYMONTHDAY=25;BYMONTH=12;WKST=SU",
			on("2026-12-25", "2026-12-25")},
		{"in small letters", "20201225", "freq=yearly", on("2026-12-25", "2026-12-25")},
		{"today", "20201128", "FREQ=YEARLY", on("2026-11-28", "2026-11-28")},
		{"yesterday", "20201127", "FREQ=YEARLY", on("2027-11-27", "2027-11-27")},
		{"days to come", "20271225", "FREQ=YEARLY", on("2027-12-25", "2027-12-25")},
		{"days that have begun", "20201127\nDURATION:P3D", "FREQ=YEARLY", on("2026-11-27", "2026-11-29")},
		{"over a year's end", "20201231\nDTEND:20210102", "FREQ=YEARLY", on("2026-12-31", "2027-01-01")},
		{"every third year", "20201225", "FREQ=YEARLY;INTERVAL=3", on("2026-12-25", "2026-12-25")},
		{"every fourth year", "20201225", "FREQ=YEARLY;INTERVAL=4", on("2028-12-25", "2028-12-25")},
		{"the 29th of February", "20200229", "FREQ=YEARLY", on("2028-02-29", "2028-02-29")},
		{"until the day", "20201225", "FREQ=YEARLY;UNTIL=20261225", on("2026-12-25", "2026-12-25")},
		{"until a time of the day", "20201225", "FREQ=YEARLY;UNTIL=20261225T000000Z", on("2026-12-25", "2026-12-25")},
		{"until the day before", "20201225", "FREQ=YEARLY;UNTIL=20261224", nil},
		{"seven times", "20201225", "FREQ=YEARLY;COUNT=7", on("2026-12-25", "2026-12-25")},
		{"six times", "20201225", "FREQ=YEARLY;COUNT=6", nil},
		{"three leap days", "20200229", "FREQ=YEARLY;COUNT=3", on("2028-02-29", "2028-02-29")},
		{"two leap days", "20200229", "FREQ=YEARLY;COUNT=2", nil},
		{"beyond all years", "20201225", "FREQ=YEARLY;INTERVAL=9000", nil},
		{"another day", "20201126", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", on("2020-11-26", "2020-11-26")},
		{"another month", "20201225", "FREQ=YEARLY;BYMONTH=1", christmas},
		{"every week", "20201225", "FREQ=WEEKLY", christmas},
		{"a broken interval", "20201225", "FREQ=YEARLY;INTERVAL=0", christmas},
		{"a broken count", "20201225", "FREQ=YEARLY;COUNT=x", christmas},
		{"days left out", "20201225\nEXDATE:20261225", "FREQ=YEARLY", christmas},
		{"more days", "20201225\nRDATE:20261226", "FREQ=YEARLY", christmas},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var want Calendar
			if tt.want != nil {
				want.Events = []Event{*tt.want}
			}
			got, err := Read(event("DTSTART;VALUE=DATE:"+tt.start, "RRULE:"+tt.rule), ReadOptions{Today: day("2026-11-28")})
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestNotCalendars(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"":                                     ErrNotCalendar,
		"<html>":                               ErrNotCalendar,
		"BEGIN:VEVENT\nEND:VEVENT":             ErrNotCalendar,
		strings.Repeat("x", MaxBytes+1):        ErrTooLarge,
		manyEvents(MaxEvents + 1):              ErrTooLarge,
		"\ufeffBEGIN:VCALENDAR\nEND:VCALENDAR": nil,
		manyEvents(MaxEvents):                  nil,
	} {
		if _, err := Read(text, ReadOptions{}); !errors.Is(err, want) {
			t.Errorf("%.40q: %v, want %v", text, err, want)
		}
	}
}

// Events that are over or cancelled counted: a calendar of years was refused for them.
func TestEventsThatAreOverDoNotCount(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(manyEvents(MaxEvents), "20261225", "20251225") +
		strings.Repeat("BEGIN:VEVENT\nDTSTART:20261225\nSTATUS:CANCELLED\nEND:VEVENT\n", 20) +
		"BEGIN:VEVENT\nDTSTART:20261224\nEND:VEVENT\n"
	got, err := Read(text, ReadOptions{Today: day("2026-12-24")})
	want := Calendar{Events: []Event{{First: day("2026-12-24"), Last: day("2026-12-24")}}, Skipped: 20}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func manyEvents(n int) string {
	return "BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:VEVENT\nDTSTART:20261225\nEND:VEVENT\n", n)
}

// What is written is read back as it was, and keeps the format's rules.
func TestWrite(t *testing.T) {
	t.Parallel()
	events := []Event{
		{Summary: "Closed; staff, all", First: day("2026-12-25"), Last: day("2026-12-26"), Hours: []platform.Period{{}}},
		{Summary: strings.Repeat("農曆新年 عيد ", 12) + "x", First: day("2027-02-06"), Last: day("2027-02-06"),
			Hours: []platform.Period{{StartTime: 11 * hour, EndTime: 15 * hour}, {StartTime: 18 * hour, EndTime: 2 * hour}}},
	}
	text := Write(events, WriteOptions{Name: "Harbour Noodle", Host: "100001.shopdesk",
		Now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.FixedZone("", 8*hour))})
	got, err := Read(text, ReadOptions{})
	if diff := cmp.Diff(Calendar{Events: events}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(l) > maxLine || strings.ContainsAny(l, "\r\n") || !utf8.ValidString(l) {
			t.Errorf("a bad line: %q", l)
		}
	}
	for _, want := range []string{"DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227\r\n",
		"DTSTAMP:20261120T040000Z\r\n", "UID:20261225-0@100001.shopdesk\r\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
}

// A calendar replaces the events that it has by their ids. The regression: a date that was added before the others gave
// them other ids, and a phone that read both files showed Christmas twice.
func TestEventsKeepTheirIDs(t *testing.T) {
	t.Parallel()
	ids := func(events ...Event) (ids []string) {
		for _, l := range lines(Write(events, WriteOptions{Host: "x"})) {
			if l.name == "UID" {
				ids = append(ids, l.value)
			}
		}
		return ids
	}
	eve, christmas := Event{First: day("2026-12-24"), Last: day("2026-12-24")},
		Event{First: day("2026-12-25"), Last: day("2026-12-26")}
	before, after := ids(christmas), ids(eve, christmas, christmas)
	if before[0] != after[1] || after[1] == after[2] {
		t.Errorf("%q, then %q", before, after)
	}
}

// Entries read from any file can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add(event("DTSTART:20261224T110000", "DTEND:20261225T020000Z", "SUMMARY:a\\,b"))
	f.Add(event("DTSTART;VALUE=DATE:20261224", "DURATION:P3D", "X-SHOPDESK-HOURS:0-0"))
	f.Add(event("DTSTART;VALUE=DATE:20200229", "RRULE:FREQ=YEARLY;INTERVAL=3;COUNT=9;UNTIL=20500101"))
	f.Add(event("DTSTART;X=\"a:b;c\":20261224", " RRULE:x", "BEGIN:VALARM", "END:VALARM"))
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(text, ReadOptions{Zone: rules.Fixed(-11 * hour), Today: day("2026-11-28")})
		if err != nil {
			return
		}
		for i, e := range c.Events {
			if e.Last.Before(e.First) || !utf8.ValidString(e.Summary) {
				t.Fatalf("event %+v", e)
			}
			c.Events[i].Repeats, c.Events[i].Unplaced = false, false
		}
		again, err := Read(Write(c.Events, WriteOptions{}), ReadOptions{})
		if err != nil && len(text) < 10_000 {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Events, again.Events); err == nil && len(c.Events) > 0 && diff != "" {
			t.Fatalf("(-read +read again):\n%s", diff)
		}
	})
}
