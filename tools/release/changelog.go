package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
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

// subjectForm is a commit's subject by our convention.
var subjectForm = regexp.MustCompile(`^([a-z0-9][a-z0-9 ,/._-]*): ([A-Z].*)$`)

// changes is the text. A subject of another form stands under "other".
func (r *release) changes(last string, subjects []string) string {
	areas := map[string][]string{}
	for _, subject := range subjects {
		area, change := "other", subject
		if parts := subjectForm.FindStringSubmatch(subject); parts != nil {
			area, change = parts[1], parts[2]
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
