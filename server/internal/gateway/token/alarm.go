package token

// Alarm is the part of its life, in percent, that a token has passed without a
// renewal: 0, 75 or 90. A renewal at half life keeps the alarm at 0.
type Alarm int

// The alarms.
const (
	AlarmNone Alarm = 0
	AlarmLate Alarm = 75
	AlarmRed  Alarm = 90
)

// part gives the moment at which percent of a life have passed.
func part(issued, expires int64, percent int64) int64 {
	return issued + (expires-issued)*percent/100
}

func alarmAt(issued, expires, now int64) Alarm {
	switch {
	case expires == 0:
		return AlarmNone
	case now >= part(issued, expires, int64(AlarmRed)):
		return AlarmRed
	case now >= part(issued, expires, int64(AlarmLate)):
		return AlarmLate
	}
	return AlarmNone
}
