package engine

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"regexp"
)

// WebKit is where tabs of WebKitGTK's MiniBrowser are: a screen of its own.
type WebKit struct {
	screen  *program
	display string
}

var screenNumber = regexp.MustCompile(`(?m)^(\d+)$`)

// StartWebKit starts the screen.
func StartWebKit(ctx context.Context) (*WebKit, error) {
	p, err := launch(func(_ string, c *exec.Cmd) {}, "Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24",
		"-nolisten", "tcp")
	if err != nil {
		return nil, err
	}
	ctx, stop := p.whileRunning(ctx)
	defer stop()
	number, err := p.said.find(ctx, screenNumber)
	if err != nil {
		p.quit()
		return nil, p.failed(err)
	}
	return &WebKit{screen: p, display: ":" + number}, nil
}

// Quit ends the screen.
func (w *WebKit) Quit() { w.screen.quit() }

// WebKitTab is the one tab of a browser, whose profile is in memory and ends with it. The driver has one session, so
// each tab has a driver too.
type WebKitTab struct {
	hands
	driver  *program
	session session
	heard   func(kind, text string)
}

// Tab starts a browser. What its pages say to the console once they have loaded is handed to heard, with "error" for
// errors.
func (w *WebKit) Tab(ctx context.Context, heard func(kind, text string)) (*WebKitTab, error) {
	host, port, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p, err := launch(func(_ string, c *exec.Cmd) {
		c.Env = append(c.Env, "DISPLAY="+w.display, "GDK_BACKEND=x11", "NO_AT_BRIDGE=1")
	}, "WebKitWebDriver", "--host="+host, "--port="+port)
	if err != nil {
		return nil, err
	}
	t := &WebKitTab{driver: p, heard: heard}
	t.hands.perform = t.perform
	if err := t.connect(ctx, net.JoinHostPort(host, port)); err != nil {
		t.Close()
		return nil, p.failed(err)
	}
	return t, nil
}

// freeAddress is a host and port that nothing listens at.
func freeAddress() (host, port string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", fmt.Errorf("engine: %w", err)
	}
	defer listener.Close()
	return net.SplitHostPort(listener.Addr().String())
}

func (t *WebKitTab) connect(ctx context.Context, address string) error {
	if err := t.driver.accepts(ctx, "tcp", address); err != nil {
		return err
	}
	ctx, stop := t.driver.whileRunning(ctx)
	defer stop()
	t.session.url = "http://" + address
	driver := t.session.url
	var made struct {
		SessionID string `json:"sessionId"`
	}
	capabilities := members{"alwaysMatch": members{"timeouts": members{"script": startTime.Milliseconds()}}}
	if err := t.session.post(ctx, "/session", members{"capabilities": capabilities}, &made); err != nil {
		return err
	}
	t.session.url = driver + "/session/" + made.SessionID
	return t.session.post(ctx, "/window/rect", members{"width": 1280, "height": 898}, nil) // a page of 860
}

// Close ends the browser.
func (t *WebKitTab) Close() {
	ctx, stop := context.WithTimeout(context.Background(), startTime)
	defer stop()
	_ = t.session.call(ctx, http.MethodDelete, "", nil, nil)
	t.driver.quit()
}
