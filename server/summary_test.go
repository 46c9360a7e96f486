package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/smtptest"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/mail/smtp"
	"github.com/shopdesk/shopdesk/server/store"
)

// mailing has a console send by a mail server.
func mailing(t *testing.T, far *smtptest.Server) func(*server.Options) {
	t.Helper()
	sender, err := smtp.New(smtp.Options{Address: far.Address, From: "console@shops.example", Roots: far.Roots})
	if err != nil {
		t.Fatal(err)
	}
	return func(o *server.Options) { o.Mail = sender }
}

// morning is a console at ten in the morning in Hong Kong, so that no test crosses midnight.
func morning(t *testing.T, change func(*server.Options)) (*background, *time.Location) {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Hong_Kong")
	if err != nil {
		t.Fatal(err)
	}
	b := newBackground(t, change)
	now := b.options.Now().In(zone)
	b.pass(time.Date(now.Year(), now.Month(), now.Day()+1, 10, 0, 0, 0, zone).Sub(now))
	return b, zone
}

// lost keeps an order that a shop lost at nine in the morning, so many days ago.
func (b *background) lost(shop int64, days int) {
	b.t.Helper()
	ctx := b.t.Context()
	facts, err := b.options.Store.Shop(ctx, shop)
	if err != nil {
		b.t.Fatal(err)
	}
	zone, err := time.LoadLocation(facts.Zone)
	if err != nil {
		b.t.Fatal(err)
	}
	now := b.options.Now().In(zone)
	at := time.Date(now.Year(), now.Month(), now.Day()-days, 9, 0, 0, 0, zone).UnixMilli()
	o := api.Order{ShopID: shop, OrderID: 77, Number: "4817", Column: api.ColumnCancelled, PlacedAt: at,
		Total: &api.Money{Amount: 6200, Currency: "HKD"}}
	data, err := json.Marshal(o)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.options.Store.SaveOrders(ctx, []store.OrderChange{{Order: store.Order{
		ShopID: shop, OrderID: o.OrderID, Stage: string(o.Column), PlacedAt: at, ChangedAt: at, Data: data,
	}}}); err != nil {
		b.t.Fatal(err)
	}
}

// soonMinute is the next minute of the day.
func (b *background) soonMinute(zone *time.Location) int {
	soon := b.options.Now().In(zone).Add(time.Minute)
	return soon.Hour()*60 + soon.Minute()
}

