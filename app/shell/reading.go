package shell

import (
	"maps"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
)

// fresh is how long a shop's record is shown without reading it again.
const fresh = time.Minute

// reads is the read of a shop that is under way.
type reads struct {
	calls pages.Generation
	id    int64 // 0: none is
	begun time.Time
}

// readShops reads the list of shops.
func (r *Root) readShops() {
	r.readPauses()
	maps.DeleteFunc(r.stars, func(_ int64, s star) bool { return !s.sent })
	r.listedAt = r.State.Now()
	pages.Load(r.calls(), &r.shops, instead(&r.early.shops, r.Backend.Shops(r.State.ShopsTag())), r.shopsKnown)
}

func (r *Root) shopsKnown(ctx app.Context, list *backend.ShopList, err error) {
	switch {
	case err != nil:
		r.State.SetListErr(err)
		r.listedAt = time.Time{} // soon it is read again
	case list == nil:
		r.State.SameShops()
	default:
		before, listed := r.State.Shops()
		r.State.SetListing(list.Shops, list.Tag)
		r.outdated = r.outdated || listed && !r.sameRoles(before)
		for number, s := range r.stars {
			r.State.SetFavourite(number, s.on)
		}
	}
	if r.outdated && err == nil {
		r.readSession(r.calls())
	}
	r.arrive(ctx)
}

// sameRoles reports whether the operator has the roles of an earlier list.
func (r *Root) sameRoles(before []api.Shop) bool {
	now, _ := r.State.Shops()
	return len(now) == len(before) && !slices.ContainsFunc(before, func(was api.Shop) bool {
		shop, theirs := r.State.Shop(was.ShopID)
		return !theirs || shop.Role != was.Role
	})
}

// relist reads the list of shops if it isn't fresh, and with it how they stand.
func (r *Root) relist() {
	if r.State.Operator() != nil && !r.ended && !r.offline && !r.within(fresh, r.listedAt) {
		r.readShops()
	}
}

// refresh reads the current shop if what is known of it isn't fresh.
func (r *Root) refresh() {
	if !r.route.InShop() || r.State.Operator() == nil || r.ended || r.leaving || r.nobodys(r.route.ShopID) {
		return
	}
	record := r.State.Record(r.route.ShopID)
	if record.Reading || record.Complete() && !record.Kept && record.Err == nil && r.within(fresh, record.ReadAt) {
		return
	}
	r.read()
}

// read reads what the page in the frame is about: the list of shops, or all
// that the current shop's pages show.
func (r *Root) read() {
	id := r.route.ShopID
	if id == 0 {
		r.readShops()
		return
	}
	if r.reads.id != 0 { // its answer will be dropped as late
		r.State.DropRead(r.reads.id)
	}
	r.reads.id, r.reads.begun = id, r.State.Now()
	r.State.BeginRead(id)
	if r.early.shop != id {
		r.early.record = nil
	}
	pages.Load(r.calls(), &r.reads.calls, instead(&r.early.record, r.Backend.ShopRecord(id)), r.recordRead)
}

// recordRead takes the parts that came, but for those that a page has put
// something newer in place of since the read began.
func (r *Root) recordRead(_ app.Context, read *backend.ShopRecord, err error) {
	id := r.reads.id
	r.reads.id = 0
	if err == nil {
		err = read.Err
		record := r.State.Record(id)
		if read.Shop != nil && r.before(record.ShopAt) {
			r.State.SetShop(id, read.Shop)
		}
		if read.Week != nil && r.before(record.WeekAt) {
			r.State.SetWeek(id, *read.Week)
		}
		if read.Special != nil && r.before(record.SpecialAt) {
			r.State.SetSpecial(id, *read.Special)
		}
		if r.before(record.NamesAt) {
			r.State.SetDateNames(id, read.Names)
		}
		if r.before(record.DriftsAt) {
			r.State.SetDrifts(id, read.Drifts)
		}
		r.State.SetOtherDates(id, read.Past, read.Unlisted)
		r.pauseRead(id, read.Pause)
	}
	if api.CodeOf(err) == api.CodeConnection && !r.within(fresh/10, r.listedAt) {
		r.readShops() // the list tells what is the matter with the shop's access; its answer has the shop read again
	}
	r.State.EndRead(id, err)
}

// before reports whether something was put into State before the read began.
func (r *Root) before(at time.Time) bool { return !r.State.TakenAfter(at, r.reads.begun) }

// within reports whether something happened no longer ago than that. It didn't if it
// lies ahead, because the device's clock was set back.
func (r *Root) within(age time.Duration, at time.Time) bool {
	ago := r.State.Now().Sub(at)
	return ago >= 0 && ago < age
}

// pauseRead takes a shop's pause, nil for none, as it was read with the shop.
func (r *Root) pauseRead(shopID int64, read *api.Pause) {
	if !r.before(r.State.PauseAt(shopID)) {
		return
	}
	r.giveUp(shopID, func() {
		if read == nil {
			read = &api.Pause{ShopID: shopID, State: api.PauseEnded}
		}
		r.State.SetPause(*read)
	})
}

// giveUp takes what the server says now, and notices when a pause that was asked
// for never came.
func (r *Root) giveUp(shopID int64, take func()) {
	before, _ := r.State.Pause(shopID)
	take()
	if _, still := r.State.Pause(shopID); before.State == api.PauseAsked && !still {
		if shop := r.State.Record(shopID).Shop; shop != nil && shop.Operating() {
			r.pausing.gaveUp = shopID
		}
	}
}

// readPauses reads the pauses of all the operator's shops: there are few.
func (r *Root) readPauses() {
	if r.pausing.reading {
		return
	}
	r.pausing.reading = true
	r.pausing.begun = r.State.Now()
	pages.Load(r.calls(), &r.pausing.reads, backend.Pauses.From(r.Backend), r.pausesKnown)
}

func (r *Root) pausesKnown(_ app.Context, list api.Pauses, err error) {
	r.pausing.reading = false
	if err != nil {
		r.listedAt = time.Time{} // soon they are read again, with the shops
		return                   // what was known stays; the shop's own read says what is wrong
	}
	r.giveUp(r.route.ShopID, func() { r.State.SetPauses(list.Pauses, r.pausing.begun) })
}

// readAnew reads the shop if it is the one on screen, else only the pauses.
func (r *Root) readAnew(shopID int64) {
	if shopID == r.route.ShopID {
		r.read()
		return
	}
	r.readPauses()
}

// follow reads the current shop again while the server is about to change it.
func (r *Root) follow(app.Context) {
	if !r.within(5*fresh, r.listedAt) {
		r.relist()
	}
	p, ok := r.State.Pause(r.route.ShopID)
	if !ok || r.ended || r.State.Record(r.route.ShopID).Reading {
		return
	}
	due := p.State == api.PausePaused && p.Until != 0 && p.Until <= r.State.ServerNow().UnixMilli()
	if due || p.State == api.PauseAsked || p.State == api.PauseResuming {
		r.read()
	}
}
