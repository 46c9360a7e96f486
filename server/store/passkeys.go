package store

import "context"

// Passkey is a credential of an operator's device.
type Passkey struct {
	ID         string // the credential's, in base64url
	OperatorID int64
	Name       string
	Credential []byte // as package webauthn writes it, in JSON
	CreatedAt  int64
	UsedAt     int64 // 0: never
}

// Passkeys keeps the operators' passkeys.
type Passkeys interface {
	// AddPasskey keeps one; ErrConflict if its ID is known.
	AddPasskey(ctx context.Context, p Passkey) error
	// Passkeys lists an operator's, oldest first.
	Passkeys(ctx context.Context, operatorID int64) ([]Passkey, error)
	// UsePasskey writes what a use has changed.
	UsePasskey(ctx context.Context, id string, credential []byte, now int64) error
	// RemovePasskey deletes an operator's passkey; ErrConflict if it is the
	// only way in.
	RemovePasskey(ctx context.Context, operatorID int64, id string) error
}

// Identity is somebody for whom an OpenID provider vouches, by the subject that
// it never gives to another person.
type Identity struct {
	Issuer     string
	Subject    string
	OperatorID int64
	Label      string // to show: the name there
	CreatedAt  int64
}

// Identities links operators to their provider's identities.
type Identities interface {
	// AddIdentity links one; ErrConflict if it is linked already.
	AddIdentity(ctx context.Context, i Identity) error
	// Identity finds one.
	Identity(ctx context.Context, issuer, subject string) (Identity, error)
	// Identities lists an operator's, oldest first.
	Identities(ctx context.Context, operatorID int64) ([]Identity, error)
	// RemoveIdentity unlinks an operator from an issuer; ErrConflict if it is
	// the only way in.
	RemoveIdentity(ctx context.Context, operatorID int64, issuer string) error
}

// Proof is a proof under way: what a passkey must sign, or what a provider must
// give back. Only the SHA-256 of its id is kept.
type Proof struct {
	IDHash     string
	Purpose    string
	OperatorID int64 // 0: nobody yet
	Data       []byte
	ExpiresAt  int64
}

// Proofs keeps proofs until they are taken.
type Proofs interface {
	// AddProof keeps one. ErrConflict if there is one of that IDHash.
	AddProof(ctx context.Context, p Proof) error
	// TakeProof finds and deletes one of that purpose; ErrNotFound if it was
	// taken or has expired at now.
	TakeProof(ctx context.Context, idHash, purpose string, now int64) (Proof, error)
	// SweepProofs deletes those that expired before now.
	SweepProofs(ctx context.Context, now int64) error
}
