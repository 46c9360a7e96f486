package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// lookAgain is the shortest time between two reads of the files with secrets.
const lookAgain = 5 * time.Second

// secretFiles are secrets in files, read again from time to time, so that replacing a secret needs no restart. A
// missing or empty file has no secret.
type secretFiles struct {
	paths []string
	every time.Duration
	log   *slog.Logger

	mu     sync.Mutex
	looked time.Time
	found  []string
}

// secrets returns the secrets of the files. An unreadable file leaves the secrets as they were.
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

// readSecret reads a file with a secret, which a setting names.
func readSecret(name, path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	secret := strings.TrimSpace(string(text))
	if secret == "" {
		return "", fmt.Errorf("%s: %s is empty", name, path)
	}
	return secret, nil
}
