package audit

import (
	"encoding/binary"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Purpose names the keys of the audit; see [sealed.Keyring.Sub].
const Purpose = "audit"

// Signer signs rows with the ring's first key.
func Signer(keys *sealed.Keyring) store.AuditSigner {
	return func(before []byte, row store.AuditRow) (string, []byte) {
		return keys.MAC(message(before, row))
	}
}

// message gives the bytes that a row's signature covers: the previous row's
// signature and the row's own content. Each part follows its length, so that no two
// rows have the same message.
func message(before []byte, row store.AuditRow) []byte {
	e := row.Content
	m := []byte("shopdesk/audit/v1")
	for _, n := range []int64{row.Seq, row.Entry, e.At, e.OperatorID, e.ShopID} {
		m = binary.BigEndian.AppendUint64(m, uint64(n)) //nolint:gosec // the bits are meant
	}
	for _, part := range [][]byte{
		before, []byte(e.Operator), []byte(e.Address), []byte(e.Action), e.Request, e.Before, []byte(e.Outcome),
		[]byte(e.Detail),
	} {
		m = binary.BigEndian.AppendUint64(m, uint64(len(part)))
		m = append(m, part...)
	}
	return m
}

// pruned gives the bytes that the signature of the chain's beginning covers.
func pruned(h store.AuditHead) []byte {
	m := binary.BigEndian.AppendUint64([]byte("shopdesk/audit/pruned/v1"), uint64(h.PrunedSeq)) //nolint:gosec // the bits are meant
	return append(m, h.PrunedMAC...)
}
