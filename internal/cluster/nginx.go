package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// nginxPaths are where nginx keeps what it writes.
var nginxPaths = []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}

// newFront makes nginx's configuration of the snippets in docs/operations/front.md, with the addresses of this machine.
func (c *cluster) newFront(docs string) (*process, error) {
	program, err := exec.LookPath("nginx")
	if err != nil {
		program = "/usr/sbin/nginx" // not in an ordinary user's PATH
	}
	if _, err := os.Stat(program); err != nil {
		return nil, errors.New(`nginx is not installed: "make proxies" installs it`)
	}
	page, err := os.ReadFile(docs)
	if err != nil {
		return nil, err
	}
	var replicas strings.Builder
	for _, r := range c.replicas {
		fmt.Fprintf(&replicas, "\tserver %s max_fails=1 fail_timeout=2s;\n", r.address())
	}
	several, err := snippet(string(page), "nginx several",
		"\tserver 10.0.0.1:8080 max_fails=1 fail_timeout=2s;\n", replicas.String(),
		"\tserver 10.0.0.2:8080 max_fails=1 fail_timeout=2s;\n", "",
		"\tserver 10.0.0.3:8080 max_fails=1 fail_timeout=2s;\n", "")
	if err != nil {
		return nil, err
	}
	hooks, err := snippet(string(page), "nginx hooks")
	if err != nil {
		return nil, err
	}
	server, err := snippet(string(page), "nginx",
		"listen 443 ssl http2;", "listen "+c.frontListen+";",
		"server_name console.example.com;", "",
		"ssl_certificate /etc/letsencrypt/live/console.example.com/fullchain.pem;", "",
		"ssl_certificate_key /etc/letsencrypt/live/console.example.com/privkey.pem;", "",
		"http://127.0.0.1:8080", "http://console")
	if err != nil {
		return nil, err
	}
	server = strings.Replace(server, "\tlocation / {", hooks+"\n\tlocation / {", 1)
	dir := filepath.Join(c.dir, "nginx")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	text := "daemon off; worker_processes 1; pid " + dir + "/pid; error_log stderr;\n"
	if os.Getuid() == 0 {
		text += "user root;\n" // the folder is root's alone
	}
	const each = 2 // connections of a stream
	text += fmt.Sprintf("events { worker_connections %d; }\nhttp {\naccess_log off;\n", 1024+each*c.screens)
	for _, kind := range nginxPaths {
		text += fmt.Sprintf("%s_temp_path %s/%s;\n", kind, dir, kind)
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(text+several+server+"}\n"), 0o600); err != nil {
		return nil, err
	}
	return &process{name: "nginx", log: filepath.Join(c.dir, "nginx.log"), command: func() *exec.Cmd {
		return exec.Command(program, "-e", "stderr", "-p", dir, "-c", file)
	}}, nil
}

// snippet returns the block of a page in that language, with what differs here replaced. Each text that is replaced
// must be there.
func snippet(page, language string, replaced ...string) (string, error) {
	_, block, found := strings.Cut(page, "```"+language+"\n")
	block, _, ended := strings.Cut(block, "```")
	if !found || !ended {
		return "", fmt.Errorf("docs/operations/front.md has no snippet for %s", language)
	}
	for i := 0; i < len(replaced); i += 2 {
		if !strings.Contains(block, replaced[i]) {
			return "", fmt.Errorf("the snippet for %s has no %q", language, replaced[i])
		}
		block = strings.ReplaceAll(block, replaced[i], replaced[i+1])
	}
	return block, nil
}
