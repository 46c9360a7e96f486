package sealed

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// maxFile is far above the size of any keys file.
const maxFile = 64 << 10

// Generate makes a new key and returns its line of the keys file, without a
// newline.
func Generate() string {
	id, secret := make([]byte, 4), make([]byte, keySize)
	_, _ = rand.Read(id) // it never fails
	_, _ = rand.Read(secret)
	return "k" + hex.EncodeToString(id) + ":" + base64.StdEncoding.EncodeToString(secret)
}

// Load reads the keys file at path, which nobody but its owner may be able to
// read or write (mode 0600 or 0400).
func Load(path string) (*Keyring, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("sealed: keys file: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("sealed: keys file: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("sealed: keys file %s isn't a regular file", path)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" { // where modes say nothing
		return nil, fmt.Errorf("sealed: keys file %s is open to others (mode %04o): chmod 600 it", path, mode)
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("sealed: keys file %s is too large to be one", path)
	}
	ring, err := parse(io.LimitReader(f, maxFile))
	if err != nil {
		return nil, fmt.Errorf("sealed: keys file %s: %w", path, err)
	}
	ring.home.file = path
	return ring, nil
}

// Create writes a keys file with one new key, mode 0600, and its folder if
// need be. A file that exists is left as it is: [fs.ErrExist]. Who loads the
// file meanwhile finds it whole or not at all.
func Create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("sealed: keys file: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".keys-*") // mode 0600
	if err != nil {
		return fmt.Errorf("sealed: keys file: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.WriteString(Generate() + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("sealed: keys file: %w", err)
	}
	// Unlike a rename, a link doesn't replace the file that another made.
	if err := os.Link(f.Name(), path); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("sealed: keys file %s: %w", path, fs.ErrExist)
		}
		return fmt.Errorf("sealed: keys file: %w", err)
	}
	return nil
}
