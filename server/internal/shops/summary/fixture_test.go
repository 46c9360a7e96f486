package summary

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/orders/push"
	"github.com/shopdesk/shopdesk/server/mail"
	"github.com/shopdesk/shopdesk/server/store"
)

const public = "https://pos.example/admin/console"

// desk is a console's summaries on a store, with a clock that the test moves.
type desk struct {
	t     *testing.T
	store store.Store

	mu     sync.Mutex
	now    time.Time
	sent   []mail.Message
	told   []push.Personal
	fail   []error // of the next e-mails
	hangs  bool    // the mail server doesn't answer
	asked  [][]int64
	during func() // while the figures are counted
}

// engines runs a test on a store of each engine, which has two shops in Hong Kong and one in Lisbon.
func engines(t *testing.T, run func(t *testing.T, d *desk)) {
	t.Helper()
	for name, open := range map[string]func(t *testing.T) store.Store{
		"sqlite":   func(t *testing.T) store.Store { return sqlitetest.Open(t) },
		"postgres": func(t *testing.T) store.Store { return postgrestest.Open(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, newDesk(t, open(t)))
		})
	}
}

func newDesk(t *testing.T, rows store.Store) *desk {
	t.Helper()
	if err := rows.PutShops(t.Context(), []store.Shop{
		{ShopID: 1, EnName: "Harbour Noodle", Zone: "Asia/Hong_Kong"},
		{ShopID: 2, Name: "深水埗", Zone: "Asia/Hong_Kong"},
		{ShopID: 3, EnName: "Lisbon <Grill>", Zone: "Europe/Lisbon"},
	}); err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, store: rows}
}

// at sets the clock, read in Hong Kong.
func (d *desk) at(clock string) {
	d.t.Helper()
	zone, err := time.LoadLocation("Asia/Hong_Kong")
	if err != nil {
		d.t.Fatal(err)
	}
	now, err := time.ParseInLocation("2006-01-02 15:04", clock, zone)
	if err != nil {
		d.t.Fatal(err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = now
}

func (d *desk) clock() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// Send is the desk's mailer.
func (d *desk) Send(ctx context.Context, m mail.Message) error {
	if d.hangs {
		<-ctx.Done()
		return fmt.Errorf("%w: %w", mail.ErrLater, ctx.Err())
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.fail) > 0 {
		err := d.fail[0]
		d.fail = d.fail[1:]
		return err
	}
	d.sent = append(d.sent, m)
	return nil
}

func (d *desk) tell(_ context.Context, _ int64, n push.Personal) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.told = append(d.told, n)
	return nil
}

// figures has one order in each shop that is asked about, and none in shop 2.
func (d *desk) figures(_ context.Context, shops []api.Shop, _ time.Time) (f api.Figures, err error) {
	d.mu.Lock()
	d.asked = append(d.asked, auth.IDs(shops))
	during := d.during
	d.mu.Unlock()
	if during != nil {
		during()
	}
	cost := []api.Money{{Amount: 6200, Currency: "HKD", Text: "HKD 62.00"}}
	for _, shop := range shops {
		if shop.ShopID != 2 {
			f.All.Now.Orders++
			f.All.Now.Lost++
			f.All.Now.Cost = cost
			f.Shops = append(f.Shops, api.ShopScore{ShopID: shop.ShopID, Now: api.Score{Orders: 1, Lost: 1, Cost: cost}})
		}
	}
	return f, nil
}

// replica is one of the servers on the desk's store.
func (d *desk) replica() *Service {
	d.t.Helper()
	who, err := auth.New(auth.Config{Store: d.store, Base: background.Base{Now: d.clock}})
	if err != nil {
		d.t.Fatal(err)
	}
	s, err := New(Options{
		Authoriser: who, Store: d.store, Figures: d.figures, Public: public, Secrets: [][]byte{[]byte("secret")},
		Tell: d.tell, Mail: d, Base: background.Base{Now: d.clock},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// person adds an operator with a role in some shops, who wants summaries at eight.
func (d *desk) person(login string, change func(*store.Summary), shops ...int64) int64 {
	d.t.Helper()
	var roles []store.Membership
	for _, shop := range shops {
		roles = append(roles, store.Membership{ShopID: shop, Role: string(api.RoleManager)})
	}
	id, err := d.store.CreateOperator(d.t.Context(), store.Operator{Login: login, Name: login, Password: "x"}, roles)
	if err != nil {
		d.t.Fatal(err)
	}
	row := store.Summary{OperatorID: id, Mail: true, Minute: 8 * 60, Address: login + "@shops.example", Proved: true}
	row.DueAt = homeOf([]api.Shop{{Zone: "Asia/Hong_Kong"}}).next(d.clock().UnixMilli(), row.Minute)
	if change != nil {
		change(&row)
	}
	if err := d.store.SaveSummary(d.t.Context(), row); err != nil {
		d.t.Fatal(err)
	}
	return id
}

// work has a replica do all that is due, and returns the receivers of the e-mails since the last call.
func (d *desk) work(s *Service) (to []string) {
	d.t.Helper()
	_ = s.Work(d.t.Context())
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.sent {
		to = append(to, m.To)
	}
	d.sent = nil
	return to
}

// wants checks what work sent.
func (d *desk) wants(clock string, s *Service, want ...string) {
	d.t.Helper()
	d.at(clock)
	got := d.work(s)
	if len(got) != len(want) {
		d.t.Fatalf("%s: sent to %v, want %v", clock, got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			d.t.Fatalf("%s: sent to %v, want %v", clock, got, want)
		}
	}
}
