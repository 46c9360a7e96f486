package shell

import (
	"context"
	"errors"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/platform"
)

// fresh is how long a shop's record is shown without reading it again.
const fresh = time.Minute

// reads is the read of a shop's three parts that is under way.
type reads struct {
	shop, week, special pages.Generation

	id    int64
	begun time.Time
	left  int // parts that haven't come yet
	err   error
}

// readShops reads the list of shops.
func (r *Root) readShops() {
	r.readPauses()
	pages.Load(r.ctx, &r.shops, func(c context.Context) ([]api.Shop, error) { return r.Backend.Shops(c) }, r.shopsKnown)
}

func (r *Root) shopsKnown(ctx app.Context, shops []api.Shop, err error) {
	if err != nil {
		r.State.SetListErr(err)
		return
	}
	r.State.SetShops(shops)
	r.arrive(ctx)
}

// refresh reads the current shop if what is known of it isn't fresh.
func (r *Root) refresh() {
	if !r.route.InShop() || r.State.Operator() == nil || r.over || r.nobodys(r.route.ShopID) {
		return
	}
	record := r.State.Record(r.route.ShopID)
	if record.Reading || record.Complete() && !record.Kept && record.Err == nil && record.Age(r.State.Now()) < fresh {
		return
	}
	r.read()
}

// read reads what the page in the frame is about: the list of shops, or the
// current shop's three parts at the same time.
func (r *Root) read() {
	id := r.route.ShopID
	if id == 0 {
		r.readShops()
		return
	}
	if r.reads.left > 0 { // its answers will be dropped as late
		r.State.EndRead(r.reads.id, nil)
	}
	r.reads.id, r.reads.begun, r.reads.left, r.reads.err = id, r.State.Now(), 3, nil
	r.State.BeginRead(id)
	r.readPauses()
	pages.Load(r.ctx, &r.reads.shop, func(c context.Context) (*platform.Shop, error) {
		return r.Backend.Platform().Shop(c, platform.ShopRef{ShopID: id})
	}, r.shopRead)
	pages.Load(r.ctx, &r.reads.week, func(c context.Context) (backend.Record[platform.Week], error) {
		return r.Backend.WeeklyHours(c, id)
	}, r.weekRead)
	pages.Load(r.ctx, &r.reads.special, func(c context.Context) (backend.Record[[]platform.SpecialDate], error) {
		return r.Backend.SpecialHours(c, id)
	}, r.specialRead)
}

func (r *Root) shopRead(_ app.Context, shop *platform.Shop, err error) {
	if err == nil && !r.savedSince(r.State.Record(r.reads.id).ShopAt) {
		r.State.SetShop(r.reads.id, shop)
	}
	r.partRead(err)
}

func (r *Root) weekRead(_ app.Context, week backend.Record[platform.Week], err error) {
	if err == nil && !r.savedSince(r.State.Record(r.reads.id).WeekAt) {
		r.State.SetWeek(r.reads.id, week)
	}
	r.partRead(err)
}

func (r *Root) specialRead(_ app.Context, dates backend.Record[[]platform.SpecialDate], err error) {
	if err == nil && !r.savedSince(r.State.Record(r.reads.id).SpecialAt) {
		r.State.SetSpecial(r.reads.id, dates)
	}
	r.partRead(err)
}

// savedSince reports whether a page has put something newer into State than
// what was asked for when the read began.
func (r *Root) savedSince(at time.Time) bool { return at.After(r.reads.begun) }

// partRead counts an answer. The read is over when all three have come.
func (r *Root) partRead(err error) {
	if err != nil && r.reads.err == nil {
		r.reads.err = err
		var refusal *api.Error
		if errors.As(err, &refusal) && refusal.Code == api.CodeConnection {
			r.readShops() // the list tells what is the matter with the shop's access
		}
	}
	r.reads.left--
	if r.reads.left == 0 {
		r.State.EndRead(r.reads.id, r.reads.err)
	}
}
