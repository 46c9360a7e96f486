package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"
)

const (
	manifestFile = "manifest.json"
	mostManifest = 1 << 20
	ageHeader    = "age-encryption.org/"
)

// progress tells how much of a step is done.
type progress func(step string, done, all int64)

// small is how many bytes take a moment.
const small = 64 << 20

// tenths tells of each tenth of a step, and of nothing in between. Of a small step it tells the end alone.
func tenths(say func(string)) progress {
	var last string
	return func(step string, done, all int64) {
		part := int64(100)
		if all > 0 {
			part = done * 10 / all * 10
		}
		if part < 100 && all < small {
			return
		}
		if now := fmt.Sprintf("%s: %d %%", step, part); now != last && part > 0 {
			last = now
			say(now)
		}
	}
}

// seal writes the manifest and its files, which are in folder, to w.
func seal(ctx context.Context, w io.Writer, m Manifest, folder string, to []age.Recipient, say progress) (err error) {
	var closers []io.Closer
	defer func() {
		for i := len(closers) - 1; i >= 0; i-- {
			err = errors.Join(err, closers[i].Close())
		}
	}()
	if len(to) > 0 {
		sealer, err := age.Encrypt(w, to...)
		if err != nil {
			return err
		}
		closers, w = append(closers, sealer), sealer
	}
	// One thread: the console runs beside.
	packer, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	closers = append(closers, packer)
	out := tar.NewWriter(packer)
	closers = append(closers, out)
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	entry := func(name string, size int64, from io.Reader) error {
		header := &tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: m.TakenAt.Truncate(time.Second)}
		if err := out.WriteHeader(header); err != nil {
			return err
		}
		_, err := io.Copy(out, from)
		return err
	}
	if err := entry(manifestFile, int64(len(text)), bytes.NewReader(text)); err != nil {
		return err
	}
	for _, file := range m.Files {
		from, err := os.Open(filepath.Join(folder, file.Name))
		if err != nil {
			return err
		}
		err = entry(file.Name, file.Size, &counted{ctx: ctx, from: from, all: file.Size, say: say,
			step: "packed " + file.Name})
		if err := errors.Join(err, from.Close()); err != nil {
			return err
		}
	}
	return nil
}

// counted reads until ctx ends, and tells how far it is.
type counted struct {
	ctx       context.Context //nolint:containedctx // lives as long as one copy
	from      io.Reader
	done, all int64
	step      string
	say       progress
	failed    error // why reading from failed
}

func (c *counted) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.from.Read(b)
	c.done += int64(n)
	c.say(c.step, c.done, c.all)
	if err != nil && !errors.Is(err, io.EOF) {
		c.failed = err
	}
	return n, err
}

// measure returns the size and checksum of a file.
func measure(path string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer func() { _ = f.Close() }()
	sum := sha256.New()
	size, err := io.Copy(sum, f)
	return File{Name: filepath.Base(path), Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}

// Archive is an open backup.
type Archive struct {
	Manifest Manifest

	files  *tar.Reader
	packed *zstd.Decoder
	from   *source
}

// source is where a backup is read from.
type source struct {
	io.ReadCloser
	failed error // why reading failed
}

func (s *source) Read(b []byte) (int, error) {
	n, err := s.ReadCloser.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	return n, err
}

// blamed returns what is wrong with a backup, which may be sound where reading it has failed.
func (s *source) blamed(err error) error {
	if err != nil && s.failed != nil {
		return fmt.Errorf("read the backup: %w", s.failed)
	}
	return err
}

// Read reads a backup's manifest. A sealed backup needs the identity of its backup key. The caller closes the archive,
// which closes from.
func Read(from io.ReadCloser, keys []age.Identity) (_ *Archive, err error) {
	a := &Archive{from: &source{ReadCloser: from}}
	defer func() {
		if err != nil {
			err = errors.Join(a.from.blamed(err), a.Close())
		}
	}()
	begin := bufio.NewReaderSize(a.from, 1<<20)
	var text io.Reader = begin
	if head, _ := begin.Peek(len(ageHeader)); string(head) == ageHeader {
		if len(keys) == 0 {
			return nil, errors.New("SHOPDESK_BACKUP_IDENTITY_FILE (--identity-file) is missing: the backup is sealed")
		}
		if text, err = age.Decrypt(begin, keys...); err != nil {
			return nil, fmt.Errorf("SHOPDESK_BACKUP_IDENTITY_FILE (--identity-file): %w", err)
		}
	}
	if a.packed, err = zstd.NewReader(text, zstd.WithDecoderConcurrency(1)); err != nil {
		return nil, err
	}
	a.files = tar.NewReader(a.packed)
	header, err := a.files.Next()
	if err != nil || header.Name != manifestFile || header.Size > mostManifest {
		return nil, errors.Join(fmt.Errorf("%w: it doesn't begin with a manifest", ErrDamaged), err)
	}
	if err := json.NewDecoder(a.files).Decode(&a.Manifest); err != nil {
		return nil, fmt.Errorf("%w: its manifest: %w", ErrDamaged, err)
	}
	return a, a.Manifest.check()
}

// Close closes the archive.
func (a *Archive) Close() error {
	if a.packed != nil {
		a.packed.Close()
	}
	return a.from.Close()
}

// extract writes the files into folder, and compares them with the manifest.
func (a *Archive) extract(ctx context.Context, folder string, say progress) (err error) {
	defer func() { err = a.from.blamed(err) }()
	for _, want := range a.Manifest.Files {
		header, err := a.files.Next()
		if err != nil || header.Name != want.Name || header.Size != want.Size {
			return errors.Join(fmt.Errorf("%w: %s isn't in it as the manifest says", ErrDamaged, want.Name), err)
		}
		f, err := os.OpenFile(filepath.Join(folder, want.Name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		sum := sha256.New()
		from := &counted{ctx: ctx, from: a.files, all: want.Size, say: say, step: "unpacked " + want.Name}
		_, err = io.Copy(io.MultiWriter(f, sum), from)
		switch err := errors.Join(err, f.Close()); {
		case from.failed != nil:
			return fmt.Errorf("%w: %s: %w", ErrDamaged, want.Name, from.failed)
		case err != nil:
			return err
		}
		if found := hex.EncodeToString(sum.Sum(nil)); found != want.SHA256 {
			return fmt.Errorf("%w: the checksum of %s is %s, not %s", ErrDamaged, want.Name, found, want.SHA256)
		}
	}
	if _, err := a.files.Next(); !errors.Is(err, io.EOF) {
		return errors.Join(fmt.Errorf("%w: it has more than its manifest says", ErrDamaged), err)
	}
	// Read to the end: the last bytes of a sealed or packed stream prove the rest.
	if _, err := io.Copy(io.Discard, a.packed); err != nil {
		return errors.Join(fmt.Errorf("%w: its end", ErrDamaged), err)
	}
	return nil
}
