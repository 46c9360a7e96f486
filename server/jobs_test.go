package server_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
)

// looked waits until jobs that work every few minutes or hours have looked for the first time, which may be later than
// a test's first steps. So their looks change nothing that the test puts into the store from then on.
func (b *bench) looked(jobs ...string) {
	b.t.Helper()
	owner := b.as(api.RoleOwner)
	b.eventually(fmt.Sprint(jobs, " looked"), func() bool {
		waiting := slices.Clone(jobs)
		for _, j := range read[api.Jobs](b, owner, api.PathJobs).Jobs {
			if j.Health == api.JobGood && j.Last != 0 {
				waiting = slices.DeleteFunc(waiting, func(name string) bool { return name == j.Name })
			}
		}
		return len(waiting) == 0
	})
}

// The page for owners, /readyz and /metrics list the same jobs.
func TestJobsAreListedEverywhere(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewPedanticRegistry()
	b := open(t, func(o *server.Options) { o.Metrics = registry })
	owner := b.as(api.RoleOwner)
	b.eventually("each job has run", func() bool {
		all := read[api.Jobs](b, owner, api.PathJobs)
		return !slices.ContainsFunc(all.Jobs, func(j api.Job) bool { return j.Health != api.JobOff && j.Last == 0 })
	})
	var names, checked, measured []string
	for _, j := range read[api.Jobs](b, owner, api.PathJobs).Jobs {
		if j.Health == api.JobFailing || j.Health == api.JobStuck || slices.Contains(names, j.Name) {
			t.Errorf("%+v", j)
		}
		names = append(names, j.Name)
	}
	for _, name := range []string{"connections", "pauses", "runs", "inbox", "orders.read", "directory", "push", "audit"} {
		if !slices.Contains(names, name) {
			t.Errorf("no job is called %s", name)
		}
	}
	_, body := b.do(b.browser(), "GET", api.PathReady+"?verbose", nil, nil)
	for i, line := range strings.Split(strings.TrimSpace(body), "\n") {
		if name, _, _ := strings.Cut(line, " "); i > 0 {
			checked = append(checked, name)
		}
	}
	if !slices.Equal(checked, names) {
		t.Errorf("/readyz lists %v, want %v", checked, names)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == "shopdesk_job_busy" {
				measured = append(measured, m.GetLabel()[0].GetValue())
			}
		}
	}
	slices.Sort(names)
	if !slices.Equal(measured, names) {
		t.Errorf("measured are %v, want %v", measured, names)
	}
}

// full is a registry that takes one collector and refuses the second.
type full struct {
	prometheus.Registerer
	taken bool
}

func (r *full) Register(c prometheus.Collector) error {
	if r.taken {
		return errors.New("no room")
	}
	r.taken = true
	return r.Registerer.Register(c)
}

// A server that can't be made leaves no metrics registered: the next one with the same registry is made.
func TestFailedNewLeavesNoMetrics(t *testing.T) {
	t.Parallel()
	var options server.Options
	open(t, func(o *server.Options) { options = *o })
	registry := prometheus.NewPedanticRegistry()
	options.Metrics = &full{Registerer: registry}
	if _, err := server.New(t.Context(), options); err == nil {
		t.Fatal("a server was made although its metrics were refused")
	}
	options.Metrics = registry
	s, err := server.New(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
