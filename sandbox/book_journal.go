package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/shopdesk/shopdesk/internal/wholefile"
)

// journalFile holds the orders, one line for each change, so that a change
// costs one short write. It is written anew when most of it is past.
const journalFile = "orders.jsonl"

// entry is a line of the journal: an order as it is from then on, or the id of
// one that is forgotten.
type entry struct {
	Sale   *sale `json:"sale,omitempty"`
	Forget int64 `json:"forget,omitempty"`
}

// openBook reads the journal. A last line that a crash cut short was never
// answered: it is left out. The caller holds the lock.
func (s *Sandbox) openBook() error {
	s.book = book{sales: map[int64]*sale{}, numbers: map[int64]dayCount{}}
	if s.Dir == "" {
		return nil
	}
	path := filepath.Join(s.Dir, journalFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sandbox: read orders: %w", err)
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	for text := range bytes.Lines(data[:whole]) {
		var e entry
		if err := json.Unmarshal(text, &e); err != nil || e.Sale == nil && e.Forget == 0 {
			return fmt.Errorf("sandbox: damaged orders %s: line %d", path, s.book.lines+1)
		}
		s.book.read(e)
	}
	for _, sold := range s.book.sorted() {
		s.book.count(sold, s.zoneOf(sold.ShopID))
	}
	if whole != len(data) {
		return s.book.rewrite(s.Dir)
	}
	return nil
}

func (b *book) read(e entry) {
	b.lines++
	if e.Sale == nil {
		b.last = max(b.last, e.Forget)
		delete(b.sales, e.Forget)
		return
	}
	b.last = max(b.last, e.Sale.ID)
	b.sales[e.Sale.ID] = e.Sale
}

// count takes up the numbering of the order's day.
func (b *book) count(sold *sale, zone *time.Location) {
	day := time.UnixMilli(sold.Placed).In(zone).Format(time.DateOnly)
	if c := b.numbers[sold.ShopID]; c.day != day || c.number < sold.Number {
		b.numbers[sold.ShopID] = dayCount{day: day, number: sold.Number}
	}
}

// commitBook returns when every order changed before it is on disk, if there is a
// folder. The caller doesn't hold the lock.
func (s *Sandbox) commitBook() error {
	s.journal.Lock()
	defer s.journal.Unlock()
	s.mu.Lock()
	entries := s.book.pending
	s.book.pending = nil
	anew := s.book.lines+len(entries) > 4*len(s.book.sales)+1000
	s.mu.Unlock()
	if len(entries) == 0 || s.Dir == "" {
		return nil
	}
	err := appendJournal(s.Dir, entries)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.book.pending = append(entries, s.book.pending...)
		return fmt.Errorf("sandbox: write orders: %w", err)
	}
	s.book.lines += len(entries)
	if anew && len(s.book.pending) == 0 {
		return s.book.rewrite(s.Dir)
	}
	return nil
}

func encodeEntries(entries []entry) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	for _, e := range entries {
		if err := enc.Encode(e); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// appendJournal adds lines. After a failed attempt half a line may be there:
// it is cut off first.
func appendJournal(dir string, entries []entry) error {
	text, err := encodeEntries(entries)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(dir, journalFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	end, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.WriteAt(text, end)
	}
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		err = errors.Join(err, file.Truncate(end))
	}
	return errors.Join(err, file.Close())
}

// rewrite replaces the journal by one line for each order.
func (b *book) rewrite(dir string) error {
	var entries []entry
	for _, sold := range b.sorted() {
		entries = append(entries, entry{Sale: sold})
	}
	text, err := encodeEntries(entries)
	if err == nil {
		err = wholefile.Replace(filepath.Join(dir, journalFile), text, 0o600)
	}
	if err != nil {
		return fmt.Errorf("sandbox: write orders: %w", err)
	}
	b.lines = len(b.sales)
	return nil
}
