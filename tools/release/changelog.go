package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// changelog writes CHANGES.md, what changed since the last release by area: subjects of commits are "area: Imperative".
func (r *release) changelog(ctx context.Context) error {
	last, err := r.git(ctx, "describe", "--tags", "--abbrev=0", "--match", "v*", "--exclude", r.version, "HEAD")
	since := last + "..HEAD"
	if err != nil { // the first release
		last, since = "", "HEAD"
	}
	subjects, err := r.git(ctx, "log", "--no-merges", "--reverse", "--format=%s", since)
	if err != nil {
		return err
	}
	return publish(filepath.Join(r.out, "CHANGES.md"), []byte(r.changes(last, strings.Split(subjects, "\n"))))
}

// changes is the text. A subject without an area stands under "other".
func (r *release) changes(last string, subjects []string) string {
	areas := map[string][]string{}
	for _, subject := range subjects {
		area, change, ok := strings.Cut(subject, ": ")
		if !ok || area == "" || len(area) > 40 {
			area, change = "other", subject
		}
		if change != "" {
			areas[area] = append(areas[area], change)
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n\n%s, commit %.12s.", r.version, r.date.Format("2006-01-02"), r.commit)
	if last != "" {
		fmt.Fprintf(&text, " Changes since %s:", last)
	}
	text.WriteString("\n")
	for _, area := range slices.Sorted(maps.Keys(areas)) {
		fmt.Fprintf(&text, "\n## %s\n\n", area)
		for _, change := range areas[area] {
			fmt.Fprintf(&text, "- %s\n", change)
		}
	}
	return text.String()
}
