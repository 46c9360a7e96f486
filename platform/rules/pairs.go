package rules

import "github.com/shopdesk/shopdesk/platform"

// Periods are pairs of start and end, in seconds of the day, as the interface
// has them.
func Periods(pairs [][2]int) []platform.Period {
	periods := make([]platform.Period, len(pairs))
	for i, p := range pairs {
		periods[i] = platform.Period{StartTime: p[0], EndTime: p[1]}
	}
	return periods
}

// Pairs are the starts and ends of periods, never nil.
func Pairs(periods []platform.Period) [][2]int {
	pairs := make([][2]int, len(periods))
	for i, p := range periods {
		pairs[i] = [2]int{p.StartTime, p.EndTime}
	}
	return pairs
}
