package sandbox

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/platform"
)

// callback is a registered webhook URL (interface 4.5).
type callback struct {
	Event platform.Event `json:"eventId"`
	URL   string         `json:"url"`
	Test  bool           `json:"test,omitempty"`
}

// setCallback registers a webhook URL for one event (interface 4.5). The call
// carries no token: its signature is by the client's secret. The interface
// wants HTTPS of receivers (6.2); for a machine's own demonstration http will do.
func (s *Sandbox) setCallback(req *request) reply {
	appID, f := req.integer("appId", "appId")
	if f != nil {
		return refuse(f)
	}
	for _, name := range []string{"timestamp", "sig", "url"} {
		if _, f := req.text(name); f != nil {
			return refuse(f)
		}
	}
	event, f := req.integer("eventId", "eventId")
	if f != nil {
		return refuse(f)
	}
	test, f := req.integer("isTest", "isTest")
	if f != nil {
		return refuse(f)
	}
	if f := s.checkCallback(req, appID, event, test); f != nil {
		return refuse(f)
	}
	address, _ := req.text("url")
	return s.done(s.register(callback{
		Event: platform.Event(event), URL: address, Test: test == platform.CallbackTest,
	}))
}

func (s *Sandbox) checkCallback(req *request, appID, event, test int64) *failure {
	params := map[string]string{}
	for _, name := range []string{"appId", "timestamp", "eventId", "url", "isTest"} {
		params[name] = req.parameter(name)
	}
	signed := req.base + platform.PathCallbackSet
	if s.Does(CallbackNoURL) {
		signed = ""
	}
	want := platform.SuffixSignature(signed, params, s.clientSecret())
	address := params["url"]
	switch {
	case appID != s.appID():
		return broken("appId is not the application's.")
	case req.parameter("sig") != want:
		return s.wrongSignature(want)
	}
	if _, err := strconv.ParseInt(params["timestamp"], 10, 64); err != nil {
		return broken("timestamp must be the Unix time in seconds.")
	}
	switch {
	case !slices.Contains(platform.Events(), platform.Event(event)):
		return broken("eventId %d is not an event.", event)
	case test != platform.CallbackProduction && test != platform.CallbackTest:
		return broken("isTest must be 0 or 1.")
	case checkCallbackURL(address) != nil:
		return broken("url must be an absolute http or https URL.")
	}
	return nil
}

func checkCallbackURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.Fragment != "" || u.User != nil {
		return fmt.Errorf("%w: a webhook's URL is absolute, http or https", ErrInvalid)
	}
	return nil
}

// SetCallback registers the webhook URL for every documented event, as the
// developer portal does. An empty one ends the pushes.
func (s *Sandbox) SetCallback(address string) error {
	if address == "" {
		return s.update(func(st *state) error {
			st.Callbacks = nil
			return nil
		})
	}
	if err := checkCallbackURL(address); err != nil {
		return err
	}
	var all []callback
	for _, event := range platform.Events() {
		all = append(all, callback{Event: event, URL: address})
	}
	return s.register(all...)
}

func (s *Sandbox) register(added ...callback) error {
	defer s.wake()
	return s.update(func(st *state) error {
		all := slices.Clone(st.Callbacks)
		for _, c := range added {
			all = slices.DeleteFunc(all, func(old callback) bool { return old.Event == c.Event && old.Test == c.Test })
			all = append(all, c)
		}
		st.Callbacks = all
		s.post.nextBeat = s.now() // the new one hears at once that it is known
		return nil
	})
}

// callbackFor is the URL for the event: the production one, or where there is
// none the test one. The caller holds the lock.
func (s *Sandbox) callbackFor(event platform.Event) string {
	test := ""
	for _, c := range s.state.Callbacks {
		if c.Event == event && !c.Test {
			return c.URL
		}
		if c.Event == event {
			test = c.URL
		}
	}
	return test
}

// Callbacks lists the registered URLs by event; test ones only where they are
// in use.
func (s *Sandbox) Callbacks() map[platform.Event]string {
	all := map[platform.Event]string{}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, event := range platform.Events() {
		if address := s.callbackFor(event); address != "" {
			all[event] = address
		}
	}
	return all
}
