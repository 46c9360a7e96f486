package server_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/server"
)

// described is a registry that only remembers what the metrics are called.
type described struct{ text strings.Builder }

func (d *described) Register(c prometheus.Collector) error {
	descs := make(chan *prometheus.Desc, 100)
	c.Describe(descs)
	close(descs)
	for desc := range descs {
		d.text.WriteString(desc.String() + "\n")
	}
	return nil
}

func (d *described) MustRegister(all ...prometheus.Collector) {
	for _, c := range all {
		_ = d.Register(c) // never fails
	}
}

func (d *described) Unregister(prometheus.Collector) bool { return true }

// Every metric that an alarm looks at exists.
func TestAlarmsLookAtMetricsThatExist(t *testing.T) {
	t.Parallel()
	rules, err := os.ReadFile("../deploy/prometheus/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	registry := new(described)
	open(t, func(o *server.Options) { o.Metrics = registry })
	names := regexp.MustCompile(`\bshopdesk_\w+`).FindAllString(string(rules), -1)
	if len(names) < 5 {
		t.Fatalf("the rules look at %q", names)
	}
	for _, name := range names {
		if !strings.Contains(registry.text.String(), `fqName: "`+name+`"`) {
			t.Errorf("there is no metric %s", name)
		}
	}
}
