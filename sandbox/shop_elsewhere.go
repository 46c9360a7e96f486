package sandbox

import (
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
)

// ChangeHours changes the shop's hours elsewhere, as on another console: the
// week is what change makes of it.
func (s *Sandbox) ChangeHours(id int64, change func(*platform.Week)) error {
	return s.tellShop(id, func(sh *shop, now int64) (news, error) {
		change(&sh.Week)
		week := sh.Week
		return news{platform.EventHoursChanged, platform.HoursEvent{OpTime: now, ShopID: id, Week: &week,
			Special: sh.Special}}, nil
	})
}

// CloseEarlier has every day's last shift end half an hour earlier, where it
// is long enough and ends before midnight: a change of hours that shows.
func CloseEarlier(week *platform.Week) {
	const half = 1800
	for _, day := range platform.Days() {
		periods := append([]platform.Period(nil), week.Day(day)...)
		if n := len(periods); n > 0 && periods[n-1].EndTime-periods[n-1].StartTime > 2*half {
			periods[n-1].EndTime -= half
			week.SetDay(day, periods)
		}
	}
}

// BindPictures tells the result of binding pictures to products (event 1201):
// all succeeded but the last.
func (s *Sandbox) BindPictures(id int64) error {
	return s.tellShop(id, func(_ *shop, now int64) (news, error) {
		e := platform.BindingEvent{OpTime: now, ShopID: id}
		for i, d := range menu[:3] {
			r := platform.BindingResult{SpuID: d.spu, PictureURL: fmt.Sprintf("/sandbox/pictures/dish-%d.jpg", d.spu)}
			if i == 2 {
				r.Code, r.Message = CodePicture, "The picture is too small."
			}
			e.Results = append(e.Results, r)
		}
		return news{platform.EventPictureBinding, e}, nil
	})
}

// tellShop changes the shop from the platform's side and tells it by webhook.
func (s *Sandbox) tellShop(id int64, change func(sh *shop, now int64) (news, error)) error {
	var told news
	var now int64
	err := s.updateShop(id, func(sh *shop) (err error) {
		now = milli(s.now())
		told, err = change(sh, now)
		return err
	})
	if err != nil || told.event == 0 {
		return err
	}
	s.mu.Lock()
	s.announce(id, 0, told)
	s.mu.Unlock()
	s.wake()
	return nil
}

// setStatusElsewhere changes the status from the platform's side. Its rest
// statuses are others than after [platform.PathShopRest]: assumed, the interface
// shows none (2.2).
func (s *Sandbox) setStatusElsewhere(id int64, status platform.ShopStatus, rest platform.RestStatus) error {
	return s.tellShop(id, func(sh *shop, now int64) (news, error) {
		was := sh.Record.Status
		sh.setStatus(status, rest)
		sh.Reopens = 0
		if was == status {
			return news{}, nil
		}
		return sh.statusNews(was, now), nil
	})
}
