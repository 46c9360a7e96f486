package main

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// lookAgain is how often files with secrets are read again, at most.
const lookAgain = 5 * time.Second

// secretFiles are secrets in files, read again now and then: a secret that is
// being replaced needs no restart. A file that isn't there, or is empty, has
// none.
type secretFiles struct {
	paths []string
	every time.Duration
	log   *slog.Logger

	mu     sync.Mutex
	looked time.Time
	found  []string
}

// secrets are what the files have. If one can't be read, they stay what they
// were.
func (f *secretFiles) secrets() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.looked) >= f.every {
		if err := f.look(); err != nil {
			f.log.Warn("secret file", "err", err)
		}
	}
	return f.found
}

func (f *secretFiles) look() error {
	f.looked = time.Now()
	var found []string
	for _, path := range f.paths {
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if secret := strings.TrimSpace(string(text)); secret != "" {
			found = append(found, secret)
		}
	}
	f.found = found
	return nil
}
