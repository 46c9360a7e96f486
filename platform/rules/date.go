package rules

import (
	"strconv"

	"github.com/shopdesk/shopdesk/platform"
)

// Date is a day of the calendar, in no zone. Month is 1 to 12.
type Date struct {
	Year, Month, Day int
}

// DateOfDays is the date that many days after 1970-01-01, which may be
// negative.
func DateOfDays(days int) Date {
	// The civil-from-days algorithm: 400-year eras of years that start in March.
	z := days + 719468
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d := Date{Year: yoe + era*400, Month: mp + 3, Day: doy - (153*mp+2)/5 + 1}
	if d.Month > 12 {
		d.Month -= 12
	}
	if d.Month <= 2 {
		d.Year++
	}
	return d
}

// Days is the number of days from 1970-01-01 to d.
func (d Date) Days() int {
	y, m := d.Year, d.Month
	if m <= 2 {
		y--
		m += 12
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	doy := (153*(m-3)+2)/5 + d.Day - 1
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	return era*146097 + doe - 719468
}

// AddDays is the date n days after d; n may be negative.
func (d Date) AddDays(n int) Date { return DateOfDays(d.Days() + n) }

// Weekday is the day of the week d falls on.
func (d Date) Weekday() platform.Day {
	return platform.Day(floorMod(d.Days()+3, 7)) // 1970-01-01 was a Thursday
}

// Before reports whether d is earlier than other.
func (d Date) Before(other Date) bool { return d.Days() < other.Days() }

// String writes the date as "2026-12-24".
func (d Date) String() string {
	return pad(d.Year, 4) + "-" + pad(d.Month, 2) + "-" + pad(d.Day, 2)
}

// ParseDate reads "2026-12-24", what [Date.String] writes, and refuses days
// that the calendar doesn't have.
func ParseDate(text string) (Date, bool) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return Date{}, false
	}
	var d Date
	for _, part := range []struct {
		text string
		into *int
	}{{text[:4], &d.Year}, {text[5:7], &d.Month}, {text[8:], &d.Day}} {
		for i := range len(part.text) {
			if part.text[i] < '0' || part.text[i] > '9' {
				return Date{}, false
			}
			*part.into = *part.into*10 + int(part.text[i]-'0')
		}
	}
	if d.Month < 1 || d.Month > 12 || DateOfDays(d.Days()) != d {
		return Date{}, false
	}
	return d, true
}

func pad(n, width int) string {
	if n < 0 {
		return "-" + pad(-n, width)
	}
	text := strconv.Itoa(n)
	for len(text) < width {
		text = "0" + text
	}
	return text
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func floorMod(a, b int) int { return a - floorDiv(a, b)*b }
