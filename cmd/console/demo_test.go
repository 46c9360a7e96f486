//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// demonstration is the program itself, serving a demonstration.
type demonstration struct {
	t       *testing.T
	url     string
	process *exec.Cmd
	log     *logged
}

// demonstrate starts the program with a limit of open files, 0 for none.
func demonstrate(t *testing.T, files int) *demonstration {
	t.Helper()
	dir := t.TempDir()
	near, far := freePort(t), freePort(t)
	script := "exec \"$@\""
	if files > 0 {
		script = fmt.Sprintf("ulimit -n %d && %s", files, script)
	}
	d := &demonstration{t: t, url: "http://" + near, log: new(logged)}
	served := program(t, "serve", "--demo", "--data="+dir+"/data", "--listen="+near, "--sandbox-listen="+far)
	d.process = exec.Command("sh", append([]string{"-c", script, "sh"}, served.Args...)...)
	d.process.Env = served.Env
	d.process.Stdout, d.process.Stderr = d.log, d.log
	if err := d.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = d.process.Process.Kill()
		_ = d.process.Wait()
	})
	d.says("Ctrl-C stops both")
	return d
}

// says waits until the program has said the words.
func (d *demonstration) says(words string) {
	d.t.Helper()
	if err := d.log.until(patient(d.t), words); err != nil {
		d.t.Fatalf("the program never said %q: %s", words, d.log)
	}
}

// as is a browser in which one of the demonstration's people is signed in.
func (d *demonstration) as(role api.Role) *http.Client {
	d.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		d.t.Fatal(err)
	}
	transport := &http.Transport{}
	d.t.Cleanup(transport.CloseIdleConnections)
	c := &http.Client{Jar: jar, Transport: transport}
	if status := d.post(c, api.PathDemo, api.DemoSignIn{Role: role}); status != http.StatusOK {
		d.t.Fatalf("sign-in: %d", status)
	}
	return c
}

func (d *demonstration) post(c *http.Client, path string, body any) int {
	d.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		d.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(patient(d.t), http.MethodPost, d.url+path, bytes.NewReader(data))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set(api.HeaderConsole, "1")
	res, err := c.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

// get begins to read; the answer is closed with the test.
func (d *demonstration) get(c *http.Client, path string) (status int, body io.Reader) {
	d.t.Helper()
	r, err := http.NewRequestWithContext(patient(d.t), http.MethodGet, d.url+path, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	res, err := c.Do(r)
	if err != nil {
		d.t.Fatalf("%s: %v", path, err)
	}
	d.t.Cleanup(func() { _ = res.Body.Close() })
	return res.StatusCode, res.Body
}

// Streams leave room for other requests where few files may be open. The bug: streams took all files, and then
// sign-in and /healthz had no answer.
func TestStreamsLeaveOpenFilesForRequests(t *testing.T) {
	t.Parallel()
	d := demonstrate(t, 192)
	streams, refused := 0, 0
	for range 12 {
		c := d.as(api.RoleStaff)
		for range 16 {
			status, body := d.get(c, api.PathLive)
			switch status {
			case http.StatusOK:
				streams++
			case http.StatusTooManyRequests:
				refused++
				_, _ = io.Copy(io.Discard, body)
			default:
				t.Fatal(status)
			}
		}
	}
	if streams == 0 || refused == 0 {
		t.Errorf("%d streams, %d refused", streams, refused)
	}
	fresh := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	if status, _ := d.get(fresh, api.PathHealth); status != http.StatusOK {
		t.Errorf("health: %d", status)
	}
	if status, _ := d.get(d.as(api.RoleOwner), api.PathShops); status != http.StatusOK {
		t.Errorf("another one's shops: %d", status)
	}
}

// A hang-up changes nothing for open requests. The bug: a hang-up cut the streams without a word and dropped open
// requests.
func TestHangUpLeavesRequestsRunning(t *testing.T) {
	t.Parallel()
	d := demonstrate(t, 0)
	owner := d.as(api.RoleOwner)
	_, stream := d.get(owner, api.PathLive)
	lines := bufio.NewScanner(stream)
	until := func(words string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), words) {
				return
			}
		}
		t.Fatalf("the stream ended before %q: %v", words, lines.Err())
	}
	until("event: hello")
	if err := d.process.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	d.says("SIGHUP")
	if status := d.post(owner, api.PathPauses, map[string]any{"shopId": "100001", "version": 0, "end": "notice",
		"reason": "busy"}); status != http.StatusOK {
		t.Fatalf("pause: %d", status)
	}
	until("event: pause")
	if err := d.process.Process.Signal(syscall.SIGTERM); err != nil { // SIGTERM ends the stream, with a word
		t.Fatal(err)
	}
	until("event: bye")
	if err := d.process.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// A start that couldn't read or write the sandbox's state advised to delete it.
func TestOnlyDamagedDataIsToBeDeleted(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(box string) error{
		"sandbox: read state": func(box string) error { return os.WriteFile(box, nil, 0o600) }, // no folder
		"sandbox: damaged state": func(box string) error {
			return errors.Join(os.Mkdir(box, 0o700), os.WriteFile(filepath.Join(box, "sandbox.json"), []byte("?"), 0o600))
		},
	} {
		dir := t.TempDir()
		if err := damage(filepath.Join(dir, "sandbox")); err != nil {
			t.Fatal(err)
		}
		served := program(t, "serve", "--demo", "--data="+dir, "--listen=127.0.0.1:0", "--sandbox-listen=127.0.0.1:0")
		said, err := served.CombinedOutput()
		advises := strings.Contains(string(said), "delete "+filepath.Join(dir, "sandbox"))
		if err == nil || !strings.Contains(string(said), name) || advises != strings.Contains(name, "damaged") {
			t.Errorf("%s: %v, %s", name, err, said)
		}
	}
}
