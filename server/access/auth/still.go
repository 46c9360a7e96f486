package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
)

// StillIn looks again at whoever opened a long answer, an event stream say: it
// is who they are now, with the roles they have now, or nil when their session
// has ended or they were disabled or removed. Streams ask at each heartbeat,
// and end on nil; what they send next is judged by the principal returned. It
// doesn't count as use: a forgotten screen doesn't keep its session alive.
//
// An end in this process counts at once, one in another replica within two
// seconds. A host's people are answered as they came: their host ends their
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

// OfSession is whose session has that name ([Principal.Session]), as [Service.StillIn]
// sees them: nil once it has ended, or they were disabled or removed.
func (s *Service) OfSession(ctx context.Context, session string) (*Principal, error) {
	return s.StillIn(ctx, &Principal{session: session})
}
