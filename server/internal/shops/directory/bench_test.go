package directory_test

import (
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// BenchmarkList measures the list of 2,000 shops as it is sent from memory.
func BenchmarkList(b *testing.B) {
	f := newFixture(b, 2000)
	f.work(0)
	first := f.roster(api.RoleOwner, http.Header{"Accept-Encoding": {"gzip"}})
	b.ReportMetric(float64(len(first.Body))/1024, "KB")
	same := http.Header{"If-None-Match": {first.Header.Get("ETag")}}
	for name, header := range map[string]http.Header{"whole": {"Accept-Encoding": {"gzip"}}, "had": same} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f.roster(api.RoleOwner, header)
			}
		})
	}
	b.Run("facts", func(b *testing.B) {
		for b.Loop() {
			if facts, err := f.service.Facts(b.Context(), nil); err != nil || len(facts) != 2000 {
				b.Fatal(len(facts), err)
			}
		}
	})
}
