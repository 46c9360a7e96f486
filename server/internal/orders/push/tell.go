package push

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// payload is the content that our service worker reads (web/sw.js).
type payload struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Lang  string `json:"lang"`
	Dir   string `json:"dir"`
	Tag   string `json:"tag"`            // a later notification with this tag replaces this one on the device
	Path  string `json:"path"`           // opened by a tap, relative to the mount point
	Shop  string `json:"shop,omitempty"` // hidden while this shop's board is open; "" shows it in any case
	Stay  bool   `json:"stay,omitempty"` // until the operator dismisses it
}

// message is a payload with the data that the push service needs.
type message struct {
	payload
	reach store.OrderReach // the order and the reader, without what became of the message
	topic string           // a later message of this topic replaces this one while the device is off
	until time.Time        // the message is of no use afterwards
	shop  int64            // of which a reader must see the orders, 0 for a message that is about no shop
}

// tell sends a notice to every browser that is subscribed to the shop and may see it, unless
// another replica has claimed the notice.
func (s *Service) tell(ctx context.Context, n notification) error {
	all, err := s.Store.PushesFor(ctx, n.ShopID)
	if err != nil || len(all) == 0 {
		return err
	}
	shop, err := s.Store.Shop(ctx, n.ShopID)
	if errors.Is(err, store.ErrNotFound) {
		return nil // the shop is no longer ours
	}
	if err != nil {
		return fmt.Errorf("push: shop %d: %w", n.ShopID, err)
	}
	var to []store.PushSubscription
	var messages []message
	for _, one := range all {
		p, err := s.reader(ctx, one, n.ShopID)
		if err != nil {
			return err
		}
		if p != nil {
			m := word(n, s.words.In(p.Language(), one.Language), shop)
			m.reach.Device, m.reach.Operator = p.DeviceName(), p.Name
			to, messages = append(to, one), append(messages, m)
		}
	}
	claim := store.PushClaim{ShopID: n.ShopID, OrderID: n.OrderID, Event: n.Event}
	if n.Kind == eventSilent {
		claim.ShopID = 0 // a device that rings for several shops is told of once
	}
	return s.sendOnce(ctx, claim, to, messages)
}

// sendOnce sends each browser its message, unless another replica has claimed it.
func (s *Service) sendOnce(ctx context.Context, claim store.PushClaim, to []store.PushSubscription,
	messages []message) error {
	if len(to) == 0 {
		return nil
	}
	ids := make([]string, len(to))
	for i, one := range to {
		ids[i] = one.ID
	}
	claim.At = s.Millis()
	free, err := s.Store.ClaimPush(ctx, claim, ids)
	if err != nil {
		return err
	}
	for i, one := range to {
		if free[i] {
			s.send(ctx, one, messages[i])
		}
	}
	return nil
}

// TellSilent tells those who see a shop's orders that a device can't ring, named by its ID and in words, which rang
// last at a time of Unix milliseconds. It tells each of them once.
func (s *Service) TellSilent(ctx context.Context, shopID int64, id, name string, rangAt int64) error {
	if s.Off {
		return nil
	}
	return s.tell(ctx, notification{
		Kind: eventSilent, Event: eventSilent + "/" + id + "/" + strconv.FormatInt(rangAt, 10), ShopID: shopID, Number: name,
		Until: s.Now().Add(silentLife),
	})
}

// silentLife is how long a push service keeps the notification of a silent device.
const silentLife = time.Hour

// Personal is a notification to one operator about no single order.
type Personal struct {
	Event string // name under which the notification is claimed, and replaces an earlier one on the device
	Title string
	Body  string
	Lang  string
	Path  string // opened by a tap, relative to the mount point
	Until time.Time
}

