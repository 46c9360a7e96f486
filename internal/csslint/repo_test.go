package csslint

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// repo is the root of the tree.
var repo = os.DirFS("../..")

// sheets gives all style sheets of the console by their paths.
func sheets(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, folder := range []string{"web", "components", "app"} {
		for _, name := range files(t, folder, ".css") {
			found[name] = read(t, name)
		}
	}
	if len(found) < 10 {
		t.Fatalf("found only %d sheets: is the tree elsewhere?", len(found))
	}
	return found
}

// files lists the files below a folder that end so, without built ones.
func files(t *testing.T, folder, ending string) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(repo, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "dist" || entry.Name() == "testdata") {
			return fs.SkipDir
		}
		if strings.HasSuffix(name, ending) {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	body, err := fs.ReadFile(repo, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestSheetsKeepTheRules(t *testing.T) {
	t.Parallel()
	for name, text := range sheets(t) {
		for _, p := range Lint(name, text) {
			t.Error(p)
		}
	}
}

// goClasses gives the classes that the browser program sets, with one file
// that sets each.
func goClasses(t *testing.T) map[string]string {
	t.Helper()
	set := map[string]string{}
	for _, folder := range []string{"components", "app"} {
		for _, name := range files(t, folder, ".go") {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			classes, problems, err := GoClasses(name, []byte(read(t, name)))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range problems {
				t.Error(p)
			}
			for _, class := range classes {
				set[class] = name
			}
		}
	}
	return set
}

func TestClassesAgree(t *testing.T) {
	t.Parallel()
	styled := map[string]string{}
	for name, text := range sheets(t) {
		for _, class := range Classes(text) {
			styled[class] = name
		}
	}
	used := goClasses(t)
	for class, name := range used {
		if styled[class] == "" {
			t.Errorf("%s sets class %q, which no sheet styles", name, class)
		}
	}
	page := wordsOfThePage(t)
	for class, name := range styled {
		if used[class] == "" && !page[class] {
			t.Errorf("%s styles class %q, which nothing sets", name, class)
		}
	}
}

var quoted = regexp.MustCompile(`"[^"]*"|'[^']*'`)

// wordsOfThePage gives the words in quotes in the page that is there before
// the program, and in its script: its classes are among them.
func wordsOfThePage(t *testing.T) map[string]bool {
	t.Helper()
	words := map[string]bool{}
	for _, name := range slices.Concat(files(t, "web/page", ".html"), files(t, "web", ".js")) {
		for _, text := range quoted.FindAllString(read(t, name), -1) {
			for word := range strings.FieldsSeq(strings.Trim(text, `"'`)) {
				words[word] = true
			}
		}
	}
	return words
}

func TestTokensAgree(t *testing.T) {
	t.Parallel()
	declared, used := map[string]bool{}, map[string]string{}
	all := sheets(t)
	for name, text := range all {
		d, u := Tokens(text)
		for _, token := range d {
			if name != "web/css/tokens.css" && !slices.Contains(first(Tokens(all["web/css/tokens.css"])), token) {
				t.Errorf("%s declares %s, which the tokens don't have", name, token)
			}
			declared[token] = true
		}
		for _, token := range u {
			used[token] = name
			if strings.HasPrefix(token, "--p-") && name != "web/css/tokens.css" {
				t.Errorf("%s uses %s of the palette: use an intent", name, token)
			}
		}
	}
	for token, name := range used {
		if !declared[token] {
			t.Errorf("%s uses %s, which nothing declares", name, token)
		}
	}
	for token := range declared {
		if used[token] == "" {
			t.Errorf("token %s is used nowhere", token)
		}
	}
}

func first(declared, _ []string) []string { return declared }

// TestLayersComeFirst makes sure that every layer of the sheets is in the one
// list that orders them.
func TestLayersComeFirst(t *testing.T) {
	t.Parallel()
	order := parse(read(t, "web/css/layers.css")).statements
	if len(order) != 1 {
		t.Fatalf("layers.css has %d statements, want the order of the layers alone", len(order))
	}
	names := strings.Split(strings.TrimPrefix(order[0].property, "@layer "), ", ")
	for name, text := range sheets(t) {
		for _, r := range parse(text).rules {
			if layer, ok := strings.CutPrefix(r.prelude, "@layer "); ok && !slices.Contains(names, layer) {
				t.Errorf("%s: layer %s has no place in the order", name, layer)
			}
		}
	}
}

// TestContrastOfTokens holds the pairs that meet on the screen to WCAG AA: 4.5
// for text, 3 for borders, marks and the focus ring.
func TestContrastOfTokens(t *testing.T) {
	t.Parallel()
	intents, err := Intents(read(t, "web/css/tokens.css"))
	if err != nil {
		t.Fatal(err)
	}
	grounds := []string{"--canvas", "--surface", "--raised", "--sunken"}
	washes := []string{"--brand-wash", "--warn-wash", "--bad-wash", "--info-wash"}
	for _, c := range []struct {
		ink     string
		grounds []string
		least   float64
	}{
		{"--ink", slices.Concat(grounds, washes), 4.5},
		{"--ink-soft", slices.Concat(grounds, washes), 4.5},
		{"--canvas", []string{"--ink"}, 4.5},
		{"--brand", slices.Concat(grounds, []string{"--brand-wash"}), 4.5},
		{"--brand-ink", []string{"--brand", "--brand-strong"}, 4.5},
		{"--warn", []string{"--warn-wash", "--surface"}, 4.5},
		{"--bad", slices.Concat(grounds, []string{"--bad-wash"}), 4.5},
		{"--bad-ink", []string{"--bad"}, 4.5},
		{"--info", []string{"--info-wash", "--surface"}, 4.5},
		{"--line-strong", grounds, 3},
		{"--focus", grounds, 3},
		{"--knob", []string{"--brand", "--line-strong"}, 3},
	} {
		for _, ground := range c.grounds {
			a, b := intents[c.ink], intents[ground]
			checkContrast(t, c.ink+" on "+ground+" in light", a.Light, b.Light, c.least)
			checkContrast(t, c.ink+" on "+ground+" in dark", a.Dark, b.Dark, c.least)
		}
	}
}

func checkContrast(t *testing.T, what, a, b string, least float64) {
	t.Helper()
	ratio, err := Contrast(a, b)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if ratio < least {
		t.Errorf("%s is %s, want at least %s", what, twoDigits(ratio), twoDigits(least))
	}
}

func twoDigits(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }

// TestComponentsHaveSheets keeps a component's sheet beside it.
func TestComponentsHaveSheets(t *testing.T) {
	t.Parallel()
	for _, name := range files(t, "components", ".css") {
		if _, err := fs.Stat(repo, strings.TrimSuffix(name, ".css")+".go"); err != nil {
			t.Errorf("%s has no %s.go beside it", name, strings.TrimSuffix(path.Base(name), ".css"))
		}
	}
}
