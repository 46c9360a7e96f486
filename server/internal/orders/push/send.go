package push

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	tries = 4
	size  = 2048 // bytes of every message, so that the length reveals nothing
)

// Within limits the time of one post. Only tests change it.
var Within = 15 * time.Second

// poster passes the library's requests to our own guarded client.
type poster struct{ Sender }

var _ webpush.HTTPClient = poster{}

func (p poster) Do(request *http.Request) (*http.Response, error) { return p.Post(request) }

// result is the result of one post.
type result struct {
	outcome api.PushOutcome
	status  int
	wait    time.Duration // delay before another try, as the push service asks
}

// lane holds the limits of one push service, so that one that doesn't answer holds up no other.
type lane struct {
	slots  chan struct{} // posts at once
	places chan struct{} // notifications under way
}

// send starts sending a message to one browser and returns at once. Failed posts are repeated a few
// times, while the message is of use.
func (s *Service) send(ctx context.Context, to store.PushSubscription, m message) {
	device := s.open(to)
	found, _ := s.lanes.LoadOrStore(device.service, &lane{make(chan struct{}, atOnce), make(chan struct{}, most)})
	on := found.(*lane)
	select {
	case on.places <- struct{}{}:
	default:
		s.Logger.WarnContext(ctx, "push: too much to send", "operator", to.OperatorID, "service", device.service)
		return
	}
	s.Go(func() {
		defer func() { <-on.places }()
		pause := s.Pause
		for try := 1; ; try++ {
			if !on.slot(ctx) {
				return
			}
			r, reads := s.attempt(ctx, device, m)
			<-on.slots
			if !reads {
				return
			}
			wait := max(pause, r.wait)
			if r.outcome != api.PushUnreachable || try == tries || s.Now().Add(wait).After(m.until) {
				m.reach.How, m.reach.At = string(r.outcome), s.Millis()
				s.Reached(m.reach)
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			pause *= 2
		}
	})
}

// slot waits for a free slot, and returns false when ctx has ended and none was free.
func (l *lane) slot(ctx context.Context) bool {
	select {
	case l.slots <- struct{}{}:
		return true
	default:
	}
	select {
	case l.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// attempt posts a message that is still of use, also if ctx has ended. reads is false if the operator has lost access
// meanwhile.
func (s *Service) attempt(ctx context.Context, to device, m message) (r result, reads bool) {
	ctx, cancel := background.Finish(ctx, Within)
	defer cancel()
	p, err := s.reader(ctx, to.PushSubscription, m.shop)
	if err != nil || p != nil && s.Now().After(m.until) {
		return result{outcome: api.PushUnreachable}, true
	}
	if p == nil {
		return r, false
	}
	return s.post(ctx, to, m), true
}

// device is where a subscription's messages go.
type device struct {
	store.PushSubscription

	address       address
	host, service string // of the address; service is "" for one to which we don't send
	err           error  // why the address can't be read
}

// open opens a subscription's address.
func (s *Service) open(of store.PushSubscription) device {
	d := device{PushSubscription: of}
	plain, err := s.Sealer.Open(of.Sealed, place(of.ID))
	if err == nil {
		err = json.Unmarshal(plain, &d.address)
	}
	d.err = err
	d.host, d.service = s.endpoint(d.address.Endpoint)
	return d
}

// post sends a message once. A subscription that no longer exists is deleted.
func (s *Service) post(ctx context.Context, to device, m message) result {
	log := s.Logger.With("operator", to.OperatorID)
	if to.err != nil { // its key was removed from the ring: the device subscribes again at its next start
		log.WarnContext(ctx, "push: a subscription can't be opened", "err", to.err)
		s.forget(ctx, to.PushSubscription)
		return result{outcome: api.PushGone}
	}
	body, err := json.Marshal(m.payload)
	if err != nil {
		return result{outcome: api.PushRefused}
	}
	if to.service == "" { // the endpoint was allowed when the subscription was made
		log.WarnContext(ctx, "push: not one of the push services any more", "host", to.host)
		return result{outcome: api.PushRefused}
	}
	answer, err := webpush.SendNotificationWithContext(ctx, body, &webpush.Subscription{
		Endpoint: to.address.Endpoint, Keys: webpush.Keys{P256dh: to.address.P256dh, Auth: to.address.Auth},
	}, &webpush.Options{
		HTTPClient: poster{s.Sender}, RecordSize: size, Subscriber: s.Contact, Topic: m.topic, TTL: s.life(m),
		Urgency:        webpush.UrgencyHigh,
		VAPIDPublicKey: s.keys.Public, VAPIDPrivateKey: s.keys.Private,
	})
	if err != nil {
		if errors.Is(err, fetch.ErrPrivate) {
			log.WarnContext(ctx, "push: the push service isn't on the public internet", "host", to.host)
			return result{outcome: api.PushRefused}
		}
		log.WarnContext(ctx, "push: no answer", "host", to.host) // err isn't logged, because it holds the endpoint
		return result{outcome: api.PushUnreachable}
	}
	_ = answer.Body.Close() // already read
	return s.judged(ctx, to, answer)
}

// judged turns a push service's answer into a result (RFC 8030, 5 and 7.3).
func (s *Service) judged(ctx context.Context, to device, answer *http.Response) result {
	r := result{status: answer.StatusCode}
	switch {
	case r.status >= 200 && r.status <= 299:
		r.outcome = api.PushSent
		return r
	case r.status == http.StatusNotFound, r.status == http.StatusGone:
		r.outcome = api.PushGone
		s.forget(ctx, to.PushSubscription)
	case r.status == http.StatusTooManyRequests, r.status >= 500:
		r.outcome = api.PushUnreachable
		if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil && seconds > 0 {
			r.wait = time.Duration(min(seconds, 3600)) * time.Second
		}
	default:
		r.outcome = api.PushRefused
	}
	s.Logger.WarnContext(ctx, "push: not taken", "operator", to.OperatorID, "host", to.host, "status", r.status)
	return r
}

// life returns for how many seconds the push service keeps a message for a device that is off.
func (s *Service) life(m message) int {
	return max(1, int(m.until.Sub(s.Now())/time.Second))
}
