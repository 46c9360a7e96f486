package inbox_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/orders/inbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// empty is a store with no messages, which takes none.
type empty struct{ store.Store }

func (empty) RecoverMessages(context.Context, string) error { return nil }

func (empty) ClaimMessages(context.Context, string, int64, int64, int) ([]store.Message, error) {
	return nil, nil
}

// A delivery after the inbox has stopped is answered 503. The delivery once waited for a writing goroutine that had
// ended. A new inbox has no goroutine of its own: a server that can't be made once left the writing one behind.
func TestDeliveryToAStoppedInboxIsAnswered503(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		options := inbox.Options{URL: hookURL, Secrets: []string{"secret"}, Store: empty{}, Audit: empty{},
			Orders: nothing{}, Authoriser: nothing{}, Platform: nothing{}}
		servertest.Must(inbox.New(options))(t)
		s := servertest.Must(inbox.New(options))(t)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { s.Jobs[0].Run(ctx); close(ended) }()
		synctest.Wait()
		stop()
		<-ended
		now := time.Now()
		body := orderstest.Message(hookURL, "secret", "m-1", platform.EventOrderPlaced, 100001,
			orderstest.Event(100001, 1<<53+1, 10, now), now)
		w := httptest.NewRecorder()
		s.Receive(w, httptest.NewRequest(http.MethodPost, hookURL, bytes.NewReader(body)))
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}
