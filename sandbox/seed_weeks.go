package sandbox

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// hours is a period between two hours of the clock; half hours as .5.
func hours(from, to float64) platform.Period {
	return platform.Period{StartTime: int(from * 3600), EndTime: int(to * 3600)}
}

// daily is a week of seven like days.
func daily(periods ...platform.Period) platform.Week {
	return weekOf(func(platform.Day) []platform.Period { return periods })
}

// weekOf asks for the periods of each day.
func weekOf(of func(platform.Day) []platform.Period) platform.Week {
	var week platform.Week
	for _, day := range platform.Days() {
		week.SetDay(day, slices.Clone(of(day)))
	}
	return week
}

// The weeks of the seed.
var (
	allDay    = daily(hours(10.5, 22))
	split     = daily(hours(11, 15), hours(17.5, 22))
	breakfast = daily(hours(7, 11), hours(11.5, 15), hours(17, 21))
	night     = daily(hours(18, 4))
	roundTheC = daily(hours(0, 24))

	mall = weekOf(func(day platform.Day) []platform.Period {
		if day >= platform.Saturday {
			return []platform.Period{hours(10, 22.5)}
		}
		return []platform.Period{hours(11, 21.5)}
	})
	lateWeekend = weekOf(func(day platform.Day) []platform.Period {
		if day == platform.Friday || day == platform.Saturday {
			return []platform.Period{hours(11.5, 15), hours(18, 2)}
		}
		return []platform.Period{hours(11.5, 15), hours(18, 23)}
	})
	office = weekOf(func(day platform.Day) []platform.Period {
		switch day {
		case platform.Sunday:
			return []platform.Period{{}} // closed all day
		case platform.Saturday:
			return []platform.Period{hours(8, 16)}
		case platform.Monday, platform.Tuesday, platform.Wednesday, platform.Thursday, platform.Friday:
		}
		return []platform.Period{hours(7.5, 20)}
	})
	restMonday = weekOf(func(day platform.Day) []platform.Period {
		if day == platform.Monday {
			return []platform.Period{{}}
		}
		return []platform.Period{hours(11, 14.5), hours(18, 22.5)}
	})
	gulf = weekOf(func(day platform.Day) []platform.Period {
		if day == platform.Friday {
			return []platform.Period{hours(14, 2)}
		}
		return []platform.Period{hours(11, 1)}
	})
)
