package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
)

// settings are what serving a real platform needs. Every one is a flag and an
// environment variable.
type settings struct {
	Home home `embed:""`

	PlatformURL      string   `env:"SHOPDESK_PLATFORM_URL" help:"The platform's base address." placeholder:"URL"`
	ClientID         string   `env:"SHOPDESK_CLIENT_ID" help:"The application's client_id." placeholder:"ID"`
	ClientSecretFile string   `env:"SHOPDESK_CLIENT_SECRET_FILE" help:"File with the application's client_secret." placeholder:"FILE"`
	AppID            int64    `env:"SHOPDESK_APP_ID" help:"The application's appId, for --token-in-body." placeholder:"N"`
	TrustedProxies   []string `env:"SHOPDESK_TRUSTED_PROXIES" help:"Networks whose X-Forwarded-For is believed." placeholder:"CIDR"`
	TokenInBody      bool     `env:"SHOPDESK_TOKEN_IN_BODY" help:"Present the token as signed body fields, not as a bearer header."`
	PreviousSecrets  []string `env:"SHOPDESK_PREVIOUS_SECRET_FILES" help:"Files with client secrets that pushed messages may still be signed with." placeholder:"FILE"`
	HookMode         string   `env:"SHOPDESK_HOOK_MODE" enum:"enforce,observe" default:"enforce" help:"What happens to pushed messages with a wrong signature: ${enum}."`
	KeepRecordsDays  int      `env:"SHOPDESK_KEEP_RECORDS_DAYS" default:"30" help:"How many days the customers' details of an order are kept." placeholder:"N"`
	Anchor           string   `env:"SHOPDESK_ANCHOR" enum:"utc,shop" default:"utc" help:"Which midnight bounds a special date: ${enum}."`
}

// options reads the settings and what they name. All that can be told to be
// missing or wrong without touching anything is reported at once; the database
// is opened last. The caller closes the store.
func (s settings) options(ctx context.Context, log *slog.Logger) (server.Options, error) {
	if err := s.check(); err != nil {
		return server.Options{}, err
	}
	o := server.Options{Platform: server.Platform{URL: s.PlatformURL, ClientID: s.ClientID, AppID: s.AppID}}
	if s.TokenInBody {
		o.Platform.Profile.Presentation = platform.BodyFields
	}
	if s.Anchor == "shop" {
		o.Platform.Profile.Anchor = platform.AnchorShop
	}
	secret, err := os.ReadFile(s.ClientSecretFile)
	if err != nil {
		return o, fmt.Errorf("SHOPDESK_CLIENT_SECRET_FILE: %w", err)
	}
	o.Platform.ClientSecret = strings.TrimSpace(string(secret))
	if o.Platform.ClientSecret == "" {
		return o, fmt.Errorf("SHOPDESK_CLIENT_SECRET_FILE: %s is empty", s.ClientSecretFile)
	}
	for _, file := range s.PreviousSecrets {
		text, err := os.ReadFile(file)
		if err != nil {
			return o, fmt.Errorf("SHOPDESK_PREVIOUS_SECRET_FILES: %w", err)
		}
		o.Platform.PreviousSecrets = append(o.Platform.PreviousSecrets, strings.TrimSpace(string(text)))
	}
	o.Hooks.Mode = api.HookMode(s.HookMode)
	o.KeepRecords = time.Duration(s.KeepRecordsDays) * 24 * time.Hour
	for _, text := range s.TrustedProxies {
		o.TrustedProxies = append(o.TrustedProxies, netip.MustParsePrefix(text)) // checked
	}
	err = s.Home.open(ctx, log, &o)
	return o, err
}

func (s settings) check() error {
	wrong := missing(
		setting{s.PlatformURL, "SHOPDESK_PLATFORM_URL", "--platform-url"},
		setting{s.ClientID, "SHOPDESK_CLIENT_ID", "--client-id"},
		setting{s.ClientSecretFile, "SHOPDESK_CLIENT_SECRET_FILE", "--client-secret-file"},
	)
	wrong = append(wrong, s.Home.missing()...)
	lacking := len(wrong) > 0
	wrong = append(wrong, badAddress("SHOPDESK_PLATFORM_URL", s.PlatformURL)...)
	wrong = append(wrong, s.Home.bad()...)
	if s.TokenInBody && s.AppID == 0 {
		wrong = append(wrong, errors.New("SHOPDESK_APP_ID (--app-id) is missing: SHOPDESK_TOKEN_IN_BODY needs it"))
	}
	if s.KeepRecordsDays < 1 {
		wrong = append(wrong, errors.New("SHOPDESK_KEEP_RECORDS_DAYS: want at least 1"))
	}
	for _, text := range s.TrustedProxies {
		if _, err := netip.ParsePrefix(text); err != nil {
			wrong = append(wrong, fmt.Errorf("SHOPDESK_TRUSTED_PROXIES: %q is not a network like 10.0.0.0/8", text))
		}
	}
	if lacking {
		wrong = append(wrong, errors.New("docs/operations.md shows the shortest real set-up; 'console serve --demo' needs none of it"))
	}
	return errors.Join(wrong...)
}

// newLog makes the program's log.
func newLog(w io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
