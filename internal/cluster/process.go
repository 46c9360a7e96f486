package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
)

// state is what a process does.
type state string

// The states.
const (
	down    state = "down"
	running state = "running"
	stopped state = "stopped" // by SIGSTOP
)

// process is a program that the cluster owns. Its output goes to a file.
type process struct {
	name    string
	log     string
	command func() *exec.Cmd

	mu     sync.Mutex
	cmd    *exec.Cmd
	gone   chan struct{} // is closed when cmd has ended
	frozen bool
}

func (p *process) state() state {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stateLocked()
}

func (p *process) stateLocked() state {
	if p.cmd == nil {
		return down
	}
	select {
	case <-p.gone:
		return down
	default:
	}
	if p.frozen {
		return stopped
	}
	return running
}

// start starts the program, unless it runs; one that is stopped goes on.
func (p *process) start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.stateLocked() {
	case running:
		return nil
	case stopped:
		p.frozen = false
		return signalAll(p.cmd.Process.Pid, sigCont)
	case down:
	}
	out, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }() // the child has its own
	cmd := p.command()
	cmd.Stdout, cmd.Stderr = out, out
	if err := spawn(cmd); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	gone := make(chan struct{})
	p.cmd, p.gone, p.frozen = cmd, gone, false
	go func() {
		_ = cmd.Wait() // how it ended is in its log
		close(gone)
	}()
	return nil
}

// stop stops the program by SIGSTOP.
func (p *process) stop() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stateLocked() != running {
		return fmt.Errorf("%s doesn't run", p.name)
	}
	p.frozen = true
	return signalAll(p.cmd.Process.Pid, sigStop)
}

// kill ends the program by SIGKILL and waits until it is gone.
func (p *process) kill() error {
	return p.finish(func(cmd *exec.Cmd) error { return signalAll(cmd.Process.Pid, sigKill) })
}

// end asks the program to end by SIGTERM, and waits until it is gone.
func (p *process) end() error {
	return p.finish(func(cmd *exec.Cmd) error { return cmd.Process.Signal(sigTerm) })
}

// memory is how much of the machine's memory the program has, in bytes.
func (p *process) memory() (int64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stateLocked() == down {
		return 0, fmt.Errorf("%s doesn't run", p.name)
	}
	return resident(p.cmd.Process.Pid)
}

// finish sends a signal to the program and waits until it is gone, unless it is gone already.
func (p *process) finish(signal func(*exec.Cmd) error) error {
	p.mu.Lock()
	if p.stateLocked() == down {
		p.mu.Unlock()
		return nil
	}
	cmd, gone := p.cmd, p.gone
	p.mu.Unlock()
	if err := signal(cmd); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	<-gone
	return nil
}
