package rules_test

import (
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// A check lists all problems of a week at once. A path names the place as the platform's request has it.
func ExampleWeek() {
	week := &platform.Week{
		Fri: []platform.Period{
			{StartTime: 11 * 3600, EndTime: 15 * 3600},
			{StartTime: 14 * 3600, EndTime: 22 * 3600}, // begins before the first one ends
		},
		Sat: []platform.Period{{StartTime: 9 * 3600, EndTime: 90000}}, // beyond 24:00
	}
	for _, problem := range rules.Week(week) {
		fmt.Println(problem.Path, problem.Code, problem.Args)
	}
	// Output:
	// fri[1] overlap [0 39600 54000]
	// sat[0].endTime time_range [90000]
}

// Check takes any request of the platform's catalogue, as server and browser do before they send one.
func ExampleCheck() {
	request := platform.ContactUpdate{ShopID: 100001, Phones: platform.Phones([]string{"852-21234567", "21234567"})}
	for _, problem := range rules.Check(&request, rules.Env{}) {
		fmt.Println(problem.Path, problem.Code, problem.Args)
	}
	// Output: phones[1] phone_format [21234567]
}

// The hours of a date are the weekly ones, unless a special date replaces them.
func ExampleEffective() {
	week := platform.Week{Thu: []platform.Period{{StartTime: 9 * 3600, EndTime: 22 * 3600}}}
	eve := rules.Date{Year: 2026, Month: 12, Day: 24} // a Thursday
	start, end := rules.SpecialRange(eve, eve, platform.AnchorUTC, nil)
	special := []platform.SpecialDate{{
		StartDate: start, EndDate: end,
		BusinessHour: []platform.Period{{StartTime: 9 * 3600, EndTime: 15 * 3600}},
	}}
	for _, date := range []rules.Date{eve.AddDays(-7), eve} {
		hours := rules.Effective(date, &week, special, platform.AnchorUTC, nil)
		fmt.Println(date, rules.FormatClock(hours.Segments[0].End))
	}
	// Output:
	// 2026-12-17 22:00
	// 2026-12-24 15:00
}

// ParseClock reads a time as people type it, and refuses 25.
func ExampleParseClock() {
	for _, text := range []string{"930", "9pm", "21h30", "25"} {
		if seconds, ok := rules.ParseClock(text); ok {
			fmt.Println(text, seconds, rules.FormatClock(seconds))
		}
	}
	// Output:
	// 930 34200 09:30
	// 9pm 75600 21:00
	// 21h30 77400 21:30
}
