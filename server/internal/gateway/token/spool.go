package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/shopdesk/shopdesk/internal/wholefile"
)

// spool keeps the platform's answers sealed in a folder until they are in the
// store, so that a crash doesn't lose them. Without a folder the spool keeps
// nothing.
type spool struct {
	dir    string
	sealer Sealer
}

const spoolEnding = ".sealed"

// spooled is the written form of an answer. Its tokens are strings, because
// [Secret] hides itself from encoders.
type spooled struct {
	ID      string
	Access  string
	Refresh string
	Answer  grantResult
}

func (s spool) check() error {
	if s.dir == "" {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return fmt.Errorf("token: spool: %w", err)
	}
	return nil
}

func (s spool) path(id string) string { return filepath.Join(s.dir, id+spoolEnding) }

func (s spool) write(id string, a *grantResult) error {
	if s.dir == "" {
		return nil
	}
	plain, err := json.Marshal(spooled{ID: id, Access: string(a.Access), Refresh: string(a.Refresh), Answer: *a})
	if err != nil {
		return fmt.Errorf("token: spool: %w", err)
	}
	text, err := s.sealer.Seal(plain, "spool/"+id+"/answer")
	if err != nil {
		return err
	}
	if err := wholefile.Replace(s.path(id), []byte(text), 0o600); err != nil {
		return fmt.Errorf("token: spool: %w", err)
	}
	return nil
}

func (s spool) remove(id string) error {
	if s.dir == "" {
		return nil
	}
	if err := os.Remove(s.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("token: spool: %w", err)
	}
	return nil
}

// read gives the answers that an earlier run left, by connection. A file that
// doesn't open gives an error and stays in the folder.
func (s spool) read() (map[string]*grantResult, error) {
	if s.dir == "" {
		return nil, nil
	}
	names, err := fs.Glob(os.DirFS(s.dir), "*"+spoolEnding)
	if err != nil {
		return nil, fmt.Errorf("token: spool: %w", err)
	}
	left, errs := map[string]*grantResult{}, []error{}
	for _, name := range names {
		id := strings.TrimSuffix(name, spoolEnding)
		text, err := os.ReadFile(s.path(id))
		if err != nil {
			errs = append(errs, fmt.Errorf("token: spool: %w", err))
			continue
		}
		plain, err := s.sealer.Open(string(text), "spool/"+id+"/answer")
		if err != nil {
			errs = append(errs, fmt.Errorf("token: spool: %s: %w", name, err))
			continue
		}
		var one spooled
		if json.Unmarshal(plain, &one) != nil || one.ID != id {
			errs = append(errs, fmt.Errorf("token: spool: %s is damaged", name))
			continue
		}
		a := one.Answer
		a.Access, a.Refresh = Secret(one.Access), Secret(one.Refresh)
		left[id] = &a
	}
	return left, errors.Join(errs...)
}
