package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/doctor"
	"github.com/shopdesk/shopdesk/server/store"
)

// doctorCommand compares the assumptions about the platform with its behaviour, before the console goes live.
type doctorCommand struct {
	Settings settings `embed:""`

	Listen string        `env:"LISTEN" default:"127.0.0.1:8080" help:"The console's address, to listen on for webhooks while no console does."`
	Shop   []int64       `help:"Number of a shop to read. Default: the first that the console looks after." placeholder:"N"`
	Token  string        `name:"token-file" help:"File with an access token of the shop, to read with where SHOPDESK_GRANT is none." placeholder:"FILE"`
	Order  []int64       `help:"Number of an order of the first shop to read. Default: those that webhooks name." placeholder:"N"`
	Wait   time.Duration `default:"2m" help:"How long a heartbeat and a message are waited for; 0: not at all."`
	JSON   bool          `name:"json" help:"Print the report as JSON, not as a table."`
	Report string        `default:"shopdesk-doctor.json" help:"File that the report is written to, to attach to a question."`
}

// differsError is the doctor's error when an assumption doesn't hold. The exit code tells it from a doctor that
// couldn't look (see exitCode).
type differsError struct{ count int }

func (e differsError) Error() string {
	return fmt.Sprintf("assumptions that don't hold: %d", e.count)
}

// Run looks, prints, and writes the report.
func (c doctorCommand) Run(ctx context.Context, term terminal) error {
	s := c.Settings
	wrong := missing(
		setting{s.PlatformURL, "SHOPDESK_PLATFORM_URL", "--platform-url"},
		setting{s.ClientID, "SHOPDESK_CLIENT_ID", "--client-id"},
		setting{s.ClientSecretFile, "SHOPDESK_CLIENT_SECRET_FILE", "--client-secret-file"},
		setting{s.Home.PublicURL, "SHOPDESK_PUBLIC_URL", "--public-url"},
	)
	if err := errors.Join(append(wrong, s.bad()...)...); err != nil {
		return err
	}
	public, _ := baseurl.Parse(s.Home.PublicURL) // checked before
	s.Home.PublicURL = public.String()           // as the console registers it
	secret, err := s.clientSecret()
	if err != nil {
		return err
	}
	o := doctor.Options{
		PlatformURL: s.PlatformURL, ClientID: s.ClientID, PublicURL: s.Home.PublicURL, Shops: c.Shop, Wait: c.Wait,
		Presenter: platform.Presenter{Profile: s.profile(), AppID: s.AppID, Secret: secret},
		HookRule:  platform.HookRule(s.HookRule), AuthorizeURL: s.AuthorizeURL,
		ImageHosts: s.ImageHosts,
		Grant: map[string]string{"app": platform.GrantApp, "legacy": platform.GrantLegacy,
			"none": doctor.NoGrant}[s.Grant],
	}
	hook, err := s.noted(ctx, term, &o)
	if err != nil {
		return err
	}
	if c.Token != "" {
		token, err := readSecret("--token-file", c.Token)
		if err != nil {
			return err
		}
		o.Token = func(context.Context, int64) (string, error) { return token, nil }
	}
	if len(o.Shops) == 0 && (o.Grant != doctor.NoGrant || o.Token != nil) {
		return errors.New("--shop is missing: the number of a shop that has authorised the application")
	}
	for _, id := range c.Order {
		if len(o.Shops) > 0 {
			o.Orders = append(o.Orders, platform.OrderRef{ShopID: o.Shops[0], OrderViewID: id})
		}
	}
	return c.examine(ctx, term, o, hook)
}

// noted reads the notes of an existing installation: its shops, its webhook address, and its notes about the
// platform.
func (s settings) noted(ctx context.Context, term terminal, o *doctor.Options) (hook string, err error) {
	hook = "<id>"
	if s.Home.Database == "" || cmp.Or(s.Home.KeysFile, s.Home.Keys) == "" {
		return hook, nil
	}
	var options server.Options
	switch err := s.Home.open(ctx, newLog(term.log, "text", slog.LevelWarn), &options); {
	case errors.Is(err, store.ErrAbsent) && options.Keys.Database() == "":
		return hook, nil // before the first start
	case err != nil:
		return "", err
	}
	defer closing(options.Logger, "store", options.Store.Close)
	known, err := server.Noted(ctx, options.Store, s.Home.PublicURL)
	if err != nil {
		return "", err
	}
	o.Known = &doctor.Known{Heartbeat: known.Heartbeat, Registered: known.Registered, Shown: known.Shown}
	if len(o.Shops) == 0 && len(known.Shops) > 0 {
		o.Shops = known.Shops[:1]
	}
	return cmp.Or(known.HookID, hook), nil
}

// examine listens at the console's address, unless a console does, and looks.
func (c doctorCommand) examine(ctx context.Context, term terminal, o doctor.Options, hook string) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	switch o.Listening = err == nil; {
	case errors.Is(err, syscall.EADDRINUSE):
		o.Wait = 0
		_, _ = fmt.Fprintf(term.log, "%s is taken: a console is expected there, and no webhook is waited for.\n", c.Listen)
	case err != nil:
		return fmt.Errorf("LISTEN (--listen): %w", err)
	}
	d, err := doctor.New(o)
	if err != nil {
		return err
	}
	if o.Listening {
		site := &http.Server{Handler: d, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second,
			WriteTimeout: time.Minute}
		go func() { _ = site.Serve(listener) }() // until site is closed
		defer func() { _ = site.Close() }()
	}
	if o.Wait > 0 {
		_, _ = fmt.Fprintf(term.log,
			"Waiting up to %v for a heartbeat and a message at %s%s%s. Messages are refused, so that the platform sends them "+
				"again.\n",
			o.Wait, o.PublicURL, api.PathHook, hook)
	}
	report := d.Run(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if c.JSON {
		_, err = term.out.Write(text)
	} else {
		err = report.WriteTable(term.out)
	}
	wrong := []error{err}
	if err := os.WriteFile(c.Report, text, 0o600); err != nil {
		wrong = append(wrong, fmt.Errorf("--report: %w", err))
	}
	if differing := report.In(doctor.Differs); len(differing) > 0 {
		wrong = append(wrong, differsError{len(differing)})
	}
	return errors.Join(wrong...)
}
