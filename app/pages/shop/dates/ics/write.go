package ics

import (
	"strconv"
	"strings"
	"time"
)

// WriteOptions are what a file says beside its events.
type WriteOptions struct {
	Name string    // the calendar's
	Host string    // the end of the events' ids: one shop's file replaces its former events
	Now  time.Time // when it is written
}

// Write makes a calendar file of events of whole days. Read gives back what was
// written, hours included; other programs show the days and the summary.
func Write(events []Event, o WriteOptions) string {
	var out strings.Builder
	put := func(name, value string) { fold(&out, name+":"+value) }
	put("BEGIN", "VCALENDAR")
	put("VERSION", "2.0")
	put("PRODID", "-//Shopdesk//Special dates//EN")
	put("CALSCALE", "GREGORIAN")
	put("X-WR-CALNAME", escape(o.Name))
	stamp := o.Now.UTC().Format("20060102T150405Z")
	same := map[string]int{} // events so far, by their first day
	for _, e := range events {
		first, next := compact(e.First.String()), compact(e.Last.AddDays(1).String())
		put("BEGIN", "VEVENT")
		put("UID", first+"-"+strconv.Itoa(same[first])+"@"+o.Host)
		same[first]++
		put("DTSTAMP", stamp)
		put("DTSTART;VALUE=DATE", first)
		put("DTEND;VALUE=DATE", next)
		put("SUMMARY", escape(e.Summary))
		if e.Details != "" {
			put("DESCRIPTION", escape(e.Details))
		}
		put("TRANSP", "TRANSPARENT")
		if e.Hours != nil {
			put(hoursName, formatHours(e.Hours))
		}
		if e.Unnamed {
			put(unnamedName, "1")
		}
		put("END", "VEVENT")
	}
	put("END", "VCALENDAR")
	return out.String()
}

func compact(date string) string { return strings.ReplaceAll(date, "-", "") }
