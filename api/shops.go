package api

// Shops lists the shops the operator may see, by name.
type Shops struct {
	Shops []Shop `json:"shops"`
}

// Shop is what we ourselves know of a shop: the platform has neither a list of
// shops nor their time zones.
type Shop struct {
	ShopID      int64    `json:"shopId,string"`
	Name        string   `json:"name"`
	EnName      string   `json:"enName"`
	Zone        string   `json:"zone"`        // IANA name, "Asia/Hong_Kong"
	Role        Role     `json:"role"`        // the operator's, in this shop
	Permissions []string `json:"permissions"` // what the role allows, from package platform
	Access      Access   `json:"access,omitzero"`
}

// AddShops asks to add shops that the platform connection reaches. Each is
// read from the platform before it is added.
type AddShops struct {
	ShopIDs []int64 `json:"shopIds"`
	Zone    string  `json:"zone"`
}
