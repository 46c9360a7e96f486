package store

import "context"

// Passkey is a credential of an operator's device.
type Passkey struct {
	ID         string // the credential's ID in base64url
	OperatorID int64
	Name       string
	Credential []byte // JSON written by package webauthn
	CreatedAt  int64
	UsedAt     int64 // 0 if never used
}

// Passkeys keeps the operators' passkeys.
type Passkeys interface {
	// AddPasskey adds a passkey. A known ID returns ErrConflict.
	AddPasskey(ctx context.Context, p Passkey) error
	// Passkeys lists an operator's passkeys, oldest first.
	Passkeys(ctx context.Context, operatorID int64) ([]Passkey, error)
	// UsePasskey saves the credential and the time of a use.
	UsePasskey(ctx context.Context, id string, credential []byte, now int64) error
	// RemovePasskey deletes an operator's passkey. ErrConflict means that the operator couldn't sign
	// in without it.
	RemovePasskey(ctx context.Context, operatorID int64, id string) error
}

// Identity links an operator to an account at an OpenID provider. The provider never gives Subject
// to another person.
type Identity struct {
	Issuer     string
	Subject    string
	OperatorID int64
	Label      string // the name at the provider, for display
	CreatedAt  int64
}

// Identities keeps the operators' identities.
type Identities interface {
	// AddIdentity links an identity. An identity that is linked already returns ErrConflict.
	AddIdentity(ctx context.Context, i Identity) error
	// Identity returns an identity.
	Identity(ctx context.Context, issuer, subject string) (Identity, error)
	// Identities lists an operator's identities, oldest first.
	Identities(ctx context.Context, operatorID int64) ([]Identity, error)
	// RemoveIdentity unlinks an operator from an issuer. ErrConflict means that the operator couldn't
	// sign in without it.
	RemoveIdentity(ctx context.Context, operatorID int64, issuer string) error
}

// Proof is a pending proof: a challenge for a passkey, or the state of a redirect to a provider or to the platform.
// Only the SHA-256 of its id is kept.
type Proof struct {
	IDHash     string
	Purpose    string
	OperatorID int64 // 0 if the operator isn't known yet
	Data       []byte
	ExpiresAt  int64
}

// Proofs keeps proofs until they are taken.
type Proofs interface {
	// AddProof adds a proof. A known IDHash returns ErrConflict.
	AddProof(ctx context.Context, p Proof) error
	// TakeProof returns and deletes a proof of that purpose. ErrNotFound means that the proof was
	// taken or has expired at now.
	TakeProof(ctx context.Context, idHash, purpose string, now int64) (Proof, error)
	// SweepProofs deletes the proofs that expired before now.
	SweepProofs(ctx context.Context, now int64) error
}
