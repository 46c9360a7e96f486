package token_test

import (
	"context"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// During the call of the platform another writer changes the row, for example to
// seal it with a new key. The platform's answer is stored over the change.
func TestAnswerIsStoredOverARowWrittenDuringTheCall(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one, two := o.replica(""), o.replica("")
	id := o.connect(one, "", central)
	before := o.row(id)
	o.clock.Advance(life / 2)
	writes := func() {
		if err := o.db.SaveConnection(context.Background(), o.row(id)); err != nil {
			t.Error(err)
		}
	}
	one.store.called.Store(&writes)
	_ = one.Work(t.Context())
	one.store.called.Store(nil)
	isGood(t, o, id)
	if row := o.row(id); row.IssuedAt == before.IssuedAt {
		t.Fatal("what the platform answered isn't stored")
	}
	o.pass(life, one, two)
	isGood(t, o, id)
}

// A merchant consents anew during the renewal of the old consent. The new consent
// counts, whichever answer comes last.
func TestNewConsentWinsOverARenewalInFlight(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one, two := o.replica(""), o.replica("")
	id := o.connect(one, "", central)
	_ = two.Work(t.Context())
	o.clock.Advance(life / 2)
	var consented store.Connection
	consents := func() {
		o.connect(two, id, central, sheung)
		consented = o.row(id)
	}
	one.store.called.Store(&consents)
	_ = one.Work(t.Context())
	one.store.called.Store(nil)
	if row := o.row(id); row.SealedRefresh != consented.SealedRefresh {
		t.Error("the old consent's tokens are stored over the new one's")
	}
	o.pass(life, one, two)
	isGood(t, o, id)
	for _, r := range []*replica{one, two} {
		if err := o.reads(r, sheung); err != nil {
			t.Error(err)
		}
	}
}
