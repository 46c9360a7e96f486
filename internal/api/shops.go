package api

import (
	"slices"
	"strconv"
	"strings"
)

// Shops lists the shops the operator may see, by name. What a role allows stands
// once in Roles, so that a long list stays small: see [Shops.Gather].
type Shops struct {
	Shops []Shop            `json:"shops"`
	Roles map[Role][]string `json:"roles,omitempty"`
}

// Shop is what we ourselves know of a shop: the platform has neither a list of
// shops nor their time zones.
type Shop struct {
	ShopID      int64    `json:"shopId,string"`
	Name        string   `json:"name"`
	EnName      string   `json:"enName"`
	Zone        string   `json:"zone"`                  // IANA name, "Asia/Hong_Kong"
	Role        Role     `json:"role"`                  // the operator's, in this shop
	Permissions []string `json:"permissions,omitempty"` // what the role allows, from package platform; see Shops.Roles
	Access      Access   `json:"access,omitzero"`
	Standing    Standing `json:"standing,omitempty"`  // "" says nothing
	Favourite   bool     `json:"favourite,omitempty"` // the operator has marked it, to find it first
}

// Names gives the name by which readers of a language know the shop, and its other one, "" for none. The local name
// leads in Chinese and Arabic when it is written in that script; everywhere else the English one does. A shop without
// a name is known by its number.
func (s *Shop) Names(lang string) (leads, other string) {
	local, here := scripts[lang]
	leads, other = s.EnName, s.Name
	if leads == "" || here && strings.ContainsFunc(other, local) {
		leads, other = other, leads
	}
	if leads == "" && s.ShopID != 0 {
		leads = strconv.FormatInt(s.ShopID, 10)
	}
	if leads == other {
		other = ""
	}
	return leads, other
}

// scripts tell letters of the languages whose readers know shops by their local names.
var scripts = map[string]func(rune) bool{
	"zh-Hant": func(r rune) bool { return r >= 0x3400 && r <= 0x9fff },
	"ar":      func(r rune) bool { return r >= 0x0600 && r <= 0x06ff },
}

// Gather is the list on its way: what a role allows stands with the role, and no
// longer with each of its shops.
func Gather(shops []Shop) Shops {
	list := Shops{Shops: slices.Clone(shops), Roles: map[Role][]string{}}
	for i, shop := range list.Shops {
		allowed, known := list.Roles[shop.Role]
		if !known {
			allowed = shop.Permissions
			list.Roles[shop.Role] = allowed
		}
		if slices.Equal(allowed, shop.Permissions) {
			list.Shops[i].Permissions = nil
		}
	}
	return list
}

// Spread is the list as it was before [Gather]. The permissions are shared.
func (l Shops) Spread() []Shop {
	for i, shop := range l.Shops {
		if shop.Permissions == nil {
			l.Shops[i].Permissions = l.Roles[shop.Role]
		}
	}
	return l.Shops
}

// MarkShop marks a shop as one of the operator's favourites, or takes the mark
// away.
type MarkShop struct {
	ShopID    int64 `json:"shopId,string"`
	Favourite bool  `json:"favourite"`
}

// ProblemListed is the code of a [Problem] of a shop that is looked after already. Args: the shop.
const ProblemListed = "listed"

// AddShops asks to add shops that the platform connection reaches. Each is
// read from the platform before it is added.
type AddShops struct {
	ShopIDs []int64 `json:"shopIds"`
	Zone    string  `json:"zone"`
}

// SetZone corrects the time zone of a shop, an IANA name.
type SetZone struct {
	ShopID int64  `json:"shopId,string"`
	Zone   string `json:"zone"`
}
