package prose

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// width is where lines end, in characters; a tab is one.
const width = 120

// Lines of Go end at 120 columns, but for texts between backquotes, and what a linter or the compiler reads.
func TestLinesEndInTime(t *testing.T) {
	t.Parallel()
	files := 0
	for _, file := range goFiles(t) {
		files++
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range tooLong(src) {
			t.Errorf("%s:%d is longer than %d columns", file, n, width)
		}
	}
	if files < 500 {
		t.Errorf("only %d files were read", files)
	}
}

var goFile = regexp.MustCompile(`\b[a-zA-Z][\w./]*\.go\b`)

// A doc.go names files of its own area, or with their path from the repository's root or from server/internal.
func TestDocsNameFilesThatExist(t *testing.T) {
	t.Parallel()
	named := 0
	for _, file := range goFiles(t) {
		if filepath.Base(file) != "doc.go" {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range goFile.FindAllString(string(src), -1) {
			named++
			folder := filepath.Dir(file)
			found := false
			for _, place := range []string{folder, folder + "/*", folder + "/*/*", folder + "/..", folder + "/../*", "../..",
				"../../server/internal"} {
				at, err := filepath.Glob(filepath.Join(place, name))
				found = found || err == nil && len(at) > 0
			}
			if !found {
				t.Errorf("%s names %s, which isn't there", file, name)
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d names were found", named)
	}
}

func TestTooLong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", width)
	for name, c := range map[string]struct {
		src  string
		want int
	}{
		"comment":   {"package a\n\n// " + long + "\n", 1},
		"code":      {"package a\n\nvar " + long + " int\n", 1},
		"string":    {"package a\n\nvar a = \"" + long + "\"\n", 1},
		"raw":       {"package a\n\nvar a = `" + long + "`\n", 0},
		"raw lines": {"package a\n\nvar a = `\n" + long + "\n`\n", 0},
		"nolint":    {"package a\n\nvar a = 1 //nolint:gosec // " + long + "\n", 0},
		"in time":   {"package a\n\n//" + long[2:] + "\n", 0},
	} {
		if got := tooLong([]byte(c.src)); len(got) != c.want {
			t.Errorf("%s: lines %v", name, got)
		}
	}
}

// tooLong are the numbers of the lines that are too long.
func tooLong(src []byte) (numbers []int) {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	excused := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		first := file.Line(pos)
		switch {
		case tok == token.STRING && text[0] == '`':
			for i := range strings.Count(text, "\n") + 1 {
				excused[first+i] = true
			}
		case tok == token.COMMENT && (strings.HasPrefix(text, "//nolint") || strings.HasPrefix(text, "//go:")):
			excused[first] = true
		}
	}
	for i, line := range strings.Split(string(src), "\n") {
		if utf8.RuneCountInString(line) > width && !excused[i+1] {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// goFiles are the repository's own Go files.
func goFiles(t *testing.T) []string { t.Helper(); return filesOf(t, ".go") }

// filesOf are the repository's own files whose names end so.
func filesOf(t *testing.T, ending string) (files []string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || path == "../../build" || d.Name() == ".git"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ending):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
