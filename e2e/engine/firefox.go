package engine

import (
	"context"
	"encoding/json"
	"os/exec"
	"regexp"
	"sync"
)

// Firefox is a running Firefox without a window. Its tabs have profiles of their own ("user contexts").
type Firefox struct {
	program *program
	speaker *speaker
	line    *line

	mu   sync.Mutex
	tabs map[string]func(kind, text string) // by the name of their context
}

var firefoxListens = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// StartFirefox starts the Firefox on the path, Debian's firefox-esr first, and a speaker for it.
func StartFirefox(ctx context.Context) (*Firefox, error) {
	name := "firefox-esr"
	if _, err := exec.LookPath(name); err != nil {
		name = "firefox"
	}
	sound, err := startSpeaker(ctx)
	if err != nil {
		return nil, err
	}
	p, err := launch(func(home string, c *exec.Cmd) {
		c.Args = append(c.Args, "--profile", home)
		c.Env = append(c.Env, "PULSE_SERVER="+sound.address)
	}, name, "--headless", "--no-remote", "--remote-debugging-port=0")
	if err != nil {
		sound.program.quit()
		return nil, err
	}
	f := &Firefox{program: p, speaker: sound, tabs: map[string]func(string, string){}}
	if err := f.connect(ctx); err != nil {
		f.Quit()
		return nil, p.failed(err)
	}
	return f, nil
}

func (f *Firefox) connect(ctx context.Context) error {
	ctx, stop := f.program.whileRunning(ctx)
	defer stop()
	address, err := f.program.said.find(ctx, firefoxListens)
	if err != nil {
		return err
	}
	if f.line, err = dial(ctx, address+"/session", f.hear); err != nil {
		return err
	}
	if err := f.line.call(ctx, "session.new", members{"capabilities": members{}}, nil); err != nil {
		return err
	}
	return f.line.call(ctx, "session.subscribe", members{"events": []string{"log.entryAdded"}}, nil)
}

// members are the members of a JSON object.
type members map[string]any

// hear hands what a page says to the tab that shows it.
func (f *Firefox) hear(method string, params json.RawMessage) {
	var entry struct {
		Level  string `json:"level"`
		Text   string `json:"text"`
		Source struct {
			Context string `json:"context"`
		} `json:"source"`
	}
	if method != "log.entryAdded" || json.Unmarshal(params, &entry) != nil {
		return
	}
	f.mu.Lock()
	tab := f.tabs[entry.Source.Context]
	f.mu.Unlock()
	if tab != nil {
		tab(entry.Level, entry.Text)
	}
}

// Quit ends the browser.
func (f *Firefox) Quit() {
	if f.line != nil {
		_ = f.line.socket.Close()
	}
	f.program.quit()
	f.speaker.program.quit()
}

// FirefoxTab is a tab in a profile of its own.
type FirefoxTab struct {
	hands
	browser          *Firefox
	profile, context string
}

// saysPolicy has a page say aloud what its policy refuses.
const saysPolicy = `() => document.addEventListener("securitypolicyviolation",
	e => console.error("policy: " + e.violatedDirective + " " + e.blockedURI + " " + e.sourceFile))`

// Tab opens a tab. What its pages say to the console is handed to heard, with "error" for errors.
func (f *Firefox) Tab(ctx context.Context, heard func(kind, text string)) (*FirefoxTab, error) {
	var profile struct {
		UserContext string `json:"userContext"`
	}
	if err := f.line.call(ctx, "browser.createUserContext", members{}, &profile); err != nil {
		return nil, err
	}
	t := &FirefoxTab{browser: f, profile: profile.UserContext}
	t.hands.perform = t.perform
	var window struct {
		Context string `json:"context"`
	}
	// A tab behind another one would be hidden.
	err := f.line.call(ctx, "browsingContext.create", members{"type": "window", "userContext": t.profile}, &window)
	if err != nil {
		return nil, err
	}
	t.context = window.Context
	f.mu.Lock()
	f.tabs[t.context] = heard
	f.mu.Unlock()
	if err := t.call(ctx, "browsingContext.setViewport", members{"viewport": members{"width": 1280, "height": 860}},
		nil); err != nil {
		return nil, err
	}
	preload := members{"functionDeclaration": saysPolicy, "contexts": []string{t.context}}
	return t, f.line.call(ctx, "script.addPreloadScript", preload, nil)
}

// Close closes the tab and removes its profile.
func (t *FirefoxTab) Close() {
	ctx, stop := context.WithTimeout(context.Background(), startTime)
	defer stop()
	_ = t.browser.line.call(ctx, "browser.removeUserContext", members{"userContext": t.profile}, nil)
	t.browser.mu.Lock()
	defer t.browser.mu.Unlock()
	delete(t.browser.tabs, t.context)
}
