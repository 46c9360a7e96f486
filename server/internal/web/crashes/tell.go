package crashes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/web/crash"
)

const (
	mostBody   = 16 << 10
	mostFrames = 50
)

var (
	buildPattern = regexp.MustCompile(`^[0-9a-f]{16}$`)

	errTooMany = httpio.RetryAfter(api.CodeTooMuch, "Too many crashes are told of at once.", 60)
	errShape   = httpio.Refusal(api.CodeMalformed, "This is not how the program's end is told.")
)

// HandleTell takes a crash ([api.PathCrashes]).
func (s *Service) HandleTell(w http.ResponseWriter, r *http.Request) error {
	body, err := httpio.ReadBody(w, r, mostBody)
	if err != nil {
		return err
	}
	var told api.TellCrash
	if err := httpio.Strict(body, &told); err != nil {
		return err
	}
	if err := check(told); err != nil {
		return err
	}
	now := s.Now()
	if !s.taken.AllowN(now, 1) {
		return errTooMany
	}
	told.Text = crash.Said.Text(told.Text)
	stack, mapped := s.stack(r.Context(), told)
	kept, err := json.Marshal(stack)
	if err != nil {
		return err
	}
	at := time.UnixMilli(told.At)
	if at.After(now) || at.Before(now.Add(-keptFor)) {
		at = now
	}
	times, err := s.Crashes.AddCrash(r.Context(), store.Crash{
		ID: identity(told), Build: told.Build, Page: told.Page, Text: told.Text, Stack: kept, Mapped: mapped,
		LastAt: at.UnixMilli(),
	}, mostKept, now.Add(-keptFor).UnixMilli())
	if err != nil {
		return httpio.Unavailable(err)
	}
	if times > 0 {
		s.log(r.Context(), told, stack, mapped, times)
	}
	return httpio.WriteJSON(w, struct{}{})
}

// check refuses reports that our program doesn't send. A page or frame of another
// shape may hold a person's data.
func check(told api.TellCrash) error {
	if !buildPattern.MatchString(told.Build) || !crash.Said.Page(told.Page) || len(told.Stack) > mostFrames {
		return errShape
	}
	for _, frame := range told.Stack {
		if _, err := crash.Numbered(frame); err != nil {
			return errShape
		}
	}
	return nil
}

// identity hashes build, text and stack, so that equal crashes of one build have
// one id.
func identity(told api.TellCrash) string {
	sum := sha256.Sum256([]byte(strings.Join(append([]string{told.Build, told.Text}, told.Stack...), "\n")))
	return hex.EncodeToString(sum[:16])
}

// stack finds names and lines, and reports whether there is a map. A frame number
// that the map doesn't have stays; a name that the map doesn't have is dropped.
func (s *Service) stack(ctx context.Context, told api.TellCrash) ([]api.CrashFrame, bool) {
	known := new(crash.Map)
	mapped := told.Build == s.Build
	if mapped {
		m, err := s.Map()
		if err != nil {
			s.Logger.WarnContext(ctx, "no names for crashes", "err", err)
			mapped = false
		} else {
			known = m
		}
	}
	all := []api.CrashFrame{}
	for _, frame := range told.Stack {
		found := known.Frames(frame)
		for _, f := range found {
			all = append(all, api.CrashFrame(f))
		}
		if numbered, _ := crash.Numbered(frame); numbered && len(found) == 0 {
			all = append(all, api.CrashFrame{Name: frame})
		}
	}
	return all, mapped
}

func (s *Service) log(ctx context.Context, told api.TellCrash, stack []api.CrashFrame, mapped bool, times int64) {
	lines := make([]string, 0, len(stack))
	for _, f := range stack {
		line := f.Name
		if f.File != "" {
			line += fmt.Sprintf(" %s:%d", f.File, f.Line)
		}
		lines = append(lines, line)
	}
	message := "the program crashed in a browser"
	if !mapped {
		message += "; this server has no map of its build"
	}
	s.Logger.LogAttrs(ctx, slog.LevelError, message, slog.String("build", told.Build), slog.String("page", told.Page),
		slog.String("error", told.Text), slog.Int64("times", times), slog.String("stack", strings.Join(lines, "; ")))
}
