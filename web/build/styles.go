package build

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// leading are the sheets that come first, in the order of the layers.
var leading = []string{"layers.css", "reset.css", "tokens.css", "base.css", "layout.css"}

// joinStyles makes one sheet of all: those of web/css, the page's own, the
// components' and the pages', each group in the order of its names.
func joinStyles(root fs.FS) ([]byte, error) {
	sheets, err := styleSheets(root)
	if err != nil {
		return nil, err
	}
	var joined strings.Builder
	for _, name := range sheets {
		sheet, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		if strings.Contains(string(sheet), "@import") {
			return nil, fmt.Errorf("build: %s: an @import in a joined sheet has no effect", name)
		}
		small, err := shrinkCSS(string(sheet))
		if err != nil {
			return nil, fmt.Errorf("build: %s: %w", name, err)
		}
		joined.WriteString(small)
	}
	return []byte(joined.String()), nil
}

// styleSheets lists the sheets in the order they are joined.
func styleSheets(root fs.FS) ([]string, error) {
	shared, err := fs.Glob(root, "web/css/*.css")
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	rank := func(name string) int {
		if i := slices.Index(leading, path.Base(name)); i >= 0 {
			return i
		}
		return len(leading)
	}
	slices.SortStableFunc(shared, func(a, b string) int { return rank(a) - rank(b) })
	sheets := append(shared, "web/boot.css")
	for _, folder := range []string{"components", "app"} {
		err := fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && entry.Name() == "testdata" {
				return fs.SkipDir
			}
			if !entry.IsDir() && path.Ext(name) == ".css" {
				sheets = append(sheets, name)
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("build: %w", err)
		}
	}
	return sheets, nil
}

// shrinkCSS drops comments and the white space that no browser needs. Strings
// are kept as they are.
func shrinkCSS(sheet string) (string, error) {
	var out strings.Builder
	space := false // white space was seen and not written yet
	last := byte(0)
	open := 0
	write := func(s string) {
		if space && last != 0 && !strings.ContainsRune("{};,", rune(last)) && !strings.ContainsRune("{};,", rune(s[0])) {
			out.WriteByte(' ')
		}
		space = false
		out.WriteString(s)
		last = s[len(s)-1]
	}
	for i := 0; i < len(sheet); {
		switch c := sheet[i]; {
		case strings.HasPrefix(sheet[i:], "/*"):
			end := strings.Index(sheet[i+2:], "*/")
			if end < 0 {
				return "", errors.New("a comment doesn't end")
			}
			i += end + 4
			space = true
		case c == '"' || c == '\'':
			end := i + 1
			for end < len(sheet) && sheet[end] != c {
				if sheet[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(sheet) {
				return "", errors.New("a string doesn't end")
			}
			write(sheet[i : end+1])
			i = end + 1
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			space = true
			i++
		default:
			switch c {
			case '{':
				open++
			case '}':
				open--
			}
			if open < 0 {
				return "", errors.New("a brace too many")
			}
			write(sheet[i : i+1])
			i++
		}
	}
	if open > 0 {
		return "", errors.New("a brace is left open")
	}
	return out.String(), nil
}

// stripLineComments drops the lines of a script that are only a comment. Our
// scripts have no strings over several lines, so none can look like one.
func stripLineComments(script []byte) []byte {
	var out strings.Builder
	for line := range strings.Lines(string(script)) {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "//") {
			continue
		}
		out.WriteString(trimmed)
		out.WriteByte('\n')
	}
	return []byte(out.String())
}
