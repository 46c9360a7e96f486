package sandbox

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// manyAt is a made-up shop at a position beyond the seed: the same one for the
// same position, whenever it is asked for.
func manyAt(at int) seedShop {
	r := drawn(at, 0)
	of := chains[0] // half of them are at home
	if r.IntN(2) == 0 {
		of = chains[1+r.IntN(len(chains)-1)]
	}
	place := of.places[r.IntN(len(of.places))]
	street := of.streets[r.IntN(len(of.streets))]
	number := 1 + at%1999 // two shops are seldom neighbours
	line := seedShop{
		brand:   of.brand,
		name:    fmt.Sprintf(of.name, place[0], street[0], number),
		enName:  fmt.Sprintf("%s, %d %s", place[1], number, street[1]),
		address: fmt.Sprintf(of.address, place[0], street[0], number),
		english: fmt.Sprintf("%d %s, %s", number, street[1], place[1]),
		lon:     of.lon + r.Float64()*0.08, lat: of.lat + r.Float64()*0.08,
		week: variedWeek(r, of.week),
	}
	if of.brand.zone == home {
		line.brand = []brand{noodles, noodles, noodles, congee, dimSum}[r.IntN(5)]
	}
	for range 1 + r.IntN(3)*r.IntN(2) {
		line.phones = append(line.phones, fmt.Sprintf("%s%d%0*d", of.code, 3+r.IntN(5), of.digits-1, r.IntN(1_000_000)))
	}
	return line
}

// drawn are the position's own numbers, one row of them for each use.
func drawn(at int, use uint64) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(at), use)) //nolint:gosec // no secret, and not negative
}

// variedWeek is the chain's week in most shops. Others close on a day, have a
// day or two of their own, or a week of their own.
func variedWeek(r *rand.Rand, usual platform.Week) platform.Week {
	days := platform.Days()
	week := weekOf(func(d platform.Day) []platform.Period { return usual.Day(d) })
	switch r.IntN(10) {
	case 0:
		week.SetDay(days[r.IntN(7)], []platform.Period{{}})
	case 1:
		week.SetDay(days[r.IntN(7)], []platform.Period{hours(12, 20.5)})
	case 2:
		week.SetDay(platform.Friday, []platform.Period{hours(11, 1)})
		week.SetDay(platform.Saturday, []platform.Period{hours(11, 15), hours(17, 2.5)})
	case 3:
		all := []platform.Week{allDay, split, breakfast, night, roundTheC, mall, lateWeekend, office, restMonday, gulf}
		other := all[r.IntN(len(all))]
		week = weekOf(func(d platform.Day) []platform.Period { return other.Day(d) })
	}
	return week
}

// tellMany gives a made-up shop its story, as [Sandbox.tell] does for the seed.
// The caller holds the lock.
func (s *Sandbox) tellMany(sh *shop, at int) {
	r := drawn(at, 1) // other numbers than those that its place came from
	switch n := r.IntN(100); {
	case n < 3:
		sh.setStatus(platform.ShopSuspended, resting)
	case n < 4:
		sh.setStatus(platform.ShopSuspended, withheld)
	}
	switch n := r.IntN(100); {
	case n < 4:
		review(sh, platform.PicturePending, "")
	case n < 6:
		review(sh, platform.PictureRejected, "The picture is blurred. Use one in focus.")
	case n < 9:
		sh.Record.MainPictures = []platform.Picture{}
	}
	if r.IntN(25) == 0 { // something of its own, today
		sh.Special = append(sh.Special, s.inDays(sh, 0, 1, []platform.Period{{}, hours(12, 18), hours(9, 23)}[r.IntN(3)]))
	}
	if r.IntN(4) == 0 {
		first := 2 + r.IntN(28)
		sh.Special = append(sh.Special, s.inDays(sh, first, 1+r.IntN(4), []platform.Period{{}, hours(10, 16)}[r.IntN(2)]))
		if r.IntN(3) == 0 {
			sh.Special = append(sh.Special, s.inDays(sh, first+9, 1, hours(11, 15), hours(18, 3)))
		}
	}
	sh.Special = slices.Clip(sh.Special)
}
