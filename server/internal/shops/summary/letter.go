package summary

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders/push"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/mail"
	"github.com/shopdesk/shopdesk/server/store"
)

// Places in the console, below its address.
const (
	placeYesterday = "today/yesterday"
	placeSettings  = "settings/devices"
)

const (
	longestName = 60             // characters of a shop's name
	listed      = 10             // shops in an e-mail
	keep        = 12 * time.Hour // in which a push service may bring a notification
)

// letter is a summary in one person's language.
type letter struct {
	texts

	Title     string
	Note      string // why the shops' days differ, "" if they don't
	None      string // said in place of the lines on a day without orders, "" with orders
	Lines     []line
	Heading   string // of Shops
	Shops     []shopLine
	More      string // shops that aren't listed, "" for none
	Open, Off link

	day    string
	public string
}

// line is a figure with its label.
type line struct{ Label, Value string }

// shopLine is a shop with its figures.
type shopLine struct {
	Name  string
	Lines []line
}

type link struct{ Words, URL string }

// letter words a summary.
func (s *Service) letter(p *auth.Principal, row store.Summary, shops []api.Shop, f api.Figures, h home,
	day string) letter {
	t := texts{Texts: s.words.In(p.Language(), row.Language)}
	l := letter{
		texts: t, Title: t.Say("summary.title", t.date(day)), day: day,
		Heading: t.Words["summary.shops"], public: s.Public,
		Open: link{t.Words["summary.open"], s.Public + "/" + placeYesterday},
		Off:  link{t.Words["summary.off"], s.Public + "/" + placeSettings},
	}
	if h.zones > 1 {
		l.Note = t.Say("summary.zones", t.Number(h.zones))
	}
	if f.All.Now.Orders == 0 {
		l.None = t.Words["summary.none"]
	}
	if f.StopsSince > 0 {
		since, _ := rules.Local(f.StopsSince, h.zone)
		t.unseen = t.Say("summary.unseen", t.day(since))
	}
	if f.All.Now.Orders > 0 || f.All.Before.Orders > 0 {
		l.Lines = t.score(f.All)
	}
	names := map[int64]string{}
	for _, shop := range shops {
		names[shop.ShopID] = cmp.Or(t.shopName(shop), strconv.FormatInt(shop.ShopID, 10))
	}
	if len(shops) > 1 {
		for _, one := range f.Shops[:min(listed, len(f.Shops))] {
			l.Shops = append(l.Shops, shopLine{t.Isolated(names[one.ShopID]), t.score(one)})
		}
		if more := f.MoreShops + len(f.Shops) - len(l.Shops); more > 0 {
			l.More = t.Say("summary.more", t.Number(more))
		}
	}
	return l
}

// shopName is the shop's name that leads in the language, in one line.
func (t texts) shopName(shop api.Shop) string {
	name, _ := shop.Names(t.Lang)
	return httpio.Shorten(strings.Join(strings.Fields(name), " "), longestName)
}

// score are a shop's figures, each beside the one of the week before.
func (t texts) score(s api.ShopScore) []line {
	now, before := &s.Now, &s.Before
	add := func(lines []line, key, now, before string) []line {
		return append(lines, line{t.Words[key], t.beside(now, before)})
	}
	lines := add(nil, "summary.orders", t.Number(now.Orders), t.Number(before.Orders))
	lines = add(lines, "summary.sales", cmp.Or(t.money(now.Sales), "–"), cmp.Or(t.money(before.Sales), "–"))
	lines = add(lines, "summary.lost", t.lost(now), t.lost(before))
	lines = add(lines, "summary.accepted", t.accepted(now), t.accepted(before))
	lines = add(lines, "summary.refunded", t.Number(now.Refunded), t.Number(before.Refunded))
	lines = add(lines, "summary.stopped", t.stopped(now), t.stopped(before))
	if now.Planned+before.Planned == 0 {
		return lines
	}
	return add(lines, "summary.planned", t.lasted(now.Planned), t.lasted(before.Planned))
}

// lost is how many orders were lost, and what they cost.
func (t texts) lost(s *api.Score) string {
	if len(s.Cost) == 0 {
		return t.Number(s.Lost)
	}
	return t.Say("summary.lost.cost", t.Number(s.Lost), t.money(s.Cost))
}

// accepted is how many orders were accepted of those that the shop could accept.
func (t texts) accepted(s *api.Score) string {
	return t.Say("summary.of", t.Number(s.Accepted), t.Number(s.Accepted+s.Lost))
}

// stopped is for how long the shop took no orders within its hours, and how long of that it was paused by us.
func (t texts) stopped(s *api.Score) string {
	switch {
	case s.Unseen:
		return t.unseen
	case s.Paused == 0:
		return t.lasted(s.Stopped)
	}
	return t.Say("summary.paused", t.lasted(s.Stopped), t.lasted(s.Paused))
}

// lasted is a length of time in hours and minutes.
func (t texts) lasted(ms int64) string {
	minutes := ms / 60_000
	if minutes < 60 {
		return t.Say("since.minutes", strconv.FormatInt(minutes, 10))
	}
	return t.Say("since.hours", strconv.FormatInt(minutes/60, 10), strconv.FormatInt(minutes%60, 10))
}

// notification is the summary on a device.
func (l letter) notification(now time.Time) push.Personal {
	body := l.None
	if body == "" {
		parts := make([]string, 3)
		for i, one := range l.Lines[:len(parts)] {
			parts[i] = l.Say("summary.line", one.Label, one.Value)
		}
		body = strings.Join(parts, "\n")
	}
	body = strings.TrimSpace(body + "\n" + l.Note)
	return push.Personal{
		Event: "summary/" + l.day, Title: l.Title, Body: body, Lang: l.Lang, Path: placeYesterday, Until: now.Add(keep),
	}
}

// message is the summary as an e-mail.
func (l letter) message(to string) mail.Message {
	return mail.Message{To: to, Subject: l.Title, Text: l.text(), HTML: l.html(), Unsubscribe: l.Off.URL}
}

// text is the e-mail as text/plain.
func (l letter) text() string {
	var b strings.Builder
	paragraph := func(lines ...string) {
		for _, one := range lines {
			if one != "" {
				b.WriteString(one + "\n")
			}
		}
		b.WriteString("\n")
	}
	list := func(lines []line) (words []string) {
		for _, one := range lines {
			words = append(words, l.Say("summary.line", one.Label, one.Value))
		}
		return words
	}
	paragraph(l.Title, l.Note)
	paragraph(append([]string{l.None}, list(l.Lines)...)...)
	if len(l.Shops) > 0 {
		paragraph(l.Heading)
	}
	for _, shop := range l.Shops {
		paragraph(append([]string{shop.Name}, list(shop.Lines)...)...)
	}
	if l.More != "" {
		paragraph(l.More)
	}
	paragraph(l.Open.Words, l.Open.URL)
	paragraph(l.Off.Words, l.Off.URL)
	return strings.TrimRight(b.String(), "\n") + "\n"
}
