package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/internal/loopback"
	"github.com/shopdesk/shopdesk/server/store/nats"
)

const (
	reachWithin = 10 * time.Second // for each neighbour
	clockMost   = 30 * time.Second // how far our clock may be from the platform's
)

// lookAround looks whether the neighbours can be reached: our own address, the platform, a bucket, a mail server, a
// NATS server, a provider.
func (c checkCommand) lookAround(ctx context.Context, report *findings) {
	s := c.Settings
	if _, _, err := net.SplitHostPort(c.Listen); err == nil { // else a finding of the settings names it
		lookAtListening(ctx, report, "listen", "LISTEN (--listen)", c.Listen)
	}
	if address := c.Metrics.MetricsListen; address != "" {
		lookAtListening(ctx, report, "metrics", "SHOPDESK_METRICS_LISTEN (--metrics-listen)", address)
	}
	client := &http.Client{Timeout: reachWithin, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	if base, err := baseurl.Parse(s.PlatformURL); err == nil {
		direct := *client
		direct.Transport = &http.Transport{} // by no forward proxy, as the console calls the platform
		lookAtPlatform(ctx, &direct, base, report)
	}
	if public, err := baseurl.Parse(s.Home.PublicURL); err == nil && !loopback.Is(public.Hostname()) {
		lookAtPublic(ctx, client, public, report)
	}
	if s.Bucket.Endpoint != "" && len(s.Bucket.bad()) == 0 {
		s.Bucket.look(ctx, report)
	}
	if s.Mail.Address != "" && len(s.Mail.bad()) == 0 {
		s.Mail.look(ctx, report)
	}
	if s.NATS.URL != "" && len(s.NATS.bad(s.Home.Database)) == 0 {
		ctx, cancel := context.WithTimeout(ctx, reachWithin)
		defer cancel()
		report.proven("nats", nats.Check(ctx, s.NATS.options()), "a message came back")
	}
	if s.OIDCIssuer != "" {
		_, err := oidc.NewProvider(oidc.ClientContext(ctx, client), s.OIDCIssuer)
		report.proven("provider", err, "%s answers, and is who it says", s.OIDCIssuer)
	}
}

// lookAtListening listens at an address for a moment.
func lookAtListening(ctx context.Context, report *findings, what, setting, address string) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		report.add(what, checkNote, "%s is taken: by a running console, or by another program", address)
	case err != nil:
		report.add(what, checkWrong, "%s: %v", setting, err)
	default:
		report.proven(what, listener.Close(), "%s is free", address)
	}
}

// lookAtPlatform asks for the base address. Any answer proves the way there; its Date shows how far the clocks differ.
func lookAtPlatform(ctx context.Context, client *http.Client, base *url.URL, report *findings) {
	asked := time.Now()
	answer, err := get(ctx, client, base.String())
	if err != nil {
		report.add("platform", checkWrong, "%v", err)
		return
	}
	_ = answer.Body.Close()
	report.add("platform", checkOK, "%s answers", base.Host)
	answered := time.Now()
	if theirs, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		word, off := "ahead of", theirs.Sub(answered)
		if off < 0 {
			word, off = "behind", asked.Sub(theirs.Add(time.Second)) // they tell whole seconds
		}
		if off > clockMost {
			report.add("clock", checkWrong, "the platform's clock is %v %s ours: signatures and tokens need "+
				"clocks that agree", off.Round(time.Second), word)
			return
		}
		report.add("clock", checkOK, "within %v of the platform's", clockMost)
	}
}

// lookAtPublic looks whether browsers find the way to us. Before a start the proxy in front may answer anything.
func lookAtPublic(ctx context.Context, client *http.Client, public *url.URL, report *findings) {
	answer, err := get(ctx, client, public.String()+"/healthz")
	if err != nil {
		report.add("public address", checkNote, "not reached from this machine: %v", err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 100)) // what can't be read is no "ok"
	if answer.StatusCode == http.StatusOK && strings.TrimSpace(string(body)) == "ok" {
		report.add("public address", checkOK, "a console answers there")
		return
	}
	report.add("public address", checkNote, "%s answers %d, and no console: expected before the start", public.Host,
		answer.StatusCode)
}

func get(ctx context.Context, client *http.Client, address string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("no answer: %w", err)
	}
	return answer, nil
}
