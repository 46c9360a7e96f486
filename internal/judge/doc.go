// Package judge compares what our rules make of weekly hours and special dates
// with the npm package opening_hours, which people we don't know wrote for
// OpenStreetMap. It has tests alone; `make judge` installs what they need, at
// the versions in package-lock.json, and with it axe-core, which judges the
// pages in the tests of e2e.
//
// Both define: which shifts apply on a date, several a day, shifts past
// midnight between days of one kind, closed days, whole days, and that special
// dates replace the weekly hours. What happens at midnight between a special
// date and another is ours alone (interface 3.3): there the late shift is cut,
// while OpenStreetMap lets it end. Those minutes aren't compared.
package judge
