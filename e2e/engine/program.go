package engine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"time"
)

// startTime bounds the start of a program. One that needs it has failed.
const startTime = 60 * time.Second

var errEnded = errors.New("the program has ended")

// program is a running program, whose home is a folder of its own.
type program struct {
	command *exec.Cmd
	home    string
	said    Words
	ended   chan struct{}
}

// launch starts a program after prepare has seen its command.
func launch(prepare func(home string, command *exec.Cmd), name string, args ...string) (*program, error) {
	home, err := os.MkdirTemp("", "engine")
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	p := &program{command: exec.Command(name, args...), home: home, ended: make(chan struct{})}
	p.command.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home,
		"XDG_DATA_HOME="+home)
	p.command.Stdout, p.command.Stderr = &p.said, &p.said
	p.command.WaitDelay = time.Second // for children that hold the output
	endsWithUs(p.command)
	prepare(home, p.command)
	if err := p.command.Start(); err != nil {
		_ = os.RemoveAll(home)
		return nil, fmt.Errorf("engine: start %s: %w (make tools installs it)", name, err)
	}
	go func() {
		defer close(p.ended)
		_ = p.command.Wait()
	}()
	return p, nil
}

// whileRunning is a context that ends with the program, and after startTime.
func (p *program) whileRunning(ctx context.Context) (context.Context, func()) {
	ctx, stop := context.WithTimeout(ctx, startTime)
	ctx, fail := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-p.ended:
			fail(errEnded)
		case <-ctx.Done():
		}
	}()
	return ctx, stop
}

// accepts waits until the program takes connections.
func (p *program) accepts(ctx context.Context, network, address string) error {
	ctx, stop := p.whileRunning(ctx)
	defer stop()
	var dialer net.Dialer
	for {
		connection, err := dialer.DialContext(ctx, network, address)
		if err == nil {
			return connection.Close()
		}
		if ctx.Err() != nil {
			return fmt.Errorf("engine: wait for %s: %w", address, context.Cause(ctx))
		}
		time.Sleep(20 * time.Millisecond) // between two looks
	}
}

// quit kills the program and removes its home.
func (p *program) quit() {
	_ = p.command.Process.Kill()
	<-p.ended
	_ = os.RemoveAll(p.home)
}

// failed adds what the program said to an error.
func (p *program) failed(err error) error {
	return fmt.Errorf("%w; %s said:\n%s", err, p.command.Path, p.said.String())
}
