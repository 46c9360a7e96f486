package doctor

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/sight"
)

// shop reads what is known of a shop.
func (d *Doctor) shop(ctx context.Context, s session, id int64) {
	for _, address := range []string{platform.PathShopGet, platform.PathWeekGet, platform.PathSpecialGet} {
		a, err := s.call(ctx, address, platform.ShopRef{ShopID: id})
		if err != nil || !a.succeeded() {
			continue
		}
		d.inspect(address, a.data, sight.Types(address)...)
		switch address {
		case platform.PathShopGet:
			d.contacts(a.data)
		case platform.PathWeekGet:
			d.week(a.data)
		case platform.PathSpecialGet:
			d.special(id, a.data)
		}
	}
}

// contacts looks at a shop's phones and the addresses of its pictures.
func (d *Doctor) contacts(value any) {
	seen := map[string]bool{}
	for _, element := range member[[]any](value, "phones") {
		text, _ := element.(string)
		if text != "" && seen[text] {
			d.holds("phone-once", "a shop has the same phone twice")
		}
		seen[text] = true
		if _, number, ok := strings.Cut(text, "-"); ok && len(number) < 4 {
			d.leave("short-phones", fmt.Sprintf("a number has %d digits", len(number)))
		}
	}
	d.pictureHost(member[string](value, "logoUrl"))
	for _, picture := range member[[]any](value, "mainPictures") {
		address := member[string](picture, "pictureUrl")
		d.pictureHost(address)
		if ending := path.Ext(address); ending != strings.ToLower(ending) {
			d.leave("picture-ending", "an address ends in "+ending)
		}
	}
}

// shifts are the periods of a member, such as a day, that can be read.
func shifts(object any, name string) (list []platform.Period) {
	for _, shift := range member[[]any](object, name) {
		if start, end, ok := span(shift, "startTime", "endTime"); ok {
			list = append(list, platform.Period{StartTime: int(start), EndTime: int(end)})
		}
	}
	return list
}

func (d *Doctor) week(week any) {
	for _, day := range platform.Days() {
		for _, p := range shifts(week, day.Key()) {
			d.equalTimes(day.Key(), p)
			for _, next := range shifts(week, day.Next().Key()) {
				if p.CrossesMidnight() && !next.Closed() && next.StartTime < p.EndTime {
					d.leave("night-overlap", fmt.Sprintf("%s ends at %s on the next day, where %s starts at %s",
						day.Key(), clock(p.EndTime), day.Next().Key(), clock(next.StartTime)))
				}
			}
		}
	}
}

func (d *Doctor) equalTimes(where string, p platform.Period) {
	if p.StartTime == p.EndTime && !p.Closed() {
		d.leave("equal-times", fmt.Sprintf("%s: %s to %s", where, clock(p.StartTime), clock(p.EndTime)))
	}
}

// leave notes that the platform has something of which people are warned, unless the settings allow it.
func (d *Doctor) leave(name, seen string) {
	d.compares(name, *d.o.Presenter.Profile.Leave(name) == platform.LeaveAllowed, seen, seen, "SHOPDESK_ALLOW="+name)
}

func clock(seconds int) string { return fmt.Sprintf("%02d:%02d", seconds/3600, seconds/60%60) }

// dayMS is a day in milliseconds.
const dayMS = platform.DaySeconds * 1000

// special looks at the midnights that bound special dates, and at which of them
// are listed.
func (d *Doctor) special(shop int64, value any) {
	elements, _ := value.([]any)
	if d.listed[shop] == nil {
		d.listed[shop] = map[int64]bool{}
	}
	for _, date := range elements {
		start, end, ok := span(date, "startDate", "endDate")
		if !ok {
			continue
		}
		d.listed[shop][start] = true
		d.anchor(start, end)
		for _, p := range shifts(date, "businessHour") {
			d.equalTimes("a special date", p)
		}
		if d.isAhead(start) {
			d.listing(platform.ListAhead, "a date ahead is listed")
		}
	}
}

// isAhead reports whether a special date begins after today, wherever the shop is.
func (d *Doctor) isAhead(start int64) bool {
	return time.UnixMilli(start).After(d.o.Now().Add(2 * dayMS * time.Millisecond))
}

// anchor compares a date's bounds with midnights. A shop's own midnight is at the
// same time of UTC for both, but for the switch to daylight saving time.
func (d *Doctor) anchor(start, end int64) {
	configured, seen := d.o.Presenter.Profile.Anchor, platform.AnchorShop
	words := "dates begin at " + time.UnixMilli(start).UTC().Format("15:04:05.000") + " UTC"
	switch {
	case start%dayMS == 0 && (end+1)%dayMS == 0:
		seen = platform.AnchorUTC
	case start%(15*60*1000) != 0 || (end+1)%(15*60*1000) != 0:
		d.differs("date-anchor", words+", which is nobody's midnight", "")
		return
	}
	d.compares("date-anchor", seen == configured, words, words, "SHOPDESK_ANCHOR="+map[platform.Anchor]string{
		platform.AnchorUTC: "utc, unless the shop is in UTC+0", platform.AnchorShop: "shop"}[seen])
}

