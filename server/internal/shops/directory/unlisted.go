package directory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// "The currently active ones" (interface 4.4) may be today's special dates alone, and every save replaces all special
// dates. So a date that was written or listed before isn't dropped because a list lacks it:
//
//   - by a profile with ListActive, dates ahead belong to the list: they are added to every answer (see
//     [Service.CompleteDates]), and are removed when they should be listed and aren't;
//   - by any other profile, such dates are kept apart until an operator says what became of them.

// lookTime is the time limit of reading the store in the middle of a call.
var lookTime = 3 * time.Second

// reckoning is the meaning of a list that was read, given the known dates.
type reckoning struct {
	body     []byte                 // the whole list
	unlisted []platform.SpecialDate // known, not over and not in the list
	lacks    bool                   // a known date isn't in the list that was read
}

// reckon compares a list that was read or written with the known dates. False for an unreadable list.
func (s *Service) reckon(k *knownShop, p store.SnapshotPart) (r reckoning, ok bool) {
	r.body = p.Body
	var list []platform.SpecialDate
	if platform.Read(p.Body, &list) != nil {
		return r, false
	}
	at := k.zone()
	said := rules.ReadCalendar(list, s.Anchor, at).List
	kept := func(dates *[]platform.SpecialDate, fits func(d rules.Dated) bool) []platform.SpecialDate {
		return s.fitting(dates, at, func(d rules.Dated) bool {
			return fits(d) && !slices.ContainsFunc(said, func(l rules.Dated) bool { return l.Overlaps(d.First, d.Last) })
		})
	}
	early, late := days(p.At, at)
	ahead := func(d rules.Dated) bool { return early.Before(d.First) }
	open := func(d rules.Dated) bool { return !d.Last.Before(late) }
	switch {
	case p.Written && s.Listing == platform.ListAhead:
		r.unlisted = kept(k.unlisted.value, open)
	case p.Written:
	case s.Listing == platform.ListAhead:
		gone := kept(k.dates.value, open)
		r.lacks = len(gone) > 0
		r.unlisted = s.together(gone, kept(k.unlisted.value, open), at)
	default: // also dates that were kept apart before the profile was set so
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

// fitting returns the special dates that fit; none where they aren't known.
func (s *Service) fitting(dates *[]platform.SpecialDate, zone rules.Zone,
	fits func(d rules.Dated) bool) []platform.SpecialDate {
	list := []platform.SpecialDate{}
	if dates == nil {
		return list
	}
	for _, d := range rules.ReadCalendar(*dates, s.Anchor, zone).List {
		if fits(d) {
			list = append(list, d.SpecialDate)
		}
	}
	return list
}

// withoutRemoved returns the known special dates that a sent list keeps. The answer to that list is lost: the dates
// that it leaves out may be gone, and the next read isn't to miss them. False for another part, and for a platform that
// doesn't list dates ahead: a read doesn't tell whether they are gone.
func (s *Service) withoutRemoved(sent store.SnapshotPart) (store.SnapshotPart, bool) {
	k := s.shop(sent.ShopID)
	var list []platform.SpecialDate
	if sent.Part != store.SeenDates || s.Listing != platform.ListAhead || k == nil || k.dates.value == nil ||
		platform.Read(sent.Body, &list) != nil {
		return sent, false
	}
	zone := k.zone()
	stays := rules.ReadCalendar(list, s.Anchor, zone).List
	var err error
	sent.Body, err = json.Marshal(s.fitting(k.dates.value, zone, func(d rules.Dated) bool {
		return slices.ContainsFunc(stays, func(l rules.Dated) bool { return l.Overlaps(d.First, d.Last) })
	}))
	return sent, err == nil
}

// together joins a list with the entries of another that share no day with it.
func (s *Service) together(list, more []platform.SpecialDate, zone rules.Zone) []platform.SpecialDate {
	calendar := rules.ReadCalendar(list, s.Anchor, zone)
	calendar.Add(more)
	all := make([]platform.SpecialDate, 0, len(calendar.List))
	for _, d := range calendar.List {
		all = append(all, d.SpecialDate)
	}
	return all
}

// days returns the earliest and the latest date that the moment may have by the platform's clock and either anchor.
func days(at int64, zone rules.Zone) (early, late rules.Date) {
	for _, anchor := range []platform.Anchor{platform.AnchorUTC, platform.AnchorShop} {
		first, _ := rules.Local(at-clockSkew.Milliseconds(), rules.AnchorZone(anchor, zone))
		last, _ := rules.Local(at+clockSkew.Milliseconds(), rules.AnchorZone(anchor, zone))
		if early == (rules.Date{}) || first.Before(early) {
			early = first
		}
		if late.Before(last) || late == (rules.Date{}) {
			late = last
		}
	}
	return early, late
}

// reckoned returns the parts that follow from a part: a list of special dates also gives the unlisted dates. The
// caller holds the memory's lock.
func (s *Service) reckoned(k *knownShop, p store.SnapshotPart) (parts []store.SnapshotPart) {
	if p.Part != store.SeenDates {
		return []store.SnapshotPart{p}
	}
	r, ok := s.reckon(k, p)
	if !ok {
		return nil
	}
	p.Body = r.body
	body, err := json.Marshal(append([]platform.SpecialDate{}, r.unlisted...))
	if err != nil || k.unlisted.value == nil && len(r.unlisted) == 0 || bytes.Equal(body, k.unlisted.body) {
		return []store.SnapshotPart{p}
	}
	return []store.SnapshotPart{p, {ShopID: p.ShopID, Part: store.SeenUnlisted, Body: body, At: max(p.At, k.unlisted.at)}}
}

// afterAll are the calls whose part is taken after all that other replicas have saved of it.
var afterAll = []string{platform.PathSpecialGet, platform.PathSpecialUpdate, platform.PathWeekUpdate,
	platform.PathContactUpdate}

// lookFirst reads the store before the first call is heard, before what was written takes the place of what is known,
// and before a list of special dates is compared with it: another replica may have written or removed a date.
func (s *Service) lookFirst(path string) {
	s.memory.mu.RLock()
	started := s.memory.order != nil
	s.memory.mu.RUnlock()
	if started && !slices.Contains(afterAll, path) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookTime)
	defer cancel()
	if err := s.look(ctx, false); err != nil {
		s.Logger.Warn("directory: what other replicas know isn't known", "err", err)
	}
}

// refresh saves this replica's news, and reads the news of other replicas.
func (s *Service) refresh(ctx context.Context) error {
	if err := s.Flush(ctx); err != nil {
		return err
	}
	return s.look(ctx, true)
}

// CompleteDates adds the dates ahead to the platform's answer to a read of special dates, if the profile says that the
// platform lists the active ones alone. It is an upstream.Options.CompleteAnswer, called after [Service.Observe], and
// fails without our own store: saving half a list would erase the other half.
func (s *Service) CompleteDates(path string, shopID int64, answer []byte, asked time.Time) ([]byte, error) {
	if path != platform.PathSpecialGet || s.Listing != platform.ListActive {
		return answer, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookTime)
	defer cancel()
	if err := s.refresh(ctx); err != nil {
		return nil, fmt.Errorf("directory: what lies ahead at shop %d: %w", shopID, err)
	}
	k := s.shop(shopID)
	if k == nil {
		return answer, nil
	}
	data, err := dataOf(path, answer)
	if err != nil {
		return nil, err
	}
	r, ok := s.reckon(k, store.SnapshotPart{ShopID: shopID, Part: store.SeenDates, Body: data, At: asked.UnixMilli()})
	switch {
	case !ok:
		return nil, fmt.Errorf("directory: the special dates of shop %d: %w", shopID, platform.ErrShape)
	case !r.lacks:
		return answer, nil
	}
	return json.Marshal(platform.Envelope{Data: r.body})
}

// open lists the shop's special dates that we know, that aren't over and that the platform doesn't list.
func (s *Service) open(k *knownShop) []platform.SpecialDate {
	at := k.zone()
	today, _ := rules.Local(s.Millis(), at)
	return s.fitting(k.unlisted.value, at, func(d rules.Dated) bool { return !d.Last.Before(today) })
}

// Unlisted returns the shop's special dates that we know, that aren't over and that the platform doesn't list, in
// JSON by the profile's anchor; nil for none.
func (s *Service) Unlisted(ctx context.Context, shopID int64) (json.RawMessage, error) {
	all, err := s.known(ctx, []int64{shopID})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	list := s.open(all[0])
	if len(list) == 0 {
		return nil, nil
	}
	zone := all[0].zone()
	return json.Marshal(rules.ReadCalendar(list, s.Anchor, zone).Write())
}

// HandleForget drops special dates that the platform doesn't list, because the operator says that they were removed
// ([api.PathForgetDates]).
func (s *Service) HandleForget(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.ForgetDates](w, r)
	if err != nil {
		return err
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionHoursEdit)
	if err != nil {
		return err
	}
	if err := s.refresh(r.Context()); err != nil {
		return httpio.Unavailable(err)
	}
	if k := s.shop(scope.ShopID()); k != nil {
		open := s.open(k)
		body, err := json.Marshal(s.fitting(&open, k.zone(), func(d rules.Dated) bool {
			return !slices.Contains(request.Dates, api.ChangeRange{From: d.First.String(), To: d.Last.String()})
		}))
		if err != nil {
			return err
		}
		p := store.SnapshotPart{ShopID: scope.ShopID(), Part: store.SeenUnlisted, Body: body,
			At: max(s.Millis(), k.unlisted.at)}
		entry := scope.Principal().Entry("dates.forget", scope.ShopID(), request, s.Now())
		err = s.Store.WithAudit(r.Context(), entry, func(ctx context.Context) error {
			return s.Store.SaveSeen(ctx, []store.SnapshotPart{p}, s.most())
		})
		if err != nil {
			return httpio.Unavailable(err)
		}
		if err := s.look(r.Context(), true); err != nil {
			return httpio.Unavailable(err)
		}
	}
	return httpio.WriteJSON(w, struct{}{})
}
