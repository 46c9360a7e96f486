package inbox

import (
	"context"
	"crypto/subtle"
	"slices"
	"strings"
	"sync"

	"github.com/shopdesk/shopdesk/platform"
)

// signed reports whether one of our secrets signed the message by the rule in force. The time taken
// doesn't depend on which secret fits.
func (s *Service) signed(ctx context.Context, m message, received func() string) bool {
	url, params := s.Rule.Signed(m.params, s.URL, received)
	which, good := fits(s.secrets(), url, params, m.Sig)
	if good && which > 0 {
		s.see(ctx, &s.older, s.Millis())
	}
	return good
}

// secrets returns all valid secrets, the present one first.
func (s *Service) secrets() []string {
	if s.ExtraSecrets == nil {
		return s.Secrets
	}
	return slices.Concat(s.Secrets, s.ExtraSecrets())
}

// signedTexts are kept for the next message.
var signedTexts = sync.Pool{New: func() any { return new([]byte) }}

// fits returns which secret signed the text, after comparing with all of them. An empty secret is
// skipped, because anyone could sign with it.
func fits(secrets []string, url string, params []platform.Param, sig string) (which int, good bool) {
	given := []byte(strings.ToLower(sig))
	kept := signedTexts.Get().(*[]byte)
	defer signedTexts.Put(kept)
	text := platform.AppendSuffix((*kept)[:0], url, params)
	*kept = text
	for i, secret := range secrets {
		if secret == "" {
			continue
		}
		want := platform.SuffixSum(text, secret)
		if subtle.ConstantTimeCompare(given, want[:]) == 1 {
			which, good = i, true
		}
	}
	return which, good
}

// matches returns the rules that the signature fits, for the diagnosis only.
func (s *Service) matches(m message, received string) (fitting []platform.HookRule) {
	secrets := s.secrets()
	for _, rule := range platform.HookRules() {
		url, params := rule.Signed(m.params, s.URL, func() string { return received })
		if _, good := fits(secrets, url, params, m.Sig); good {
			fitting = append(fitting, rule)
		}
	}
	return fitting
}