func (d *Doctor) listing(seen platform.Listing, words string) {
	name := map[platform.Listing]string{platform.ListAhead: "ahead", platform.ListActive: "active"}[seen]
	d.compares("date-listing", seen == d.o.Presenter.Profile.Listing, words, words,
		"SHOPDESK_SPECIAL_DATES="+name)
}

// orders bounds how many orders are read.
const orders = 3

// order reads an order and what of it could be refunded.
func (d *Doctor) order(ctx context.Context, s session, ref platform.OrderRef) {
	a, err := s.call(ctx, platform.PathOrderGet, ref)
	if err == nil && a.succeeded() {
		d.orderRecord(platform.PathOrderGet, a.data)
	}
	a, err = s.call(ctx, platform.PathRefundPreview, platform.RefundPreviewRequest{OrderRef: ref})
	if err != nil || !a.succeeded() {
		return // an order that isn't accepted has none
	}
	d.inspect(platform.PathRefundPreview, a.data, sight.Types(platform.PathRefundPreview)...)
	if products := member[[]any](a.data, "products"); len(products) > 0 {
		d.product(ctx, s, ref, products[0])
	}
}

// product asks what refunding one of a product would come to, which changes
// nothing, and learns which number names it.
func (d *Doctor) product(ctx context.Context, s session, ref platform.OrderRef, product any) {
	for _, name := range []string{"id", "spuId"} {
		id, ok := number(product, name)
		if !ok {
			continue
		}
		lines := []platform.RefundLine{{OrderProductID: id, RefundCount: 1}}
		a, err := s.call(ctx, platform.PathRefundPreview, platform.RefundPreviewRequest{OrderRef: ref, Products: lines})
		if err != nil || !a.succeeded() {
			continue
		}
		bySpu := d.o.Presenter.Profile.RefundProduct == platform.RefundBySpu
		setting := map[string]string{"id": "id", "spuId": "spu-id"}[name]
		d.compares("refund-product", bySpu == (name == "spuId"), "", "a preview is answered by "+name,
			"SHOPDESK_REFUND_PRODUCT="+setting)
		return
	}
}

// orderRecord looks at an order's record.
func (d *Doctor) orderRecord(from string, value any) {
	record, _ := value.(map[string]any)
	_, nested := record["baseOrder"].(map[string]any)
	_, flat := record["orderViewId"]
	switch {
	case nested:
		d.holds("order-shape", "")
	case flat:
		d.differs("order-shape", from+": orderViewId stands at the top", "none needed")
	}
	d.inspect(from, value, sight.Types(platform.PathOrderGet)...)
}

// message looks at what a webhook says, and at the order that it names.
func (d *Doctor) message(m heard) {
	value, ok := sight.Decode([]byte(m.message))
	_, object := value.(map[string]any)
	from := fmt.Sprintf("event %d", m.event)
	if !ok || !object {
		d.differs("shapes", from+": message is no JSON object", "")
		return
	}
	if types := sight.Message(m.event); types != nil {
		d.inspect(from, value, types...)
	}
	ref := platform.OrderRef{}
	ref.ShopID, _ = number(value, "shopId")
	ref.OrderViewID, _ = number(value, "orderViewId")
	if ref.ShopID != 0 && ref.OrderViewID != 0 && len(d.refs) < orders && !slices.Contains(d.refs, ref) {
		d.refs = append(d.refs, ref)
	}
	if dates := member[[]any](value, "specialBusinessHour"); dates != nil {
		d.told[ref.ShopID] = dates
	}
}

// compareDates compares the dates that a webhook told with those that are listed.
func (d *Doctor) compareDates(ctx context.Context, s session) {
	for shop, dates := range d.told {
		a, err := s.call(ctx, platform.PathSpecialGet, platform.ShopRef{ShopID: shop})
		if err != nil || !a.succeeded() {
			continue
		}
		d.special(shop, a.data)
		for _, date := range dates {
			if start, end, ok := span(date, "startDate", "endDate"); ok {
				d.anchor(start, end)
			}
			if start, ok := number(date, "startDate"); ok && d.isAhead(start) && !d.listed[shop][start] {
				d.listing(platform.ListActive, "a date ahead that event 1101 told isn't listed")
			}
		}
	}
}
