package doctor

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/sight"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// answer is what the platform answered to a call.
type answer struct {
	status  int
	code    string // the envelope's; "" without an envelope
	message string
	data    any // the envelope's, or all of an answer without one
	body    []byte
	json    bool
}

func (a *answer) succeeded() bool {
	return a.json && a.status/100 == 2 && (a.code == "0" || a.code == "")
}

// refusedUs reports whether the caller was refused, not the call. A page of status 403 may be a gateway's.
func (a *answer) refusedUs(path string, codes platform.AuthCodes) bool {
	if a.status == http.StatusUnauthorized || a.status == http.StatusForbidden && a.json {
		return true
	}
	n, err := strconv.Atoi(cmp.Or(a.code, "0"))
	said := &platform.Error{Path: path, Status: a.status, Code: n, Message: a.message, AuthCodes: codes}
	return err == nil && said.Authentication()
}

// session is how calls are made: as settings say, or as they would have to be.
type session struct {
	d         *Doctor
	presenter platform.Presenter
	token     string
}

// call makes one call, which changes nothing at the platform. The error is for
// calls without an answer.
func (s session) call(ctx context.Context, path string, request any) (*answer, error) {
	endpoint, known := platform.EndpointAt(path)
	if path != platform.PathToken && (!known || endpoint.Changes() || !endpoint.Repeatable) {
		return nil, fmt.Errorf("doctor: %s isn't a call that changes nothing", path)
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	transport := &platform.HTTPTransport{BaseURL: s.d.o.PlatformURL,
		Client: &http.Client{Transport: s.d.wire, Timeout: callWithin}}
	if s.token != "" {
		transport.Present = func(_ context.Context, url string, body []byte) (platform.Presented, error) {
			return s.presenter.Present(url, body, s.token, s.d.o.Now())
		}
	}
	var reply platform.Reply
	waiting, cancel := context.WithTimeout(ctx, busyWithin)
	defer cancel()
	err = upstream.Patiently(waiting, func() (err error) {
		reply, err = transport.Call(ctx, path, body)
		if err == nil && reply.Status == http.StatusTooManyRequests {
			s.d.holds("rate-limit", "")
			return &platform.Error{Path: path, Status: reply.Status}
		}
		return err
	})
	if reply.Status == http.StatusTooManyRequests {
		s.d.calls = append(s.d.calls, Call{Path: path, Status: reply.Status, Said: errBusy.Error()})
		return nil, errBusy
	}
	if err != nil {
		s.d.calls = append(s.d.calls, Call{Path: path, Said: "no answer: " + s.d.scrub(err.Error(), s.token)})
		return nil, err
	}
	a := s.d.read(path, reply)
	made := Call{Path: path, Status: a.status, Code: a.code}
	if !a.succeeded() {
		made.Said = s.d.scrub(a.message, s.token)
	}
	s.d.calls = append(s.d.calls, made)
	return a, nil
}

// read opens an answer, and notes whether it has an envelope.
func (d *Doctor) read(path string, reply platform.Reply) *answer {
	a := &answer{status: reply.Status, body: reply.Body}
	value, ok := sight.Decode(platform.Content(reply.Body))
	record, object := value.(map[string]any)
	a.json = ok && object
	if !a.json {
		d.differs("envelope", fmt.Sprintf("%s: status %d, no JSON object", path, reply.Status), "")
		return a
	}
	code, coded := number(record, "code")
	a.message = member[string](record, "message")
	if !coded {
		if path != platform.PathToken { // its answer has none (interface 4.1)
			d.differs("envelope", path+": the record stands alone", "none needed")
		}
		a.data = record
		return a
	}
	if path != platform.PathToken {
		d.holds("envelope", "")
	}
	a.code, a.data = fmt.Sprint(code), record["data"]
	return a
}

var errBusy = fmt.Errorf("too many calls for %v: ask another time", busyWithin)

// callWithin limits the time of a call.
var callWithin = 15 * time.Second

// busyWithin limits how long a call is repeated while the platform takes no more calls.
var busyWithin = 30 * time.Second

// scrub makes a text safe to show.
func (d *Doctor) scrub(text string, secrets ...string) string {
	return upstream.Scrub(text, append(secrets, d.o.Presenter.Secret)...)
}

// wire watches the connection to the platform.
type wire struct {
	next http.RoundTripper
	now  func() time.Time

	mu      sync.Mutex
	tls     string        // version and the certificate's end
	offset  time.Duration // of the platform's clock
	offsets int
}

// RoundTrip notes what an answer tells beside its body.
func (w *wire) RoundTrip(request *http.Request) (*http.Response, error) {
	began := w.now()
	response, err := w.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if t := response.TLS; t != nil && len(t.PeerCertificates) > 0 {
		w.tls = fmt.Sprintf("%s, certificate until %s", tls.VersionName(t.Version),
			t.PeerCertificates[0].NotAfter.UTC().Format(time.DateOnly))
	}
	if date, err := http.ParseTime(response.Header.Get("Date")); err == nil {
		middle := began.Add(w.now().Sub(began) / 2)
		w.offset, w.offsets = date.Add(500*time.Millisecond).Sub(middle), w.offsets+1 // Date has whole seconds
	}
	return response, nil
}

// maxOffset is how far the clocks may differ. Receiving and signing bear more,
// but then something is wrong with one of them.
const maxOffset = 30 * time.Second

// connection notes what the answers told of the way to the platform.
func (d *Doctor) connection() {
	w := d.wire
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tls != "" {
		d.holds("platform-tls", w.tls)
	}
	if w.offsets == 0 {
		return
	}
	seen := fmt.Sprintf("the platform's is %s ours", ahead(w.offset))
	d.compares("clock", w.offset.Abs() <= maxOffset, seen, seen, "Set this machine's clock (NTP)")
}

func ahead(d time.Duration) string {
	word := "ahead of"
	if d < 0 {
		word = "behind"
	}
	return fmt.Sprintf("%v %s", d.Abs().Round(100*time.Millisecond), word)
}
