package main

import (
	"io"
	"strings"
	"testing"
)

func TestVersionNamesTheProgram(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := run(t.Context(), []string{"version"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"version ", "commit  ", "date    ", "go      go1."} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no line %q in:\n%s", line, out.String())
		}
	}
}
