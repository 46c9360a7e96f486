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
	secret := fits(s.secrets(), url, params, m.Sig)
	if secret != "" && secret != s.Secrets[0] {
		s.see(ctx, &s.older, s.Millis())
	}
	return secret != ""
}

// secrets returns each valid secret once. An empty secret is none, because anyone could sign with it.
func (s *Service) secrets() []string {
	all := slices.Clone(s.Secrets)
	if s.ExtraSecrets != nil {
		all = append(all, s.ExtraSecrets()...)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(secret string) bool { return secret == "" })
}

// signedTexts are kept for the next message.
var signedTexts = sync.Pool{New: func() any { return new([]byte) }}

// fits returns the secret that signed the text, "" if none did, after comparing with all of them.
func fits(secrets []string, url string, params []platform.Param, sig string) (signer string) {
	given := []byte(strings.ToLower(sig))
	kept := signedTexts.Get().(*[]byte)
	defer signedTexts.Put(kept)
	text := platform.AppendSuffix((*kept)[:0], url, params)
	*kept = text
	for _, secret := range secrets {
		want := platform.SuffixSum(text, secret)
		if subtle.ConstantTimeCompare(given, want[:]) == 1 {
			signer = secret
		}
	}
	return signer
}

// matches returns the rules that the signature fits, for the diagnosis only.
func (s *Service) matches(m message, received string) (fitting []platform.HookRule) {
	secrets := s.secrets()
	for _, rule := range platform.HookRules() {
		url, params := rule.Signed(m.params, s.URL, func() string { return received })
		if fits(secrets, url, params, m.Sig) != "" {
			fitting = append(fitting, rule)
		}
	}
	return fitting
}
