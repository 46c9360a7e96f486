package audit

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Prune deletes the rows written longer ago than keep, in small steps, because other
// writers wait for each. It signs the chain's new beginning with each step, and returns
// the number of deleted rows. An outcome may outlive its entry
// by a moment; no list shows such an outcome. A row with a date after now is from a
// wrong clock: Prune deletes the row together with an old row behind it.
func Prune(ctx context.Context, chain store.AuditChain, keys *sealed.Keyring, keep time.Duration,
	now time.Time) (gone int64, err error) {
	head, err := chain.AuditHead(ctx)
	if err != nil {
		return 0, err
	}
	for at, more := head.PrunedSeq, true; more; {
		rows, err := chain.AuditRows(ctx, at, batch)
		if err != nil {
			return gone, err
		}
		before := head.PrunedSeq
		more = len(rows) > 0
		for _, row := range rows {
			at = row.Seq
			if age := now.Sub(time.UnixMilli(row.Content.At)); age > keep {
				head.PrunedSeq, head.PrunedMAC = row.Seq, row.MAC
			} else if age >= 0 {
				more = false
				break
			}
		}
		if head.PrunedSeq == before {
			continue
		}
		head.PrunedKey, head.PrunedSeal = keys.MAC(pruned(head))
		err = chain.PruneAudit(ctx, head)
		if errors.Is(err, store.ErrConflict) {
			return gone, nil // another replica was faster
		}
		if err != nil {
			return gone, err
		}
		gone += head.PrunedSeq - before
	}
	return gone, nil
}

// Retention prunes the audit, and logs the end of the chain. The end, kept
// elsewhere, later proves that nothing was cut off.
type Retention struct {
	Chain store.AuditChain
	Keys  *sealed.Keyring
	Keep  time.Duration // 0: for ever
	background.Base
}

// Work prunes once and logs the end.
func (k Retention) Work(ctx context.Context) error {
	var gone int64
	var err error
	if k.Keep > 0 {
		gone, err = Prune(ctx, k.Chain, k.Keys, k.Keep, k.Now())
	}
	if gone > 0 {
		k.Logger.InfoContext(ctx, "audit shortened", "rows", gone, "kept", k.Keep)
	}
	head, headErr := k.Chain.AuditHead(ctx)
	if headErr == nil {
		k.Logger.InfoContext(ctx, "audit ends", "point", Checkpoint{Seq: head.Seq, MAC: head.MAC}.String())
	}
	return errors.Join(err, headErr)
}
