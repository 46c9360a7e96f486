package auth

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopdesk/shopdesk/internal/api"
)

// vouched is one grant of a host, as stored with the work.
type vouched struct {
	Shop int64    `json:"shop"`
	Role api.Role `json:"role"`
}

// Vouched gives the grants to store with work that goes on after the asker's
// request (see [Service.Later]). The embedding host's grants at the time of the
// request count for the work. Vouched returns nil for our own operators, whose
// roles are read when the work is done.
func (p *Principal) Vouched() []byte {
	if !p.host {
		return nil
	}
	list := []vouched{}
	for _, g := range p.grants {
		list = append(list, vouched{g.shopID, g.role})
	}
	kept, _ := json.Marshal(list) // can't fail: the values are plain
	return kept
}

// Later gives a context with the principal of an operator whose request has ended.
// Work in the context is authorised by the operator's present roles. The context of
// a removed or disabled operator has no principal.
func (s *Service) Later(ctx context.Context, operatorID int64, name, address string,
	kept []byte) (context.Context, error) {
	if len(kept) > 0 {
		var list []vouched
		if err := json.Unmarshal(kept, &list); err != nil {
			return ctx, fmt.Errorf("auth: what a host said: %w", err)
		}
		p := &Principal{OperatorID: operatorID, Name: name, Address: address, host: true}
		for _, v := range list {
			p.grants = append(p.grants, grant{v.Shop, v.Role})
		}
		p.sortGrants()
		return WithPrincipal(ctx, p), nil
	}
	p, err := s.operator(ctx, operatorID)
	if err != nil {
		return ctx, unavailable("read operator", err)
	}
	if p == nil {
		return WithPrincipal(ctx, nil), nil
	}
	p.Address = address
	return WithPrincipal(ctx, p), nil
}
