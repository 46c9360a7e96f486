package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/shopdesk/shopdesk/internal/wholefile"
)

// stateVersion is the format of the state's file.
const stateVersion = 1

const stateFile = "sandbox.json"

// load reads the state, or makes the seed.
func (s *Sandbox) load() error {
	s.mu.Lock()
	st, err := readState(s.Dir)
	if err == nil {
		if st == nil {
			st = &state{Version: stateVersion, Tokens: map[string]tokenRecord{}}
		}
		s.state = *st
		s.use(s.withShops(*st))
		err = s.openBook()
	}
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.commit()
}

// readState is nil when there is no state yet.
func readState(dir string) (*state, error) {
	if dir == "" {
		return nil, nil
	}
	path := filepath.Join(dir, stateFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("sandbox: read state: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	st := new(state)
	if err := dec.Decode(st); err != nil {
		return nil, fmt.Errorf("sandbox: damaged state %s: %w", path, err)
	}
	if st.Version != stateVersion || st.Tokens == nil {
		return nil, fmt.Errorf("sandbox: damaged state %s: version %d, want %d", path, st.Version, stateVersion)
	}
	for at, shop := range st.Shops {
		if shop == nil || shop.Record.ShopID == 0 {
			return nil, fmt.Errorf("sandbox: damaged state %s: shop %d has no id", path, at)
		}
	}
	return st, nil
}

// commit returns when every change made before it is on disk. Changes made at
// the same moment share one write.
func (s *Sandbox) commit() error {
	if err := s.commitBook(); err != nil || s.Dir == "" {
		return err
	}
	s.mu.Lock()
	want := s.changes
	s.mu.Unlock()

	s.saving.Lock()
	defer s.saving.Unlock()
	if s.saved >= want {
		return nil
	}
	s.mu.Lock()
	st, at := s.state.clone(), s.changes
	s.mu.Unlock()
	if err := writeState(s.Dir, st); err != nil {
		return fmt.Errorf("sandbox: write state: %w", err)
	}
	s.saved = at
	return nil
}

// writeState replaces the file.
func writeState(dir string, st *state) error {
	data, err := json.Marshal(st)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return wholefile.Replace(filepath.Join(dir, stateFile), data, 0o600)
}
