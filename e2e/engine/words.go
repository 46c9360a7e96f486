package engine

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"sync"
)

// Words keeps the first 16 KB of what a program says. The zero value is ready.
type Words struct {
	mu   sync.Mutex
	kept bytes.Buffer
	more chan struct{} // closed by the next write
}

func (w *Words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if room := 16<<10 - w.kept.Len(); room > 0 {
		w.kept.Write(p[:min(room, len(p))])
	}
	if w.more != nil {
		close(w.more)
		w.more = nil
	}
	return len(p), nil
}

func (w *Words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kept.String()
}

// find waits until the program has said what matches, and answers the pattern's first group.
func (w *Words) find(ctx context.Context, pattern *regexp.Regexp) (string, error) {
	for {
		w.mu.Lock()
		found := pattern.FindSubmatch(w.kept.Bytes())
		if w.more == nil {
			w.more = make(chan struct{})
		}
		more := w.more
		w.mu.Unlock()
		if found != nil {
			return string(found[1]), nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return "", fmt.Errorf("engine: wait for %s: %w", pattern, context.Cause(ctx))
		}
	}
}
