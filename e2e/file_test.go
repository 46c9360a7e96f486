package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// chooseLost chooses a file that is removed before the page reads it.
func (b *tab) chooseLost(css string) {
	b.t.Helper()
	name := filepath.Join(b.t.TempDir(), "lost.txt")
	if err := os.WriteFile(name, []byte("100001"), 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.eval(`addEventListener("change", event => {
		event.stopImmediatePropagation();
		window.held = event.target;
	}, {capture: true, once: true}), true`, nil)
	b.upload(css, name)
	b.until(`window.held`, "the file to be chosen")
	if err := os.Remove(name); err != nil {
		b.t.Fatal(err)
	}
	b.eval(`window.held.dispatchEvent(new Event("change", {bubbles: true})), true`, nil)
}

// Nothing happened when a chosen file couldn't be read.
func TestFilesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, central)
	b.chooseLost("#dates-import")
	b.sees("This couldn't be read.")
	b.open(d.URL + "/runs/new")
	b.click(".apply-paste > summary")
	b.chooseLost("#apply-file")
	b.sees("This couldn't be read.")
	shops := filepath.Join(t.TempDir(), "shops.csv")
	wide := "\xff\xfe" + strings.Join(strings.Split("100001;Central", ""), "\x00") + "\x00" // UTF-16
	if err := os.WriteFile(shops, []byte(wide), 0o600); err != nil {
		t.Fatal(err)
	}
	b.upload("#apply-file", shops)
	b.sees("1 number is one of your shops.")
	book := filepath.Join(t.TempDir(), "shops.xlsx")
	if err := os.WriteFile(book, []byte("PK\x03\x04\x14\x00100001"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.upload("#apply-file", book)
	b.sees("This couldn't be read.")
}

// Programs of Windows write files in its own characters. An accent was shown as a sign for a broken one.
func TestCalendarFileInCharactersOfWindows(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, central)
	name := filepath.Join(t.TempDir(), "old.ics")
	content := fmt.Sprintf("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:F\xe9rias\nDTSTART:%s\nEND:VEVENT\nEND:VCALENDAR\n",
		strings.ReplaceAll(dayIn(50), "-", ""))
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	b.upload("#dates-import", name)
	b.wait("#dates-offer-0")
	b.sees("Férias")
}
