package server_test

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/nats"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

// belled are the options of a replica with a database connection and a doorbell of its own.
func belled(t *testing.T, o *server.Options, dsn, address string) {
	t.Helper()
	bell, err := nats.Connect(nats.Options{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bell.Close)
	db, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	o.Store, o.Doorbell = db, bell
}

// Two replicas ring at each other by NATS. When the NATS server is killed in the middle, orders that one replica hears
// still come to the screens of the other, found at its next look, and the lost doorbell is told everywhere.
func TestOrdersReachOtherReplicasWithAndWithoutNATS(t *testing.T) {
	t.Parallel()
	bus, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	go bus.Start()
	t.Cleanup(bus.Shutdown)
	if !bus.ReadyForConnections(time.Minute) {
		t.Fatal("the NATS server isn't ready")
	}
	dsn := postgrestest.Address(t)
	var options server.Options
	k := newKitchen(t, func(o *server.Options) {
		belled(t, o, dsn, bus.ClientURL())
		options = *o
	})
	o := options
	belled(t, &o, dsn, bus.ClientURL())
	o.Replica = "another"
	other := k.replica(o)
	told := func(word string) {
		t.Helper()
		k.eventually("the doorbell is "+word, func() bool {
			_, body := k.do(k.browser(), "GET", api.PathReady+"?verbose", nil, nil)
			return strings.HasPrefix(body, "ok\n") && strings.Contains(body, "\ndoorbell "+word+"\n")
		})
	}
	screen := k.screen(k.as(api.RoleOwner), "")
	reaches := func(id int64) {
		t.Helper()
		k.placeAt(other, id, func() bool { return false })
		screen.order(func(o api.Order) bool { return o.OrderID == id })
	}
	told("good")
	reaches(orderID)
	bus.Shutdown()
	bus.WaitForShutdown()
	told("failing")
	reaches(orderID + 1)
}

// late is a doorbell that isn't connected yet when it is first asked.
type late struct{ asked atomic.Int64 }

func (*late) Ring(string)                        {}
func (*late) Watch(string, func()) (stop func()) { return func() {} }

func (l *late) Err() error {
	if l.asked.Add(1) == 1 {
		return errors.New("not listening yet")
	}
	return nil
}

// A doorbell that connects while the server starts is no failure. The bug: nearly each start with PostgreSQL warned of
// one.
func TestDoorbellThatConnectsIsNoFailure(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Store, o.Doorbell = postgrestest.Open(t), new(late) })
	owner := b.as(api.RoleOwner)
	b.eventually("the doorbell is good", func() bool {
		return slices.ContainsFunc(read[api.Jobs](b, owner, api.PathJobs).Jobs, func(j api.Job) bool {
			return j.Name == "doorbell" && j.Health == api.JobGood && j.Last != 0
		})
	})
	if strings.Contains(b.log.String(), "not listening yet") {
		t.Errorf("log: %s", b.log)
	}
}

// A store that can't ring at replicas is refused with a doorbell, not served without one.
func TestDoorbellOfAStoreWithoutReplicas(t *testing.T) {
	t.Parallel()
	db := postgrestest.Open(t)
	_, err := server.New(t.Context(), server.Options{Store: struct{ store.Store }{db}, Doorbell: db.Doorbell()})
	if err == nil || !strings.Contains(err.Error(), "Doorbell: the store has no replicas") {
		t.Error(err)
	}
}
