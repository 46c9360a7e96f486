package summary

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/mail"
	"github.com/shopdesk/shopdesk/server/store"
)

// A code is derived from the operator, the address and the hour, so that no row keeps it. It holds for the hour in
// which it was sent and the next one.
const (
	codeDigits = 8
	codeEvery  = 100_000_000
	hour       = 3600 * 1000 // milliseconds

	// Of a session; an operator may have four times as many ([httpio.NewRate]).
	codesPerSecond  = 1. / 120
	codesAtOnce     = 3 // an address that was mistyped is corrected at once
	proofsPerSecond = 1. / 4
)

// prove reports whether the operator typed the code that was sent to the row's address. Without a code it sends one.
func (s *Service) prove(ctx context.Context, p *auth.Principal, row store.Summary, typed string) (bool, error) {
	now, who := s.Millis()/hour, httpio.Caller{Operator: p.OperatorID}
	if typed != "" {
		if !s.proofs.Allow(who, s.Now()) {
			return false, errSlow
		}
		for _, secret := range s.Secrets {
			for _, at := range []int64{now, now - 1} {
				if hmac.Equal([]byte(digits(typed)), []byte(code(secret, row, at))) {
					return true, nil
				}
			}
		}
		return false, httpio.Invalid("This isn't the code that was sent.",
			api.Problem{Path: "code", Code: api.ProblemCode})
	}
	if !s.codes.Allow(who, s.Now()) {
		return false, errSlow
	}
	t := s.words.In(p.Language(), row.Language)
	err := s.Mail.Send(ctx, mail.Message{
		To: row.Address, Subject: t.Say("summary.code.subject"),
		Text: t.Say("summary.code.text", t.Isolated(code(s.Secrets[0], row, now))) + "\n",
	})
	switch {
	case errors.Is(err, mail.ErrLater):
		return false, httpio.Caused(errMail, err)
	case err != nil:
		s.Logger.WarnContext(ctx, "summary: e-mail not taken", "operator", p.OperatorID, "err", err)
		return false, httpio.Invalid("The mail server refuses this address.",
			api.Problem{Path: "address", Code: api.ProblemAddress})
	}
	return false, nil
}

func code(secret []byte, row store.Summary, at int64) string {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%d\n%s\n%d", row.OperatorID, row.Address, at)
	return fmt.Sprintf("%0*d", codeDigits, binary.BigEndian.Uint64(mac.Sum(nil))%codeEvery)
}

// digits are the digits of what a person typed, on whatever keyboard.
func digits(typed string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, rules.Plain(typed))
}
