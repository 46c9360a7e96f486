package push

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/web/fetch"
)

const (
	tries  = 4
	size   = 2048             // bytes of every message: its length tells nothing
	within = 15 * time.Second // one post
)

// poster hands the library's requests to our own guarded client.
type poster struct{ Poster }

var _ webpush.HTTPClient = poster{}

func (p poster) Do(request *http.Request) (*http.Response, error) { return p.Post(request) }

// result is what came of one post.
type result struct {
	outcome api.PushOutcome
	status  int
	wait    time.Duration // the push service's wish, with another try
}

// send tells one browser, with some tries while it is of use. It doesn't wait.
func (s *Service) send(ctx context.Context, to store.PushSubscription, m message) {
	select {
	case s.places <- struct{}{}:
	default:
		s.log.WarnContext(ctx, "push: too much to send", "operator", to.OperatorID)
		return
	}
	s.Go(func() {
		defer func() { <-s.places }()
		pause := s.o.Pause
		for try := 1; ; try++ {
			if !s.slot(ctx) {
				return
			}
			r := s.post(context.WithoutCancel(ctx), to, m) // what has begun is brought to its end
			<-s.slots
			wait := max(pause, r.wait)
			if r.outcome != api.PushUnreachable || try == tries || s.o.Now().Add(wait).After(m.until) {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			pause *= 2
			if p, err := s.reader(ctx, to, m.shopID); p == nil || err != nil { // meanwhile they may have left
				return
			}
		}
	})
}

// slot waits for its turn; false once ctx has ended.
func (s *Service) slot(ctx context.Context) bool {
	select {
	case s.slots <- struct{}{}:
		return true
	default:
	}
	select {
	case s.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// post sends once. A subscription that is gone is forgotten.
func (s *Service) post(ctx context.Context, to store.PushSubscription, m message) result {
	log := s.log.With("operator", to.OperatorID)
	plain, err := s.o.Sealer.Open(to.Sealed, place(to.ID))
	var at address
	if err == nil {
		err = json.Unmarshal(plain, &at)
	}
	if err != nil { // sealed with a key that was removed: the device subscribes again at its next start
		log.WarnContext(ctx, "push: a subscription can't be opened", "err", err)
		s.forget(ctx, to.ID)
		return result{outcome: api.PushGone}
	}
	body, err := m.encode()
	if err != nil {
		return result{outcome: api.PushRefused}
	}
	host, allowed := s.endpoint(at.Endpoint)
	if !allowed { // it was when it was taken
		log.WarnContext(ctx, "push: not one of the push services any more", "host", host)
		return result{outcome: api.PushRefused}
	}
	posting, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	answer, err := webpush.SendNotificationWithContext(posting, body, &webpush.Subscription{
		Endpoint: at.Endpoint, Keys: webpush.Keys{P256dh: at.P256dh, Auth: at.Auth},
	}, &webpush.Options{
		HTTPClient: poster{s.o.Poster}, RecordSize: size, Subscriber: s.o.Contact, Topic: m.topic, TTL: s.life(m),
		Urgency:        webpush.UrgencyHigh,
		VAPIDPublicKey: s.keys.Public, VAPIDPrivateKey: s.keys.Private,
	})
	if err != nil {
		if errors.Is(err, fetch.ErrPrivate) {
			log.WarnContext(ctx, "push: the push service isn't on the public internet", "host", host)
			return result{outcome: api.PushRefused}
		}
		log.WarnContext(ctx, "push: no answer", "host", host) // the error has the endpoint in it
		return result{outcome: api.PushUnreachable}
	}
	_ = answer.Body.Close() // read already
	return s.judged(ctx, to, host, answer)
}

// judged reads a push service's answer (RFC 8030, 5 and 7.3).
func (s *Service) judged(ctx context.Context, to store.PushSubscription, host string, answer *http.Response) result {
	r := result{status: answer.StatusCode}
	switch {
	case r.status >= 200 && r.status <= 299:
		r.outcome = api.PushSent
		return r
	case r.status == http.StatusNotFound, r.status == http.StatusGone:
		r.outcome = api.PushGone
		s.forget(ctx, to.ID)
	case r.status == http.StatusTooManyRequests, r.status >= 500:
		r.outcome = api.PushUnreachable
		if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil && seconds > 0 {
			r.wait = time.Duration(min(seconds, 3600)) * time.Second
		}
	default:
		r.outcome = api.PushRefused
	}
	s.log.WarnContext(ctx, "push: not taken", "operator", to.OperatorID, "host", host, "status", r.status)
	return r
}

// life is for how many seconds the push service keeps a message for a device
// that is off.
func (s *Service) life(m message) int {
	return max(1, int(m.until.Sub(s.o.Now())/time.Second))
}
