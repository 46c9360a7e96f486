package holidays

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
)

// The table is complete: every country has every year to the end of 2028, every id is unique, and no holiday in Hong
// Kong is on a Sunday.
func TestTableOfHolidaysIsComplete(t *testing.T) {
	t.Parallel()
	rows, err := readTable(holidaysTSV)
	if err != nil {
		t.Fatal(err)
	}
	seen, years := map[string]bool{}, map[string]bool{}
	for _, r := range rows {
		h := r.holiday
		if seen[h.ID] {
			t.Errorf("%s twice", h.ID)
		}
		seen[h.ID], years[r.country+h.First[:4]] = true, true
		if !slices.Contains([]string{api.BasisFixed, api.BasisMoon, api.BasisExpected}, h.Basis) || h.Name == "" ||
			h.Local == "" || h.Lang == "" {
			t.Errorf("%+v", h)
		}
		first, _ := time.Parse(time.DateOnly, h.First)
		if r.country == "HK" && first.Weekday() == time.Sunday {
			t.Errorf("%s is on a Sunday: the law moves it", h.ID)
		}
	}
	for _, c := range countries {
		for _, year := range []string{"2026", "2027", "2028"} {
			if c.country != "BR" && !years[c.country+year] {
				t.Errorf("nothing of %s in %s", c.country, year)
			}
		}
	}
}

func TestBrokenLineOfTheTableIsRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"HK\tx\t2026-01-01\t\tfixed\tX",
		"HK\tx\t2026-02-30\t\tfixed\tX\tX",
		"HK\tx\t2026-02-03\t2026-02-01\tfixed\tX\tX",
	} {
		if _, err := readTable("# fine\n\n" + line); err == nil || !strings.Contains(err.Error(), "holidays.tsv:3") {
			t.Errorf("%q: %v", line, err)
		}
	}
}
