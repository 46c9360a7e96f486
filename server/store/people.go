package store

import "context"

// People keeps the owners' changes of operators. A change that would leave no enabled owner of all
// shops returns [ErrLastOwner]; an unknown operator returns [ErrNotFound].
type People interface {
	// ListOperators lists all operators, without passwords, by ID.
	ListOperators(ctx context.Context) ([]Operator, error)
	// ListMemberships lists the memberships of all operators, by operator and shop.
	ListMemberships(ctx context.Context) ([]Membership, error)
	// SetMemberships replaces an operator's memberships if they still equal before, in any order;
	// otherwise ErrConflict. It returns ErrConflict too if a group of after hasn't the shops that after
	// names. The open links made by the operator, and those made for the operator, end, unless after
	// equals before.
	SetMemberships(ctx context.Context, operatorID int64, before, after []Membership) error
	// SetDisabled disables or enables an operator. Disabling ends the operator's sessions and the open
	// links made by or for the operator.
	SetDisabled(ctx context.Context, operatorID int64, disabled bool, now int64) error
	// RemoveOperator deletes an operator with all their data. The ID is never used again.
	RemoveOperator(ctx context.Context, operatorID int64, now int64) error
	// GroupRoles lists the roles by a group, one for each operator and with NoShop, by operator.
	GroupRoles(ctx context.Context, groupID string) ([]Membership, error)
	// Rename changes the name that others see.
	Rename(ctx context.Context, operatorID int64, name string) error
}

// Preferences are an operator's settings of the console. "" follows the device.
type Preferences struct {
	Language string // a BCP 47 tag
	Sound    string
	Theme    string
}

// PreferencesStore keeps one set of preferences for each operator.
type PreferencesStore interface {
	// Preferences returns the zero value for an operator without saved preferences.
	Preferences(ctx context.Context, operatorID int64) (Preferences, error)
	SetPreferences(ctx context.Context, operatorID int64, p Preferences) error
}

// Invitation is a one-time link: to become an operator with these memberships, or, with an
// OperatorID, to choose a new password. Only the SHA-256 of its token is kept.
type Invitation struct {
	ID         int64
	TokenHash  []byte
	OperatorID int64 // 0 for a new operator
	Name       string
	Grants     []Membership // with OperatorID 0; by groups as the groups are now
	InviterID  int64        // 0 if made on the command line
	Inviter    string
	CreatedAt  int64
	ExpiresAt  int64
}

// Person is an operator with their memberships. The zero Person stands for no operator.
type Person struct {
	Operator
	Memberships []Membership // by ShopID
}

// LinkRule reports whether a link is still valid, given its maker and its target as they are in the
// transaction that uses the link. maker is the zero Person for a link of the command line, or if
// the maker was removed. A transaction that is run again asks again.
type LinkRule func(i Invitation, maker, target Person) bool

// Invitations keeps the open links.
type Invitations interface {
	// AddInvitation adds a link. A new link for an operator replaces the operator's present one.
	AddInvitation(ctx context.Context, i Invitation) (int64, error)
	// Invitations lists the links that are open at now, oldest first.
	Invitations(ctx context.Context, now int64) ([]Invitation, error)
	// InvitationByToken returns an open link.
	InvitationByToken(ctx context.Context, tokenHash []byte, now int64) (Invitation, error)
	// RevokeInvitation deletes a link.
	RevokeInvitation(ctx context.Context, id int64) error
	// Accept consumes an open link. It creates the operator; or it sets o's password for the link's
	// target, whose sessions and links end. A link that isn't open or that the rule refuses returns
	// ErrNotFound. A login that exists returns ErrConflict, and the link stays open.
	Accept(ctx context.Context, tokenHash []byte, now int64, o Operator, rule LinkRule) (int64, error)
}
