package build

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/evanw/esbuild/pkg/api"
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
	var joined []byte
	for _, name := range sheets {
		sheet, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		if bytes.Contains(sheet, []byte("@import")) {
			return nil, fmt.Errorf("build: %s: an @import in a joined sheet has no effect", name)
		}
		if sheet, err = small(name, sheet, api.LoaderCSS); err != nil {
			return nil, err
		}
		joined = append(joined, sheet...)
	}
	return joined, nil
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
