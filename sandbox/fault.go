package sandbox

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// Kind is what a fault does to a call.
type Kind string

// The kinds of faults. Error, HTML, drop and code leave the platform's state
// as it is.
const (
	FaultError    Kind = "error"    // HTTP 500, no envelope
	FaultHTML     Kind = "html"     // HTTP 502 with an HTML page, as a gateway answers
	FaultDrop     Kind = "drop"     // the connection is closed before anything is done
	FaultActDrop  Kind = "actdrop"  // the call is done, then the connection is closed
	FaultCode     Kind = "code"     // a non-zero code with a message
	FaultSlow     Kind = "slow"     // the call is done after a delay
	FaultTruncate Kind = "truncate" // the call is done, half of the answer arrives

	// These are faults of pushes, not of calls.
	FaultLost   Kind = "push-lost"   // the message is never sent: a gap
	FaultTwice  Kind = "push-twice"  // it is sent again after it was accepted
	FaultLate   Kind = "push-late"   // it is sent after a delay, behind later ones
	FaultForged Kind = "push-forged" // its signature is wrong
)

// Kinds lists the kinds of faults.
func Kinds() []Kind {
	return append([]Kind{FaultError, FaultHTML, FaultDrop, FaultActDrop, FaultCode, FaultSlow,
		FaultTruncate}, pushKinds...)
}

var pushKinds = []Kind{FaultLost, FaultTwice, FaultLate, FaultForged}

func (k Kind) ofPushes() bool { return slices.Contains(pushKinds, k) }

// Fault spoils calls of the platform's paths, or pushes. It lasts for Count of
// them, or, with a Rate, until it is cleared. Faults aren't kept across
// restarts.
type Fault struct {
	ID      int           `json:"id"`                // given by Inject
	Kind    Kind          `json:"kind"`              // what happens
	Path    string        `json:"path,omitempty"`    // the path it is for; empty is any
	Event   int           `json:"eventId,omitempty"` // of a push's fault: the event it is for; 0 is any
	Count   int           `json:"count,omitempty"`   // calls still to spoil; default 1 without a Rate
	Rate    float64       `json:"rate,omitempty"`    // share of the calls that are spoilt, up to 1; default all
	Delay   time.Duration `json:"delayNs,omitempty"` // of FaultSlow, required there; of FaultLate, default 30 s
	Code    int           `json:"code,omitempty"`    // of FaultCode; default CodeInjected
	Message string        `json:"message,omitempty"` // of FaultCode
}

// maxDelay bounds a slow fault.
const maxDelay = 10 * time.Minute

// Inject adds a fault behind those that are there, and returns its id. A call
// meets the first fault that is for its path.
func (s *Sandbox) Inject(f Fault) (int, error) {
	switch {
	case !slices.Contains(Kinds(), f.Kind):
		return 0, fmt.Errorf("%w: unknown kind of fault %q", ErrInvalid, f.Kind)
	case f.Path != "" && !slices.Contains(Routes(), f.Path):
		return 0, fmt.Errorf("%w: the fault's path is not the platform's", ErrInvalid)
	case f.Kind.ofPushes() && f.Path != "", !f.Kind.ofPushes() && f.Event != 0:
		return 0, fmt.Errorf("%w: a path is for calls, an event for pushes", ErrInvalid)
	case f.Count < 0, !(f.Rate >= 0 && f.Rate <= 1): // NaN as well
		return 0, fmt.Errorf("%w: count must not be negative, rate be from 0 to 1", ErrInvalid)
	case f.Kind == FaultSlow && f.Delay <= 0, f.Delay < 0, f.Delay > maxDelay:
		return 0, fmt.Errorf("%w: the delay must be above 0 and at most %v", ErrInvalid, maxDelay)
	}
	if f.Count == 0 && f.Rate == 0 {
		f.Count = 1
	}
	f.Code = either(f.Code, CodeInjected)
	f.Message = either(f.Message, "The sandbox was told to fail.")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faultID++
	f.ID = s.faultID
	s.faults = append(s.faults, f)
	return f.ID, nil
}

// Faults lists the faults that are still to come.
func (s *Sandbox) Faults() []Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Fault{}, s.faults...)
}

// ClearFaults removes all faults.
func (s *Sandbox) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takeFault is the fault that a call of path meets; its Kind is empty for
// none.
func (s *Sandbox) takeFault(path string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.meetFault(func(f *Fault) bool { return !f.Kind.ofPushes() && (f.Path == "" || f.Path == path) })
}

// takePushFault is the fault that a push meets. The caller holds the lock.
func (s *Sandbox) takePushFault(event platform.Event) Fault {
	return s.meetFault(func(f *Fault) bool { return f.Kind.ofPushes() && (f.Event == 0 || f.Event == int(event)) })
}

func (s *Sandbox) meetFault(fits func(*Fault) bool) Fault {
	for i := range s.faults {
		f := &s.faults[i]
		if !fits(f) || f.Rate > 0 && s.chance() >= f.Rate {
			continue
		}
		met := *f
		if f.Count == 1 {
			s.faults = slices.Delete(s.faults, i, i+1)
		} else if f.Count > 1 {
			f.Count--
		}
		return met
	}
	return Fault{}
}

func (s *Sandbox) chance() float64 {
	if s.Chance != nil {
		return s.Chance()
	}
	return rand.Float64() //nolint:gosec // no secret
}

// servePlatform answers a call of the platform's paths with its latency and
// its fault.
func (s *Sandbox) servePlatform(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	w.Header().Set("Date", s.Now().UTC().Format(http.TimeFormat))
	c := Call{At: s.Now(), Method: r.Method, Path: r.URL.Path}
	note := func(a reply) {
		c.Status, c.Code, c.Duration = a.status, a.code, time.Since(began)
		s.record(r, c)
	}
	if s.isCut() {
		note(reply{})
		panic(http.ErrAbortHandler)
	}
	if f := s.tooMany(r.URL.Path); f != nil {
		a := refuse(f)
		note(a)
		a.write(w)
		return
	}
	fault := s.takeFault(r.URL.Path)
	c.Fault = fault.Kind
	delay := s.Latency
	if fault.Kind == FaultSlow {
		delay += fault.Delay
	}
	if !pause(r.Context(), delay) {
		note(reply{})
		panic(http.ErrAbortHandler)
	}
	var a reply
	switch fault.Kind {
	case FaultError:
		a = reply{status: http.StatusInternalServerError, body: []byte("internal server error\n"),
			kind: "text/plain; charset=utf-8"}
	case FaultHTML:
		a = reply{status: http.StatusBadGateway, body: []byte(gatewayPage), kind: "text/html; charset=utf-8"}
	case FaultCode:
		a = refuse(fail(http.StatusOK, fault.Code, "%s", fault.Message))
	case FaultDrop:
		note(reply{})
		panic(http.ErrAbortHandler)
	case FaultActDrop:
		s.act(w, r, &c)
		note(reply{})
		panic(http.ErrAbortHandler)
	case FaultTruncate:
		a = s.act(w, r, &c)
		note(a)
		truncate(w, a) // doesn't return
	case FaultSlow, FaultLost, FaultTwice, FaultLate, FaultForged, "": // the delay is over; the others aren't for calls
		a = s.act(w, r, &c)
	}
	note(a)
	a.write(w)
}

const gatewayPage = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad " +
	"Gateway</h1></body></html>\n"

// truncate announces the whole answer, sends half of it and closes the
// connection.
func truncate(w http.ResponseWriter, a reply) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", fmt.Sprint(len(a.body)))
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body[:len(a.body)/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}
