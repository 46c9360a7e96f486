package holidays

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// ahead is how many days of holidays are offered: a year, and room for holidays that move.
const ahead = 390

// HandleHolidays lists the public holidays of a shop's country from today on ([api.PathHolidays]). code is the
// telephone code of the shop's first number, which the browser has read already; the code only helps to find the
// country.
func (s *Service) HandleHolidays(w http.ResponseWriter, r *http.Request) error {
	scope, err := auth.AskedScope(r, s.Authoriser, platform.PermissionHoursEdit)
	if err != nil {
		return err
	}
	shop, err := s.Shops.Shop(r.Context(), scope.ShopID())
	if err != nil {
		return httpio.Unavailable(err)
	}
	dismissed, err := s.Dates.DismissedHolidays(r.Context(), scope.ShopID())
	if err != nil {
		return httpio.Unavailable(err)
	}
	asked := r.URL.Query()
	country, by := countryOf(asked.Get("country"), asked.Get("code"), shop.Zone)
	zone, _ := rules.LoadLocation(shop.Zone)
	today, _ := rules.Local(s.Now().UnixMilli(), zone)
	until := today.AddDays(ahead).String()
	answer := api.Holidays{Country: country, By: by, Until: until, Holidays: []api.Holiday{}}
	for _, c := range countries {
		answer.Countries = append(answer.Countries, c.country)
	}
	for _, h := range s.holidays(country, today, until) {
		h.Dismissed = slices.Contains(dismissed, h.ID)
		answer.Holidays = append(answer.Holidays, h)
	}
	return httpio.WriteJSON(w, answer)
}

// holidays lists a country's holidays that overlap the days from today to until, in the order of their dates.
func (s *Service) holidays(country string, today rules.Date, until string) []api.Holiday {
	var all []api.Holiday
	for _, r := range s.table {
		if r.country == country {
			all = append(all, r.holiday)
		}
	}
	if country == "BR" {
		for year := today.Year; year <= today.Year+2; year++ {
			all = append(all, brazil(year)...)
		}
	}
	all = slices.DeleteFunc(all, func(h api.Holiday) bool { return h.Last < today.String() || h.First > until })
	slices.SortStableFunc(all, func(a, b api.Holiday) int { return strings.Compare(a.First, b.First) })
	return all
}

// HandleDismiss stops offering a holiday to a shop, or offers it again ([api.PathHolidays]).
func (s *Service) HandleDismiss(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.DismissHoliday](w, r)
	if err != nil {
		return err
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionHoursEdit)
	if err != nil {
		return err
	}
	if !s.known(request.ID) {
		return httpio.Invalid("There is no such holiday.", api.Problem{Path: "id", Code: "holiday"})
	}
	err = s.recorded(r.Context(), scope, "dates.holiday", request, func(ctx context.Context) error {
		return s.Dates.DismissHoliday(ctx, scope.ShopID(), request.ID, request.Dismissed)
	})
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, struct{}{})
}

// known reports whether a holiday has this id.
func (s *Service) known(id string) bool {
	country, rest, _ := strings.Cut(id, "/")
	year, _, _ := strings.Cut(rest, "/")
	if at, err := time.Parse("2006", year); err == nil && country == "br" {
		return slices.ContainsFunc(brazil(at.Year()), func(h api.Holiday) bool { return h.ID == id })
	}
	return slices.ContainsFunc(s.table, func(r row) bool { return r.holiday.ID == id })
}
