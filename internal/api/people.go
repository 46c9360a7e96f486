package api

// Permissions of our own, beside the platform's (see package platform).
const (
	MayViewOperators   = "operators.view"
	MayEditOperators   = "operators.edit"
	MayAddShops        = "shops.add"
	MayEditConnections = "connections.edit"
	MayManageHooks     = "hooks.manage"
	MayViewSettings    = "settings.view"
	MayEditSettings    = "settings.edit"
	MayViewActivity    = "activity.view"
	MayUseTemplates    = "templates.use"
)

// Grant is a role in a shop, or in all shops when ShopID is 0. With a GroupID it is a role by a group, in all shops
// that the group has at any time: ShopID is [NoShop], or the one shop of the group that the operator sees.
type Grant struct {
	ShopID  int64  `json:"shopId,string"`
	Role    Role   `json:"role"`
	GroupID string `json:"groupId,omitempty"`
	Group   string `json:"group,omitempty"` // its name, in answers
}

// NoShop is the ShopID of a role by a group.
const NoShop = -1

// Operators answers [PathOperators]: the people whom the operator may see, with
// their roles in the shops that the operator sees.
type Operators struct {
	Operators   []Person     `json:"operators"`
	Invitations []Invitation `json:"invitations"`
	// Grantable are the shops in which the operator may give roles, 0 for all
	// of them, and the strongest role they may give there.
	Grantable []Grant `json:"grantable"`
}

// Person is an operator as others see them.
type Person struct {
	ID       int64   `json:"id,string"`
	Name     string  `json:"name"`
	Login    string  `json:"login"`
	Grants   []Grant `json:"grants"`
	More     bool    `json:"more,omitempty"` // they have roles that aren't shown
	Disabled bool    `json:"disabled,omitempty"`
	You      bool    `json:"you,omitempty"`
	// What the operator may do to them.
	MayEdit    bool `json:"mayEdit,omitempty"`    // change roles
	MayManage  bool `json:"mayManage,omitempty"`  // disable, remove, make a one-time link
	LastOwner  bool `json:"lastOwner,omitempty"`  // the only one: can't be disabled, removed or demoted
	ByPlatform bool `json:"byPlatform,omitempty"` // made for the demonstration or for a host's identity
}

// Invitation is a one-time link that is open: for somebody new or, with Reset,
// for a new password of the operator of that name.
type Invitation struct {
	ID        int64   `json:"id,string"`
	Reset     bool    `json:"reset,omitempty"`
	Name      string  `json:"name"`
	Inviter   string  `json:"inviter"`
	Grants    []Grant `json:"grants"`
	ExpiresAt int64   `json:"expiresAt"`
}

// SetRoles gives an operator other roles in the shops that the caller may give
// roles in; roles elsewhere stay. Before is what the caller saw: with another
// present state the answer is [CodeChanged].
type SetRoles struct {
	OperatorID int64   `json:"operatorId,string"`
	Before     []Grant `json:"before"`
	Grants     []Grant `json:"grants"`
}

// DisableOperator disables an operator, or lets them in again.
type DisableOperator struct {
	OperatorID int64 `json:"operatorId,string"`
	Disabled   bool  `json:"disabled"`
}

// OperatorRef names an operator.
type OperatorRef struct {
	OperatorID int64 `json:"operatorId,string"`
}

// Invite asks for a one-time link for somebody new. Name is what the inviter
// calls them.
type Invite struct {
	Name   string  `json:"name"`
	Grants []Grant `json:"grants"`
}

// OneTimeLink is a link that works once. It is shown once: only its hash is
// kept.
type OneTimeLink struct {
	URL       string `json:"url"`
	ExpiresAt int64  `json:"expiresAt"`
}

// InvitationRef names an invitation.
type InvitationRef struct {
	ID int64 `json:"id,string"`
}

// InviteToken is what stands in a one-time link's fragment.
type InviteToken struct {
	Token string `json:"token"`
}

// InviteInfo says what a one-time link is for.
type InviteInfo struct {
	Reset     bool     `json:"reset,omitempty"` // a new password for an operator who exists
	Name      string   `json:"name"`
	Login     string   `json:"login,omitempty"` // with Reset
	Inviter   string   `json:"inviter"`
	Grants    []Grant  `json:"grants,omitempty"`
	Shops     []string `json:"shops,omitempty"`   // the names of shops and groups, in the order of Grants; "" for all
	EnShops   []string `json:"enShops,omitempty"` // the English names of these shops; "" for none
	ExpiresAt int64    `json:"expiresAt"`
}

// UseLink uses a one-time link, whose fragment is Token: of the first owner, of an invitation, or for a new password.
// Name and Login are for somebody new.
type UseLink struct {
	Token    string `json:"token"`
	Name     string `json:"name"`
	Login    string `json:"login"`
	Password string `json:"password"`
}

// Devices lists the operator's own sessions, seen last first.
type Devices struct {
	Devices []Device `json:"devices"`
}

// Device is a session on a device.
type Device struct {
	ID      string `json:"id"`
	This    bool   `json:"this,omitempty"`
	Browser string `json:"browser"` // "" when it can't be told
	System  string `json:"system"`
	Address string `json:"address"`
	Method  string `json:"method"` // "password", "passkey", "provider", "link" or "demo"
	SeenAt  int64  `json:"seenAt"`
	Since   int64  `json:"since"`

	// How it rings for new orders, with [PathRing] and [NeedSilent] alone.
	Who    string `json:"who,omitempty"`           // its operator's name
	ShopID int64  `json:"shopId,string,omitempty"` // it rings for; 0: all shops of its operator
	Hush   Hush   `json:"hush,omitempty"`
	RangAt int64  `json:"rangAt,omitempty"` // when it said last that it would ring, 0 for never
}

// DeviceRef names a device.
type DeviceRef struct {
	ID string `json:"id"`
}
