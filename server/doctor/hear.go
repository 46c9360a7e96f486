package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// heard is a webhook that came.
type heard struct {
	event     platform.Event
	message   string
	timestamp int64
	at        time.Time
	rules     []platform.HookRule // that its signature fits
	header    bool                // its signature is in a header
}

// heardKept bounds what is remembered.
const heardKept = 100

// ServeHTTP listens where the console would: at its webhook address, whatever its
// id, and with the picture that the doctor fetches from our public address.
// Heartbeats are accepted. A message isn't: the platform sends it again later, when
// the console may be there to work on it.
func (d *Doctor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := strings.Index(r.URL.Path, api.PathHook)
	switch {
	case strings.HasSuffix(r.URL.Path, d.probe) && r.Method == http.MethodGet:
		w.Header().Set("Content-Type", "image/png")
		_, _ = io.WriteString(w, d.probe)
		return
	case at < 0 || r.Method != http.MethodPost:
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 256<<10))
	if err != nil {
		http.Error(w, "unreadable", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if form, empty := platform.Heartbeat(body); empty {
		d.mu.Lock()
		d.beats = append(d.beats[max(0, len(d.beats)-heardKept):], form)
		d.mu.Unlock()
		d.ring()
		_, _ = io.WriteString(w, `{"code":0}`)
		return
	}
	d.hear(body, strings.TrimRight(d.o.PublicURL, "/")+r.URL.Path[at:], received(r), r.Header.Get("X-App-Signature"))
	d.ring()
	_, _ = io.WriteString(w, `{"code":1,"message":"try again later"}`)
}

// received is the URL as the sender may have seen it.
func received(r *http.Request) string {
	u := url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path, RawQuery: r.URL.RawQuery}
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		u.Scheme = "https"
	}
	return u.String()
}

// hear keeps a message. Who can't sign isn't believed: the message then only
// counts for its signature.
func (d *Doctor) hear(body []byte, public, received, header string) {
	var fields map[string]json.RawMessage
	m := heard{at: d.o.Now()}
	if json.Unmarshal(body, &fields) == nil {
		params := map[string]string{}
		for name, raw := range fields {
			params[name] = text(raw)
		}
		event, _ := json.Number(params["eventId"]).Int64()
		m.event, m.message = platform.Event(event), params["message"]
		m.timestamp, _ = json.Number(params["timestamp"]).Int64()
		m.rules = d.fitting(params, public, received)
		want, err := platform.HeaderSignature(public, body, d.o.Presenter.Secret)
		m.header = err == nil && header != "" && header == want
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heard = append(d.heard[max(0, len(d.heard)-heardKept):], m)
}

// text is a value as a signature sees it.
func text(raw json.RawMessage) string {
	var unquoted string
	if json.Unmarshal(raw, &unquoted) == nil && !bytes.Equal(raw, []byte("null")) {
		return unquoted
	}
	return string(raw)
}

// fitting are the rules by which a message is signed, the configured one first.
func (d *Doctor) fitting(params map[string]string, public, received string) (rules []platform.HookRule) {
	for _, rule := range append([]platform.HookRule{d.o.HookRule}, platform.HookRules()...) {
		before, how, _ := strings.Cut(string(rule), "+")
		front := map[string]string{"public_url": public, "received_url": received}[before]
		signed := params
		var compact bytes.Buffer
		if how == "compact" && json.Compact(&compact, []byte(params["message"])) == nil {
			signed = map[string]string{}
			for name, value := range params {
				signed[name] = value
			}
			signed["message"] = compact.String()
		}
		want := platform.SuffixSignature(front, signed, d.o.Presenter.Secret)
		if strings.EqualFold(params["sig"], want) && !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// listen waits until a heartbeat and a message came, or the time is over.
func (d *Doctor) listen(ctx context.Context) {
	if d.o.Wait <= 0 {
		return
	}
	over := time.NewTimer(d.o.Wait)
	defer over.Stop()
	for {
		d.mu.Lock()
		both := len(d.beats) > 0 && len(d.heard) > 0
		d.mu.Unlock()
		if both {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-over.C:
			return
		case <-d.bell:
		}
	}
}

func (d *Doctor) ring() {
	select {
	case d.bell <- struct{}{}:
	default:
	}
}
