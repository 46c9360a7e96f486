package about

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/sight"
	"github.com/shopdesk/shopdesk/server/store"
)

// Bounds of the watch. A look at an answer takes a tenth of a millisecond.
const (
	perSecond = 5 // answers and messages looked at; others are skipped
	atOnce    = 50
	maxAnswer = 64 << 10
	maxKept   = 200 // unknown items kept; a platform with more differs as a whole
	maxPath   = 120 // bytes of a member's path
)

// SightsOptions set up a [Sights].
type SightsOptions struct {
	Kept store.Meta // required; holds the list, for all replicas
	background.Base
}

// Sights watches answers and lists unknown items.
type Sights struct {
	Job *background.Job // keeps the list

	SightsOptions

	worth   *rate.Limiter
	keeping sync.Mutex // one at a time reads and writes the list

	mu   sync.Mutex
	seen map[sightKey]*seen // here, and as far as is known elsewhere
}

type sightKey struct{ what, from, path, seen string }

// seen is an unknown item.
type seen struct {
	api.Sight
	more int64 // times that aren't kept yet
}

// NewSights makes the watch.
func NewSights(o SightsOptions) *Sights {
	o.Defaults()
	s := &Sights{SightsOptions: o, worth: rate.NewLimiter(perSecond, atOnce), seen: map[sightKey]*seen{}}
	s.Job = background.New(background.Config{Name: "sights", Every: time.Minute, Look: func(ctx context.Context) error {
		_, err := s.List(ctx)
		return err
	}})
	return s
}

// Heard looks at the answer to a call of path, or skips the answer at a high rate.
// It keeps none of the bytes.
func (s *Sights) Heard(path string, answer []byte) {
	types := sight.Types(path)
	if types == nil || len(answer) == 0 || len(answer) > maxAnswer || !s.worth.Allow() {
		return
	}
	var data json.RawMessage
	if platform.Open(path, platform.Reply{Status: http.StatusOK, Body: answer}, &data) != nil || len(data) == 0 {
		return
	}
	members, _ := platform.Split(platform.Content(answer))
	if endpoint, _ := platform.EndpointAt(path); !endpoint.Unshown &&
		!slices.ContainsFunc(members, func(m platform.Member) bool { return m.Named("code") }) {
		s.note(path, sight.Sight{What: sight.Shape, Path: "code", Seen: "nothing"})
	}
	if value, ok := sight.Decode(data); ok {
		s.look(path, value, types)
	}
}

// Pushed looks at a webhook message: the event of every message, and the rest of the
// body, or it skips the rest at a high rate. It keeps none of the bytes.
func (s *Sights) Pushed(event platform.Event, body []byte) {
	types := sight.Message(event)
	from := "event " + strconv.Itoa(int(event))
	if types == nil {
		s.note(from, sight.Sight{What: sight.Code, Path: "eventId", Seen: strconv.Itoa(int(event)),
			Code: strconv.Itoa(int(event)), Type: reflect.TypeFor[platform.Event]()})
	}
	if len(body) > maxAnswer || !s.worth.Allow() {
		return
	}
	value, ok := sight.Decode(body)
	envelope, object := value.(map[string]any)
	if !ok || !object {
		return
	}
	sight.Look(value, func(one sight.Sight) {
		if !one.Known && one.Path != "messageId" { // a text (interface 6.1)
			s.note(from, one)
		}
	}, reflect.TypeFor[platform.Webhook]())
	words, text := envelope["message"].(string)
	if types == nil || !text {
		return
	}
	message, ok := sight.Decode([]byte(words))
	if !ok {
		message = words // shown to be no object
	}
	s.look(from, message, types)
}

func (s *Sights) look(from string, value any, types []reflect.Type) {
	sight.Look(value, func(one sight.Sight) {
		if !one.Known {
			s.note(from, one)
		}
	}, types...)
	sight.Numbers(value, func(one sight.Sight) { s.note(from, one) }, types...)
}

// kindOf tells what a code is a value of, "" for what isn't one.
func kindOf(one sight.Sight) api.CodeKind {
	switch one.Path {
	case "products[].refundType":
		return api.KindProduct
	case "promotionInfoList[].type":
		return api.KindPromotion
	case "products[].associatedChoiceGroupList[].status":
		return api.KindGroup
	case "products[].associatedChoiceGroupList[].auditStatus":
		return api.KindReview
	}
	return kinds[one.Type]
}

var kinds = map[reflect.Type]api.CodeKind{
	reflect.TypeFor[platform.ShopStatus]():      api.KindShop,
	reflect.TypeFor[platform.RestStatus]():      api.KindRest,
	reflect.TypeFor[platform.PictureStatus]():   api.KindPhoto,
	reflect.TypeFor[platform.OrderStatus]():     api.KindOrder,
	reflect.TypeFor[platform.LogisticsStatus](): api.KindDelivery,
	reflect.TypeFor[platform.DeliveryType]():    api.KindWay,
	reflect.TypeFor[platform.RefundStatus]():    api.KindRefund,
	reflect.TypeFor[platform.OpType]():          api.KindParty,
	reflect.TypeFor[platform.Event]():           api.KindEvent,
}

func (s *Sights) note(from string, one sight.Sight) {
	path := strings.ToValidUTF8(one.Path[:min(len(one.Path), maxPath)], "")
	k := sightKey{string(one.What), from, path, one.Seen}
	now := s.Millis()
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.seen[k]; known != nil {
		known.Count, known.Last, known.more = known.Count+1, now, known.more+1
		return
	}
	if len(s.seen) >= maxKept {
		return
	}
	item := &seen{Sight: api.Sight{
		What: k.what, From: from, Path: k.path, Seen: k.seen, Code: one.Code, Count: 1, First: now, Last: now,
	}, more: 1}
	if one.Code != "" {
		item.Kind = kindOf(one)
	}
	s.seen[k] = item
	s.Job.Ring()
	if one.What == sight.Number {
		return // nothing unusual: the interface documents no value
	}
	s.Logger.Warn("sights: the platform answers something unknown", "what", k.what, "from", from, "path",
		k.path, "seen", k.seen)
}
