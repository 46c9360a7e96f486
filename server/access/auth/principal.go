package auth

import (
	"cmp"
	"slices"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// Principal is who asks: an operator with a live session, or one that the
// embedding host vouches for. What it may do can't be set from outside this
// package.
type Principal struct {
	OperatorID int64
	Name       string
	Login      string
	Address    string // the client's, for the audit
	grants     []grant

	session  string // the session's name in the store; "" for a host's
	provedAt int64  // when they last proved who they are
	seenAt   int64  // when use of the session was last written
	host     bool   // the embedding host vouches for them
	prefs    store.Preferences
}

// Session names the session they came with, as the store does: it opens nothing.
// "" for a host's people, whose sessions are the host's.
func (p *Principal) Session() string { return p.session }

// Language is the one they prefer, a BCP 47 tag, "" to leave it to the device.
func (p *Principal) Language() string { return p.prefs.Language }

// grant is a role in a shop, or in all of them (store.AllShops).
type grant struct {
	shopID int64
	role   api.Role
}

// newPrincipal puts an operator and their memberships together.
func newPrincipal(o store.Operator, memberships []store.Membership) *Principal {
	p := &Principal{OperatorID: o.ID, Name: o.Name, Login: o.Login}
	for _, m := range memberships {
		p.grants = append(p.grants, grant{m.ShopID, api.Role(m.Role)})
	}
	p.sortGrants()
	return p
}

// sortGrants orders grants by shop, all shops first, for RoleIn.
func (p *Principal) sortGrants() {
	slices.SortFunc(p.grants, func(a, b grant) int { return cmp.Compare(a.shopID, b.shopID) })
}

// RoleIn is the strongest role in a shop, "" for none.
func (p *Principal) RoleIn(shopID int64) api.Role {
	role := p.installationRole()
	i, found := slices.BinarySearchFunc(p.grants, shopID, func(g grant, id int64) int { return cmp.Compare(g.shopID, id) })
	if found {
		role = stronger(role, p.grants[i].role)
	}
	return role
}

// Role is the strongest role anywhere, "" for none.
func (p *Principal) Role() api.Role {
	var role api.Role
	for _, g := range p.grants {
		role = stronger(role, g.role)
	}
	return role
}

// installationRole is the role in all shops, "" for none.
func (p *Principal) installationRole() api.Role {
	if len(p.grants) > 0 && p.grants[0].shopID == store.AllShops {
		return stronger("", p.grants[0].role) // one that the table has
	}
	return ""
}
