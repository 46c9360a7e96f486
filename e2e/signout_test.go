package e2e

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// What the frame was reading when somebody signed out was answered 401, an error
// on the browser's console.
func TestSignOutWithACallUnderWay(t *testing.T) {
	t.Parallel()
	d, b := start(t), newTab(t)
	asked, release := d.stops(api.PathOrderSettings)
	d.entered(b, "manager")
	asked()
	b.click("#me")
	b.click("#me-item-out")
	b.wait("#language")
	b.eval(`window.before = performance.getEntriesByType("resource").filter(r => r.name.includes("/orders/settings")).length`, nil)
	release()
	b.until(`performance.getEntriesByType("resource").filter(r => r.name.includes("/orders/settings")).length === 1`,
		"the call to be over")
	b.eval(`fetch("/version.json").then(r => r.ok)`, nil)
}
