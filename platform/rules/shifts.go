package rules

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// lasts reports whether p is in range and keeps a shop open for a while: it isn't closed, or from 24:00 to 0:00.
func lasts(p platform.Period) bool {
	return inRange(p.StartTime) && inRange(p.EndTime) && (!zeroLength(p) || wholeDay(p))
}

// wholeDay reports whether p is from one time to the same one. A platform that takes such a shift means a day: no shop
// is closed by it, which is 0–0.
func wholeDay(p platform.Period) bool { return p.StartTime == p.EndTime && p.StartTime > 0 }

func inRange(t int) bool { return t >= 0 && t <= daySeconds }

func zeroLength(p platform.Period) bool {
	return p.StartTime == p.EndTime || p.StartTime == daySeconds && p.EndTime == 0
}

// End is when p ends, in seconds after the midnight of the day it starts on.
func End(p platform.Period) int {
	if p.CrossesMidnight() || wholeDay(p) {
		return p.EndTime + daySeconds
	}
	return p.EndTime
}

// Tail is how long p reaches into the next day, in seconds.
func Tail(p platform.Period) int {
	if lasts(p) && End(p) > daySeconds {
		return p.EndTime
	}
	return 0
}

// Overlap reports whether two shifts that start on the same day overlap. One
// that starts when the other ends doesn't, nor does a shift that doesn't last.
func Overlap(a, b platform.Period) bool {
	return lasts(a) && lasts(b) && a.StartTime < End(b) && b.StartTime < End(a)
}

// SpillOverlap reports whether a shift that crosses midnight runs into one
// that starts on the day after.
func SpillOverlap(evening, next platform.Period) bool {
	return lasts(next) && next.StartTime < Tail(evening)
}

// checkShifts lists the problems of the shifts at path that start on one day,
// each of which may run into those of the day after, called nextKey.
func checkShifts(l *list, path string, shifts, next []platform.Period, nextKey string) {
	for i, p := range shifts {
		if l.full() {
			return
		}
		at := path + index(i)
		checkTime(l, at+".startTime", p.StartTime)
		checkTime(l, at+".endTime", p.EndTime)
		switch {
		case !inRange(p.StartTime) || !inRange(p.EndTime):
			continue
		case p.Closed():
			if len(shifts) > 1 {
				l.add(at, CodeClosedNotAlone)
			}
			continue
		case zeroLength(p):
			l.add(at+".endTime", CodeEqualTimes, p.EndTime)
			if !lasts(p) {
				continue
			}
		}
		for j, other := range shifts[:i] {
			if Overlap(other, p) {
				l.add(at, CodeOverlap, j, other.StartTime, other.EndTime)
			}
		}
		for j, other := range next {
			if SpillOverlap(p, other) {
				l.add(at+".endTime", CodeSpillOverlap, nextKey, j, other.StartTime, other.EndTime)
			}
		}
	}
}

func checkTime(l *list, path string, t int) {
	switch {
	case t == platform.NoTime:
		l.add(path, CodeRequired)
	case !inRange(t):
		l.add(path, CodeTimeRange, t)
	}
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// Index reads the index that a path begins with, as in "[2].startDate"; i is -1
// when it begins with none.
func Index(path string) (i int, rest string) {
	inside, rest, ok := strings.Cut(strings.TrimPrefix(path, "["), "]")
	i, err := strconv.Atoi(inside)
	if !ok || err != nil || i < 0 {
		return -1, ""
	}
	return i, rest
}
