package ring

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Authoriser identifies operators and checks their permissions. Its errors are HTTP answers.
type Authoriser interface {
	auth.Authoriser
	PrincipalOfDevice(ctx context.Context, session store.Session) (*auth.Principal, error)
}

// Store holds what devices say, and which of them are told in the background.
type Store interface {
	store.Rings
	PushOf(ctx context.Context, session string) (store.PushSubscription, error)
}

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser Authoriser
	Store      Store
	// Open gives for each shop that takes orders now since when it is open.
	Open func(ctx context.Context) (map[int64]int64, error)
	// Tell tells those who see a shop's orders of a silent device, each of them once.
	Tell func(ctx context.Context, shopID int64, d Silent) error
	Now  func() time.Time // default: time.Now
}

// Service takes and answers what devices say of ringing.
type Service struct {
	*background.Job // tells of silent devices

	Options

	looking sync.Mutex
	told    map[silence][]int64 // shops of which the readers were told of a silent device, until it rings again
}

// lookEvery is the time between two searches for silent devices.
const lookEvery = 30 * time.Second

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Store == nil || o.Open == nil || o.Tell == nil {
		return nil, errors.New("ring: Options.Authoriser, Store, Open and Tell are required")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{Options: o, told: map[silence][]int64{}}
	s.Job = background.New(background.Config{Name: "ring", Every: lookEvery, Look: s.look})
	return s, nil
}

// HandleTell takes what a device says ([api.PathRingTell]). Where a host signs people in nothing is kept, because hosts
// don't report the end of their sessions.
func (s *Service) HandleTell(w http.ResponseWriter, r *http.Request) error {
	p, err := s.Authoriser.RequireSignedIn(r.Context())
	if err != nil {
		return err
	}
	in, err := httpio.Decode[api.Ring](w, r)
	if err != nil {
		return err
	}
	if in.ShopID != 0 {
		if _, err := s.Authoriser.Scope(r.Context(), in.ShopID, platform.PermissionOrderWork); err != nil {
			return err
		}
	}
	row := store.Ring{
		Session: store.Session{TokenHash: p.Session()}, ShopID: in.ShopID, Board: in.Board, Hush: string(in.Hush),
		SaidAt: s.Now().UnixMilli(),
	}
	switch in.Hush { //nolint:exhaustive // the others aren't a device's to say
	case api.HushNone:
		row.RangAt = row.SaidAt
	case api.HushOff, api.HushBrowser:
	default:
		return httpio.Invalid("There is no such reason.", api.Problem{Path: "hush", Code: "hush"})
	}
	if p.Session() != "" {
		if err := s.Store.SaveRing(r.Context(), row); store.Optional(err) != nil {
			return httpio.Unavailable(err)
		}
	}
	return httpio.WriteJSON(w, struct{}{})
}

// HandleList answers the devices of the people whom the asker may see, those that could ring longest ago first
// ([api.PathRing]).
func (s *Service) HandleList(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	shops, err := auth.AskedShops(ctx, s.Authoriser, "", auth.PermissionOperatorsView)
	if err != nil {
		return err
	}
	now := s.Now().UnixMilli()
	rows, err := s.rings(ctx)
	if err != nil {
		return httpio.Unavailable(err)
	}
	slices.SortStableFunc(rows, func(a, b store.Ring) int { return cmp.Compare(a.RangAt, b.RangAt) })
	answer := api.Devices{Devices: []api.Device{}}
	for _, row := range rows {
		p, err := s.Authoriser.PrincipalOfDevice(ctx, row.Session)
		if err != nil {
			return err
		}
		if p == nil || !slices.ContainsFunc(shops, func(shop api.Shop) bool { return ringsFor(row, p, shop.ShopID) }) {
			continue
		}
		d := deviceOf(row, p)
		if now-row.SaidAt >= api.RingSilent {
			d.Hush = api.HushLost
		}
		answer.Devices = append(answer.Devices, d)
	}
	return httpio.WriteJSON(w, answer)
}

// rings lists what devices said. What a device said before it signed in anew doesn't count.
func (s *Service) rings(ctx context.Context) ([]store.Ring, error) {
	rows, err := s.Store.Rings(ctx, s.Now().UnixMilli()-missed.Milliseconds())
	began := map[string]int64{}
	for _, row := range rows {
		key := auth.DeviceKey(row.Session)
		began[key] = max(began[key], row.Session.CreatedAt)
	}
	return slices.DeleteFunc(rows, func(row store.Ring) bool {
		key := auth.DeviceKey(row.Session)
		return key != "" && row.SaidAt < began[key]
	}), err
}

// deviceOf is a device of p as other people see it: without its address.
func deviceOf(row store.Ring, p *auth.Principal) api.Device {
	d := p.Device(row.Session)
	d.ID, d.This, d.Address, d.Method = p.DeviceName(), false, "", ""
	d.Who, d.ShopID, d.Hush, d.RangAt = p.Name, row.ShopID, api.Hush(row.Hush), row.RangAt
	return d
}

// ringsFor reports whether a device rings for a shop, of which its operator p must be allowed to accept orders.
func ringsFor(row store.Ring, p *auth.Principal, shopID int64) bool {
	return (row.ShopID == 0 || row.ShopID == shopID) && auth.Allows(p.RoleIn(shopID), platform.PermissionOrderWork)
}
