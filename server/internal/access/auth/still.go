package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
)

// StillIn reads again the operator who opened a long answer, such as an event
// stream. The result has the operator's present roles, and is nil when the session
// has ended or the operator was disabled or removed. Streams call StillIn at each
// heartbeat, end on nil, and filter their next events by the returned principal.
// The call doesn't count as use, so a forgotten screen doesn't keep its session
// alive.
//
// The end of a session in this process counts at once, in another replica within
// two seconds. A host's people are returned unchanged: the host ends their
// connections.
func (s *Service) StillIn(ctx context.Context, p *Principal) (*Principal, error) {
	if p == nil || p.host {
		return p, nil
	}
	var sum [sha256.Size]byte
	raw, err := base64.RawURLEncoding.DecodeString(p.session)
	if err != nil || copy(sum[:], raw) != sha256.Size {
		return nil, nil
	}
	now, err := s.bySum(ctx, sum, false)
	if now == nil || err != nil {
		return nil, err
	}
	again := *now
	again.Address = p.Address
	return &again, nil
}

// OfSession gives the present principal of the session with that name
// ([Principal.Session]), as [Service.StillIn] does: nil when the session has ended,
// or the operator was disabled or removed.
func (s *Service) OfSession(ctx context.Context, session string) (*Principal, error) {
	return s.StillIn(ctx, &Principal{session: session})
}
