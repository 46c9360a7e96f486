package ics

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// zone is a zone by the name that the file gives it: an IANA name, a common one of Windows, or one that the file itself
// defines with one offset for all the year.
func (o ReadOptions) zone(name string) (rules.Zone, bool) {
	if o.Lookup != nil {
		for _, name := range []string{name, windows(name)} {
			if zone, ok := o.Lookup(name); ok {
				return zone, true
			}
		}
	}
	zone, ok := o.own[name]
	return zone, ok
}

// windows is the IANA name of a zone that Outlook names. Only zones with summer time are here: files define the others
// with one offset.
func windows(name string) string {
	return map[string]string{
		"Pacific Standard Time": "America/Los_Angeles", "Mountain Standard Time": "America/Denver",
		"Central Standard Time": "America/Chicago", "Eastern Standard Time": "America/New_York",
		"GMT Standard Time": "Europe/London", "Romance Standard Time": "Europe/Paris",
		"W. Europe Standard Time": "Europe/Berlin",
	}[name]
}

// ownZones are the zones that a file defines with one offset for all the year.
func ownZones(all []line) map[string]rules.Zone {
	zones := map[string]rules.Zone{}
	var name string
	var offsets []string
	for _, l := range all {
		switch {
		case l.name == "TZID":
			name = l.value
		case l.name == "TZOFFSETTO":
			offsets = append(offsets, l.value)
		case l.name == "END" && strings.EqualFold(l.value, "VTIMEZONE"):
			offsets = slices.Compact(offsets)
			if len(offsets) == 1 {
				if seconds, ok := offset(offsets[0]); ok {
					zones[name] = rules.Fixed(seconds)
				}
			}
			offsets = nil
		}
	}
	return zones
}

// offset reads "+0800" or "-033000" in seconds east of UTC.
func offset(text string) (seconds int, ok bool) {
	if len(text) == len("+0800") {
		text += "00"
	}
	digits, west := strings.CutPrefix(text, "-")
	seconds, ok = clock(strings.TrimPrefix(digits, "+"))
	if west {
		seconds = -seconds
	}
	return seconds, ok
}
