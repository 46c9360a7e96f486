package main

import (
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store/nats"
)

// natsSettings name a NATS server by which replicas ring at each other. Without one PostgreSQL's notifications do.
type natsSettings struct {
	URL         string `name:"nats" env:"SHOPDESK_NATS" help:"Replicas ring at each other by this NATS server, nats:// or tls://, not by PostgreSQL's notifications." placeholder:"URL"`
	Credentials string `name:"nats-credentials-file" env:"SHOPDESK_NATS_CREDENTIALS_FILE" help:"File with our credentials there (.creds)." placeholder:"FILE"`
}

// bad lists contradictory settings.
func (n natsSettings) bad(database string) []error {
	switch {
	case n.URL == "" && n.Credentials == "":
		return nil
	case n.URL == "":
		return []error{errors.New("SHOPDESK_NATS (--nats) is missing: SHOPDESK_NATS_CREDENTIALS_FILE needs it")}
	case database != "" && !isPostgres(database):
		return []error{errors.New("SHOPDESK_NATS: a SQLite database has one replica: want a postgres:// address in " +
			"SHOPDESK_DATABASE")}
	}
	if err := n.options().Valid(); err != nil {
		return []error{fmt.Errorf("SHOPDESK_NATS: %w", err)}
	}
	return nil
}

func (n natsSettings) options() nats.Options {
	return nats.Options{URL: n.URL, Credentials: n.Credentials}
}

// connect sets the option, if there is a NATS server. The caller calls end after the store is closed.
func (n natsSettings) connect(o *server.Options) (end func(), err error) {
	if n.URL == "" {
		return func() {}, nil
	}
	bell, err := nats.Connect(n.options())
	if err != nil {
		return nil, fmt.Errorf("SHOPDESK_NATS: %w", err)
	}
	o.Doorbell = bell
	return bell.Close, nil
}
