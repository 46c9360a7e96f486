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
	Speak(lang, func(ok bool) {
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

// Short names of months end in a point in Portuguese: sentences ended in two.
func TestNoPointFollowsAPoint(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"Até {0}.": "Até \u206827 de nov.\u2069", "Até {0}. Depois": "Até \u206827 de nov.\u2069 Depois",
		"De {0}, {0}…": "De \u206827 de nov.\u2069, \u206827 de nov.\u2069…",
	} {
		if got := fill(words, []any{Isolate("27 de nov.")}); got != want {
			t.Errorf("%q becomes %q, want %q", words, got, want)
		}
	}
	if got, want := fill("Até {0}.", []any{"amanhã"}), "Até amanhã."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Portuguese writes weekdays small but for the beginning of a sentence.
func TestWeekdaysWithinProblems(t *testing.T) { //nolint:paralleltest // the language is everybody's
	speakIn(t, "pt")
	got := Problem(rules.Problem{Code: rules.CodeSpillOverlap, Args: []any{"sun", 0, 3600, 7200}})
	if want := T("problem.spill_overlap", "domingo", "01:00", "02:00"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
