package store

import "context"

// People keeps what owners do with the operators. A change that would leave
// nobody who is owner of all shops and not disabled is [ErrLastOwner]; an
// unknown operator is [ErrNotFound].
type People interface {
	// ListOperators lists all operators, without passwords, by ID.
	ListOperators(ctx context.Context) ([]Operator, error)
	// ListMemberships lists the memberships of all operators, by operator and
	// shop.
	ListMemberships(ctx context.Context) ([]Membership, error)
	// SetMemberships replaces an operator's memberships if they still are
	// before, whatever their order, else ErrConflict. The open links that the
	// operator made, and those for them, end, unless after is the same as before.
	SetMemberships(ctx context.Context, operatorID int64, before, after []Membership) error
	// SetDisabled disables an operator, whose sessions and links end, those they
	// made and those for them, or lets them in again.
	SetDisabled(ctx context.Context, operatorID int64, disabled bool, now int64) error
	// RemoveOperator deletes an operator and all that is theirs; their ID is
	// never given again.
	RemoveOperator(ctx context.Context, operatorID int64, now int64) error
	// Rename changes the name that others see.
	Rename(ctx context.Context, operatorID int64, name string) error
}

// Preferences are how an operator wants the console. "" is the device's way.
type Preferences struct {
	Language string // a BCP 47 tag
	Sound    string
	Theme    string
}

// PreferencesStore keeps one set of preferences an operator.
type PreferencesStore interface {
	// Preferences are the zero value for an operator who chose nothing.
	Preferences(ctx context.Context, operatorID int64) (Preferences, error)
	SetPreferences(ctx context.Context, operatorID int64, p Preferences) error
}

// Invitation is a one-time link: to become an operator with these memberships,
// or, with an OperatorID, to choose a new password. Only the SHA-256 of its
// token is kept.
type Invitation struct {
	ID         int64
	TokenHash  []byte
	OperatorID int64 // 0: for somebody new
	Name       string
	Grants     []Membership // their OperatorID is 0
	InviterID  int64        // 0: made on the command line
	Inviter    string
	CreatedAt  int64
	ExpiresAt  int64
}

// Person is an operator with their memberships, the zero Person for nobody.
type Person struct {
	Operator
	Memberships []Membership // by ShopID
}

// LinkRule tells whether a link still holds, given who made it and whom it is
// for, as they are in the transaction that uses it. Maker is nobody for a link
// of the command line and when the maker was removed.
type LinkRule func(i Invitation, maker, target Person) bool

// Invitations keeps the links that are open.
type Invitations interface {
	// AddInvitation keeps a link. An operator has one at most: another takes
	// its place.
	AddInvitation(ctx context.Context, i Invitation) (int64, error)
	// Invitations lists those that are open at now, oldest first.
	Invitations(ctx context.Context, now int64) ([]Invitation, error)
	// InvitationByToken finds an open one.
	InvitationByToken(ctx context.Context, tokenHash []byte, now int64) (Invitation, error)
	// RevokeInvitation deletes one.
	RevokeInvitation(ctx context.Context, id int64) error
	// Accept consumes an open link, and creates the operator; or gives the one
	// it is for o's password, whose sessions and links end. A link that isn't
	// open or that the rule refuses is ErrNotFound, a login that exists is
	// ErrConflict and uses nothing up.
	Accept(ctx context.Context, tokenHash []byte, now int64, o Operator, rule LinkRule) (int64, error)
}
