package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// maxHostOperators bounds the operators remembered by their host's ID.
const maxHostOperators = 10_000

// hostPrincipal asks the host who sent r. The result is nil when the host names no
// person.
func (s *Service) hostPrincipal(r *http.Request) (*Principal, error) {
	id, err := s.Host(r)
	if err != nil {
		return nil, httpio.Caused(httpio.Refusal(api.CodeUnavailable,
			"The site around this console doesn't say who you are. Try again in a moment."),
			fmt.Errorf("auth: ask the host: %w", err))
	}
	if id == nil {
		return nil, nil
	}
	if id.ID == "" {
		return nil, errors.New("auth: Options.Identity gave a person without an ID")
	}
	if strength(id.Role) == 0 {
		return nil, fmt.Errorf("auth: Options.Identity gave the role %q: want one of %q", id.Role, ranks)
	}
	operatorID, err := s.hostOperator(r.Context(), id)
	if err != nil {
		return nil, err
	}
	prefs, err := s.Store.Preferences(r.Context(), operatorID)
	if err != nil {
		return nil, unavailable("read preferences", err)
	}
	p := &Principal{OperatorID: operatorID, Name: hostName(id.Name), Login: id.Login, host: true, prefs: prefs}
	if id.AllShops {
		p.grants = []grant{{store.AllShops, id.Role}}
		return p, nil
	}
	for _, shop := range id.Shops {
		if shop != store.AllShops { // only AllShops gives a role in all shops
			p.grants = append(p.grants, grant{shop, id.Role})
		}
	}
	p.sortGrants()
	return p, nil
}

// hostOperator finds or makes the operator that stands for a host's identity.
func (s *Service) hostOperator(ctx context.Context, id *identity.Person) (int64, error) {
	login := hostLogin(id.ID)
	if known, ok := s.hosts.Get(login); ok {
		return known, nil
	}
	operatorID, err := s.ensureOperator(ctx, store.Operator{Login: login, Name: id.Name}, nil)
	if err != nil {
		return 0, unavailable("host operator", err)
	}
	s.hosts.Add(login, operatorID)
	return operatorID, nil
}

// hostLogin gives the login of a host's identity. Stored logins are lower case and
// of limited length; any other ID is hashed, so that no two IDs share a login.
func hostLogin(id string) string {
	if loginShape(id) && id == NormalLogin(id) {
		return "host:" + id
	}
	sum := sha256.Sum256([]byte(id))
	return "host:sha256:" + hex.EncodeToString(sum[:])
}

// ensureOperator finds an operator by login or makes the operator, also when
// another replica makes the operator at the same moment.
func (s *Service) ensureOperator(ctx context.Context, o store.Operator, m []store.Membership) (int64, error) {
	found, err := s.Store.OperatorByLogin(ctx, o.Login)
	if err == nil {
		return found.ID, nil
	}
	if !errors.Is(err, store.ErrNotFound) {
		return 0, err
	}
	o.Name = hostName(o.Name)
	o.CreatedAt = s.Millis()
	id, err := s.Store.CreateOperator(ctx, o, m)
	if errors.Is(err, store.ErrConflict) {
		found, err = s.Store.OperatorByLogin(ctx, o.Login)
		return found.ID, err
	}
	if err == nil {
		s.event(ctx, eventOperator, "operator", id)
	}
	return id, err
}

// hostName gives a host's name for a person without the characters that names may
// not hold: the person can't correct the name here, and PostgreSQL's text type
// can't hold every character.
func hostName(name string) string {
	return strings.Map(func(r rune) rune {
		if !api.PlainText(string(r)) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
}
