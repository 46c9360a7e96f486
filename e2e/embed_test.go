package e2e

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Somebody else's server, built and run as it stands in examples/embed: its own
// page, its own people, the console under its own path.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "embed")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../examples/embed")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	host := exec.Command(program, "-listen", "127.0.0.1:0")
	host.Stderr = logWriter{t}
	out, err := host.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = host.Process.Signal(os.Interrupt)
		if err := host.Wait(); err != nil {
			t.Errorf("the host did not stop cleanly: %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimSuffix(strings.TrimSpace(line[strings.Index(line, "http://"):]), "/")

	b := newTab(t)
	b.expect("favicon.ico") // the host has none
	b.open(address + "/admin/console/")
	b.sees("Sign in on the site this console belongs to")
	b.shot("embed-nobody")
	b.open(address + "/")
	b.clickText("Enter as Grace")
	b.sees("Signed in as Grace Ho")
	b.clickText("Shops on the delivery platform")
	b.sees("Grace Ho")
	b.until(`location.pathname.startsWith("/admin/console/shops")`, "the console under the host's path")
	b.open(address + "/admin/console/shops/100001/hours")
	b.fill("#fri-0-start", "10")
	b.click("#hours-save")
	b.saved()
	b.reload()
	b.settled()
	if got := b.value("#fri-0-start"); got != "10:00" {
		t.Errorf("Friday opens at %q after a reload", got)
	}
	b.shot("embed-hours")

	b.open(address + "/")
	b.clickText("Leave")
	b.clickText("Enter as Leo")
	b.sees("Signed in as Leo Yip")
	b.open(address + "/admin/console/shops")
	b.sees("Leo Yip")
	b.sees("1 shop")
	b.seesNot("Sign out")
}
