package inbox

import (
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Limits of a delivery.
const (
	MaxBody    = 256 << 10
	smallBody  = 16 << 10
	readWithin = 10 * time.Second
)

// Codes of our answers (interface 6.2). The codes tell nothing useful to a sender who isn't the
// platform.
const (
	answerAccepted = `{"code":0}`
	answerLater    = `{"code":1,"message":"try again later"}`
	answerRefused  = `{"code":2,"message":"not accepted"}`
)

// Receive answers a delivery by the platform.
func (s *Service) Receive(w http.ResponseWriter, r *http.Request) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		s.Delivered("failed")
		answer(w, http.StatusServiceUnavailable, answerLater)
		return
	}
	// A recorder and an HTTP/2 connection have no read deadline; the server's own deadline holds then.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(readWithin))
	body, leave, err := s.body(w, r)
	defer leave()
	var tooLarge *http.MaxBytesError
	switch {
	case errors.Is(err, errManyLarge):
		s.Delivered("failed")
		answer(w, http.StatusServiceUnavailable, answerLater)
		return
	case errors.As(err, &tooLarge):
		s.refuse(r, api.HookTooLarge, body, message{})
		answer(w, http.StatusRequestEntityTooLarge, answerRefused)
		return
	case err != nil:
		s.Delivered("failed")
		answer(w, http.StatusBadRequest, answerLater)
		return
	}
	if s.Heartbeats.Take(body) {
		s.beat(r.Context(), s.Millis())
		s.Delivered("heartbeat")
		answer(w, http.StatusOK, answerAccepted)
		return
	}
	status, text := s.accept(r, body)
	answer(w, status, text)
}

var errManyLarge = errors.New("inbox: too many large messages at once")

// body reads a delivery. Only a few large deliveries are read at once: otherwise a stranger who
// knows the URL could fill the memory. leave frees the place of a large delivery.
func (s *Service) body(w http.ResponseWriter, r *http.Request) (body []byte, leave func(), err error) {
	leave = func() {}
	if n := r.ContentLength; 0 < n && n <= smallBody { // the usual case
		body = make([]byte, n)
		_, err = io.ReadFull(r.Body, body)
		return body, leave, err
	}
	from := http.MaxBytesReader(w, r.Body, MaxBody)
	body, err = io.ReadAll(io.LimitReader(from, smallBody+1))
	if err != nil || len(body) <= smallBody {
		return body, leave, err
	}
	select {
	case s.large <- struct{}{}:
		leave = func() { <-s.large }
	default:
		return body, leave, errManyLarge
	}
	rest, err := io.ReadAll(from)
	return append(body, rest...), leave, err
}

// accept checks a message and stores it.
func (s *Service) accept(r *http.Request, body []byte) (status int, text string) {
	body = platform.Content(body) // as answers are read: some programs write a byte order mark
	m, err := read(body)
	if err != nil {
		s.refuse(r, api.HookMalformed, body, m, "err", err)
		return http.StatusBadRequest, answerRefused
	}
	if !s.signed(r.Context(), m, func() string { return httpio.ReceivedURL(r) }) {
		s.refuse(r, api.HookBadSignature, body, m)
		if s.Mode == api.HookObserve {
			return http.StatusOK, answerAccepted
		}
		return http.StatusUnauthorized, answerRefused
	}
	if s.AppID != 0 && m.AppID != s.AppID { // our secret may sign for another application
		s.refuse(r, api.HookOtherApp, body, m)
		return http.StatusUnauthorized, answerRefused
	}
	now := s.Now()
	sent := time.Unix(m.Timestamp, 0)
	if sent.Before(now.Add(-platform.HookMaxPast)) || sent.After(now.Add(platform.HookMaxFuture)) {
		s.refuse(r, api.HookOldTimestamp, body, m)
		return http.StatusUnauthorized, answerRefused
	}
	kept := m.kept(body, now.UnixMilli())
	fate, err := s.add(r.Context(), kept, &m)
	s.Tracer.Step(kept.ShopID, kept.OrderID, tracing.Received, now, s.Now(), err != nil, tracing.Event(kept.EventID),
		tracing.RequestID(httpio.RequestID(r.Context())))
	switch {
	case err != nil:
		s.Logger.ErrorContext(r.Context(), "inbox: message not kept", "event", int(m.EventID), "shop", m.ShopID, "err", err)
		s.Delivered("failed")
		return http.StatusServiceUnavailable, answerLater
	case fate == store.AddedOther:
		s.refuse(r, api.HookOtherBody, body, m)
		s.audit(r, m)
		return http.StatusConflict, answerRefused
	case fate == store.AddedNew:
		s.Delivered("accepted")
	default:
		s.Delivered("repeat")
	}
	s.see(r.Context(), &s.message, now.UnixMilli())
	return http.StatusOK, answerAccepted
}

// refuse stores the facts of a refusal for the diagnosis, unless there are too many refusals. The log has more of them.
func (s *Service) refuse(r *http.Request, why api.HookWhy, body []byte, m message, more ...any) {
	s.Delivered(string(why))
	s.Logger.With(more...).WarnContext(r.Context(), "inbox: delivery not accepted", "why", string(why), "event",
		int(m.EventID), "size", len(body))
	// The signature of another body is right. What has none and can't be read may be an unknown heartbeat.
	if why != api.HookOtherBody && (why != api.HookMalformed || m.Sig != "") {
		s.see(r.Context(), &s.refusal, s.Millis())
	}
	if !s.refused.Allow() {
		return
	}
	const keep = 2 << 10
	received := httpio.ReceivedURL(r)
	refusal := store.Refusal{
		At: s.Millis(), Why: string(why), EventID: int64(m.EventID), ShopID: m.ShopID, Address: s.Address(r),
		Size: int64(len(body)), Body: body[:min(len(body), keep)], Received: received,
	}
	if m.params != nil {
		for i, rule := range s.matches(m, received) {
			if i > 0 {
				refusal.Matches += ","
			}
			refusal.Matches += string(rule)
		}
	}
	if err := s.Store.AddRefusal(r.Context(), refusal, maxRefusals); err != nil {
		s.Logger.WarnContext(r.Context(), "inbox: refusal not kept", "err", err)
	}
}

// audit records that a messageId arrived with another body. The platform itself never does this. The audit outlives an
// erasure, so it names the order alone.
func (s *Service) audit(r *http.Request, m message) {
	_, order := m.about()
	who := auth.Principal{Name: "Platform", Address: s.Address(r)}
	finish, err := s.calls().Begin(r.Context(), who.Entry("hook.other_body", m.ShopID, struct {
		ID      string         `json:"id"`
		EventID platform.Event `json:"eventId"`
		OrderID int64          `json:"orderId,string,omitempty"`
	}{m.MessageID, m.EventID, order}, s.Now()))
	if err != nil {
		s.Logger.ErrorContext(r.Context(), "inbox: not audited", "err", err)
		return
	}
	finish(store.OutcomeRefused, "a message was sent again with another body")
}

// Headers of every answer. Only the platform reads the answers, so they have none of those for browsers but
// nosniff. The slices are shared and must not be appended to.
var (
	contentType = []string{"application/json; charset=utf-8"}
	nosniff     = []string{"nosniff"}
)

func answer(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h["Content-Type"], h["X-Content-Type-Options"] = contentType, nosniff
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
