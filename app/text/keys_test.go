package text

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// key looks like a text's key, or like the beginning of one that is put
// together ("role.").
var key = regexp.MustCompile(`^[a-z]+(\.[a-z_]+)*\.?$`)

func TestKeys(t *testing.T) {
	t.Parallel()
	used := usesIn(t, "..")
	for _, c := range used.asked {
		words, ok := current.Find(c.key)
		if !ok {
			t.Errorf("%s: no text with the key %q", c.where, c.key)
		}
		for i := range 10 {
			if strings.Contains(words, "{"+strconv.Itoa(i)+"}") && i >= c.args && !c.spread {
				t.Errorf("%s: %q needs an argument for {%d}", c.where, c.key, i)
			}
		}
	}
	for k := range english(t) {
		if !used.mentions(k) {
			t.Errorf("nothing uses the text %q", k)
		}
	}
}

func english(t *testing.T) map[string]string {
	t.Helper()
	all, err := words.Read("en")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// uses are the keys in the program.
type uses struct {
	asked     []call          // of T or N with a literal key
	mentioned map[string]bool // any literal that could be a key
	beginning []string        // literals that keys are put together from
}

type call struct {
	key    string
	where  string
	args   int  // that fill placeholders
	spread bool // and more
}

func (u uses) mentions(k string) bool {
	return u.mentioned[k] || slices.ContainsFunc(u.beginning, func(b string) bool { return strings.HasPrefix(k, b) })
}

func (u *uses) visit(set *token.FileSet, n ast.Node) {
	switch n := n.(type) {
	case *ast.BasicLit:
		value, err := strconv.Unquote(n.Value)
		if n.Kind != token.STRING || err != nil || !key.MatchString(value) {
			return
		}
		if strings.HasSuffix(value, ".") {
			u.beginning = append(u.beginning, value)
			return
		}
		u.mentioned[value] = true
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		if name != "T" && name != "N" || len(n.Args) == 0 {
			return
		}
		if literal, ok := n.Args[0].(*ast.BasicLit); ok {
			c := call{where: set.Position(literal.Pos()).String(), args: len(n.Args) - 1, spread: n.Ellipsis.IsValid()}
			c.key, _ = strconv.Unquote(literal.Value)
			u.asked = append(u.asked, c)
		}
	}
}

func usesIn(t *testing.T, root string) uses {
	t.Helper()
	used := uses{mentioned: map[string]bool{}}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, root+"/"+name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			used.visit(set, n)
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return used
}

func TestEveryCodeHasWords(t *testing.T) {
	t.Parallel()
	for _, code := range []api.Code{
		api.CodeMalformed, api.CodeUnknownField, api.CodeTooLarge, api.CodeSignedOut,
		api.CodeBadSignIn, api.CodeForbidden, api.CodeCrossOrigin, api.CodeNotFound, api.CodeChanged,
		api.CodeBadPasskey, "passkey_known",
		api.CodeBusy, api.CodeLinkUsed, api.CodeInvalid, api.CodeRefused, api.CodeSlowDown, api.CodeInternal,
		api.CodeConnection,
		api.CodeUnavailable, api.CodePlatformDown, api.CodeNotOpen,
	} {
		for _, k := range []string{"error." + string(code), "error." + string(code) + ".do"} {
			if !Has(k) {
				t.Errorf("no text %q", k)
			}
		}
	}
	for _, code := range []string{
		rules.CodeRequired, rules.CodePositive, rules.CodeNotAllowed, rules.CodeTimeRange, rules.CodeEqualTimes,
		rules.CodeOverlap, rules.CodeSpillOverlap, rules.CodeClosedNotAlone, rules.CodeRangeReversed,
		rules.CodeNotMidnight, rules.CodeOtherAnchor + ".utc", rules.CodeOtherAnchor + ".shop", rules.CodeDatesOverlap,
		rules.CodeBusinessHourEmpty, rules.CodePhoneCount, rules.CodePhoneFormat, rules.CodePhoneTwice,
		api.ProblemPhoneImpossible, rules.CodePictureScheme,
		rules.CodePictureEnding, rules.CodePictureAddress, rules.CodePictureType, rules.CodePictureSmall,
		rules.CodePictureVast, rules.CodePictureHeavy,
		api.ProblemPicturePrivate, api.ProblemPictureNoAnswer, api.ProblemPictureStatus, api.ProblemPictureGone,
		rules.CodeUnknownRequest,
		api.ProblemPictureReview, api.ProblemNoOpening, api.ProblemPausePast, api.ProblemPauseFar, api.ProblemTooMany,
		api.ProblemDateName, api.ProblemStatusUnsaid, api.ProblemName, api.ProblemNameTaken, api.ProblemFull,
		api.ProblemTemplateDates, api.ProblemTemplateDenied,
	} {
		if !Has("problem." + code) {
			t.Errorf("no text %q", "problem."+code)
		}
	}
}

var placeholder = regexp.MustCompile(`\{\d+\}`)

// The forms of one text use the same placeholders but for the number itself,
// and placeholders count up from 0 without a gap.
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	for k, words := range english(t) {
		if strings.Contains(placeholder.ReplaceAllString(words, ""), "{") {
			t.Errorf("%s: a brace that is no placeholder: %q", k, words)
		}
		all := placeholder.FindAllString(words, -1)
		slices.Sort(all)
		all = slices.Compact(all)
		for i, p := range all {
			if p != "{"+strconv.Itoa(i)+"}" && k != "problem.phone_count" {
				t.Errorf("%s: placeholders %v have a gap", k, all)
			}
		}
		for _, form := range strings.Split(words, "|") {
			for _, p := range all {
				if p != "{0}" && strings.Contains(words, "|") && !strings.Contains(form, p) {
					t.Errorf("%s: the form %q lacks %s", k, form, p)
				}
			}
		}
	}
}

// pluralForms is how many forms a text of the language has that depends on a
// number.
func pluralForms(lang string) int {
	switch lang {
	case "zh-Hant":
		return 1
	case "ar":
		return 6
	}
	return 2
}
