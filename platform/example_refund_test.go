//go:build !js

package platform_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// A partial refund is previewed, so that people see the amount, and then applied for with the same products.
func ExampleClient_PreviewRefund() {
	box := &sandbox.Sandbox{
		Clock:  sandbox.NewVirtualClock(time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)),
		Chance: func() float64 { return 0.5 },
	}
	server := httptest.NewServer(box)
	defer server.Close()
	ctx := context.Background()
	client, err := connect(ctx, server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := box.Place(sandbox.Placement{ShopID: sandbox.FirstShopID})
	if err != nil {
		fmt.Println(err)
		return
	}
	order := platform.OrderRef{OrderViewID: id, ShopID: sandbox.FirstShopID}
	if err := client.ConfirmOrder(ctx, order); err != nil {
		fmt.Println(err)
		return
	}

	// Without products, the preview lists all that can be refunded.
	all, err := client.PreviewRefund(ctx, platform.RefundPreviewRequest{OrderRef: order})
	if err != nil {
		fmt.Println(err)
		return
	}
	wrong := []platform.RefundLine{{OrderProductID: all.Products[0].ID, RefundCount: 1}}
	preview, err := client.PreviewRefund(ctx, platform.RefundPreviewRequest{OrderRef: order, Products: wrong})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(preview.Products[0].Name, preview.RefundPrice.Text)

	err = client.ApplyRefund(ctx, platform.RefundApply{
		OrderRef:       order,
		Products:       wrong,
		PartRefundType: platform.RefundWrongItem,
	})
	fmt.Println(err)
	// Output:
	// 凍檸茶 HKD 16.17
	// <nil>
}

// A customer's refund request comes as a webhook (event 1005 or 1007). The merchant agrees, or rejects with a reason.
func ExampleClient_RejectRefund() {
	box := &sandbox.Sandbox{Clock: sandbox.NewVirtualClock(time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC))}
	server := httptest.NewServer(box)
	defer server.Close()
	ctx := context.Background()
	client, err := connect(ctx, server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := box.Place(sandbox.Placement{ShopID: sandbox.FirstShopID})
	if err != nil {
		fmt.Println(err)
		return
	}
	ref := platform.OrderRef{OrderViewID: id, ShopID: sandbox.FirstShopID}
	if err := client.ConfirmOrder(ctx, ref); err != nil {
		fmt.Println(err)
		return
	}
	if err := box.RequestRefund(id, nil, "changed my mind"); err != nil {
		fmt.Println(err)
		return
	}

	err = client.RejectRefund(ctx, platform.OrderReject{OrderRef: ref, RejectCode: platform.RejectPrepared})
	if err != nil {
		fmt.Println(err)
		return
	}
	order, err := client.Order(ctx, ref)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(order.Refunds[0].ApplyReason, order.Refunds[0].Status)
	// Output: changed my mind Rejected
}
