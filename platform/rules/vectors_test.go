package rules_test

import (
	"embed"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// The vectors travel inside the test binary, because under js/wasm it may not
// find the folder. The HTTP API's tests read the same files.
//
//go:embed testdata/*.json
var testdata embed.FS

func load[T any](t *testing.T, name string) T {
	t.Helper()
	data, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var v T
	if err := platform.DecodeStrict(data, &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// zoneVector is a zone as data: a fixed offset, or changes with the offset
// that holds from each instant on.
type zoneVector struct {
	Fixed   int `json:"fixed"`
	Changes []struct {
		From   int64 `json:"from"`
		Offset int   `json:"offset"`
	} `json:"changes"`
}

func (z zoneVector) OffsetAt(unixMS int64) int {
	offset := z.Fixed
	for _, change := range z.Changes {
		if unixMS >= change.From {
			offset = change.Offset
		}
	}
	return offset
}

func anchorOf(t *testing.T, name string) platform.Anchor {
	t.Helper()
	switch name {
	case "", "utc":
		return platform.AnchorUTC
	case "shop":
		return platform.AnchorShop
	}
	t.Fatalf("anchor %q", name)
	return 0
}

func TestRequestVectors(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"week.json", "special.json", "requests.json"} {
		vectors := load[[]struct {
			Name    string          `json:"name"`
			Path    string          `json:"path"`   // of the endpoint
			Anchor  string          `json:"anchor"` // of the profile: "" and "utc", or "shop"
			Zone    zoneVector      `json:"zone"`   // the shop's
			Request json.RawMessage `json:"request"`
			Want    []rules.Problem `json:"want"`
		}](t, file)
		if len(vectors) == 0 {
			t.Fatalf("%s: no vectors", file)
		}
		for _, v := range vectors {
			t.Run(file+"/"+v.Name, func(t *testing.T) {
				t.Parallel()
				endpoint, ok := platform.EndpointAt(v.Path)
				if !ok {
					t.Fatalf("no endpoint %q", v.Path)
				}
				request := endpoint.NewRequest()
				if err := platform.DecodeStrict(v.Request, request); err != nil {
					t.Fatal(err)
				}
				got := rules.Check(request, rules.Env{Anchor: anchorOf(t, v.Anchor), Zone: v.Zone})
				if diff := cmp.Diff(jsonOf(t, v.Want), jsonOf(t, got), cmpopts.EquateEmpty()); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// jsonOf makes arguments comparable whatever their Go type: the words see them
// after a trip through JSON too.
func jsonOf(t *testing.T, problems []rules.Problem) []string {
	t.Helper()
	var lines []string
	for _, p := range problems {
		line, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	return lines
}

// TestEveryCodeHasAVector keeps the vectors complete: each code is wanted by
// one at least.
func TestEveryCodeHasAVector(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{rules.CodeUnknownRequest: true} // no endpoint has it; see TestCheckFailsClosed
	for _, file := range []string{"week.json", "special.json", "requests.json", "picture.json"} {
		data, err := testdata.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var vectors []struct{ Want []rules.Problem }
		if err := json.Unmarshal(data, &vectors); err != nil {
			t.Fatal(err)
		}
		for _, v := range vectors {
			for _, p := range v.Want {
				seen[p.Code] = true
			}
		}
	}
	for _, code := range codesInSource(t) {
		if !seen[code] {
			t.Errorf("no vector breaks %q", code)
		}
	}
}

type periodVector struct {
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Spill  bool   `json:"spill"`
	Source string `json:"source"`
	Shift  int    `json:"shift"`
	Tail   int    `json:"tail"`
}

func TestEffectiveVectors(t *testing.T) {
	t.Parallel()
	for _, v := range load[[]struct {
		Name      string                 `json:"name"`
		Anchor    string                 `json:"anchor"`
		Zone      zoneVector             `json:"zone"`
		Week      *platform.Week         `json:"week"`
		Special   []platform.SpecialDate `json:"special"`
		Date      string                 `json:"date"`
		Source    string                 `json:"source"`
		Want      []periodVector         `json:"want"`
		CutBefore int                    `json:"cutBefore"`
		CutAfter  int                    `json:"cutAfter"`
	}](t, "effective.json") {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			date, ok := rules.ParseDate(v.Date)
			if !ok {
				t.Fatalf("date %q", v.Date)
			}
			got := rules.Effective(date, v.Week, v.Special, anchorOf(t, v.Anchor), v.Zone)
			var segments []periodVector
			for _, s := range got.Segments {
				segments = append(segments, periodVector{s.Start, s.End, s.Spill, sourceName(s.Source), s.Shift, s.Tail})
			}
			if diff := cmp.Diff(v.Want, segments, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			if got.CutBefore != v.CutBefore || got.CutAfter != v.CutAfter || sourceName(got.Source) != v.Source ||
				got.Date != date {
				t.Errorf("cut before %d, cut after %d, source %s on %s; want %d, %d, %s on %s",
					got.CutBefore, got.CutAfter, sourceName(got.Source), got.Date, v.CutBefore, v.CutAfter, v.Source, v.Date)
			}
			if (got.Special >= 0) != (got.Source == rules.SourceSpecial) {
				t.Errorf("special %d with source %v", got.Special, got.Source)
			}
		})
	}
}

func sourceName(s rules.Source) string {
	if s == rules.SourceSpecial {
		return "special"
	}
	return "weekly"
}

func TestOpenVectors(t *testing.T) {
	t.Parallel()
	for _, v := range load[[]struct {
		Name    string                 `json:"name"`
		Anchor  string                 `json:"anchor"`
		Zone    zoneVector             `json:"zone"`
		Week    *platform.Week         `json:"week"`
		Special []platform.SpecialDate `json:"special"`
		At      stamp                  `json:"at"`
		Open    bool                   `json:"open"`
		Until   stamp                  `json:"until"`
		Next    stamp                  `json:"next"`
	}](t, "open.json") {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			got := rules.OpenAt(int64(v.At), v.Week, v.Special, anchorOf(t, v.Anchor), v.Zone)
			want := rules.State{Open: v.Open, Until: int64(v.Until), NextOpen: int64(v.Next)}
			if got != want {
				t.Errorf("open %v until %s, next %s; want %v until %s, next %s",
					got.Open, stamp(got.Until), stamp(got.NextOpen), want.Open, v.Until, v.Next)
			}
		})
	}
}

func TestClockVectors(t *testing.T) {
	t.Parallel()
	for _, v := range load[[]struct {
		In   string `json:"in"`
		Want *int   `json:"want"` // null: refused
	}](t, "clock.json") {
		t.Run(v.In, func(t *testing.T) {
			t.Parallel()
			got, ok := rules.ParseClock(v.In)
			if ok != (v.Want != nil) || ok && got != *v.Want {
				t.Errorf("ParseClock(%q) = %d, %v", v.In, got, ok)
			}
		})
	}
}
