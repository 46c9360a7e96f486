package interfacedoc

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

var update = flag.Bool("update", false, "write docs/interface.md anew")

const file = "../../docs/interface.md"

func TestInterfaceTable(t *testing.T) {
	t.Parallel()
	want := page()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/interface.md is out of step (-catalogue +page); write it anew with -update:\n%s", diff)
	}
}

func page() string {
	var b strings.Builder
	b.WriteString(`# The interface, endpoint by endpoint

Written from the catalogue in ` + "`platform/catalogue.go`" +
		`. Every endpoint has a typed client method. Those that the
browser program calls go through the proxy at ` + "`{mount}/api/platform`" +
		` and the path; the server makes all
other calls itself, most of them for its own routes. "Needs" is what an operator must be allowed; "server" marks calls
that no operator asks for. "Again" tells whether a call whose outcome is unknown may simply be sent again.

| section | path | client method | proxy | needs | audit | again |
| --- | --- | --- | --- | --- | --- | --- |
`)
	for _, e := range platform.Endpoints() {
		word := map[bool]string{false: "no", true: "yes"}
		fmt.Fprintf(&b, "| %s | `%s` | `%s`: %s | %s | %s | %s | %s |\n", e.Section, e.Path, e.Name, e.Purpose,
			word[e.Proxied], e.Permission, e.Audit, word[e.Repeatable])
	}
	return b.String()
}
