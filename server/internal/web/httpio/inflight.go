package httpio

import (
	"context"
	"sync"
)

// InFlight counts the work under way. Unlike with a WaitGroup, new work may begin
// during Wait. The zero value is ready for use.
type InFlight struct {
	mu    sync.Mutex
	count int
	idle  chan struct{} // closed at zero; nil when there is no waiter
}

// Begin counts one more.
func (f *InFlight) Begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
}

// End counts one less.
func (f *InFlight) End() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count--; f.count == 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
}

// Wait returns when no work is under way, or with ctx's error after ctx has ended.
func (f *InFlight) Wait(ctx context.Context) error {
	f.mu.Lock()
	if f.count == 0 {
		f.mu.Unlock()
		return nil
	}
	if f.idle == nil {
		f.idle = make(chan struct{})
	}
	idle := f.idle
	f.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
