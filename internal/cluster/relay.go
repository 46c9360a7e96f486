package main

import (
	"context"
	"net"
	"sync"
)

// relay is the network between a replica and a database server. While it is cut nothing passes, as if the cable were
// out: connections stay open, and go on when it is mended.
type relay struct {
	to       string
	listener net.Listener

	mu   sync.Mutex
	open chan struct{} // is closed while the network works
	cuts bool
}

func newRelay(ctx context.Context, to string) (*relay, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &relay{to: to, listener: listener, open: make(chan struct{})}
	close(r.open)
	go r.serve(ctx)
	return r, nil
}

func (r *relay) address() string { return r.listener.Addr().String() }

func (r *relay) serve(ctx context.Context) {
	defer context.AfterFunc(ctx, func() { _ = r.listener.Close() })()
	for {
		conn, err := r.listener.Accept()
		if err != nil {
			return // it was closed
		}
		go r.carry(ctx, conn)
	}
}

// carry passes a connection on until either side ends it.
func (r *relay) carry(ctx context.Context, near net.Conn) {
	defer func() { _ = near.Close() }()
	if !r.passes(ctx) {
		return
	}
	far, err := new(net.Dialer).DialContext(ctx, "tcp", r.to)
	if err != nil {
		return
	}
	defer func() { _ = far.Close() }()
	defer context.AfterFunc(ctx, func() { _, _ = near.Close(), far.Close() })()
	var both sync.WaitGroup
	both.Go(func() { r.pass(ctx, far, near) })
	both.Go(func() { r.pass(ctx, near, far) })
	both.Wait()
}

// pass copies from one side to the other while the network works. The end of one direction ends the other.
func (r *relay) pass(ctx context.Context, to, from net.Conn) {
	defer func() { _, _ = to.Close(), from.Close() }()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if !r.passes(ctx) {
			return
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// passes waits until the network works, and reports false if the cluster ends before.
func (r *relay) passes(ctx context.Context) bool {
	r.mu.Lock()
	open := r.open
	r.mu.Unlock()
	select {
	case <-open:
		return true
	case <-ctx.Done():
		return false
	}
}

func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.cuts {
		r.cuts, r.open = true, make(chan struct{})
	}
}

func (r *relay) mend() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cuts {
		r.cuts = false
		close(r.open)
	}
}

func (r *relay) isCut() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cuts
}
