package server_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// An owner names codes; everybody has the names with the session, nobody else changes
// them, and each change is in the audit.
func TestOwnerNamesCodesForEverybody(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	change := func(names ...api.CodeName) api.Legend { return api.Legend{Names: names} }
	checked := api.CodeName{Kind: api.KindOrder, Code: "20", Name: "Being checked"}
	rest := api.CodeName{Kind: api.KindRest, Code: "-1", Name: "休息中 – استراحة"}
	paid := api.CodeName{Kind: api.KindOrder, Code: "PAID", Name: "Paid for"}
	for _, tt := range []struct {
		role   api.Role
		status int
	}{{"", http.StatusUnauthorized}, {api.RoleStaff, http.StatusForbidden}, {api.RoleManager, http.StatusForbidden}} {
		client := b.browser()
		if tt.role != "" {
			client = b.as(tt.role)
		}
		if status, body := b.post(client, api.PathLegend, change(checked)); status != tt.status {
			t.Errorf("%q changes: %d %s", tt.role, status, body)
		}
	}
	owner := b.as(api.RoleOwner)
	padded := checked
	padded.Name = "  Being checked "
	status, body := b.post(owner, api.PathLegend, change(padded, paid, rest))
	var answer api.Legend
	if err := json.Unmarshal([]byte(body), &answer); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	want := []api.CodeName{checked, paid, rest}
	ignored := cmpopts.IgnoreFields(api.CodeName{}, "By", "At")
	if diff := cmp.Diff(want, answer.Names, ignored); diff != "" {
		t.Error(diff)
	}
	if answer.Names[0].By == "" || answer.Names[0].At == 0 {
		t.Errorf("by nobody: %+v", answer.Names[0])
	}
	// Words stand apart: a browser that still runs the program of the release before reads the numbers.
	session := read[api.Session](b, b.as(api.RoleStaff), api.PathSession)
	if diff := cmp.Diff([]api.CodeName{checked, rest}, session.Legend); diff != "" {
		t.Errorf("with the session: %s", diff)
	}
	if diff := cmp.Diff([]api.CodeName{paid}, session.Words); diff != "" {
		t.Errorf("words with the session: %s", diff)
	}
	if got := read[api.Session](b, b.browser(), api.PathSession).Legend; len(got) != 0 {
		t.Errorf("a stranger gets %v", got)
	}
	gone := checked
	gone.Name = ""
	if status, body = b.post(owner, api.PathLegend, change(gone)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	got := read[api.Legend](b, b.as(api.RoleStaff), api.PathLegend)
	if diff := cmp.Diff([]api.CodeName{paid, rest}, got.Names, ignored); diff != "" {
		t.Error(diff)
	}
	entries, err := b.store.Entries(t.Context(), store.EntryQuery{Kinds: []string{"settings"}, Limit: 9})
	if err != nil || len(entries) != 2 || entries[0].Action != "settings.legend" {
		t.Errorf("audit: %+v %v", entries, err)
	}
}

// Names are plain text of bounded length, and there is a bounded number of them.
func TestImpossibleCodeNamesAreRefused(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	owner := b.as(api.RoleOwner)
	many := make([]api.CodeName, api.MaxCodeNames+1)
	for i := range many {
		many[i] = api.CodeName{Kind: api.KindReason, Code: strconv.Itoa(i), Name: "x"}
	}
	name := func(kind api.CodeKind, name string) []api.CodeName {
		return []api.CodeName{{Kind: kind, Code: "1", Name: name}}
	}
	for _, tt := range []struct {
		what  string
		names []api.CodeName
		path  string
	}{
		{"too long", name(api.KindOrder, strings.Repeat("年", api.MaxCodeName+1)), "names[0].name"},
		{"two lines", name(api.KindOrder, "a\nb"), "names[0].name"},
		{"turned around", name(api.KindOrder, "a\u202eb"), "names[0].name"},
		{"of no kind", name("planet", "a"), "names[0].kind"},
		{"without a code", []api.CodeName{{Kind: api.KindOrder, Name: "a"}}, "names[0].code"},
		{"of a sentence", []api.CodeName{{Kind: api.KindOrder, Code: "a word", Name: "a"}}, "names[0].code"},
		{"of a long word", []api.CodeName{{Kind: api.KindOrder, Code: strings.Repeat("x", 41), Name: "a"}}, "names[0].code"},
		{"too many", many, "names"},
	} {
		status, body := b.post(owner, api.PathLegend, api.Legend{Names: tt.names})
		var refusal api.Error
		if err := json.Unmarshal([]byte(body), &refusal); err != nil || status != http.StatusUnprocessableEntity ||
			len(refusal.Problems) != 1 || refusal.Problems[0].Path != tt.path {
			t.Errorf("%s: %d %s", tt.what, status, body)
		}
	}
	if got := read[api.Legend](b, owner, api.PathLegend); len(got.Names) != 0 {
		t.Errorf("kept %+v", got)
	}
}
