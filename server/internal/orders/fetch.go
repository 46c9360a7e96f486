package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

const (
	readWithin = 12 * time.Second // limit for reading from the platform; one attempt has 10 seconds
	// readClaim is when a claimed order is due again. The claim expires only if its reader dies or the
	// store is very slow; a second read at the same time does no harm.
	readClaim = readWithin + 5*time.Second
)

// record is the platform's record as read.
type record struct {
	platform.Order
	raw   json.RawMessage
	at    int64 // when the read began, in milliseconds
	asked int   // the order's Asked when the read began
	last  int64 // and its ReadAt
}

// read reads the order's record from the platform.
func (s *Service) read(ctx context.Context, shopID, orderID int64) (*record, error) {
	ctx, cancel := context.WithTimeout(ctx, readWithin)
	defer cancel()
	before, err := s.present(ctx, shopID, orderID)
	if err != nil {
		return nil, err
	}
	if before.Erased {
		return nil, errErased
	}
	if before.Partial { // screens and tickets wait for what is in it
		ctx = upstream.ForPerson(ctx)
	}
	r := &record{at: s.Millis(), asked: before.Asked, last: before.row.ReadAt}
	spy := &lastReply{Transport: s.Platform}
	client := platform.Client{Transport: spy}
	order, err := client.Order(ctx, platform.OrderRef{OrderViewID: orderID, ShopID: shopID})
	if err != nil {
		return nil, err
	}
	r.Order = *order
	if id := r.Base.OrderViewID; id != 0 && id != orderID || r.Base.ShopID != 0 && r.Base.ShopID != shopID {
		return nil, httpio.Refusal(api.CodeRefused,
			"The platform answered with another order's record, which isn't shown. Try again in a moment.")
	}
	if err := platform.Open(platform.PathOrderGet, spy.reply, &r.raw); err != nil {
		return nil, err
	}
	if len(bytes.Trim(r.raw, "{[\"]} \t\r\n")) == 0 { // null, or an empty object, list or text
		if len(before.Items) > 0 { // an answer without data doesn't replace a record that told something
			return nil, &platform.Error{Path: platform.PathOrderGet, Status: spy.reply.Status, Malformed: true}
		}
		r.raw = unread
	}
	return r, nil
}

// lastReply keeps the platform's answer byte for byte, so that no member is lost.
type lastReply struct {
	platform.Transport
	reply platform.Reply
}

func (l *lastReply) Call(ctx context.Context, path string, body []byte) (reply platform.Reply, err error) {
	l.reply, err = l.Transport.Call(ctx, path, body)
	return l.reply, err
}

// fetch reads the order (interface 4.2), saves the record, and accepts the order if a rule says so.
// When ctx ends before the platform answers, nothing is saved. noted reports that the order's next
// read is saved.
func (s *Service) fetch(ctx context.Context, shopID, orderID int64) (noted bool, err error) {
	ctx, span := s.Tracer.Start(s.Tracer.Order(ctx, shopID, orderID), tracing.Read)
	defer func() { span.End(err != nil) }()
	r, err := s.read(ctx, shopID, orderID)
	if err != nil && ctx.Err() != nil {
		return false, err
	}
	saving, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	if err != nil {
		return s.notRead(saving, shopID, orderID, err), err
	}
	d, err := s.take(saving, shopID, orderID, r)
	if err != nil {
		return false, err
	}
	if d.Column == api.ColumnNew && d.Doing == nil && d.Unknown != api.ActCancel {
		s.autoAccept(ctx, d)
	}
	return true, nil
}

// take saves a record that was read.
func (s *Service) take(ctx context.Context, shopID, orderID int64, r *record) (*orderUpdate, error) {
	sealed, err := s.Sealer.Seal(r.raw, Place(shopID, orderID))
	if err != nil {
		return nil, err
	}
	var moved platform.Event
	var since int64
	d, err := s.change(ctx, shopID, orderID, func(d *orderUpdate) (bool, error) {
		moved = 0
		if r.at < d.row.ReadAt && r.last != d.row.ReadAt { // clocks differ: of reads one after the other, the second counts
			return false, nil // a later read was saved first
		}
		if bytes.Equal(r.raw, unread) && len(d.Items) > 0 {
			return false, nil // another read, with data, was saved first
		}
		d.ReadFor = max(d.ReadFor, r.asked)
		before, err := json.Marshal(d.Order)
		if err != nil {
			return false, err
		}
		was := d.Column
		since = max(d.row.ReadAt, d.ChangedAt)
		d.takeRecord(r)
		moved = d.movedElsewhere(was)
		if d.Tries++; bytes.Equal(r.raw, unread) { // the platform may not have the record yet
			d.Partial = d.Tries < 3
		} else {
			d.Tries = 0
		}
		d.bury(s.Millis())
		d.Trouble = false
		d.row.Record, d.row.ReadAt = sealed, r.at
		d.Forgotten = false // a person asked for the order again: its details are kept for another period
		if d.Column != was && was != "" {
			d.timeline = append(d.timeline, api.TimelineEntry{
				At: r.at, What: api.TimelineRead, Via: api.ViaServer, Status: int(r.Base.Status),
			})
		}
		d.settle()
		s.schedule(d)
		if 0 < d.Tries && d.Tries < 20 && (d.Column.Open() || d.Partial) {
			d.row.DueAt = min(d.row.DueAt, s.retryAt(d))
		}
		after, err := json.Marshal(d.Order)
		d.quiet = err == nil && string(before) == string(after) && d.row.Version != 0
		return true, err
	})
	if err == nil && moved != 0 {
		s.untold(ctx, moved, since)
	}
	return d, err
}

// retryAt is when an order is read again that wasn't read, or wasn't told.
func (s *Service) retryAt(d *orderUpdate) int64 {
	first, most := 2*time.Second, 2*time.Minute
	switch {
	case d.AcceptBy > s.Millis():
		most = watchNew
	case !d.Column.Open() && !d.Partial && d.Asked <= d.ReadFor && d.row.AskedAt == 0: // nobody waits for it
		first, most = watchAsked, watchAsked
	}
	return s.Now().Add(background.Backoff(first, most, d.Tries)).UnixMilli()
}

// notRead records a failed read of a known order and sets the next attempt. It reports whether that is saved. A
// platform that has no time says nothing of an order whose content is known.
func (s *Service) notRead(ctx context.Context, shopID, orderID int64, cause error) bool {
	noted := false
	var said *platform.Error
	busy := errors.As(cause, &said) && said.TooMany()
	_, err := s.change(ctx, shopID, orderID, func(d *orderUpdate) (bool, error) {
		buried := d.bury(s.Millis())
		if d.row.Version == 0 || busy && !d.Partial && !buried {
			return false, nil
		}
		noted = true
		d.Tries++
		d.quiet = !buried && d.Trouble
		d.Trouble = true
		d.row.DueAt = s.retryAt(d)
		if what, _ := upstream.OutcomeOf(cause); what == upstream.Refused && d.Tries > 20 {
			d.row.DueAt = 0 // refused for good; a person may still refresh the order
		}
		return true, nil
	})
	if err != nil {
		s.Logger.WarnContext(ctx, "orders: not noted", "shop", shopID, "order", orderID, "err", err)
	}
	return noted && err == nil
}

// Place returns the place that an order's record is sealed for.
func Place(shopID, orderID int64) string {
	return "orders/" + strconv.FormatInt(shopID, 10) + "/" + strconv.FormatInt(orderID, 10) + "/record"
}
