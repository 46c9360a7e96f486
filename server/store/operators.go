package store

import (
	"context"
)

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

// NoShop is the ShopID of a role by a group that has no shops now, or that is deleted.
const NoShop int64 = -1

// Membership gives an operator a role in a shop or in all shops. A role by a group is listed as one Membership for
// each present shop of the group, never in all shops; it follows the group.
type Membership struct {
	OperatorID int64
	ShopID     int64
	Role       string // an api.Role
	GroupID    string // "" for a role that the operator has without a group
}

// Operators keeps the operators and their roles.
type Operators interface {
	// CreateOperator adds an operator with the memberships and returns the ID. A login that exists
	// returns ErrConflict. Of a group, the shops don't count: the role is by the group.
	CreateOperator(ctx context.Context, o Operator, m []Membership) (int64, error)
	// Operator returns the operator with an ID.
	Operator(ctx context.Context, id int64) (Operator, error)
	// OperatorByLogin returns the operator with a login, compared in lower case.
	OperatorByLogin(ctx context.Context, login string) (Operator, error)
	// Memberships lists an operator's memberships, by ShopID and GroupID.
	Memberships(ctx context.Context, operatorID int64) ([]Membership, error)
	// SetPassword replaces an operator's password. The open links made by the operator, and those made
	// for the operator, end.
	SetPassword(ctx context.Context, id int64, phc string) error
	// ReplacePassword does what SetPassword and RevokeOperator do, in one transaction.
	ReplacePassword(ctx context.Context, id int64, phc, but string, now int64) error
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

// Session is an operator's server-side session, identified by the hash of the cookie's token.
type Session struct {
	TokenHash  string
	OperatorID int64 // 0 before sign-in
	Data       []byte
	CreatedAt  int64
	ExpiresAt  int64
	SeenAt     int64
	UserAgent  string
	Address    string
	Method     string // how the operator signed in
	ProvedAt   int64  // last time the operator proved their identity
}

// Sessions keeps sessions. A revoked session leaves a tombstone until its expiry, at least for a
// day, so that a slow request can't restore the session.
type Sessions interface {
	// Session returns a session that isn't revoked and hasn't expired at now.
	Session(ctx context.Context, tokenHash string, now int64) (Session, error)
	// Sessions lists an operator's sessions that are alive at now, last seen first.
	Sessions(ctx context.Context, operatorID, now int64) ([]Session, error)
	// StartSession inserts the session of an operator who signs in. ErrNotFound means that the operator
	// was removed or disabled, or has no longer the password with the hash phc.
	StartSession(ctx context.Context, s Session, phc string) error
	// RenewSession continues a session under the token of s, with the values of s and the old one's Ring and
	// PushSubscription, and revokes the old token. ErrNotFound means that the session was revoked, or had
	// expired at s.SeenAt.
	RenewSession(ctx context.Context, tokenHash string, s Session) error
	// SaveSession inserts or updates a session. CreatedAt, Method and ProvedAt stay those of the first
	// save. A revoked session isn't changed.
	SaveSession(ctx context.Context, s Session) error
	// RevokeSession leaves a tombstone. An unknown session is no error: its tombstone refuses a late
	// save.
	RevokeSession(ctx context.Context, tokenHash string, now int64) error
	// RevokeOperator revokes all of an operator's sessions except the one named.
	RevokeOperator(ctx context.Context, operatorID int64, but string, now int64) error
	// EndOldSessions revokes an operator's sessions that were seen longest ago, so that at most keep
	// stay alive at now, and returns the number revoked. The one named always stays.
	EndOldSessions(ctx context.Context, operatorID int64, but string, keep int, now int64) (int64, error)
	// SweepSessions deletes sessions and tombstones that expired before now.
	SweepSessions(ctx context.Context, now int64) error
}
