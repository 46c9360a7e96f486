package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
)

// An order of another shop is neither shown nor changed where the platform goes by an order's number and ignores the
// shop. The proxy once passed such calls on, with the customer's name, phone and address in the answer.
func TestOrderOfAnotherShopIsNotReached(t *testing.T) {
	t.Parallel()
	k, manager := served(t)
	k.far.ByNumber = true
	const foreign = orderID + 2
	k.far.Put(orderstest.NewOrder(foreignShop, foreign, time.Now()))
	for _, e := range platform.Endpoints() {
		if _, ok := e.NewRequest().(platform.OrderRequest); !ok {
			continue
		}
		asked := k.far.Calls(e.Path)
		status, body := k.post(manager, api.PlatformPrefix+e.Path, fmt.Sprintf(`{"shopId":%d,"orderViewId":%d%s}`, ownShop,
			int64(foreign), map[string]string{
				platform.PathOrderCancel: `,"cancelCode":1,"cancelReason":"x"`,
				platform.PathOrderReject: `,"rejectCode":1,"rejectReason":"x"`,
				platform.PathRefundApply: `,"products":[{"orderProductId":1,"refundCount":1}],"partRefundType":1,"partRefundReason":"x"`,
			}[e.Path]))
		if status < http.StatusBadRequest || k.far.Calls(e.Path) != asked && e.Path != platform.PathOrderGet ||
			strings.Contains(body, "noodles") || strings.Contains(body, "Chan") {
			t.Errorf("%s: %d %s", e.Name, status, body)
		}
	}
	status, body := k.post(manager, api.PlatformPrefix+platform.PathRefundPreview,
		fmt.Sprintf(`{"shopId":%d,"orderViewId":%d}`, ownShop, int64(orderID)))
	if status != http.StatusOK {
		t.Errorf("the shop's own order: %d %s", status, body)
	}
}