// TellOperator sends a notification to each device that an operator has subscribed, once for each Event.
func (s *Service) TellOperator(ctx context.Context, operatorID int64, n Personal) error {
	if s.Off {
		return nil
	}
	all, err := s.Store.PushesOf(ctx, operatorID)
	if err != nil {
		return err
	}
	m := message{
		payload: payload{Title: n.Title, Body: n.Body, Lang: n.Lang, Dir: words.Direction(n.Lang),
			Tag: n.Event, Path: n.Path},
		topic: digest(n.Event), until: n.Until,
	}
	var to []store.PushSubscription
	for _, one := range all {
		p, err := s.reader(ctx, one, 0)
		if err != nil {
			return err
		}
		if p != nil && p.OperatorID == operatorID {
			to = append(to, one)
		}
	}
	return s.sendOnce(ctx, store.PushClaim{Event: n.Event}, to, slices.Repeat([]message{m}, len(to)))
}

// reader returns the operator who reads a subscription's notices of a shop, 0 for those of no shop, or nil if the
// operator may not see the shop. A subscription whose session has ended is deleted.
func (s *Service) reader(ctx context.Context, of store.PushSubscription, shop int64) (*auth.Principal, error) {
	p, err := s.Authoriser.PrincipalOfSession(ctx, of.Session)
	if p == nil && err == nil { // of may be as it was before a proof of identity renewed its session
		s.forget(ctx, of)
		if of, err = s.present(ctx, of); err == nil {
			p, err = s.Authoriser.PrincipalOfSession(ctx, of.Session)
		}
	}
	if p == nil || err != nil || shop != 0 && !auth.Allows(p.RoleIn(shop), platform.PermissionOrderView) {
		return nil, err
	}
	return p, nil
}

// present reads an operator's subscription again. It is the zero subscription once it was deleted.
func (s *Service) present(ctx context.Context, of store.PushSubscription) (now store.PushSubscription, err error) {
	all, err := s.Store.PushesOf(ctx, of.OperatorID)
	for _, one := range all {
		if one.ID == of.ID {
			now = one
		}
	}
	return now, err
}

// forget deletes a subscription that has ended. If the deletion fails, the next look repeats it.
func (s *Service) forget(ctx context.Context, of store.PushSubscription) {
	if err := s.Store.DeletePush(ctx, of.ID, of.Session); err != nil {
		s.Logger.WarnContext(ctx, "push: forget", "err", err)
	}
}

// longestName limits a shop's name in a notification, in characters.
const longestName = 60

// word writes a notice in a language.
func word(n notification, t words.Texts, shop store.Shop) message {
	known := api.Shop{ShopID: n.ShopID, Name: shop.Name, EnName: shop.EnName}
	name, _ := known.Names(t.Lang)
	place := strconv.FormatInt(n.ShopID, 10)
	order := place + "/orders/" + strconv.FormatInt(n.OrderID, 10)
	if n.Kind == eventSilent {
		order = n.Event
	}
	m := message{
		payload: payload{
			Title: t.Say("push."+n.Kind, t.Isolated(n.Number)),
			Body:  t.Say("push."+n.Kind+".text", t.Isolated(httpio.Shorten(name, longestName))),
			Lang:  t.Lang, Dir: t.Dir(), Tag: "order/" + order, Path: "shops/" + order,
			Shop: place, Stay: n.Kind != eventCancelled,
		},
		reach: store.OrderReach{ShopID: n.ShopID, OrderID: n.OrderID},
		topic: digest(order),
		until: n.Until,
		shop:  n.ShopID,
	}
	if n.Kind == eventSilent {
		m.Tag, m.Path, m.Shop = order, "today", ""
	}
	return m
}

// test returns the message of a test.
func (s *Service) test(t words.Texts) message {
	return message{
		payload: payload{
			Title: t.Say("push.test"), Body: t.Say("push.test.text"), Lang: t.Lang, Dir: t.Dir(), Tag: "test",
			Path: "settings/devices",
		},
		topic: "test", until: s.Now().Add(time.Minute),
	}
}

// digest is a short name for a text, of the letters that a topic may have (RFC 8030, 5.4).
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}