func (b *background) sendSummaries() {
	b.t.Helper()
	if err := b.console.SendSummaries(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// A person proves an address by the code that was sent there, and gets each day's summary once.
func TestSummaryByMail(t *testing.T) {
	t.Parallel()
	far := smtptest.New(t)
	b, zone := morning(t, mailing(t, far))
	owner := b.as(api.RoleOwner)
	set := read[api.Summary](b.bench, owner, api.PathSummary)
	if !set.Mailer || !set.Notifier || set.Mail || set.Push || set.Minute != 480 || set.Zone != "Asia/Hong_Kong" {
		t.Fatalf("before a choice: %+v", set)
	}
	want := api.SetSummary{Mail: true, Minute: b.soonMinute(zone), Address: " ann@shops.example "}
	status, body := b.post(owner, api.PathSummary, want)
	if status != http.StatusOK || strings.Contains(body, `"proved"`) {
		t.Fatalf("%d %s", status, body)
	}
	code := regexp.MustCompile(`\d{8}`).FindString(far.Wait(1)[0].Read(t).Text)
	want.Code = "00000000"
	if code == want.Code {
		want.Code = "00000001"
	}
	if status, body := b.post(owner, api.PathSummary, want); status != http.StatusUnprocessableEntity ||
		!strings.Contains(body, api.ProblemCode) {
		t.Errorf("a wrong code: %d %s", status, body)
	}
	b.pass(2 * time.Minute)
	b.sendSummaries()
	if n := len(far.Messages()); n != 1 {
		t.Fatalf("%d messages to an address that isn't proved", n)
	}
	want.Code, want.Minute = code[:4]+" "+code[4:], b.soonMinute(zone)
	if status, body := b.post(owner, api.PathSummary, want); status != http.StatusOK ||
		!strings.Contains(body, `"proved":true`) {
		t.Fatalf("%d %s", status, body)
	}

	b.lost(shopID, 1)
	b.pass(time.Minute)
	b.sendSummaries()
	b.sendSummaries()
	m := far.Wait(2)[1]
	l := m.Read(t)
	if len(m.To) != 1 || m.To[0] != "ann@shops.example" || len(far.Messages()) != 2 {
		t.Errorf("%d messages, the last one to %s", len(far.Messages()), m.To)
	}
	for _, words := range []string{"Orders: 1 (a week before: 0)", "Lost orders: 1, HKD 62.00", "Harbour Noodle Central",
		b.console.Public() + "/today/yesterday", b.console.Public() + "/settings/devices"} {
		if !strings.Contains(l.Text, words) {
			t.Errorf("no %q in %s", words, l.Text)
		}
	}
	if !strings.HasPrefix(l.Subject, "Yesterday in your shops: ") || !strings.Contains(l.HTML, "<table>") ||
		l.Header.Get("List-Unsubscribe") != "<"+b.console.Public()+"/settings/devices>" {
		t.Errorf("%s: %v", l.Subject, l.Header)
	}
}

// A mailbox that the mail server refuses was called an outage of the console's server.
func TestRefusedMailboxIsToldAtTheAddress(t *testing.T) {
	t.Parallel()
	far := smtptest.New(t)
	b := newBackground(t, mailing(t, far))
	owner, want := b.as(api.RoleOwner), api.SetSummary{Mail: true, Address: "ann@shops.example"}
	for answer, told := range map[string]string{
		"550 5.1.1 no such mailbox": `"path":"address"`, "450 4.2.1 busy": string(api.CodeUnavailable),
	} {
		far.Refuse("RCPT", answer)
		if status, body := b.post(owner, api.PathSummary, want); status == http.StatusOK || !strings.Contains(body, told) {
			t.Errorf("%s: %d %s", answer, status, body)
		}
	}
	if read[api.Summary](b.bench, owner, api.PathSummary).Mail {
		t.Error("saved")
	}
}

// An address that was mistyped and corrected at once was "Too many tries", and so was another time of the day before
// the code was typed.
func TestAddressIsCorrectedAtOnce(t *testing.T) {
	t.Parallel()
	far := smtptest.New(t)
	b := newBackground(t, mailing(t, far))
	owner := b.as(api.RoleOwner)
	for i, in := range []api.SetSummary{
		{Mail: true, Address: "adda@shops.example"}, {Mail: true, Address: "ada@shops.example"},
		{Mail: true, Address: "ada@shops.example"}, // to get another code
		{Mail: true, Address: "ada@shops.example", Minute: 600},
		{Mail: true, Address: "ada@shops.example", Minute: 600, Push: true},
	} {
		status, body := b.post(owner, api.PathSummary, in)
		if status != http.StatusOK || !strings.Contains(body, in.Address) {
			t.Errorf("%d: %d %s", i, status, body)
		}
	}
	set := read[api.Summary](b.bench, owner, api.PathSummary)
	if len(far.Messages()) != 3 || set.Minute != 600 || !set.Push || set.Proved {
		t.Errorf("%d codes, %+v", len(far.Messages()), set)
	}
	for _, in := range []api.SetSummary{
		{Mail: true, Address: "ada@shops.example", Minute: 600, Push: true},
		{Mail: true, Address: "eve@shops.example", Minute: 600, Push: true},
	} {
		if status, body := b.post(owner, api.PathSummary, in); status != http.StatusTooManyRequests {
			t.Errorf("a fourth code to %s: %d %s", in.Address, status, body)
		}
	}
}

// Since when stops are kept is the first start's moment, for later starts as well.
func TestStopsAreKnownSinceTheFirstStart(t *testing.T) {
	t.Parallel()
	b := newBackground(t, nil)
	since := func() int64 {
		return read[api.Yesterday](b.bench, b.as(api.RoleOwner), api.PathYesterday).Figures.StopsSince
	}
	first := since()
	if first == 0 {
		t.Fatal("stops are known since ever")
	}
	b.pass(time.Minute)
	b.upgrade(b.options)
	if again := since(); again != first {
		t.Errorf("since %d, then %d", first, again)
	}
}

// A summary by notification reaches each device of its person, and no other person's.
func TestSummaryByNotification(t *testing.T) {
	t.Parallel()
	b, zone := morning(t, nil)
	owner := b.as(api.RoleOwner)
	device := b.subscribe(owner)
	b.subscribe(b.as(api.RoleManager))
	if read[api.Summary](b.bench, owner, api.PathSummary).Mailer {
		t.Error("e-mail is offered without a mailer")
	}
	if status, body := b.post(owner, api.PathSummary, api.SetSummary{Mail: true, Address: "ann@shops.example"}); status !=
		http.StatusNotFound {
		t.Errorf("e-mail without a mailer: %d %s", status, body)
	}
	if status, body := b.post(owner, api.PathSummary, api.SetSummary{Push: true, Minute: b.soonMinute(zone)}); status !=
		http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	b.pass(2 * time.Minute)
	b.sendSummaries()
	got := b.service.Wait(1)
	b.finish()
	said := got[0].Read(t)
	if got[0].Device != device || said["path"] != "today/yesterday" ||
		!strings.HasPrefix(fmt.Sprint(said["body"]), "No orders yesterday.") {
		t.Errorf("%+v", said)
	}
	if n := b.service.Requests(); n != 1 {
		t.Errorf("%d messages", n)
	}
}

// A page that was opened before another window's choice saved all of its own. The regression: to choose a time of the
// day in one window switched notifications on again, which had been switched off in the other.
func TestSummaryChangesOnlyWhatWasChosen(t *testing.T) {
	t.Parallel()
	b := newBackground(t, mailing(t, smtptest.New(t)))
	owner := b.as(api.RoleOwner)
	was := api.SetSummary{Push: true, Minute: 480}
	for _, tt := range []struct {
		was, in, want api.SetSummary
	}{
		{api.SetSummary{Minute: 480}, was, was},
		{was, api.SetSummary{Minute: 480}, api.SetSummary{Minute: 480}},
		{was, api.SetSummary{Push: true, Minute: 600}, api.SetSummary{Minute: 600}},
		{was, api.SetSummary{Push: true, Minute: 480, Address: "ann@shops.example"},
			api.SetSummary{Minute: 600, Address: "ann@shops.example"}},
	} {
		tt.in.Was = &tt.was
		status, body := b.post(owner, api.PathSummary, tt.in)
		set := read[api.Summary](b.bench, owner, api.PathSummary)
		got := api.SetSummary{Push: set.Push, Mail: set.Mail, Minute: set.Minute, Address: set.Address}
		if status != http.StatusOK || got != tt.want {
			t.Errorf("%d %s: %+v, want %+v", status, body, got, tt.want)
		}
	}
}

// What can't be kept is refused, with the field.
func TestSummaryChoiceIsChecked(t *testing.T) {
	t.Parallel()
	b := newBackground(t, mailing(t, smtptest.New(t)))
	staff := b.as(api.RoleStaff)
	for _, tt := range []struct {
		in   api.SetSummary
		path string
	}{
		{api.SetSummary{Minute: -1}, "minute"},
		{api.SetSummary{Minute: 1440}, "minute"},
		{api.SetSummary{Mail: true}, "address"},
		{api.SetSummary{Mail: true, Address: "ann@shops.example\r\nBcc: eve@evil.example"}, "address"},
		{api.SetSummary{Address: "ann"}, "address"},
	} {
		status, body := b.post(staff, api.PathSummary, tt.in)
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, `"path":"`+tt.path+`"`) {
			t.Errorf("%+v: %d %s", tt.in, status, body)
		}
	}
	if status, _ := b.post(b.browser(), api.PathSummary, api.SetSummary{}); status != http.StatusUnauthorized {
		t.Errorf("signed out: %d", status)
	}
}

// The page of yesterday counts the shops whose orders the asker may see.
func TestYesterdayShowsOnlyOwnShops(t *testing.T) {
	t.Parallel()
	b, _ := morning(t, nil)
	b.lost(shopID, 1)
	b.lost(foreignShop, 1)
	for role, want := range map[api.Role]int{api.RoleOwner: 2, api.RoleManager: 1, api.RoleStaff: 1} {
		answer := read[api.Yesterday](b.bench, b.as(role), api.PathYesterday)
		if f := answer.Figures; f.Orders != want || f.All.Now.Lost != want || answer.Zones == 0 {
			t.Errorf("%s: %+v", role, answer)
		}
	}
	if status, body := b.do(b.browser(), http.MethodGet, api.PathYesterday, nil, nil); status != http.StatusUnauthorized {
		t.Errorf("signed out: %d %s", status, body)
	}
}

// Where a host signs people in, no summary is offered: the host tells only with a request what they may see.
func TestHostsPeopleGetNoSummary(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) {
		o.Demo = false
		mailing(t, smtptest.New(t))(o)
		o.Identity = func(*http.Request) (*identity.Person, error) {
			return &identity.Person{ID: "7", Name: "Grace", Role: identity.Owner, AllShops: true}, nil
		}
	})
	c := b.browser()
	if set := read[api.Summary](b, c, api.PathSummary); set.Mailer || set.Notifier {
		t.Errorf("%+v", set)
	}
	status, body := b.post(c, api.PathSummary, api.SetSummary{Mail: true, Address: "ann@shops.example"})
	if status != http.StatusNotFound {
		t.Errorf("%d %s", status, body)
	}
}
