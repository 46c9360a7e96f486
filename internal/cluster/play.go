package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Times of the player.
const (
	lasting  = 8 * time.Second // of a fault that lasts
	noticing = 2 * time.Second // until somebody promotes the standby, or starts what was killed
	drained  = 3 * time.Minute // until everything that was accepted must be on the screens at the end
)

// play is something that the player does. It begins and ends the faults in the ledger, and leaves everything whole.
type play struct {
	name string
	do   func(ctx context.Context, c *cluster, dice *rand.Rand) error
}

// plays are what can be played here, kills first.
func (c *cluster) plays() []play {
	list := []play{{"kill-replica", killReplica}, {"stop-replica", stopReplica}}
	if c.pair != nil {
		list = append(list, play{"cut-replica", cutReplica}, play{"stop-primary", stopPrimary},
			play{"lose-primary", losePrimary}, play{"no-connections", noConnections})
	}
	if c.bucket != nil {
		list = append(list, play{"lose-bucket", loseBucket}, play{"stop-bucket", stopBucket})
	}
	if c.smallDisks {
		list = append(list, play{"disk-full", diskFull})
	}
	if c.offClock != "" {
		list = append(list, play{"off-clock", offClock})
	}
	if c.old != "" {
		list = append(list, play{"upgrade", upgrade})
	}
	return list
}

// calm is without a fault. It is only played when it is named.
var calm = play{"calm", func(context.Context, *cluster, *rand.Rand) error { return nil }}

func (c *cluster) drawn(dice *rand.Rand) *replica { return c.replicas[dice.IntN(len(c.replicas))] }

// killReplica kills a replica and starts it again.
func killReplica(ctx context.Context, c *cluster, dice *rand.Rand) error {
	r := c.drawn(dice)
	end := c.ledger.begin("kill " + r.name)
	if err := r.kill(); err != nil {
		return err
	}
	c.kills++
	if len(c.replicas) > 1 {
		end() // the others serve
		if err := rest(ctx, noticing); err != nil {
			return err
		}
	}
	err := errors.Join(r.start(), r.ready(ctx))
	if len(c.replicas) == 1 {
		end()
	}
	return err
}

// stopReplica stops a replica for a while.
func stopReplica(ctx context.Context, c *cluster, dice *rand.Rand) error {
	r := c.drawn(dice)
	return c.stopFor(ctx, &r.process)
}

func stopPrimary(ctx context.Context, c *cluster, _ *rand.Rand) error {
	return c.stopFor(ctx, &c.pair.leader().process)
}

func (c *cluster) stopFor(ctx context.Context, p *process) error {
	end := c.ledger.begin("stop " + p.name)
	defer end()
	if err := p.stop(); err != nil {
		return err
	}
	return errors.Join(rest(ctx, lasting), p.start())
}

// cutReplica cuts a replica off from the databases for a while.
func cutReplica(ctx context.Context, c *cluster, dice *rand.Rand) error {
	r := c.drawn(dice)
	end := c.ledger.begin("cut " + r.name)
	defer end()
	r.setCut(true)
	defer r.setCut(false)
	return rest(ctx, lasting)
}

// losePrimary kills the primary, promotes the standby a moment later, and then makes a new standby.
func losePrimary(ctx context.Context, c *cluster, _ *rand.Rand) error {
	end := c.ledger.begin("lose " + c.pair.leader().name)
	err := c.pair.leader().kill()
	c.kills++
	err = errors.Join(err, rest(ctx, noticing), c.pair.promote(ctx))
	end()
	if err != nil {
		return err
	}
	if err := rest(ctx, c.between); err != nil {
		return err
	}
	end = c.ledger.begin("build " + c.pair.standby().name)
	defer end()
	return c.pair.rebuild(ctx)
}

// noConnections takes all connections of the primary for a while, one after the other as they get free.
func noConnections(ctx context.Context, c *cluster, _ *rand.Rand) error {
	end := c.ledger.begin("max_connections")
	defer end()
	within, cancel := context.WithTimeout(ctx, lasting)
	defer cancel()
	db, err := sql.Open("pgx", c.pair.leader().dsn())
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	var held []*sql.Conn
	for within.Err() == nil {
		conn, err := db.Conn(within)
		if err != nil { // none is free
			_ = rest(within, lookAgain)
			continue
		}
		held = append(held, conn)
	}
	c.say("took %d connections", len(held))
	for _, conn := range held {
		_ = conn.Close()
	}
	return ctx.Err()
}

