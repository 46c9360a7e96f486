package directory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/web/httpio"
)

// "The currently active ones" (interface 4.4) may be the special dates of today
// alone, and every save replaces all of them. So what was written or listed before
// isn't dropped because a list lacks it:
//
//   - by a profile that says ListActive, what lies ahead belongs to the list: it is
//     added to every answer (see [Service.Whole]), and goes when it should be listed
//     and isn't;
//   - by any other, it is kept apart until somebody says what became of it.

var _ httpio.Func = (*Service)(nil).HandleForget

// lookTime is how long a look at the store may take in the middle of a call.
const lookTime = 3 * time.Second

// reckoning is what a list that was read means, given what was known.
type reckoning struct {
	body     []byte                 // the whole list
	unlisted []platform.SpecialDate // known, not over and not in it
	lacks    bool                   // something known isn't in what was read
}

// reckon compares a list that was read or written with what was known. False for
// one that isn't a list.
func (s *Service) reckon(k *known, p store.SeenPart) (r reckoning, ok bool) {
	r.body = p.Body
	var list []platform.SpecialDate
	if platform.Read(p.Body, &list) != nil {
		return r, false
	}
	at, _ := rules.LoadLocation(k.shop.Zone)
	said := rules.ReadCalendar(list, s.o.Anchor, at).List
	kept := func(dates *[]platform.SpecialDate, fits func(d rules.Dated) bool) (left []platform.SpecialDate) {
		if dates == nil {
			return nil
		}
		for _, d := range rules.ReadCalendar(*dates, s.o.Anchor, at).List {
			if fits(d) && !slices.ContainsFunc(said, func(l rules.Dated) bool { return l.Overlaps(d.First, d.Last) }) {
				left = append(left, d.SpecialDate)
			}
		}
		return left
	}
	early, late := days(p.At, at)
	ahead := func(d rules.Dated) bool { return early.Before(d.First) }
	open := func(d rules.Dated) bool { return !d.Last.Before(late) }
	switch {
	case p.Written && s.o.Listing == platform.ListAhead:
		r.unlisted = kept(k.unlisted.value, open)
	case p.Written:
	case s.o.Listing == platform.ListAhead:
		gone := kept(k.dates.value, open)
		r.lacks = len(gone) > 0
		r.unlisted = s.together(gone, kept(k.unlisted.value, open), at)
	default: // also what was kept apart before the profile said so
		if more := s.together(kept(k.dates.value, ahead), kept(k.unlisted.value, ahead), at); len(more) > 0 {
			r.lacks = true
			body, err := json.Marshal(append(list, more...))
			if err != nil {
				return r, false
			}
			r.body = body
		}
	}
	return r, true
}

// together is a list with those of another that share no day with it.
func (s *Service) together(list, more []platform.SpecialDate, zone rules.Zone) []platform.SpecialDate {
	calendar := rules.ReadCalendar(list, s.o.Anchor, zone)
	calendar.Add(more)
	all := make([]platform.SpecialDate, 0, len(calendar.List))
	for _, d := range calendar.List {
		all = append(all, d.SpecialDate)
	}
	return all
}

// days are the earliest and the latest date that it may have been by the
// platform's clock and either anchor.
func days(at int64, zone rules.Zone) (early, late rules.Date) {
	for _, anchor := range []platform.Anchor{platform.AnchorUTC, platform.AnchorShop} {
		first, _ := rules.Local(at-astray.Milliseconds(), rules.AnchorZone(anchor, zone))
		last, _ := rules.Local(at+astray.Milliseconds(), rules.AnchorZone(anchor, zone))
		if early == (rules.Date{}) || first.Before(early) {
			early = first
		}
		if late.Before(last) || late == (rules.Date{}) {
			late = last
		}
	}
	return early, late
}

// reckoned are parts with what their lists of special dates mean. The memory's
// lock is held.
func (s *Service) reckoned(k *known, p store.SeenPart) (parts []store.SeenPart) {
	if p.Part != store.SeenDates || k.dates.value != nil && k.dates.at > p.At {
		return []store.SeenPart{p}
	}
	r, ok := s.reckon(k, p)
	if !ok {
		return nil
	}
	p.Body = r.body
	body, err := json.Marshal(append([]platform.SpecialDate{}, r.unlisted...))
	if err != nil || k.unlisted.value == nil && len(r.unlisted) == 0 || bytes.Equal(body, k.unlisted.body) {
		return []store.SeenPart{p}
	}
	return []store.SeenPart{p, {ShopID: p.ShopID, Part: store.SeenUnlisted, Body: body, At: max(p.At, k.unlisted.at)}}
}

