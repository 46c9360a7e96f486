package runs_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// ask calls the console; any answer but 200 is its error body.
func ask[T any](f *fixture, role api.Role, method, path string, request any) (answer T, failure *api.Error) {
	f.t.Helper()
	failure = f.desk.Ask(f.t, role, method, path, request, &answer, nil)
	return answer, failure
}

func get[T any](f *fixture, role api.Role, method, path string, request any) T {
	f.t.Helper()
	answer, err := ask[T](f, role, method, path, request)
	if err != nil {
		f.t.Fatalf("%s %s: %+v", method, path, err)
	}
	return answer
}

func (f *fixture) one(role api.Role, id string) api.RunDetail {
	f.t.Helper()
	return get[api.RunDetail](f, role, "GET", api.PathRun+"?run="+id, nil)
}

var keys atomic.Int64

// start makes a run.
func (f *fixture) start(role api.Role, c api.Change, shops ...int64) api.Run {
	f.t.Helper()
	return get[api.Run](f, role, "POST", api.PathRuns, request(c, shops...))
}

func request(c api.Change, shops ...int64) api.StartRun {
	return api.StartRun{Key: fmt.Sprint("key ", keys.Add(1)), Name: "Christmas", Shops: texts(shops), Change: c}
}

func texts(ids []int64) (list []string) {
	for _, id := range ids {
		list = append(list, strconv.FormatInt(id, 10))
	}
	return list
}

func (f *fixture) again(r api.RepeatRun) api.Run {
	f.t.Helper()
	r.Key = fmt.Sprint("key ", keys.Add(1))
	return get[api.Run](f, api.RoleOwner, "POST", api.PathRunRepeat, r)
}

func (f *fixture) steer(id string, act api.RunAct) api.Run {
	f.t.Helper()
	return get[api.Run](f, api.RoleOwner, "POST", api.PathRunSteer, api.SteerRun{ID: id, Act: act})
}

// shops lists the first n shops without the one that is open at night: an early Monday breaks its rules.
func shops(n int) (ids []int64) {
	for id := int64(first); len(ids) < n; id++ {
		if id != first+14 {
			ids = append(ids, id)
		}
	}
	return ids
}

// shop is a shop's state on the platform.
func (f *fixture) shop(id int64) sandbox.ShopState {
	f.t.Helper()
	s, ok := f.box.Shop(id)
	if !ok {
		f.t.Fatalf("no shop %d", id)
	}
	return s
}

// trail lists the audit, oldest first, as "operator action outcome detail".
func (f *fixture) trail(shop int64) (trail []string) {
	f.t.Helper()
	for _, e := range servertest.Must(f.store.Entries(f.t.Context(),
		store.EntryQuery{Shops: []int64{shop}, Limit: 100}))(f.t) {
		trail = append([]string{strings.TrimSpace(e.Operator + " " + e.Action + " " + e.Outcome + " " + e.Detail)}, trail...)
	}
	return trail
}

func (f *fixture) fault(fault sandbox.Fault) {
	f.t.Helper()
	servertest.Must(f.box.Inject(fault))(f.t)
}

// states counts the shops of a run.
func states(d api.RunDetail) map[api.RunShopState]int {
	counts := map[api.RunShopState]int{}
	for _, s := range d.Shops {
		counts[s.State]++
	}
	return counts
}

var mondays = api.Change{Days: []api.ChangeDay{{Day: 0, Shifts: []api.Shift{{10000, 20000}}}}}

func date(from, to string, shifts ...api.Shift) api.ChangeDate {
	return api.ChangeDate{ChangeRange: api.ChangeRange{From: from, To: to}, Shifts: shifts}
}
