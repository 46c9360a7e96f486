//go:build !js

package text

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// speakIn has the test see another language. Such a test isn't parallel.
func speakIn(t *testing.T, lang string) {
	t.Helper()
	was := current
	t.Cleanup(func() { current = was })
	speak(lang, func(ok bool) {
		if !ok {
			t.Fatalf("no language %q", lang)
		}
	})
}

// Chinese had spaces between its sentences.
func TestSentencesFollowAsTheLanguageHasIt(t *testing.T) { //nolint:paralleltest // the language is everybody's
	missing := []rules.Problem{{Code: rules.CodeRequired}, {Code: rules.CodePositive}}
	for lang, want := range map[string]string{
		"en":      "This is missing. This must be more than zero. The platform may not take this.",
		"zh-Hant": "此項必須填寫。必須大於零。平台可能不接受此內容。",
	} {
		speakIn(t, lang)
		if got := Doubt(Problems(missing)); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// Arabic read the phone's parts from the right: 12345678-852.
func TestPhonesInProblemsAreReadFromTheLeft(t *testing.T) { //nolint:paralleltest // the language is everybody's
	speakIn(t, "ar")
	got := Problem(rules.Problem{Code: rules.CodePhoneFormat, Args: []any{"852 1234"}})
	want := "يجب أن يُكتب «\u2066852 1234\u2069» على شكل رمز المنطقة ثم شرطة ثم الرقم: \u2066852-12345678\u2069."
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
