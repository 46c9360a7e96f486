package store

import "context"

// Operator is a person who signs in. Password is a PHC string, empty for one
// who can't sign in with a password.
type Operator struct {
	ID        int64
	Login     string // lower case, unique
	Name      string
	Password  string
	Disabled  bool
	CreatedAt int64
}

// AllShops is the ShopID of a membership that holds for every shop.
const AllShops int64 = 0

// Membership gives an operator a role in a shop, or in all.
type Membership struct {
	OperatorID int64
	ShopID     int64
	Role       string // api.Role
}

// Operators keeps the people and what they may do.
type Operators interface {
	// CreateOperator adds an operator with their memberships and returns the
	// ID. A login that exists is ErrConflict.
	CreateOperator(ctx context.Context, o Operator, m []Membership) (int64, error)
	// Operator finds one by ID.
	Operator(ctx context.Context, id int64) (Operator, error)
	// OperatorByLogin finds one by login, which is compared in lower case.
	OperatorByLogin(ctx context.Context, login string) (Operator, error)
	// Memberships lists an operator's memberships, by ShopID.
	Memberships(ctx context.Context, operatorID int64) ([]Membership, error)
	// SetPassword gives an operator another password. The open links that they
	// made, and those for them, end.
	SetPassword(ctx context.Context, id int64, phc string) error
	// Rehash replaces the hash of a password that stays the same. ErrNotFound if
	// the operator has another one than before by now.
	Rehash(ctx context.Context, id int64, before, after string) error
}

// SetupLink is a one-time secret that makes the first owner. Only its SHA-256
// is kept.
type SetupLink struct {
	TokenHash []byte
	ExpiresAt int64
}

// Setup makes the first owner, once.
type Setup interface {
	// HasOwner tells whether anybody is owner of all shops.
	HasOwner(ctx context.Context) (bool, error)
	// ReplaceSetupLink makes link, which must have a hash, the only one.
	ReplaceSetupLink(ctx context.Context, link SetupLink) error
	// CreateOwner consumes the link with that hash, if it hasn't expired at
	// now and there is no owner yet, and creates the owner: one transaction.
	// A link that doesn't hold, or is used up, is ErrNotFound; an owner that
	// exists, or a login, is ErrConflict.
	CreateOwner(ctx context.Context, tokenHash []byte, now int64, o Operator) (int64, error)
}
