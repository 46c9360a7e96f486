package upstream

import (
	"strings"
	"unicode"
)

const (
	maxMessage = 300 // characters of the platform's text that are shown
	maxRun     = 16  // characters that may stand together, digits and letters mixed
	removed    = "[removed]"
)

// Scrub makes the platform's text safe to show: one line of at most 300 characters,
// without the given secrets and without anything that could be a signature or a
// token (a long run of mixed letters and digits; the platform puts the signature it
// computed into its errors, interface 7.2). Long numbers stay, because they are
// ids.
func Scrub(text string, secrets ...string) string {
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, removed)
		}
	}
	var out, run strings.Builder
	flush := func() {
		if suspicious(run.String()) {
			out.WriteString(removed)
		} else {
			out.WriteString(run.String())
		}
		run.Reset()
	}
	shown := 0
	for _, r := range text {
		if shown++; shown > maxMessage {
			break
		}
		switch {
		case inRun(r):
			run.WriteRune(r)
			continue
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r):
			continue
		}
		flush()
		out.WriteRune(r)
	}
	flush()
	if shown > maxMessage {
		out.WriteString("…")
	}
	return strings.TrimSpace(out.String())
}

// inRun reports whether r occurs in hex, base64 and tokens.
func inRun(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+/_=-.~%", r)
}

func suspicious(run string) bool {
	if len(run) < maxRun {
		return false
	}
	letters := strings.ContainsFunc(run, unicode.IsLetter)
	digits := strings.ContainsFunc(run, unicode.IsDigit)
	return letters && digits
}
