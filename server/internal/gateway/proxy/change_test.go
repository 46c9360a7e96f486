package proxy_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// digestOf gives the digest that the browser computes of a record.
func digestOf(t *testing.T, path, answer string) string {
	t.Helper()
	var env platform.Envelope
	if err := json.Unmarshal([]byte(answer), &env); err != nil {
		t.Fatal(err)
	}
	endpoint, _ := platform.EndpointAt(path)
	record := endpoint.NewData()
	if err := json.Unmarshal(env.Data, record); err != nil {
		t.Fatal(err)
	}
	return servertest.Must(api.Digest(servertest.Must(json.Marshal(part(record)))(t)))(t)
}

// part gives the part of a record that its update replaces: a shop's phones, and
// the whole of other records.
func part(record any) any {
	if shop, ok := record.(*platform.Shop); ok {
		return shop.Phones
	}
	return record
}

// The same record is edited twice from one read. The second edit is refused with
// the current record.
func TestSecondEditOfOneBaseIsRefused(t *testing.T) {
	t.Parallel()
	special := `{"shopId":100001,"specialBusinessHour":[{"startDate":1924905600000,"endDate":1924991999999,"businessHour":[{"startTime":0,"endTime":0}]}]}`
	for _, test := range []struct{ name, read, write, first, second string }{
		{"weekly hours", platform.PathWeekGet, platform.PathWeekUpdate, newWeek,
			strings.Replace(newWeek, "36000", "39600", 1)},
		{"phones, a part of the record", platform.PathShopGet, platform.PathContactUpdate,
			`{"shopId":100001,"phones":["852-25460199"]}`, `{"shopId":100001,"phones":["852-25460198"]}`},
		{"special hours", platform.PathSpecialGet, platform.PathSpecialUpdate, special,
			`{"shopId":100001,"specialBusinessHour":[]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, setup{})
			base := digestOf(t, test.read, f.post(t, api.RoleOwner, test.read, ref).Body)
			if a := f.post(t, api.RoleManager, test.write, test.first, api.HeaderBase, base); a.Status != 200 {
				t.Fatalf("the first is refused: %d %+v", a.Status, a.Error)
			}
			now := f.post(t, api.RoleOwner, test.read, ref)
			a := f.post(t, api.RoleOwner, test.write, test.second, api.HeaderBase, base)
			if a.Status != http.StatusConflict || a.Error.Code != api.CodeChanged {
				t.Fatalf("the second: %d %+v", a.Status, a.Error)
			}
			current := servertest.Must(api.Digest(a.Error.Current))(t)
			if current == base || current != digestOf(t, test.read, now.Body) {
				t.Errorf("current is %s, the platform has %s", a.Error.Current, now.Body)
			}
			if got := f.trail(t); len(got) != 1 {
				t.Errorf("audit %v: what wasn't sent isn't a change", got)
			}
			// The edit is sent again with the current record as its base.
			if a := f.post(t, api.RoleOwner, test.write, test.second, api.HeaderBase, current); a.Status != 200 {
				t.Errorf("the second, again: %d %+v", a.Status, a.Error)
			}
			want := []string{test.read, test.read, test.write, test.read, test.read, test.read, test.write}
			if diff := cmp.Diff(want, f.asked.lines()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestChangeIsNotSentWhenTheComparisonFails(t *testing.T) {
	t.Parallel()
	s := &sandbox.Sandbox{}
	f := newFixture(t, setup{platform: s})
	if _, err := s.Inject(sandbox.Fault{Kind: sandbox.FaultHTML, Path: platform.PathWeekGet}); err != nil {
		t.Fatal(err)
	}
	a := f.post(t, api.RoleOwner, platform.PathWeekUpdate, newWeek, api.HeaderBase, "x")
	if a.Error.Code != api.CodePlatformDown || a.Error.Unknown || len(f.trail(t)) != 0 {
		t.Errorf("answer %+v, audit %v: nothing was sent", a.Error, f.trail(t))
	}
}

var errDisk = errors.New("disk full")

// spoilt is an audit whose methods can fail.
type spoilt struct {
	store.Audit
	begin, finish error
}

func (s *spoilt) Begin(ctx context.Context, e store.Entry) (int64, error) {
	if s.begin != nil {
		return 0, s.begin
	}
	return s.Audit.Begin(ctx, e)
}

func (s *spoilt) Finish(ctx context.Context, id int64, outcome, detail string, now int64) error {
	if s.finish != nil {
		return s.finish
	}
	return s.Audit.Finish(ctx, id, outcome, detail, now)
}

func TestChangeHasAnAuditEntry(t *testing.T) {
	t.Parallel()
	f := newFixture(t, setup{})
	f.post(t, api.RoleManager, platform.PathWeekUpdate, newWeek)
	rows := servertest.Must(f.store.Entries(t.Context(), store.EntryQuery{Shops: []int64{shop}, Limit: 10}))(t)
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	e := rows[0]
	if e.OperatorID == 0 || e.Operator != "Marco Lam" || e.Address == "" || e.ShopID != shop || e.At == 0 ||
		e.FinishedAt < e.At || e.Action != "hours.week.update" || string(e.Request) != newWeek {
		t.Errorf("row %+v", e)
	}
}

// Without an intent in the audit nothing is sent.
func TestChangeIsNotSentWithoutAnAuditIntent(t *testing.T) {
	t.Parallel()
	f := newFixture(t, setup{audit: func(a store.Audit) store.Audit { return &spoilt{Audit: a, begin: errDisk} }})
	a := f.post(t, api.RoleOwner, platform.PathWeekUpdate, newWeek)
	if a.Status != http.StatusServiceUnavailable || a.Error.Code != api.CodeUnavailable || len(f.asked.lines()) != 0 {
		t.Errorf("answer %d %+v after %v", a.Status, a.Error, f.asked.lines())
	}
}

// An outcome that can't be recorded is still answered to the operator, and is in
// the log.
func TestUnrecordedOutcomeIsAnsweredAndLogged(t *testing.T) {
	t.Parallel()
	f := newFixture(t, setup{audit: func(a store.Audit) store.Audit { return &spoilt{Audit: a, finish: errDisk} }})
	if a := f.post(t, api.RoleOwner, platform.PathWeekUpdate, newWeek); a.Status != 200 {
		t.Errorf("answer %d %+v", a.Status, a.Error)
	}
	if log := f.log.String(); !strings.Contains(log, "outcome not recorded") || !strings.Contains(log, "outcome=done") {
		t.Errorf("log:\n%s", log)
	}
}

// A begun change is finished after its client has left, and the shutdown waits for
// the change.
func TestChangeIsFinishedAfterItsClientLeft(t *testing.T) {
	t.Parallel()
	arrived, proceed := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == platform.PathWeekUpdate {
			close(arrived)
			<-proceed
		}
		scripted(`{"code":0,"message":""}`).ServeHTTP(w, r)
	})
	f := newFixture(t, setup{platform: slow})
	ctx, leave := context.WithCancel(t.Context())
	request := f.request(ctx, t, api.RoleOwner, platform.PathWeekUpdate, newWeek)
	left := make(chan error)
	go func() {
		response, err := f.console.Client().Do(request)
		if err == nil {
			_ = response.Body.Close()
		}
		left <- err
	}()
	<-arrived
	leave()
	if err := <-left; err == nil {
		t.Fatal("the reader didn't leave")
	}
	impatient, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := f.proxy.Wait(impatient); err == nil {
		t.Error("Wait returned while a change was under way")
	}
	close(proceed)
	if err := f.proxy.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := f.trail(t); !slices.Equal(got, []string{"hours.week.update done"}) {
		t.Errorf("audit %v", got)
	}
}
