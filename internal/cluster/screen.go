package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/internal/api"
)

// screen is somebody's board of all shops. It follows the events by the browser's own rules.
type screen struct {
	number int
	who    *person
	ledger *ledger

	link   live.Link
	heard  chan func()
	opened int // counts streams: what a closed one says isn't taken
	close  context.CancelFunc
}

func newScreen(number int, who *person, l *ledger) *screen {
	return &screen{number: number, who: who, ledger: l, heard: make(chan func(), 64), close: func() {}}
}

func deviceNow() int64 { return time.Now().UnixMilli() }

// run follows until ctx ends.
func (s *screen) run(ctx context.Context) {
	defer func() { s.close() }()
	tick := time.NewTicker(time.Second) // as the browser looks
	defer tick.Stop()
	s.link.Begin(deviceNow())
	for {
		s.step(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case do := <-s.heard:
			do()
		}
	}
}

// tell has something done between two steps.
func (s *screen) tell(ctx context.Context, do func()) {
	select {
	case s.heard <- do:
	case <-ctx.Done():
	}
}

func (s *screen) step(ctx context.Context) {
	for {
		switch s.link.Next(deviceNow()) {
		case live.Wait:
			return
		case live.Load:
			go s.load(ctx)
		case live.Open:
			s.close()
			s.opened++
			streaming, end := context.WithCancel(ctx)
			s.close = end
			go s.stream(streaming, s.opened, s.link.Seq)
		case live.Close:
			s.close()
			s.opened++
		case live.Poll:
			go s.poll(ctx, s.link.Seq)
		}
	}
}

func (s *screen) load(ctx context.Context) {
	var lists api.Orders
	err := s.who.call(ctx, api.PathOrders, nil, &lists)
	s.tell(ctx, func() {
		if err != nil {
			s.link.LoadFailed(deviceNow())
			return
		}
		for _, order := range lists.Orders {
			s.ledger.saw(s.number, order.ShopID, order.OrderID)
		}
		s.link.Loaded(deviceNow(), lists.Seq)
	})
}

func (s *screen) poll(ctx context.Context, after int64) {
	var batch api.LiveBatch
	err := s.who.call(ctx, api.PathLivePoll+"?after="+strconv.FormatInt(after, 10), nil, &batch)
	s.tell(ctx, func() {
		if err != nil {
			s.link.PollFailed(deviceNow())
			return
		}
		for _, event := range batch.Events {
			if s.link.Take(event.Seq) {
				s.take(event)
			}
		}
		s.link.Polled(deviceNow(), batch)
	})
}

// take shows an event.
func (s *screen) take(event api.LiveEvent) {
	if event.Kind != api.LiveOrder {
		return
	}
	var order api.Order
	if err := json.Unmarshal(event.Data, &order); err != nil {
		s.ledger.problem(fmt.Sprintf("event %d can't be read: %v", event.Seq, err))
		return
	}
	s.ledger.saw(s.number, order.ShopID, order.OrderID)
}

// stream reads server-sent events until the stream breaks.
func (s *screen) stream(ctx context.Context, opened int, after int64) {
	defer s.tell(ctx, func() {
		if opened == s.opened {
			s.link.Dropped(deviceNow())
		}
	})
	request, err := http.NewRequestWithContext(ctx, http.MethodGet,
		s.who.public+api.PathLive+"?after="+strconv.FormatInt(after, 10), http.NoBody)
	if err != nil {
		return
	}
	response, err := s.who.client.Do(request)
	if err != nil {
		return
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return
	}
	var kind, id string
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "event":
			kind = value
		case "id":
			id = value
		case "data":
			event := api.LiveEvent{Kind: api.LiveKind(kind)}
			told := json.Unmarshal([]byte(value), &event)
			event.Seq, _ = strconv.ParseInt(id, 10, 64) // the stream's own events have none
			s.tell(ctx, func() { s.message(opened, event, told) })
			kind, id = "", ""
		}
	}
}

// message takes what a stream says.
func (s *screen) message(opened int, event api.LiveEvent, unreadable error) {
	switch {
	case opened != s.opened:
		return
	case unreadable != nil:
		s.ledger.problem(fmt.Sprintf("an event can't be read: %v", unreadable))
		return
	}
	if s.link.Message(deviceNow(), event.Kind, event.Seq) {
		s.take(event)
	}
}