// diskFull fills the file system of the database for a while. A server that has ended itself is started again.
func diskFull(ctx context.Context, c *cluster, _ *rand.Rand) error {
	folder := c.sqliteFolder()
	if c.pair != nil {
		folder = c.pair.leader().folder
	}
	end := c.ledger.begin("disk full")
	defer end()
	empty, err := fill(folder)
	err = errors.Join(err, rest(ctx, lasting), empty())
	if err != nil || c.pair == nil {
		return err
	}
	return errors.Join(c.pair.leader().start(), c.pair.leader().answers(ctx))
}

// offClock restarts a replica with a build whose clock is off.
func offClock(ctx context.Context, c *cluster, dice *rand.Rand) error {
	r := c.drawn(dice)
	if err := c.restart(ctx, r, c.offClock); err != nil {
		return err
	}
	return errors.Join(rest(ctx, 2*c.between), c.restart(ctx, r, c.console))
}

// upgrade restarts one replica after the other with the new build, so that old and new ones serve side by side.
func upgrade(ctx context.Context, c *cluster, _ *rand.Rand) error {
	for _, r := range c.replicas {
		if r.program == c.console {
			continue
		}
		if err := errors.Join(c.restart(ctx, r, c.console), rest(ctx, c.between)); err != nil {
			return err
		}
	}
	return nil
}

// restart ends a replica gently and starts another program in its place.
func (c *cluster) restart(ctx context.Context, r *replica, program string) error {
	end := c.ledger.begin("restart " + r.name + " as " + filepath.Base(program))
	err := r.end()
	end() // the others serve
	if err != nil {
		return err
	}
	r.program = program
	return errors.Join(r.start(), r.ready(ctx))
}

// rest waits.
func rest(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// chosen are the plays of -only in their order, or nil.
func (c *cluster) chosen() (list []play, err error) {
	if c.only == "" {
		return nil, nil
	}
	all := append(c.plays(), calm)
	for name := range strings.SplitSeq(c.only, ",") {
		at := slices.IndexFunc(all, func(p play) bool { return p.name == name })
		if at < 0 {
			return nil, fmt.Errorf("cluster: -only: there is no %q here", name)
		}
		list = append(list, all[at])
	}
	return list, nil
}

// playAll plays until the time is over, and ends with the figures. The error tells which bounds were broken.
func (c *cluster) playAll(ctx context.Context) error {
	chosen, err := c.chosen()
	if err != nil {
		return err
	}
	c.say("playing for %v, seed %d", c.play, c.seed)
	probing, end := context.WithCancel(ctx)
	defer end()
	p := &probes{cluster: c}
	var working sync.WaitGroup
	working.Go(func() { p.signOuts(probing) })
	working.Go(func() { p.saves(probing) })
	defer working.Wait()
	defer end()
	if err := c.playOn(ctx, c.plays(), chosen); err != nil {
		return err
	}
	end()
	working.Wait()
	c.paused.Store(true)
	return c.verdict(ctx, p)
}

// playOn plays the chosen faults over and over, or all in rounds: each round has each of them once, shuffled.
func (c *cluster) playOn(ctx context.Context, all, chosen []play) error {
	dice := rand.New(rand.NewPCG(c.seed, 0)) // repeatable
	until := time.Now().Add(c.play)
	c.played = map[string]int{}
	var round []int
	for i := 0; time.Now().Before(until) || c.kills < c.wantKills || c.ledger.accepted() < c.wantMessages; i++ {
		if err := rest(ctx, c.between); err != nil {
			return err
		}
		var next play
		switch {
		case len(chosen) > 0:
			next = chosen[i%len(chosen)]
		case i >= len(all) && c.kills < c.wantKills && dice.IntN(8) > 0:
			next = all[0] // after the first round most faults are kills while some are wanted
		default:
			if len(round) == 0 {
				round = dice.Perm(len(all))
			}
			next, round = all[round[0]], round[1:]
		}
		c.say("%s", next.name)
		if err := next.do(ctx, c, dice); err != nil {
			return fmt.Errorf("%s: %w", next.name, err)
		}
		c.played[next.name]++
	}
	return rest(ctx, c.between)
}
