package build

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"

	"github.com/evanw/esbuild/pkg/api"
)

// leading are the sheets that the page has within it, in the order of the layers: what it shows first needs no others.
var leading = []string{"web/css/layers.css", "web/css/reset.css", "web/css/tokens.css", "web/css/base.css",
	"web/css/layout.css", "web/boot.css", "components/card.css"}

// joinStyles makes two sheets of all: frame of the leading ones, rest of the others of web/css, of the components' and
// of the pages', each group in the order of its names.
func joinStyles(root fs.FS) (frame, rest []byte, err error) {
	sheets, err := styleSheets(root)
	if err != nil {
		return nil, nil, err
	}
	if frame, err = join(root, leading); err != nil {
		return nil, nil, err
	}
	rest, err = join(root, slices.DeleteFunc(sheets, func(name string) bool { return slices.Contains(leading, name) }))
	if err == nil && bytes.Contains(rest, []byte("var(--p-")) {
		err = errors.New("build: a colour of the palette is used where only intents are (see tokens.css)")
	}
	return withThemes(withColours(frame)), rest, err
}

var (
	paletteColour = regexp.MustCompile(`(--p-[\w-]+):([^;}]*);?`)
	paletteUse    = regexp.MustCompile(`var\((--p-[\w-]+)\)`)
)

// withColours puts the palette's colours where the intents name them. Browsers need no other names for them.
func withColours(sheet []byte) []byte {
	palette := map[string][]byte{}
	for _, found := range paletteColour.FindAllSubmatch(sheet, -1) {
		palette[string(found[1])] = bytes.TrimSpace(found[2])
	}
	return paletteUse.ReplaceAllFunc(paletteColour.ReplaceAll(sheet, nil), func(use []byte) []byte {
		return palette[string(paletteUse.FindSubmatch(use)[1])]
	})
}

var pair = regexp.MustCompile(`(--[\w-]+): *light-dark\(([^,()]+), *([^,()]+)\)`)

// withThemes puts an intent's light colour in place of the pair, and the dark colours into rules of their own, but not
// on paper: light-dark() is of 2024, and tablets in kitchens are older.
func withThemes(sheet []byte) []byte {
	var dark []byte
	for _, found := range pair.FindAllSubmatch(sheet, -1) {
		dark = fmt.Appendf(dark, "%s:%s;", found[1], found[3])
	}
	return fmt.Appendf(pair.ReplaceAll(sheet, []byte("$1:$2")),
		"@layer tokens{@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){%[1]s}}"+
			"@media screen{[data-theme=dark]{%[1]s}}}", dark)
}

func join(root fs.FS, sheets []string) ([]byte, error) {
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

// styleSheets lists all sheets.
func styleSheets(root fs.FS) ([]string, error) {
	var sheets []string
	for _, folder := range []string{"web/css", "components", "app"} {
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
