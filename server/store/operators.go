package store

import "context"

// Operator is a person who signs in. Password is a PHC string, empty for an operator who can't sign
// in with a password.
type Operator struct {
	ID        int64
	Login     string // lower case, unique
	Name      string
	Password  string
	Disabled  bool
	CreatedAt int64
}

// AllShops is the ShopID of a membership in every shop.
const AllShops int64 = 0

// Membership gives an operator a role in a shop or in all shops.
type Membership struct {
	OperatorID int64
	ShopID     int64
	Role       string // an api.Role
}

// Operators keeps the operators and their roles.
type Operators interface {
	// CreateOperator adds an operator with the memberships and returns the ID. A login that exists
	// returns ErrConflict.
	CreateOperator(ctx context.Context, o Operator, m []Membership) (int64, error)
	// Operator returns the operator with an ID.
	Operator(ctx context.Context, id int64) (Operator, error)
	// OperatorByLogin returns the operator with a login, compared in lower case.
	OperatorByLogin(ctx context.Context, login string) (Operator, error)
	// Memberships lists an operator's memberships, by ShopID.
	Memberships(ctx context.Context, operatorID int64) ([]Membership, error)
	// SetPassword replaces an operator's password. The open links made by the operator, and those made
	// for the operator, end.
	SetPassword(ctx context.Context, id int64, phc string) error
	// Rehash replaces the hash of an unchanged password. ErrNotFound means that the operator's hash is
	// no longer before.
	Rehash(ctx context.Context, id int64, before, after string) error
}

// SetupLink is a one-time secret that makes the first owner. Only its SHA-256 is kept.
type SetupLink struct {
	TokenHash []byte
	ExpiresAt int64
}

// Setup makes the first owner, once.
type Setup interface {
	// HasOwner reports whether an owner of all shops exists.
	HasOwner(ctx context.Context) (bool, error)
	// ReplaceSetupLink makes link, which must have a hash, the only setup link.
	ReplaceSetupLink(ctx context.Context, link SetupLink) error
	// CreateOwner consumes the link with that hash and creates the owner, in one transaction. An
	// unknown, expired or used link returns ErrNotFound. An existing owner or login returns
	// ErrConflict.
	CreateOwner(ctx context.Context, tokenHash []byte, now int64, o Operator) (int64, error)
}
