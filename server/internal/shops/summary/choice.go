package summary

import (
	"context"
	"errors"
	"net/http"
	netmail "net/mail"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	morning        = 8 * 60  // the minute that is proposed
	minutes        = 24 * 60 // of a day
	longestAddress = 254     // bytes (RFC 5321, 4.5.3.1.3)
)

var (
	errOff  = httpio.Refusal(api.CodeNotFound, "This console sends no summaries to this person.")
	errBusy = httpio.Refusal(api.CodeBusy, "The summary is being sent right now. Try again in a moment.")
	errMail = httpio.Refusal(api.CodeUnavailable, "The mail server doesn't take the e-mail with the code now.")
	errSlow = httpio.RetryAfter(api.CodeSlowDown, "Wait a moment before the next try.", 30)
)

// offers reports whether summaries can be sent to a person. People of a host get none: the host tells only with a
// request which shops they may see.
func (s *Service) offers(p *auth.Principal) bool {
	return p.Session() != "" && (s.Tell != nil || s.Mail != nil)
}

// HandleChoice answers when and how the asker gets summaries ([api.PathSummary]).
func (s *Service) HandleChoice(w http.ResponseWriter, r *http.Request) error {
	p, err := s.Authoriser.RequireSignedIn(r.Context())
	if err != nil {
		return err
	}
	if !s.offers(p) {
		return httpio.WriteJSON(w, api.Summary{})
	}
	row, err := s.row(r.Context(), p)
	if err != nil {
		return err
	}
	return s.answer(r.Context(), w, row)
}

// row reads an operator's row, or proposes one.
func (s *Service) row(ctx context.Context, p *auth.Principal) (store.Summary, error) {
	row, err := s.Store.Summary(ctx, p.OperatorID)
	if errors.Is(err, store.ErrNotFound) {
		row = store.Summary{OperatorID: p.OperatorID, Minute: morning}
		if address(p.Login) {
			row.Address = p.Login
		}
		return row, nil
	}
	if err != nil {
		return row, httpio.Unavailable(err)
	}
	return row, nil
}

func (s *Service) answer(ctx context.Context, w http.ResponseWriter, row store.Summary) error {
	shops, err := s.shops(ctx)
	if err != nil {
		return err
	}
	h := homeOf(shops)
	return httpio.WriteJSON(w, api.Summary{
		Notifier: s.Tell != nil, Mailer: s.Mail != nil, Push: row.Push, Mail: row.Mail, Minute: row.Minute,
		Address: row.Address, Proved: row.Proved, Zone: h.name, Zones: h.zones,
	})
}

// HandleChange saves what the asker chose ([api.PathSummary]).
func (s *Service) HandleChange(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	p, err := s.Authoriser.RequireSignedIn(ctx)
	if err != nil {
		return err
	}
	in, err := httpio.Decode[api.SetSummary](w, r)
	if err != nil {
		return err
	}
	row, err := s.row(ctx, p)
	if err != nil {
		return err
	}
	in.Address = strings.TrimSpace(in.Address)
	if was := in.Was; was != nil {
		in.Push = httpio.Chosen(row.Push, was.Push, in.Push)
		in.Mail = httpio.Chosen(row.Mail, was.Mail, in.Mail)
		in.Minute = httpio.Chosen(row.Minute, was.Minute, in.Minute)
		in.Address = httpio.Chosen(row.Address, was.Address, in.Address)
	}
	if !s.offers(p) || in.Mail && s.Mail == nil || in.Push && s.Tell == nil {
		return errOff
	}
	if problems := judge(in); len(problems) > 0 {
		return httpio.Invalid("The summary can't be sent like this.", problems...)
	}
	before := row
	row.Push, row.Mail, row.Minute = in.Push, in.Mail, in.Minute
	row.Language = ""
	if slices.Contains(api.Languages(), in.Language) {
		row.Language = in.Language
	}
	if row.Address != in.Address {
		row.Address, row.Proved = in.Address, false
	}
	// another choice, while the code that was sent is waited for, needs no new one
	waits := in.Code == "" && before.Mail && before.Address == row.Address &&
		(before.Push != row.Push || before.Minute != row.Minute)
	if row.Mail && !row.Proved && !waits {
		if row.Proved, err = s.prove(ctx, p, row, in.Code); err != nil {
			return err
		}
	}
	shops, err := s.shops(ctx)
	if err != nil {
		return err
	}
	wanted := row.Push || row.Mail && row.Proved
	switch {
	case !wanted:
		row.DueAt = 0
	case row.Minute != before.Minute || before.DueAt == 0:
		row.DueAt, row.Tries = homeOf(shops).next(s.Millis(), row.Minute), 0
	}
	switch err := s.Store.SaveSummary(ctx, row); {
	case errors.Is(err, store.ErrConflict):
		return errBusy
	case err != nil:
		return httpio.Unavailable(err)
	}
	return s.answer(ctx, w, row)
}

func judge(in api.SetSummary) (problems api.Problems) {
	if in.Minute < 0 || in.Minute >= minutes {
		problems.Add("minute", api.ProblemMinute)
	}
	if (in.Mail || in.Address != "") && !address(in.Address) {
		problems.Add("address", api.ProblemAddress)
	}
	return problems
}

// address reports whether text is an e-mail address alone: ASCII, without a name, a comment or a space.
func address(text string) bool {
	for _, r := range text {
		if r <= ' ' || r >= 0x7f {
			return false
		}
	}
	read, err := netmail.ParseAddress(text)
	return err == nil && len(text) <= longestAddress && read.Name == "" && read.Address == text
}
