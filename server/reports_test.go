package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// A policy report says in the log which page it is of and what was refused, without what people search for and who an
// address is about.
func TestPolicyReportHasNoCustomersData(t *testing.T) {
	t.Parallel()
	for blocked, want := range map[string]string{
		"inline": "blocked=inline",
		"https://chan:6123@cdn.example/a/b.js?phone=61234567#Chan": "blocked=https://cdn.example/a/b.js",
		"data:text/plain,Chan%2061234567":                          "blocked=data:",
		"http://[Chan":                                             `blocked="" `,
	} {
		b := open(t, nil)
		report := `{"csp-report":{"effective-directive":"img-src","blocked-uri":"` + blocked + `","document-uri":"` +
			b.web.URL + mount + `/shops/100001/orders/history?q=Mrs+Chan+6123+4567#61234567"}}`
		if status, body := b.do(b.browser(), "POST", api.PathReports, []byte(report), nil); status != http.StatusNoContent {
			t.Fatalf("%d %s", status, body)
		}
		log := b.log.String()
		for _, has := range []string{want, "directive=img-src", "document=shops/orders/history"} {
			if !strings.Contains(log, has) {
				t.Errorf("no %s in\n%s", has, log)
			}
		}
		for _, secret := range []string{"Chan", "6123", "100001"} {
			if strings.Contains(log, secret) {
				t.Errorf("%s in\n%s", secret, log)
			}
		}
	}
}
