package server

import (
	"context"

	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// ErrAuditBroken reports that the audit differs from what was written.
var ErrAuditBroken = audit.ErrBroken

// AuditProof is what [VerifyAudit] proved.
type AuditProof struct {
	Rows   int64  // number of rows that are as they were written
	Pruned int64  // rows deleted from the beginning because of their age
	End    string // where the chain ends: keep it elsewhere and give it as since to a later proof
}

// VerifyAudit proves the chain of the audit, and, with the End of an earlier proof as since, that the chain still goes
// through that point: a chain that was cut off after it is detected. The error is [ErrAuditBroken] with the number of
// the first row that differs, or whose key isn't in the ring. VerifyAudit may run beside a running server.
func VerifyAudit(ctx context.Context, keys *sealed.Keyring, db store.Store, since string) (AuditProof, error) {
	var from audit.Checkpoint
	if since != "" {
		var err error
		if from, err = audit.ParsePoint(since); err != nil {
			return AuditProof{}, err
		}
	}
	if err := keys.Check(ctx, db); err != nil {
		return AuditProof{}, err
	}
	signing, err := keys.Sub(audit.Purpose)
	if err != nil {
		return AuditProof{}, err
	}
	proof, err := audit.Verify(ctx, db, signing, from)
	return AuditProof{proof.Rows, proof.Pruned, proof.End.String()}, err
}

// signAudit has the store sign every row of the audit that this process writes, and returns the keys.
func (c checkedOptions) signAudit() (*sealed.Keyring, error) {
	keys, err := c.Keys.Sub(audit.Purpose)
	if err != nil {
		return nil, err
	}
	c.Store.SignAudit(audit.Signer(keys))
	return keys, nil
}
