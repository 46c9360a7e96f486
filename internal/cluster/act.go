package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// button is something that can be done to a part of the cluster.
type button struct{ Do, Target, Words string }

// part is a line of the page.
type part struct {
	Name, State string
	Buttons     []button
}

// parts lists what runs, with what can be done to it now.
func (c *cluster) parts() (list []part) {
	for _, r := range c.replicas {
		p := part{Name: r.name, State: string(r.state())}
		p.Buttons = processButtons(r.name, r.state())
		if len(r.lines) > 0 {
			if r.isCut() {
				p.State += ", cut off from the database"
				p.Buttons = append(p.Buttons, button{"mend", r.name, "Mend its network"})
			} else {
				p.Buttons = append(p.Buttons, button{"cut", r.name, "Cut its network"})
			}
		}
		list = append(list, p)
	}
	if c.pair != nil {
		for _, server := range c.pair.servers {
			p := part{Name: server.name, State: string(server.state()) + ", standby"}
			leads := server == c.pair.leader()
			if leads {
				p.State = string(server.state()) + ", primary"
			}
			p.Buttons = processButtons(server.name, server.state())
			if !leads {
				p.Buttons = append(p.Buttons, button{"promote", server.name, "Promote"},
					button{"rebuild", server.name, "Rebuild from the primary"})
			}
			list = append(list, p)
		}
	}
	for _, p := range []*process{c.bucket, c.nginx} {
		if p != nil {
			list = append(list, part{Name: p.name, State: string(p.state()), Buttons: processButtons(p.name, p.state())})
		}
	}
	return list
}

func processButtons(name string, s state) []button {
	switch s {
	case running:
		return []button{{"kill", name, "Kill"}, {"stop", name, "Stop (SIGSTOP)"}}
	case stopped:
		return []button{{"start", name, "Go on (SIGCONT)"}, {"kill", name, "Kill"}}
	case down:
	}
	return []button{{"start", name, "Start"}}
}

// act does what a button says. Buttons are done one after the other.
func (c *cluster) act(ctx context.Context, do, target string) error {
	c.acting.Lock()
	defer c.acting.Unlock()
	if err := c.actOn(ctx, do, target); err != nil {
		return fmt.Errorf("%s %s: %w", do, target, err)
	}
	c.say("%s %s", do, target)
	return nil
}

var errNoButton = errors.New("there is no such button")

func (c *cluster) actOn(ctx context.Context, do, target string) error {
	switch do {
	case "promote":
		return c.pairOr(func(p *pair) error { return p.promote(ctx) })
	case "rebuild":
		return c.pairOr(func(p *pair) error { return p.rebuild(ctx) })
	case "cut", "mend":
		for _, r := range c.replicas {
			if r.name == target {
				r.setCut(do == "cut")
				return nil
			}
		}
		return errNoButton
	}
	p := c.processOf(target)
	if p == nil {
		return errNoButton
	}
	switch do {
	case "kill":
		return p.kill()
	case "stop":
		return p.stop()
	case "start":
		return p.start()
	}
	return errNoButton
}

func (c *cluster) pairOr(do func(*pair) error) error {
	if c.pair == nil {
		return errNoButton
	}
	return do(c.pair)
}

func (c *cluster) processOf(name string) *process {
	for _, r := range c.replicas {
		if r.name == name {
			return &r.process
		}
	}
	if c.pair != nil && strings.HasPrefix(name, "postgres") {
		for _, server := range c.pair.servers {
			if server.name == name {
				return &server.process
			}
		}
	}
	for _, p := range []*process{c.bucket, c.nginx} {
		if p != nil && p.name == name {
			return p
		}
	}
	return nil
}
