package main

import (
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
)

// The check has a message come back from the NATS server, whatever the database says.
func TestCheckOfANATSServer(t *testing.T) {
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
	for address, want := range map[string]verdict{bus.ClientURL(): checkOK, "nats://127.0.0.1:1": checkWrong} {
		set := checkable(t)
		set["--database"], set["--nats"] = "postgres://127.0.0.1:1/none", address
		found, _ := looked(t, set)
		has(t, found, "nats", want, "")
	}
}
