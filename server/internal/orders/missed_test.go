package orders

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// A customer's request for a refund of an order that has ended is learned though its message is lost: the order is read
// again after an outage. The bug: only open orders were, so that the shop never saw the request. Bug: after a stop of
// three to four minutes none were, though the last repeat comes three minutes after the first try.
func TestRefundRequestOfAnOutageIsLearned(t *testing.T) {
	t.Parallel()
	down := errors.New("the store is down")
	type look struct {
		after  time.Duration // since the look before
		ago    time.Duration // since the platform was heard
		silent bool
		err    error
		asks   bool
	}
	for name, tt := range map[string]struct {
		mark  time.Duration // since the last look before the start, 0 for none
		looks []look
	}{
		"a start after an outage":         {10 * time.Minute, []look{{ago: 10 * time.Minute, asks: true}}},
		"a message before the first look": {10 * time.Minute, []look{{asks: true}}},
		"a start after all repeats":       {200 * time.Second, []look{{asks: true}}},
		"a start in a silence": {time.Hour, []look{
			{ago: time.Hour, silent: true}, {after: time.Minute, asks: true},
		}},
		"a silence": {0, []look{
			{}, {after: time.Minute, ago: 6 * time.Minute, silent: true}, {after: time.Minute, asks: true},
		}},
		"an outage of the store": {0, []look{
			{}, {after: time.Minute, err: down}, {after: 5 * time.Minute, err: down}, {after: time.Minute, asks: true},
		}},
		"a restart":                      {3 * time.Minute, []look{{}, {after: time.Minute}}},
		"the first start":                {0, []look{{}}},
		"a quiet hour, of no heartbeats": {0, []look{{}, {after: time.Minute, ago: time.Hour}, {after: time.Minute}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, answer := reading(t)
			now := time.Now()
			s.Now = func() time.Time { return now }
			if tt.mark != 0 {
				if err := s.Store.Mark(t.Context(), markHeard, now.Add(-tt.mark).UnixMilli()); err != nil {
					t.Fatal(err)
				}
			}
			answer.Store(`{"code":0,"message":"","data":{"baseOrder":{"status":40}}}`)
			if _, err := s.fetch(t.Context(), 1, 2); err != nil {
				t.Fatal(err)
			}
			answer.Store(`{"code":0,"message":"","data":{"baseOrder":{"status":40},"refundInfos":[{"afterSaleOrderId":7,
				"status":10}]}}`)
			for i, l := range tt.looks {
				now = now.Add(l.after)
				s.Hearing = func(context.Context) (api.Hearing, error) {
					return api.Hearing{HeardAt: now.Add(-l.ago).UnixMilli(), Silent: l.silent}, l.err
				}
				want := l.err
				if l.silent {
					want = errSilent
				}
				if err := s.askMissed(t.Context()); !errors.Is(err, want) {
					t.Fatal(err)
				}
				within := now.UnixMilli() + store.PutOffEnded.Milliseconds()
				due, err := s.Store.DueOrders(t.Context(), within, 9, 9)
				if err != nil || len(due) == 1 != l.asks {
					t.Fatalf("look %d: due %+v, %v", i, due, err)
				}
				if !l.asks {
					continue
				}
				if _, err := s.fetch(t.Context(), 1, 2); err != nil {
					t.Fatal(err)
				}
				d, err := s.present(t.Context(), 1, 2)
				if err != nil || d.Refund == nil || d.Refund.Standing != api.RefundAsked {
					t.Errorf("%+v, %v", d, err)
				}
			}
		})
	}
}

// A time without messages is entered once, with its beginning, end and cause, though each replica notices its end.
func TestTimeWithoutMessagesIsEnteredOnce(t *testing.T) {
	t.Parallel()
	s, _ := reading(t)
	other := &Service{reads: s.reads, Options: s.Options}
	start := time.Now()
	now, hearing := start, api.Hearing{HeardAt: start.UnixMilli()}
	for _, replica := range []*Service{s, other} {
		replica.Now = func() time.Time { return now }
		replica.Hearing = func(context.Context) (api.Hearing, error) { return hearing, nil }
	}
	look := func(after time.Duration, silent bool, why api.GapWhy) {
		t.Helper()
		now = now.Add(after)
		if hearing.Silent, hearing.Why = silent, why; !silent {
			hearing.HeardAt = now.UnixMilli()
		}
		for _, replica := range []*Service{s, other} {
			if err := replica.askMissed(t.Context()); errors.Is(err, errSilent) != silent || err != nil && !silent {
				t.Fatal(err)
			}
		}
	}
	look(0, false, "")
	look(time.Minute, true, api.GapRefused)
	look(9*time.Minute, false, "") // since the first look
	look(time.Minute, false, "")
	entries, err := s.Audit.Entries(t.Context(), store.EntryQuery{Limit: 9})
	if err != nil || len(entries) != 1 || entries[0].Action != ActionMissed || entries[0].Outcome != store.OutcomeDone {
		t.Fatalf("%+v, %v", entries, err)
	}
	var gap api.HookGap
	if err := json.Unmarshal(entries[0].Request, &gap); err != nil ||
		gap != (api.HookGap{Since: start.UnixMilli(), Until: start.Add(10 * time.Minute).UnixMilli(), Why: api.GapRefused}) {
		t.Errorf("%+v, %v", gap, err)
	}
}
