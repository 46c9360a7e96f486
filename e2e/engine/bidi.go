package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// line is a connection of WebDriver BiDi: commands are answered by their number, events are handed on.
type line struct {
	socket net.Conn
	heard  func(method string, params json.RawMessage)

	mu      sync.Mutex
	last    int
	waiting map[int]chan message
	ended   error
}

// message is what comes from the browser: an answer, or an event.
type message struct {
	ID      int             `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

type command struct {
	ID     int    `json:"id"`
	Method string `json:"method"`
	Params any    `json:"params"`
}

// dial connects. The events are handed to heard one after the other.
func dial(ctx context.Context, url string, heard func(string, json.RawMessage)) (*line, error) {
	socket, early, _, err := ws.Dial(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	l := &line{socket: socket, heard: heard, waiting: map[int]chan message{}}
	go l.listen(early)
	return l, nil
}

func (l *line) listen(early *bufio.Reader) {
	from := struct {
		io.Reader
		io.Writer
	}{l.socket, l.socket}
	if early != nil {
		from.Reader = early
	}
	for {
		text, err := wsutil.ReadServerText(from)
		var m message
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			l.end(fmt.Errorf("engine: the browser is gone: %w", err))
			return
		}
		if m.ID == 0 {
			l.heard(m.Method, m.Params)
			continue
		}
		l.mu.Lock()
		answer := l.waiting[m.ID]
		delete(l.waiting, m.ID)
		l.mu.Unlock()
		if answer != nil {
			answer <- m
		}
	}
}

func (l *line) end(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = err
	for id, answer := range l.waiting {
		close(answer)
		delete(l.waiting, id)
	}
}

// call sends a command and decodes its result, unless that is nil.
func (l *line) call(ctx context.Context, method string, params, result any) error {
	id, answer, err := l.send(method, params)
	if err != nil {
		return fmt.Errorf("engine: %s: %w", method, err)
	}
	select {
	case m, open := <-answer:
		switch {
		case !open:
			return fmt.Errorf("engine: %s: the browser is gone", method)
		case m.Error != "":
			return fmt.Errorf("engine: %s: %s: %s", method, m.Error, m.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-ctx.Done():
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.waiting, id)
		return fmt.Errorf("engine: %s: %w", method, ctx.Err())
	}
}

func (l *line) send(method string, params any) (int, <-chan message, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended != nil {
		return 0, nil, l.ended
	}
	l.last++
	text, err := json.Marshal(command{l.last, method, params})
	if err != nil {
		return 0, nil, err
	}
	answer := make(chan message, 1)
	l.waiting[l.last] = answer
	return l.last, answer, wsutil.WriteClientText(l.socket, text)
}
