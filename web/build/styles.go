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

// gallerySheet styles what only developers see.
const gallerySheet = "app/gallery/gallery.css"

// joinStyles makes three sheets of all: frame of the leading ones, gallery of the gallery's, and rest of the others of
// web/css, of the components' and of the pages', each group in the order of its names.
func joinStyles(root fs.FS) (frame, rest, gallery []byte, err error) {
	sheets, err := styleSheets(root)
	if err != nil {
		return nil, nil, nil, err
	}
	elsewhere := append([]string{gallerySheet}, leading...)
	sheets = slices.DeleteFunc(sheets, func(name string) bool { return slices.Contains(elsewhere, name) })
	frame, errFrame := join(root, leading)
	rest, errRest := join(root, sheets)
	gallery, errGallery := join(root, elsewhere[:1])
	if err = errors.Join(errFrame, errRest, errGallery); err != nil {
		return nil, nil, nil, err
	}
	if bytes.Contains(rest, []byte("var(--p-")) {
		return nil, nil, nil, errors.New("build: a colour of the palette is used where only intents are (see tokens.css)")
	}
	values, err := constants(slices.Concat(frame, rest, gallery))
	return withThemes(values.put(frame)), values.put(rest), values.put(gallery), err
}

var (
	constant = regexp.MustCompile(
		`(--(?:p-[\w-]+|s1|r\d|strip|tap|row|text-(?:xs|s|l|xl)|weight-\w+|veil|lift|float)):([^;}]*);?`)
	tokenUse = regexp.MustCompile(`var\((--[\w-]+)\)`)
)

// fixed are the values of tokens that neither theme nor density nor the program changes, by their names.
type fixed map[string][]byte

// constants reads them from the sheets.
func constants(sheets []byte) (fixed, error) {
	values := fixed{}
	for _, found := range constant.FindAllSubmatch(sheets, -1) {
		name := string(found[1])
		if values[name] != nil {
			return nil, fmt.Errorf("build: %s has two values and is no constant", name)
		}
		values[name] = bytes.TrimSpace(found[2])
	}
	return values, nil
}

// put puts the values where a sheet names them. Browsers need no names for them.
func (values fixed) put(sheet []byte) []byte {
	return tokenUse.ReplaceAllFunc(constant.ReplaceAll(sheet, nil), func(use []byte) []byte {
		if value, is := values[string(tokenUse.FindSubmatch(use)[1])]; is {
			return value
		}
		return use
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

var layer = regexp.MustCompile(`@layer \w+{`)

// join joins sheets. Those that follow each other in one layer share its rule.
func join(root fs.FS, sheets []string) ([]byte, error) {
	var joined, open []byte
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
		layers := layer.FindAll(sheet, -1)
		if open != nil && bytes.HasPrefix(sheet, open) {
			joined, sheet = bytes.TrimSuffix(joined, []byte("}\n")), sheet[len(open):]
		}
		joined = append(joined, sheet...)
		if len(layers) > 0 {
			open = layers[len(layers)-1]
		}
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
