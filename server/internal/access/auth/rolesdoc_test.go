package auth

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/roles.md")

// docs/roles.md shows the table of roles. Write the file anew with
// `go test ./server/internal/access/auth -run TestRolesAreDocumented -update`.
func TestRolesAreDocumented(t *testing.T) {
	t.Parallel()
	const file = "../../../../docs/roles.md"
	want := renderRoles()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("docs/roles.md isn't what server/internal/access/auth/roles.go says (%v): run the test with -update", err)
	}
}

func renderRoles() string {
	var b strings.Builder
	b.WriteString(`# Roles

Rendered from ` + "`server/internal/access/auth/roles.go`" +
		` by its test. A role is held in single shops, or in all shops that there are and will be; the stronger one counts.
Acts marked with * concern the whole installation: only a role in all shops allows them. What isn't listed is denied to everybody.

| what | permission |`)
	for i := len(ranks) - 1; i >= 0; i-- {
		fmt.Fprintf(&b, " %s |", ranks[i])
	}
	b.WriteString("\n| --- | --- |" + strings.Repeat(" --- |", len(ranks)) + "\n")
	for _, act := range RolePermissions() {
		mark := ""
		if act.InstallationWide {
			mark = " *"
		}
		fmt.Fprintf(&b, "| %s%s | `%s` |", act.Words, mark, act.Permission)
		for i := len(ranks) - 1; i >= 0; i-- {
			may := ""
			if Allows(ranks[i], act.Permission) {
				may = "yes"
			}
			fmt.Fprintf(&b, " %s |", may)
		}
		b.WriteString("\n")
	}
	b.WriteString(`
Who sees and manages whom is in [ADR 0012](adr/0012-people.md). The routes' rules are in ` + "`server/routes.go`" + `.
`)
	return b.String()
}
