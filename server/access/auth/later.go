package auth

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopdesk/shopdesk/api"
)

// vouched is a host's grants as they are kept.
type vouched struct {
	Shop int64    `json:"shop"`
	Role api.Role `json:"role"`
}

// Vouched is what to keep of whoever asks, for work that goes on after their
// request (see [Service.Later]): what the embedding host said they may do, which
// counts for what they asked for then. nil for our own operators, whose roles
// are read when the work is done.
func (p *Principal) Vouched() []byte {
	if !p.host {
		return nil
	}
	list := []vouched{}
	for _, g := range p.grants {
		list = append(list, vouched{g.shopID, g.role})
	}
	kept, _ := json.Marshal(list) // of plain values
	return kept
}

// Later is the context of an operator whose request has ended: what is done in
// it is judged by the roles that they have now. Of somebody who is gone or
// disabled it is nobody's.
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
		return ctx, s.unavailable(ctx, "read operator", err)
	}
	if p == nil {
		return WithPrincipal(ctx, nil), nil
	}
	p.Address = address
	return WithPrincipal(ctx, p), nil
}
