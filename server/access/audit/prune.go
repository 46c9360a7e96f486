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

// Keeper prunes once a day, and tells where the chain ends: written down
// elsewhere, that proves later that nothing was cut off.
type Keeper struct {
	Chain store.AuditChain
	Keys  *sealed.Keyring
	Keep  time.Duration // 0: for ever
	Now   func() time.Time
	Told  func(gone int64, err error)
	Ended func(end Point, err error)
}

// Run works at once and then once a day, until ctx ends.
func (k Keeper) Run(ctx context.Context) {
	tick := time.NewTicker(24 * time.Hour)
	defer tick.Stop()
	for {
		k.shorten(ctx)
		head, err := k.Chain.AuditHead(ctx)
		if ctx.Err() != nil {
			return
		}
		k.Ended(Point{Seq: head.Seq, MAC: head.MAC}, err)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (k Keeper) shorten(ctx context.Context) {
	if k.Keep <= 0 {
		return
	}
	gone, err := Prune(ctx, k.Chain, k.Keys, k.Now().Add(-k.Keep).UnixMilli())
	if (gone > 0 || err != nil) && ctx.Err() == nil {
		k.Told(gone, err)
	}
}
