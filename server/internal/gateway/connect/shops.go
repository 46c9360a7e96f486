package connect

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

// The platform doesn't tell which shops a consent reaches (interface 4.1), so the
// server reads each of our shops with the consent's token.
const (
	lookAtOnce = 8
	findAmong  = 20 // connections that reach shops of ours, tried for a shop that is added
)

// LookWithin limits the time to read all shops. Only tests change it.
var LookWithin = 20 * time.Second

type probeKey struct{}

// probing gives a call the token of the connection named in its context.
type probing struct{ vault *token.Vault }

var _ upstream.Tokens = probing{}

func (p probing) Token(ctx context.Context, _ int64) (string, error) {
	id, _ := ctx.Value(probeKey{}).(string)
	return p.vault.TokenOf(ctx, id)
}

func (p probing) Refused(ctx context.Context, _ int64, access string) {
	id, _ := ctx.Value(probeKey{}).(string)
	p.vault.RefusedOf(ctx, id, access)
}

// read reads a shop through a connection.
func (s *Service) read(ctx context.Context, id string, shop int64) (*platform.Shop, error) {
	return s.prober.Shop(context.WithValue(ctx, probeKey{}, id), platform.ShopRef{ShopID: shop})
}

// look finds out which shops a connection reaches and binds the shops to it: the
// newest consent for a shop counts (docs/adr/0010). A shop whose read gets no clear answer keeps
// its connection, and so does one that was added meanwhile. Shops that no connection reaches are read first, and those
// that this one is known to reach last, so that another look finds the others.
func (s *Service) look(ctx context.Context, id string) error {
	ours, err := s.Shops.Shops(ctx)
	if err != nil {
		return err
	}
	before := s.shopsOf(id)
	had := map[int64]int{} // 1 for a shop that another connection reaches, 2 for one that this one is known to reach
	for _, shop := range ours {
		switch c, bound := s.Vault.StateOf(shop.ShopID); {
		case bound && c.ID == id:
			had[shop.ShopID] = 2
		case bound && !c.SignIn:
			had[shop.ShopID] = 1
		}
	}
	slices.SortStableFunc(ours, func(a, b store.Shop) int { return had[a.ShopID] - had[b.ShopID] })
	asking, cancel := context.WithTimeout(ctx, LookWithin)
	defer cancel()
	keep := make([]bool, len(ours))
	_ = background.Each(asking, len(ours), lookAtOnce, func(asking context.Context, i int) error {
		shop := ours[i].ShopID
		came, _ := upstream.OutcomeOf(upstream.Patiently(asking, func() error {
			_, err := s.read(asking, id, shop)
			return err
		}))
		keep[i] = came == upstream.Done || had[shop] == 2 && came != upstream.Refused
		return nil
	})
	reached := s.reached(ctx, id, ours, keep)
	if err := s.Vault.Bind(ctx, id, reached, true); err != nil {
		return err
	}
	s.Changed(ctx, slices.DeleteFunc(slices.Concat(before, reached), func(shop int64) bool {
		return slices.Contains(before, shop) && slices.Contains(reached, shop)
	}))
	return nil
}

// state is the state of a connection; false if there is no such connection.
func (s *Service) state(id string) (_ token.State, known bool) {
	for _, c := range s.Vault.States() {
		if c.ID == id {
			return c, true
		}
	}
	return token.State{}, false
}

// shopsOf lists the shops that a connection is known to reach.
func (s *Service) shopsOf(id string) []int64 {
	c, _ := s.state(id)
	return c.Shops
}

// reached lists the shops to bind to a connection: those of ours to keep, but for shops of a newer consent that works,
// and the connection's shops that aren't among ours because they were added since.
func (s *Service) reached(ctx context.Context, id string, ours []store.Shop, keep []bool) (reached []int64) {
	s.Vault.Refresh(ctx)
	one, known := s.state(id)
	if !known {
		return nil // disconnected: Bind finds no connection
	}
	looked := map[int64]bool{}
	for i, shop := range ours {
		looked[shop.ShopID] = true
		c, bound := s.Vault.StateOf(shop.ShopID)
		newer := bound && c.ID != id && !c.SignIn && c.ConnectedAt > one.ConnectedAt
		if keep[i] && !newer {
			reached = append(reached, shop.ShopID)
		}
	}
	for _, shop := range one.Shops {
		if !looked[shop] {
			reached = append(reached, shop)
		}
	}
	return reached
}

// Read reads the record of a shop that is about to be added. If a connection is
// known to reach the shop, Read calls otherwise. If not, Read tries the
// connections, the newest first, and binds the shop to the first one that reaches
// it: all that reach no shop of ours yet, and findAmong of the others. If none does,
// Read calls otherwise where the server keeps an application-level token or has no
// connection to try. Of several errors it returns the platform's failure, if there
// is one: the connection may reach the shop.
func (s *Service) Read(ctx context.Context, shop int64,
	otherwise func(ctx context.Context, request platform.ShopRef) (*platform.Shop, error)) (*platform.Shop, error) {
	if s.Vault.Covers(shop) {
		return otherwise(ctx, platform.ShopRef{ShopID: shop})
	}
	var last error
	tried := 0
	for _, c := range s.Vault.States() {
		if c.SignIn || len(c.Shops) > 0 && tried == findAmong {
			continue
		}
		if len(c.Shops) > 0 {
			tried++
		}
		var record *platform.Shop
		err := upstream.Patiently(ctx, func() (err error) {
			record, err = s.read(ctx, c.ID, shop)
			return err
		})
		if err == nil {
			// A connection that isn't found is being deleted.
			err = store.Optional(s.Vault.Bind(ctx, c.ID, []int64{shop}, false))
			s.Changed(ctx, []int64{shop})
			return record, err
		}
		if errors.Is(err, platform.ErrUnreachable) && !errors.Is(err, upstream.ErrToken) {
			return nil, err // through the other connections the platform doesn't answer either
		}
		last = worse(last, err)
	}
	if s.Vault.Status() == nil && last != nil {
		return nil, last
	}
	record, err := otherwise(ctx, platform.ShopRef{ShopID: shop})
	return record, worse(last, err)
}

// worse returns the later of two errors, unless the earlier one is the platform's failure.
func worse(before, err error) error {
	if came, _ := upstream.OutcomeOf(before); came == upstream.Unknown && err != nil {
		return before
	}
	return err
}
