package audit

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// ErrBroken means that the chain differs from the chain that was written.
var ErrBroken = errors.New("audit: the chain is broken")

// unproven is the error for row seq, whose signature is wrong or of a key that isn't in the ring. Nothing tells a key
// that was taken out of the ring from a forger's.
func unproven(seq int64, err error) error {
	err = fmt.Errorf("%w: row %d: %w", ErrBroken, seq, err)
	if errors.Is(err, sealed.ErrUnknownKey) {
		err = fmt.Errorf("%w. If that key was taken out of the keys file, put its line back, below the active one", err)
	}
	return err
}

// Checkpoint is a place in the chain: a row's number and signature. A point kept
// elsewhere later proves that no row up to the point was changed or cut off.
type Checkpoint struct {
	Seq int64
	MAC []byte
}

// String gives "<number>:<signature in hex>", the form that [ParsePoint] reads.
func (p Checkpoint) String() string { return fmt.Sprintf("%d:%x", p.Seq, p.MAC) }

// ParsePoint reads the text of [Checkpoint.String]. An empty chain's end, "0:", is the
// zero Checkpoint, which proves nothing.
func ParsePoint(text string) (Checkpoint, error) {
	number, signature, _ := strings.Cut(text, ":")
	seq, err := strconv.ParseInt(number, 10, 64)
	mac, hexErr := hex.DecodeString(signature)
	if err != nil || hexErr != nil || seq < 0 || (seq == 0) != (len(mac) == 0) {
		return Checkpoint{}, fmt.Errorf("audit: %q is no point: want <number>:<signature>", text)
	}
	return Checkpoint{Seq: seq, MAC: mac}, nil
}

// Report is the result of [Verify].
type Report struct {
	Rows   int64 // number of rows verified
	Pruned int64 // rows deleted from the beginning because of their age
	End    Checkpoint
}

const batch = 1000

// Source is the chain and the operators. Every operator's creation has an entry
// in the chain.
type Source interface {
	store.AuditChain
	ListOperators(ctx context.Context) ([]store.Operator, error)
}

// Verify walks the whole chain. A changed, missing, added or cut-off row gives
// [ErrBroken] with the number of the first such row. So does a row whose key isn't
// in the ring, and a chain that never had a row although operators exist. since,
// unless it is zero, must be a point of the chain; a point before the chain's
// beginning can't be verified. Verify may run beside [Prune].
func Verify(ctx context.Context, chain Source, keys *sealed.Keyring, since Checkpoint) (Report, error) {
	for {
		head, err := chain.AuditHead(ctx)
		if err != nil {
			return Report{}, err
		}
		report, err := verify(ctx, chain, head, keys, since)
		if !errors.Is(err, ErrBroken) {
			return report, err
		}
		if now, headErr := chain.AuditHead(ctx); headErr != nil || now.PrunedSeq == head.PrunedSeq {
			return report, err
		}
		// rows may be gone because they were pruned meanwhile
	}
}

// verify walks the chain to its head.
func verify(ctx context.Context, chain Source, head store.AuditHead, keys *sealed.Keyring,
	since Checkpoint) (Report, error) {
	if head.Seq == 0 {
		if err := unpeopled(ctx, chain); err != nil {
			return Report{}, err
		}
	}
	w := walk{keys: keys, since: since, seq: head.PrunedSeq, mac: head.PrunedMAC, proof: Report{Pruned: head.PrunedSeq}}
	if head.PrunedSeq > 0 {
		if err := keys.CheckMAC(head.PrunedKey, pruned(head), head.PrunedSeal); err != nil {
			return w.proof, unproven(head.PrunedSeq, err)
		}
	}
	switch {
	case since.Seq == 0:
	case since.Seq < head.PrunedSeq:
		return w.proof, fmt.Errorf("audit: row %d is older than the rows that are kept, which begin after row %d: "+
			"only a later point can be verified", since.Seq, head.PrunedSeq)
	case since.Seq == head.PrunedSeq && !bytes.Equal(since.MAC, head.PrunedMAC):
		return w.proof, w.other()
	}
	for w.seq < head.Seq {
		rows, err := chain.AuditRows(ctx, w.seq, int(min(batch, head.Seq-w.seq)))
		if err != nil {
			return w.proof, err
		}
		if len(rows) == 0 {
			return w.proof, fmt.Errorf("%w: the rows after %d are gone", ErrBroken, w.seq)
		}
		for _, row := range rows {
			if err := w.step(row); err != nil {
				return w.proof, err
			}
		}
	}
	w.proof.End = Checkpoint{Seq: w.seq, MAC: w.mac}
	if head.Seq > 0 && !bytes.Equal(w.mac, head.MAC) {
		return w.proof, fmt.Errorf("%w: its end isn't row %d", ErrBroken, head.Seq)
	}
	if since.Seq > head.Seq {
		return w.proof, fmt.Errorf("%w: it ends at row %d, and once had row %d", ErrBroken, head.Seq, since.Seq)
	}
	return w.proof, nil
}

// unpeopled returns nil where an empty chain is right: no owner exists yet.
// Operators for a demonstration or for a host's identities ("demo:…", "host:…") are
// made without an entry.
func unpeopled(ctx context.Context, chain Source) error {
	operators, err := chain.ListOperators(ctx)
	if err != nil {
		return err
	}
	people := 0
	for _, o := range operators {
		if !strings.Contains(o.Login, ":") {
			people++
		}
	}
	if people > 0 {
		return fmt.Errorf("%w: it is empty, and there are operators (%d)", ErrBroken, people)
	}
	return nil
}

// walk is the progress of a verification.
type walk struct {
	keys  *sealed.Keyring
	since Checkpoint
	seq   int64
	mac   []byte
	proof Report
}

func (w *walk) step(row store.AuditRow) error {
	if row.Seq != w.seq+1 {
		return fmt.Errorf("%w: row %d is gone", ErrBroken, w.seq+1)
	}
	if err := w.keys.CheckMAC(row.KeyID, message(w.mac, row), row.MAC); err != nil {
		return unproven(row.Seq, err)
	}
	if row.Seq == w.since.Seq && !bytes.Equal(row.MAC, w.since.MAC) {
		return w.other()
	}
	w.seq, w.mac = row.Seq, row.MAC
	w.proof.Rows++
	return nil
}

// other is the error for a chain that has another row at the place of since.
func (w *walk) other() error {
	return fmt.Errorf("%w: row %d isn't the one it was", ErrBroken, w.since.Seq)
}