// doubt looks at the store before the first special dates are taken, and where a list lacks something known: another
// replica may have taken it away.
func (s *Service) doubt(parts []store.SeenPart) {
	for _, p := range parts {
		if p.Part != store.SeenDates {
			continue
		}
		s.memory.mu.RLock()
		k, started := s.memory.shops[p.ShopID], s.memory.order != nil
		s.memory.mu.RUnlock()
		if k == nil && started {
			continue // not ours
		}
		if k != nil {
			if r, ok := s.reckon(k, p); p.Written || !ok || !r.lacks {
				continue
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), lookTime)
		if err := s.refresh(ctx); err != nil {
			s.log.Warn("directory: what other replicas know isn't known", "err", err)
		}
		cancel()
		return
	}
}

// refresh saves what this replica knows, and reads what others know.
func (s *Service) refresh(ctx context.Context) error {
	if err := s.Flush(ctx); err != nil {
		return err
	}
	return s.look(ctx, true)
}

// Whole is the platform's answer to a read of special dates with what lies ahead,
// where the profile says that the platform lists the active ones alone. It is an
// upstream.Options.Whole, asked after [Service.Heard]. Without our own store there
// is no answer: half a list that is saved wipes out the other half.
func (s *Service) Whole(path string, shopID int64, answer []byte, asked time.Time) ([]byte, error) {
	if path != platform.PathSpecialGet || s.o.Listing != platform.ListActive {
		return answer, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookTime)
	defer cancel()
	if err := s.refresh(ctx); err != nil {
		return nil, fmt.Errorf("directory: what lies ahead at shop %d: %w", shopID, err)
	}
	var envelope struct {
		Code    json.RawMessage `json:"code"`
		Message json.RawMessage `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	s.memory.mu.RLock()
	k := s.memory.shops[shopID]
	s.memory.mu.RUnlock()
	if k == nil || json.Unmarshal(answer, &envelope) != nil || len(envelope.Data) == 0 {
		return answer, nil
	}
	r, ok := s.reckon(k, store.SeenPart{ShopID: shopID, Part: store.SeenDates, Body: envelope.Data, At: asked.UnixMilli()})
	if !ok || !r.lacks {
		return answer, nil
	}
	envelope.Data = r.body
	return json.Marshal(envelope)
}

// open are the special dates of a shop that we know, that aren't over and that the
// platform doesn't list.
func (s *Service) open(k *known) (list []platform.SpecialDate) {
	if k.unlisted.value == nil {
		return nil
	}
	at, _ := rules.LoadLocation(k.shop.Zone)
	today, _ := rules.Local(s.millis(), at)
	for _, d := range rules.ReadCalendar(*k.unlisted.value, s.o.Anchor, at).List {
		if !d.Last.Before(today) {
			list = append(list, d.SpecialDate)
		}
	}
	return list
}

// Unlisted are the special dates of a shop that we know, that aren't over and that
// the platform doesn't list, in JSON by the profile's anchor; nil for none.
func (s *Service) Unlisted(ctx context.Context, shopID int64) (json.RawMessage, error) {
	all, err := s.known(ctx, []int64{shopID})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	list := s.open(all[0])
	if len(list) == 0 {
		return nil, nil
	}
	zone, _ := rules.LoadLocation(all[0].shop.Zone)
	return json.Marshal(rules.ReadCalendar(list, s.o.Anchor, zone).Write())
}

// HandleForget drops special dates that the platform doesn't list: somebody says
// that they were taken away ([api.PathForgetDates]).
func (s *Service) HandleForget(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	request, err := httpio.Decode[api.ForgetDates](w, r)
	if err != nil {
		return err
	}
	scope, err := s.o.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionHoursEdit)
	if err != nil {
		return err
	}
	if err := s.refresh(r.Context()); err != nil {
		return httpio.Unavailable(err)
	}
	s.memory.mu.RLock()
	k := s.memory.shops[scope.ShopID()]
	s.memory.mu.RUnlock()
	left := []platform.SpecialDate{}
	if k != nil {
		zone, _ := rules.LoadLocation(k.shop.Zone)
		for _, d := range rules.ReadCalendar(s.open(k), s.o.Anchor, zone).List {
			if !slices.Contains(request.Dates, api.ChangeRange{From: d.First.String(), To: d.Last.String()}) {
				left = append(left, d.SpecialDate)
			}
		}
		body, err := json.Marshal(left)
		if err != nil {
			return err
		}
		said, err := json.Marshal(request)
		if err != nil {
			return err
		}
		p := store.SeenPart{ShopID: scope.ShopID(), Part: store.SeenUnlisted, Body: body, At: max(s.millis(), k.unlisted.at)}
		who := scope.Principal()
		err = s.o.Store.Together(r.Context(), store.Entry{
			At: s.millis(), OperatorID: who.OperatorID, Operator: who.Name, Address: who.Address,
			ShopID: scope.ShopID(), Action: "dates.forget", Request: said,
		}, func(ctx context.Context) error { return s.o.Store.SaveSeen(ctx, []store.SeenPart{p}) })
		if err != nil {
			return httpio.Unavailable(err)
		}
		if err := s.look(r.Context(), true); err != nil {
			return httpio.Unavailable(err)
		}
	}
	return httpio.WriteJSON(w, struct{}{})
}
