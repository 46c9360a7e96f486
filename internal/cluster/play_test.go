package main

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// played plays stubs of the kinds for a while, and returns their names in the order of the play.
func played(t *testing.T, o options, kinds ...string) (order []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &cluster{options: o, out: io.Discard, ledger: newLedger(1, time.Now)}
		var all []play
		for _, name := range kinds {
			all = append(all, play{name, func(ctx context.Context, c *cluster, _ *rand.Rand) error {
				order = append(order, name)
				if name == "kill" {
					c.kills++
				}
				return rest(ctx, lasting)
			}})
		}
		if err := c.playOn(t.Context(), all, nil); err != nil {
			t.Error(err)
		}
		for _, name := range kinds {
			if count(order, name) != c.played[name] {
				t.Errorf("seed %d: %s was played %d times, not %d", o.seed, name, count(order, name), c.played[name])
			}
		}
	})
	return order
}

func count(order []string, name string) (n int) {
	for _, one := range order {
		if one == name {
			n++
		}
	}
	return n
}

// Each fault was drawn for itself, so some kinds came late or never.
func TestEachKindIsPlayedBeforeOneRepeats(t *testing.T) {
	t.Parallel()
	kinds := []string{"kill", "a", "b", "c", "d", "e", "f"}
	first := map[string]bool{}
	for seed := range uint64(10) {
		order := played(t, options{play: 10 * time.Minute, between: 12 * time.Second, seed: seed}, kinds...)
		for round := range slices.Chunk(order, len(kinds)) {
			if len(round) == len(kinds) && len(slices.Compact(slices.Sorted(slices.Values(round)))) != len(kinds) {
				t.Errorf("seed %d: one round was %q", seed, round)
			}
		}
		first[order[0]] = true
	}
	if len(first) < 2 {
		t.Errorf("each seed begins with %v", first)
	}
}

// While kills are wanted they repeat, after each kind was played.
func TestWantedKillsComeAfterEachKind(t *testing.T) {
	t.Parallel()
	kinds := []string{"kill", "a", "b", "c", "d"}
	for seed := range uint64(10) {
		order := played(t, options{play: time.Second, between: 4 * time.Second, seed: seed, wantKills: 30}, kinds...)
		for _, name := range kinds {
			if !slices.Contains(order[:len(kinds)], name) {
				t.Errorf("seed %d: %s isn't in the first round %q", seed, name, order[:len(kinds)])
			}
		}
		if kills := count(order, "kill"); kills != 30 || len(order) > 60 {
			t.Errorf("seed %d: %d kills of %d faults", seed, kills, len(order))
		}
	}
}
