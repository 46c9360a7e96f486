package audit

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Prune deletes the rows written before the time given, in milliseconds, and
// seals where the chain begins now. It tells how many are gone. An outcome may
// outlive its entry by a moment; it shows nowhere.
func Prune(ctx context.Context, chain store.AuditChain, keys *sealed.Keyring, before int64) (gone int64, err error) {
	head, err := chain.AuditHead(ctx)
	if err != nil {
		return 0, err
	}
	first := head.PrunedSeq
	for at := first; ; {
		rows, err := chain.AuditRows(ctx, at, batch)
		if err != nil {
			return 0, err
		}
		old := 0
		for old < len(rows) && rows[old].Content.At < before {
			old++
		}
		if old > 0 {
			at, head.PrunedSeq, head.PrunedMAC = rows[old-1].Seq, rows[old-1].Seq, rows[old-1].MAC
		}
		if old < len(rows) || len(rows) == 0 {
			break
		}
	}
	if head.PrunedSeq == first {
		return 0, nil
	}
	head.PrunedKey, head.PrunedSeal = keys.MAC(pruned(head))
	err = chain.PruneAudit(ctx, head)
	if errors.Is(err, store.ErrConflict) {
		return 0, nil // another replica was faster
	}
	return head.PrunedSeq - first, err
}

// Keeper shortens the audit, and tells where the chain ends: written down
// elsewhere, that proves later that nothing was cut off.
type Keeper struct {
	Chain store.AuditChain
	Keys  *sealed.Keyring
	Keep  time.Duration // 0: for ever
	Now   func() time.Time
	Told  func(gone int64) // hears of rows that were deleted
	Ended func(end Point)
}

// Work does so once.
func (k Keeper) Work(ctx context.Context) error {
	var gone int64
	var err error
	if k.Keep > 0 {
		gone, err = Prune(ctx, k.Chain, k.Keys, k.Now().Add(-k.Keep).UnixMilli())
	}
	if gone > 0 {
		k.Told(gone)
	}
	head, headErr := k.Chain.AuditHead(ctx)
	if headErr == nil {
		k.Ended(Point{Seq: head.Seq, MAC: head.MAC})
	}
	return errors.Join(err, headErr)
}
