package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	setupLife  = 30 * time.Minute
	setupBytes = 32
)

// SetupPath is the page of a one-time link, relative to the mount point. The token
// is in the fragment, which browsers never send to a server, so no log holds the
// token.
func SetupPath(token string) string { return "/setup#" + token }

// NewSetupLink makes the token of a link that creates the first owner, once and
// within 30 minutes; earlier links stop working. Only the token's hash is stored.
// The error is ErrHasOwner when an owner exists.
func (s *Service) NewSetupLink(ctx context.Context) (string, error) {
	has, err := s.Store.HasOwner(ctx)
	if err != nil {
		return "", fmt.Errorf("auth: look for an owner: %w", err)
	}
	if has {
		return "", ErrHasOwner
	}
	token := randomText(setupBytes)
	link := store.SetupLink{TokenHash: setupHash(token), ExpiresAt: s.Now().Add(setupLife).UnixMilli()}
	if err := s.Store.ReplaceSetupLink(ctx, link); err != nil {
		return "", fmt.Errorf("auth: keep the setup link: %w", err)
	}
	s.event(ctx, eventLinkMade)
	return token, nil
}

func setupHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// HandleSetup makes the first owner and signs them in ([api.PathSetup]). Problems
// with the details are answered before the link is used up.
func (s *Service) HandleSetup(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeIf[api.UseLink](s.Host == nil, errHostSigns, w, r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	name, login := strings.TrimSpace(in.Name), NormalLogin(in.Login)
	if problems := CheckOperator(name, login, in.Password); len(problems) > 0 {
		return invalid(problems...)
	}
	// It hashes a password, as a sign-in does.
	try, wait := s.throttle.begin(s.Now(), s.ClientNetwork(r), accountKey{login: login})
	if wait > 0 {
		s.event(ctx, eventTooMany, "address", s.addressText(r), "what", "setup")
		return slowDown(wait)
	}
	o := store.Operator{Login: login, Name: name}
	o.Password, err = s.hasher.hashFor(ctx, in.Password, false)
	if err != nil {
		try.cancel()
		return s.busy(err)
	}
	o.CreatedAt = s.Millis()
	who := &Principal{Name: name, Address: s.addressText(r)}
	err = s.audited(ctx, who, "operators.setup", api.Rename{Name: name}, func(ctx context.Context) (err error) {
		o.ID, err = s.Store.CreateOwner(ctx, setupHash(in.Token), o.CreatedAt, o)
		return err
	})
	switch {
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrConflict):
		try.failed(s.Now())
		s.event(ctx, eventLinkRefused, "address", s.addressText(r))
		return errLinkUsed
	case err != nil:
		try.cancel()
		return unavailable("create owner", err)
	}
	try.succeeded()
	s.event(ctx, eventOperator, "operator", o.ID, "role", string(api.RoleOwner), "address", s.addressText(r))
	return s.answerSignedIn(w, r, o, false, methodLink)
}
