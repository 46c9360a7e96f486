package server_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/neighbour"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
)

// proxiedHost is the host of the snippets in docs/operations/front.md.
const proxiedHost = "console.example.com"

// snippet returns the block in that language of a page in docs/operations, with what differs here replaced. Each text
// that is replaced must be there.
func snippet(t *testing.T, name, language string, replaced ...string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("../docs/operations", name))
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(page), "```"+language+"\n")
	block, _, ended := strings.Cut(block, "```")
	if !found || !ended {
		t.Fatalf("%s has no snippet for %s", name, language)
	}
	for i := 0; i < len(replaced); i += 2 {
		if !strings.Contains(block, replaced[i]) {
			t.Errorf("the snippet for %s has no %q", language, replaced[i])
		}
		block = strings.ReplaceAll(block, replaced[i], replaced[i+1])
	}
	return block
}

// certificate writes a certificate of the snippets' host and its key into files.
func certificate(t *testing.T) (file, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	body, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{proxiedHost},
		NotAfter: time.Now().AddDate(1, 0, 0)}
	signed, err := x509.CreateCertificate(rand.Reader, of, of, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, body []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: body}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", signed), write("key.pem", "PRIVATE KEY", body)
}

// runProxy runs a proxy until the test ends, and returns a transport to the socket on which it listens.
func runProxy(t *testing.T, socket string, command ...string) *http.Transport {
	t.Helper()
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}
	neighbour.Run(t, func(string) bool {
		conn, err := dial(t.Context(), "", "")
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}, command...)
	ours := &tls.Config{InsecureSkipVerify: true}
	transport := &http.Transport{DialContext: dial, TLSClientConfig: ours}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// runNginx runs nginx with a server's block. It keeps its files in a folder of the test's.
func runNginx(t *testing.T, socket, block string) *http.Transport {
	t.Helper()
	dir, user := t.TempDir(), ""
	if os.Getuid() == 0 {
		user = "user root;" // the folder is root's alone
	}
	text := fmt.Sprintf("daemon off; %s worker_processes 1; pid %s/pid; error_log stderr;\nevents {}\nhttp "+
		"{\naccess_log off;\n",
		user, dir)
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		text += fmt.Sprintf("%s_temp_path %s/%s;\n", kind, dir, kind)
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(text+block+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return runProxy(t, socket, "nginx", "-e", "stderr", "-p", dir, "-c", file)
}

// proxied is a console behind a proxy that ends TLS at https://console.example.com.
func proxied(t *testing.T) *bench {
	t.Helper()
	return open(t, func(o *server.Options) {
		o.Demo, o.PublicURL = false, "https://"+proxiedHost+mount
		o.Hooks.Rule = platform.HookPublicRaw
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
}

// serves proves that people can work through the proxy: they sign in, follow the events, and send a picture.
func (b *bench) serves(t *testing.T, through http.RoundTripper) {
	t.Helper()
	link, err := b.console.SetupLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.web.URL = "https://" + proxiedHost
	_, token, _ := strings.Cut(link, "#")
	c := b.browser()
	c.Transport = through
	if status, body := b.post(c, api.PathSetup, api.UseLink{Token: token, Name: "Ada", Login: "ada",
		Password: secret}); status != http.StatusOK {
		t.Fatalf("setup: %d %s", status, body)
	}
	if who := b.who(c); who != "ada" {
		t.Errorf("signed in as %q", who)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.web.URL+mount+api.PathLive, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := c.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	// The stream goes on: what is read was passed on at once.
	if line, err := bufio.NewReader(stream.Body).ReadString('\n'); err != nil || stream.StatusCode != http.StatusOK {
		t.Errorf("stream: %d %q %v", stream.StatusCode, line, err)
	}
	large := bytes.Repeat([]byte("no picture"), 300_000)
	status, body := b.do(c, http.MethodPost, api.PathPhotos+"?shop=100001", large,
		http.Header{api.HeaderConsole: {"1"}, "Content-Type": {"image/png"}})
	if got := code(t, body); status == http.StatusRequestEntityTooLarge || got == api.CodeInternal {
		t.Errorf("3 MB: %d %s", status, body)
	}
	if log := b.log.String(); strings.Contains(log, "X-Forwarded-For isn't believed") ||
		strings.Contains(log, "level=ERROR") {
		t.Errorf("the log:\n%s", log)
	}
}

func TestConsoleBehindNginxProxy(t *testing.T) {
	t.Parallel()
	b := proxied(t)
	cert, key := certificate(t)
	socket := filepath.Join(t.TempDir(), "s")
	b.serves(t, runNginx(t, socket, snippet(t, "front.md", "nginx", "listen 443", "listen unix:"+socket,
		"http://127.0.0.1:8080", b.web.URL,
		"/etc/letsencrypt/live/console.example.com/fullchain.pem", cert,
		"/etc/letsencrypt/live/console.example.com/privkey.pem", key)))
}

func TestConsoleBehindCaddyProxy(t *testing.T) {
	t.Parallel()
	b := proxied(t)
	cert, key := certificate(t)
	socket := filepath.Join(t.TempDir(), "s")
	file := filepath.Join(t.TempDir(), "Caddyfile")
	text := "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + snippet(t, "front.md", "caddy",
		proxiedHost+" {", fmt.Sprintf("%s {\n\tbind unix/%s\n\ttls %s %s", proxiedHost, socket, cert, key),
		"127.0.0.1:8080", host(t, b.web.URL))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	b.serves(t, runProxy(t, socket, "caddy", "run", "--adapter", "caddyfile", "--config", file))
}

// Bug: a proxy that doesn't pass the Host on had everything answered 421, and nothing told which host was seen.
func TestBareProxyIsNamedOnce(t *testing.T) {
	t.Parallel()
	b := proxied(t)
	socket := filepath.Join(t.TempDir(), "s")
	c := &http.Client{Transport: runNginx(t, socket, fmt.Sprintf(
		"server { listen unix:%s; location / { proxy_pass %s; } }\n", socket, b.web.URL))}
	seen := host(t, b.web.URL)
	for range 3 {
		res, err := c.Get("http://" + proxiedHost + mount + "/")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("answered %d", res.StatusCode)
		}
	}
	var told []string
	for line := range strings.Lines(b.log.String()) {
		if strings.Contains(line, "level=WARN") && strings.Contains(line, "Host") {
			told = append(told, line)
		}
	}
	if len(told) != 1 || !strings.Contains(told[0], "seen="+seen) || !strings.Contains(told[0], proxiedHost) {
		t.Errorf("the log told %q", told)
	}
}

// The rotation of the log leaves the file that the console writes to in its place.
func TestLogBehindProxyIsRotated(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, rules := filepath.Join(dir, "shopdesk.log"), filepath.Join(dir, "rules")
	log, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if _, err := log.WriteString("before\n"); err != nil {
		t.Fatal(err)
	}
	text := snippet(t, "watching.md", "logrotate", "/var/log/shopdesk.log", file)
	if err := os.WriteFile(rules, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	rotate := exec.Command("/bin/sh", "-c", `PATH="$PATH:/usr/sbin:/sbin" exec logrotate --force --state "$0" "$1"`,
		filepath.Join(dir, "state"), rules)
	if out, err := rotate.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := log.WriteString("after\n"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{file: "after\n", file + ".1": "before\n"} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
