//go:build !js

package platform_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// README.md shows parts of the examples, which run.
func TestReadmeShowsTheExamples(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("example*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var examples strings.Builder
	for _, name := range append(names, "rules/example_test.go") {
		examples.WriteString(unindented(t, name))
	}
	parts := strings.Split(unindented(t, "README.md"), "```go\n")
	if len(parts) < 2 {
		t.Fatal("README.md has no Go")
	}
	for _, part := range parts[1:] {
		code, _, _ := strings.Cut(part, "```\n")
		if !strings.Contains(examples.String(), code) {
			t.Errorf("no example has this part of README.md:\n%s", code)
		}
	}
}

// unindented is the text of a file without the tabs before its lines.
func unindented(t *testing.T, name string) string {
	t.Helper()
	body, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(body)) {
		text.WriteString(strings.TrimLeft(line, "\t"))
	}
	return text.String()
}
