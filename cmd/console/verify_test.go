package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// Rows of the command line are signed and stand in the chain like those of a server; a row written without the keys
// is found.
func TestVerifyAcceptsRowsOfCommands(t *testing.T) {
	_, set := realSettings(t)
	begun(t, set)
	command := func(args ...string) (string, error) {
		for _, name := range []string{"--public-url", "--database", "--keys-file"} {
			args = append(args, name+"="+set[name])
		}
		var out bytes.Buffer
		err := run(t.Context(), args, &out, new(bytes.Buffer))
		return out.String(), err
	}
	open := func() store.Store {
		db, err := sqlite.Open(t.Context(), set["--database"])
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	if _, err := command("operator", "list"); err != nil { // pairs the keys with the database
		t.Fatal(err)
	}
	db := open()
	for login, role := range map[string]string{"ada": "owner", "mei": "staff"} {
		if _, err := db.CreateOperator(t.Context(), store.Operator{Login: login, Name: "The " + login},
			[]store.Membership{{Role: role}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, act := range []string{"reset", "disable", "enable"} {
		if _, err := command("operator", act, "mei"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := command("operator", "disable", "ada"); err == nil {
		t.Fatal("the last owner was disabled")
	}
	out, err := command("verify")
	if err != nil || !strings.HasPrefix(out, "3 rows proven as written") {
		t.Errorf("verify: %q, %v", out, err)
	}
	db = open()
	entries, err := db.Entries(t.Context(), store.EntryQuery{Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Operator != "command line" || !strings.Contains(string(e.Request), `"person":"The mei"`) {
			t.Errorf("%s by %q: %s", e.Action, e.Operator, e.Request)
		}
	}
	if _, err := db.Begin(t.Context(), store.Entry{At: 1, Action: "operators.disable"}); err != nil { // unsigned
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if out, err := command("verify"); err == nil {
		t.Errorf("a row that isn't signed was taken: %q", out)
	}
}
