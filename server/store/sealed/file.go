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

// Generate makes a new key and returns its line of the keys file, without a newline.
func Generate() string {
	id, secret := make([]byte, 4), make([]byte, keySize)
	_, _ = rand.Read(id) // can't fail
	_, _ = rand.Read(secret)
	return "k" + hex.EncodeToString(id) + ":" + base64.StdEncoding.EncodeToString(secret)
}

// Load reads the keys file at path. Only the file's owner may have access to it (mode 0600 or
// 0400).
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
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" { // modes mean nothing on Windows
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

// Create writes a keys file with one new key, mode 0600, and its folder if necessary. If the file
// exists, it stays, and the error is [fs.ErrExist]. A concurrent Load finds the complete file or
// none.
func Create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("sealed: keys file: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".keys-*") // has mode 0600
	if err != nil {
		return fmt.Errorf("sealed: keys file: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.WriteString(Generate() + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("sealed: keys file: %w", err)
	}
	// Unlike a rename, a link doesn't replace a file that another process has made.
	if err := os.Link(f.Name(), path); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("sealed: keys file %s: %w", path, fs.ErrExist)
		}
		return fmt.Errorf("sealed: keys file: %w", err)
	}
	return nil
}
