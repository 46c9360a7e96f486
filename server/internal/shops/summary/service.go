package summary

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/orders/push"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/mail"
	"github.com/shopdesk/shopdesk/server/store"
)

// Authoriser tells what the asker may see, and what an operator may see who isn't asking.
type Authoriser interface {
	auth.Authoriser
	ActAs(ctx context.Context, operatorID int64, name, address string, kept []byte) (context.Context, error)
}

var _ Authoriser = (*auth.Service)(nil)

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser Authoriser
	Store      store.Summaries
	// Figures counts the shops' orders of yesterday.
	Figures func(ctx context.Context, shops []api.Shop, now time.Time) (api.Figures, error)
	// Public is the console's address in browsers, without a slash at its end.
	Public string
	// Secrets sign the codes that prove an e-mail address, the newest first.
	Secrets [][]byte

	// Tell sends a notification to an operator's devices, once for each event. Default: no notifications.
	Tell func(ctx context.Context, operatorID int64, n push.Personal) error
	// Mail sends e-mail. Default: no e-mail.
	Mail mail.Mailer

	background.Base
}

// Service answers the browser's calls and sends summaries.
type Service struct {
	*background.Job // sends summaries

	Options

	words  words.Spoken
	codes  *httpio.Rate // limit of e-mails with a code, for each operator
	proofs *httpio.Rate // limit of typed codes, for each operator
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Store == nil || o.Figures == nil || o.Public == "" || len(o.Secrets) == 0 {
		return nil, errors.New("summary: Options.Authoriser, Store, Figures, Public and Secrets are required")
	}
	o.Defaults()
	s := &Service{Options: o, codes: httpio.NewRate(codesPerSecond), proofs: httpio.NewRate(proofsPerSecond)}
	s.codes.AtOnce = codesAtOnce
	var err error
	if s.words, err = words.Everywhere(words.SummaryFile, words.CommonFile); err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	s.Job = background.OfRows(background.Config{
		Name: "summary", Every: poll, Off: o.Tell == nil && o.Mail == nil,
	}, background.Rows[store.Summary]{Hands: hands, Due: s.due, Do: s.send})
	return s, nil
}

// HandleYesterday answers how the orders went in the shops whose orders the asker may see ([api.PathYesterday]).
func (s *Service) HandleYesterday(w http.ResponseWriter, r *http.Request) error {
	shops, err := s.shops(r.Context())
	if err != nil {
		return err
	}
	now := s.Now()
	figures, err := s.Figures(r.Context(), shops, now)
	if err != nil {
		return httpio.Unavailable(err)
	}
	return httpio.WriteJSON(w, api.Yesterday{Figures: figures, Zones: homeOf(shops).zones, Now: now.UnixMilli()})
}

// shops lists the shops whose orders the asker may see.
func (s *Service) shops(ctx context.Context) ([]api.Shop, error) {
	return auth.AskedShops(ctx, s.Authoriser, "", platform.PermissionOrderView)
}
