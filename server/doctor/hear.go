package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
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

// ownHeartbeat is the form of a heartbeat that has content.
const ownHeartbeat = "a packet with content, and without a message"

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
	form, empty := platform.Heartbeat(body)
	if !empty && platform.HeartbeatsAny.Take(body) {
		form, empty = ownHeartbeat, true
	}
	if empty {
		d.mu.Lock()
		d.beats = append(d.beats[max(0, len(d.beats)-heardKept):], form)
		d.mu.Unlock()
		d.ring()
		_, _ = io.WriteString(w, `{"code":0}`)
		return
	}
	public := strings.TrimRight(d.o.PublicURL, "/") + r.URL.Path[at:]
	d.hear(body, public, httpio.ReceivedURL(r), r.Header.Get("X-App-Signature"))
	d.ring()
	_, _ = io.WriteString(w, `{"code":1,"message":"try again later"}`)
}

// hear keeps a message. Who can't sign isn't believed: the message then only
// counts for its signature.
func (d *Doctor) hear(body []byte, public, received, header string) {
	var fields map[string]json.RawMessage
	m := heard{at: d.o.Now()}
	if json.Unmarshal(body, &fields) == nil && d.o.Presenter.Secret != "" { // with an empty secret anyone could sign
		values, params := map[string]string{}, []platform.Param{}
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			values[name] = text(fields[name])
			if name != "sig" {
				params = append(params, platform.Param{Name: name, Value: values[name]})
			}
		}
		m.message = values["message"]
		_ = platform.Read([]byte(values["eventId"]), &m.event) // what can't be read is 0
		_ = platform.Read([]byte(values["timestamp"]), &m.timestamp)
		m.rules = d.fitting(params, values["sig"], public, received)
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
func (d *Doctor) fitting(params []platform.Param, sig, public, received string) (rules []platform.HookRule) {
	for _, rule := range append([]platform.HookRule{d.o.HookRule}, platform.HookRules()...) {
		url, signed := rule.Signed(params, public, func() string { return received })
		want := platform.SuffixSum(platform.AppendSuffix(nil, url, signed), d.o.Presenter.Secret)
		if strings.EqualFold(sig, string(want[:])) && !slices.Contains(rules, rule) {
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
	over := time.After(d.o.Wait)
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
		case <-over:
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
