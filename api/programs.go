package api

import (
	"slices"
	"strings"
)

// Program names one of the browser's programs, which show the same frame
// around different pages (docs/adr/0006-first-load.md).
type Program string

// The programs.
const (
	Daily      Program = "app"       // a working day's pages: orders, and a shop's hours
	Office     Program = "office"    // what is set up now and then
	Chain      Program = "chain"     // many shops at once, to look at
	Changing   Program = "runs"      // one change for many shops
	Templating Program = "templates" // what shops should look like
)

// Parts are what the addresses of a program's pages begin with, below the mount
// point. A shop's page ("/shops/1/photo") is told by what follows the shop's
// number. All other addresses are the daily program's.
var Parts = map[Program][]string{
	Office:     {"settings", "activity", "gallery", "phones", "photo"},
	Chain:      {"shops", "today"},
	Changing:   {"runs"},
	Templating: {"templates"},
}

// ProgramAt tells which program shows the page at a path below the mount point.
func ProgramAt(path string) Program {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	part := parts[0]
	if part == "shops" && len(parts) > 1 {
		part = ""
		if len(parts) > 2 {
			part = parts[2]
		}
	}
	for program, parts := range Parts {
		if slices.Contains(parts, part) {
			return program
		}
	}
	return Daily
}
