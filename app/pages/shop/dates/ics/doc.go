// Package ics reads and writes the part of iCalendar (RFC 5545) that special
// dates need: events of whole days, and events with times on one evening. It is
// plain Go and reaches neither the network nor the device's zone.
//
// What it doesn't do: repetitions (an event that repeats is read once and
// marked; whole days that come every year are read as those that come next),
// zones with summer time that a file defines itself (VTIMEZONE; such a zone is
// looked up by its name, and an event of an unknown one is marked), tasks,
// journals and free-busy times.
package ics
