package auth

import (
	"cmp"
	"encoding/json"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// Principal is the asker: an operator with a live session, or a person for whom the
// embedding host vouches. Only this package can set a principal's grants.
type Principal struct {
	OperatorID int64
	Name       string
	Login      string
	Address    string // the client's, for the audit
	grants     []grant

	session  string // the session's name in the store; "" for a host's person
	first    string // the name with which the session began
	provedAt int64  // when the operator last proved who they are
	seenAt   int64  // when the session's use was last written
	host     bool   // the embedding host vouches for the person
	prefs    store.Preferences
}

// Server is the asker of what the server does by itself.
var Server = &Principal{Name: "Shopdesk"}

// Entry gives the audit entry of what p does to a shop, 0 for none or all. request
// holds no secret, and becomes JSON unless it is bytes.
func (p *Principal) Entry(action string, shopID int64, request any, at time.Time) store.Entry {
	body, written := request.([]byte)
	if !written {
		body, _ = json.Marshal(request) // requests are plain values, with which Marshal can't fail
	}
	return store.Entry{
		At: at.UnixMilli(), OperatorID: p.OperatorID, Operator: p.Name, Address: p.Address,
		ShopID: shopID, Action: action, Request: body,
	}
}

// Session gives the name of the principal's session in the store. The name isn't
// the token and can't be used to sign in. The name of a host's person is "",
// because the host keeps the session.
func (p *Principal) Session() string { return p.session }

// DeviceName names the principal's device to other people, and stays equal for as long as the session lasts. It is the
// name in the list of devices; the host's own name for a host's person.
func (p *Principal) DeviceName() string {
	if p.first == "" {
		return p.Login
	}
	return deviceID(p.first)
}

// Language is the preferred language, a BCP 47 tag, or "" for the device's
// language.
func (p *Principal) Language() string { return p.prefs.Language }

// grant is a role in one shop, or in all shops (store.AllShops). A host's grants are stored as JSON with its people's
// work.
type grant struct {
	Shop int64    `json:"shop"`
	Role api.Role `json:"role"`
}

// Rights stands for p's roles, in all replicas: it is another number with other roles.
func (p *Principal) Rights() uint64 {
	sum, row := fnv.New64a(), []byte(nil)
	for _, g := range p.grants {
		row = append(strconv.AppendInt(row[:0], g.Shop, 10), g.Role...)
		_, _ = sum.Write(row) // can't fail
	}
	return sum.Sum64()
}

// sortGrants orders grants by shop, all shops first, for RoleIn. Of several roles in a
// shop, by groups and without, it keeps the strongest.
func (p *Principal) sortGrants() {
	slices.SortFunc(p.grants, func(a, b grant) int {
		return cmp.Or(cmp.Compare(a.Shop, b.Shop), strength(b.Role)-strength(a.Role))
	})
	p.grants = slices.CompactFunc(p.grants, func(a, b grant) bool { return a.Shop == b.Shop })
}

// RoleIn is the strongest role in a shop, "" for none.
func (p *Principal) RoleIn(shopID int64) api.Role {
	role := p.installationRole()
	i, found := slices.BinarySearchFunc(p.grants, shopID, func(g grant, id int64) int { return cmp.Compare(g.Shop, id) })
	if found {
		role = stronger(role, p.grants[i].Role)
	}
	return role
}

// Role is the strongest role anywhere, "" for none.
func (p *Principal) Role() api.Role {
	var role api.Role
	for _, g := range p.grants {
		role = stronger(role, g.Role)
	}
	return role
}

// installationRole is the role in all shops, "" for none.
func (p *Principal) installationRole() api.Role {
	if len(p.grants) > 0 && p.grants[0].Shop == store.AllShops {
		return stronger("", p.grants[0].Role) // "" for a role that the table doesn't know
	}
	return ""
}
