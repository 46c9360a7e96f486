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

// Every metric that an alarm or the dashboard looks at exists, and the dashboard shows every metric.
func TestAlarmsAndDashboardLookAtMetricsThatExist(t *testing.T) {
	t.Parallel()
	registry := new(described)
	open(t, func(o *server.Options) { o.Metrics = registry })
	known := map[string]bool{}
	for _, found := range regexp.MustCompile(`fqName: "(\w+)"`).FindAllStringSubmatch(registry.text.String(), -1) {
		known[found[1]] = true
	}
	looks := func(file string) (at map[string]bool) {
		t.Helper()
		text, err := os.ReadFile("../deploy/" + file)
		if err != nil {
			t.Fatal(err)
		}
		at = map[string]bool{}
		for _, name := range regexp.MustCompile(`\bshopdesk_\w+`).FindAllString(string(text), -1) {
			if base := regexp.MustCompile(`_(bucket|count|sum)$`).ReplaceAllString(name, ""); !known[name] {
				name = base // a histogram's series
			}
			if at[name] = true; !known[name] {
				t.Errorf("%s: there is no metric %s", file, name)
			}
		}
		return at
	}
	if n := len(looks("prometheus/alerts.yml")); n < 10 {
		t.Errorf("the rules look at %d metrics", n)
	}
	shown := looks("grafana/shopdesk.json")
	for name := range known {
		switch name {
		case "shopdesk_connection_alarm_percent", "shopdesk_connections_unsaved", // alarms say them
			"shopdesk_job_last_run_timestamp_seconds", "shopdesk_job_busy", "shopdesk_job_done_total": // a job's page has them
			continue
		}
		if !shown[name] {
			t.Errorf("the dashboard doesn't show %s", name)
		}
	}
}
