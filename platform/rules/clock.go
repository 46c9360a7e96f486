package rules

import (
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// FormatClock writes seconds from midnight as "09:30", the day's end as
// "24:00", and seconds only where there are any: "09:30:15".
func FormatClock(seconds int) string {
	text := pad(floorDiv(seconds, 3600), 2) + ":" + pad(floorMod(seconds, 3600)/60, 2)
	if rest := floorMod(seconds, 60); rest != 0 {
		text += ":" + pad(rest, 2)
	}
	return text
}

// StepClock is the quarter of an hour after a time of day, or before it when by is
// -1, around the clock. A shift ends at 24:00 and not at 00:00; it starts at 00:00
// and not at 24:00.
func StepClock(seconds, by int, end bool) int {
	const quarter = 15 * 60
	slot := floorDiv(seconds, quarter)
	if by > 0 || seconds%quarter == 0 {
		slot += by
	}
	at := floorMod(slot*quarter, daySeconds)
	if end && at == 0 {
		return daySeconds
	}
	return at
}

// FormatShifts writes shifts without words: "11:00–15:00, 18:00–02:00". A
// closed day is "".
func FormatShifts(shifts []platform.Period) string {
	var parts []string
	for _, p := range shifts {
		if !p.Closed() {
			parts = append(parts, FormatClock(p.StartTime)+"–"+FormatClock(p.EndTime))
		}
	}
	return strings.Join(parts, ", ")
}

// ParseClock reads a time of day as people type it, in seconds from midnight:
// "9", "930", "0930", "9:30", "21.30", "21,30", "21h30", "21h30min", "2130h", "9 30",
// "9pm", "9:30 p.m.", "下午9時30分", "9:30 م", "24:00", "9:30:15", "noon", "midnight" (0),
// in ASCII, full-width or Arabic digits. ok is false for anything else, such as "25",
// "9:5" or "13pm".
func ParseClock(text string) (seconds int, ok bool) {
	text = strings.TrimSpace(clockWords.Replace(strings.ToLower(Plain(text))))
	switch text {
	case "noon":
		return 12 * 3600, true
	case "midnight":
		return 0, true
	}
	text, half := cutHalf(text)
	fields := clockFields(text)
	if len(fields) == 0 || len(fields) > 3 {
		return 0, false
	}
	var numbers [3]int
	for i, field := range fields {
		if !digits(field) || len(field) > 2 || i > 0 && len(field) != 2 {
			return 0, false
		}
		for _, c := range []byte(field) {
			numbers[i] = numbers[i]*10 + int(c-'0')
		}
	}
	hour, minute, second := numbers[0], numbers[1], numbers[2]
	if half != 0 {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if half == 'p' {
			hour += 12
		}
	}
	seconds = hour*3600 + minute*60 + second
	return seconds, minute < 60 && second < 60 && seconds <= daySeconds
}

// clockFields splits hour, minute and second, written with or without a
// separator.
func clockFields(text string) []string {
	text = strings.TrimSuffix(text, "h") // "21h"
	if digits(text) && (len(text) == 3 || len(text) == 4) {
		cut := len(text) - 2
		return []string{text[:cut], text[cut:]}
	}
	for _, separator := range []string{":", ".", ",", "h", " "} {
		if strings.Contains(text, separator) {
			fields := strings.Split(text, separator)
			for i := range fields {
				fields[i] = strings.TrimSpace(fields[i])
			}
			return fields
		}
	}
	return []string{text}
}

// clockWords puts the words of other languages as the English ones.
var clockWords = strings.NewReplacer("上午", "am", "下午", "pm", "ص", "am", "م", "pm", "中午", "noon", "午夜", "midnight",
	"時", "h", "點", "h", "分", "", "min", "")

// cutHalf cuts "am" or "pm", however dotted or shortened, from the end or the beginning.
func cutHalf(text string) (rest string, half byte) {
	for _, word := range []string{"a.m.", "p.m.", "a.m", "p.m", "am", "pm", "a", "p"} {
		rest, found := strings.CutSuffix(text, word)
		if !found {
			rest, found = strings.CutPrefix(text, word)
		}
		if found {
			return strings.TrimSpace(rest), word[0]
		}
	}
	return text, 0
}
