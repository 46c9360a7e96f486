package summary

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/mail"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	poll     = 20 * time.Second // between two looks
	hands    = 4
	lease    = 5 * time.Minute // longer than the work on a row
	within   = 2 * time.Minute // limit of the work on a row
	minRetry = time.Minute
	maxRetry = 30 * time.Minute
)

// due claims due rows.
func (s *Service) due(ctx context.Context, free int) (claimed []store.Summary, err error) {
	now := s.Now()
	rows, err := s.Store.DueSummaries(ctx, now.UnixMilli(), free)
	for _, row := range rows {
		row.DueAt = now.Add(lease).UnixMilli()
		switch err := s.Store.SaveSummary(ctx, row); {
		case errors.Is(err, store.ErrConflict): // another replica was faster
		case err != nil:
			return claimed, err
		default:
			row.Version++
			claimed = append(claimed, row)
		}
	}
	return claimed, err
}

// send sends a claimed row's summary, if it is still due, and saves when it is due next.
func (s *Service) send(ctx context.Context, row store.Summary) error {
	told := row
	l, err := s.prepared(ctx, &told)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return nil // the claim ends by itself
	case l == nil:
		return s.save(ctx, told)
	}
	told.Tries = 0
	switch err := s.Store.SaveSummary(ctx, told); {
	case errors.Is(err, store.ErrConflict):
		return nil // the operator has chosen anew, or another replica has the row
	case err != nil:
		return err
	}
	told.Version++
	telling, cancel := background.Finish(ctx, within)
	defer cancel()
	failed := s.tell(telling, *l, row, &told)
	if failed == nil {
		return nil
	}
	told.Tries = row.Tries + 1
	told.DueAt = s.Now().Add(background.Backoff(minRetry, maxRetry, told.Tries)).UnixMilli()
	saving, done := background.Finish(ctx, background.SaveWithin)
	defer done()
	return errors.Join(failed, s.save(saving, told))
}

// prepared writes a row's summary, nil if none is due, and notes in the row when the next is due and which day is told
// in which way.
func (s *Service) prepared(ctx context.Context, row *store.Summary) (*letter, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	ctx, err := s.Authoriser.ActAs(ctx, row.OperatorID, "", "", nil)
	if err != nil {
		return nil, err
	}
	p := auth.PrincipalFrom(ctx)
	var shops []api.Shop
	if p != nil { // nil for a disabled operator
		if shops, err = s.shops(ctx); err != nil {
			return nil, err
		}
	}
	now, h := s.Now(), homeOf(shops)
	today, _ := rules.Local(now.UnixMilli(), h.zone)
	day := today.AddDays(-1).String()
	row.DueAt = h.next(now.UnixMilli(), row.Minute)
	early := now.UnixMilli() < rules.Instant(today, row.Minute*60, h.zone) // of the zone that the shops have now
	byPush := row.Push && s.Tell != nil && row.Pushed < day
	byMail := row.Mail && row.Proved && s.Mail != nil && row.Mailed < day
	if len(shops) == 0 || early || !byPush && !byMail {
		row.Tries = 0
		return nil, nil
	}
	figures, err := s.Figures(ctx, shops, now)
	if err != nil {
		return nil, err
	}
	l := s.letter(p, *row, shops, figures, h, day)
	if byPush {
		row.Pushed = day
	}
	if byMail {
		row.Mailed = day
	}
	return &l, nil
}

// tell sends a summary in each way whose day is new in the row, and takes a day back if nobody got it.
func (s *Service) tell(ctx context.Context, l letter, before store.Summary, row *store.Summary) error {
	var failed error
	if row.Pushed != before.Pushed {
		if err := s.Tell(ctx, row.OperatorID, l.notification(s.Now())); err != nil {
			row.Pushed, failed = before.Pushed, err // devices that were told are not told again
		}
	}
	if row.Mailed != before.Mailed {
		if err := s.Mail.Send(ctx, l.message(row.Address)); errors.Is(err, mail.ErrLater) {
			row.Mailed, failed = before.Mailed, errors.Join(failed, err)
		} else if err != nil {
			s.Logger.WarnContext(ctx, "summary: e-mail not taken", "operator", row.OperatorID, "err", err)
		}
	}
	return failed
}

// save saves a claimed row. A row that the operator has changed meanwhile stays as it is.
func (s *Service) save(ctx context.Context, row store.Summary) error {
	err := s.Store.SaveSummary(ctx, row)
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	return err
}
