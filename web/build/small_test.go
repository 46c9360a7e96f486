package build

import (
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// A sheet or a script with a mistake ends the build.
func TestMistakesEndTheBuild(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"a{/* }", `a{content:"}`, "a{", "a}", "a{color red}"} {
		if got, err := small("a.css", []byte(in), api.LoaderCSS); err == nil {
			t.Errorf("%s: accepted as %s", in, got)
		}
	}
	if got, err := small("a.js", []byte("let a = ;"), api.LoaderJS); err == nil {
		t.Errorf("accepted as %s", got)
	}
}

// Scripts lose their comments, and keep the names that others use.
func TestScriptsAreSmall(t *testing.T) {
	t.Parallel()
	const in = "// head\n\"use strict\";\nvar shared = (inner) => { let other = inner * 2; return other + other; };\n"
	const want = "\"use strict\";var shared=e=>{let r=e*2;return r+r};\n"
	got, err := small("a.js", []byte(in), api.LoaderJS)
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}
