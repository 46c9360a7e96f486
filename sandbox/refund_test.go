package sandbox_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

func messageOf(err error) string {
	var refused *platform.Error
	if errors.As(err, &refused) {
		return refused.Message
	}
	return ""
}

// From the list of what can be refunded, over the preview, to nothing left.
func TestPartialRefund(t *testing.T) {
	t.Parallel()
	for _, currency := range []string{"HKD", "KWD", "JPY"} {
		t.Run(currency, func(t *testing.T) {
			t.Parallel()
			s, _, client, _ := bought(t, sandbox.OrderCut)
			ctx := t.Context()
			id, err := s.Place(sandbox.Placement{ShopID: central, Kind: sandbox.OrderCut, Currency: currency})
			must(t, err)
			ref := platform.OrderRef{OrderViewID: id, ShopID: central}
			_, err = client.PreviewRefund(ctx, platform.RefundPreviewRequest{OrderRef: ref})
			refused(t, err, sandbox.CodeOrderState, "not confirmed yet")
			must(t, client.ConfirmOrder(ctx, ref))

			list, err := client.PreviewRefund(ctx, platform.RefundPreviewRequest{OrderRef: ref})
			must(t, err)
			if list.RefundPrice != platform.NewFee(0, currency) || len(list.Products) == 0 || list.Valuation == "" {
				t.Errorf("the list: %+v", list)
			}
			var given int64
			for _, product := range list.Products {
				if product.RefundCount != 0 || *product.Left != product.Count || product.Extra != "" {
					t.Errorf("listed %+v", product)
				}
				for range product.Count {
					given += refundOne(t, client, ref, product.ID)
				}
			}
			o, _ := s.Order(id)
			if want := o.Fees[platform.FeeProducts].Amount - o.Fees[platform.FeeReduced].Amount; given != want ||
				o.Fees[platform.FeeRefunded].Amount != want {
				t.Errorf("refunded %d, the order says %+v, want %d", given, o.Fees[platform.FeeRefunded], want)
			}
			list, err = client.PreviewRefund(ctx, platform.RefundPreviewRequest{OrderRef: ref})
			if err != nil || len(list.Products) != 0 {
				t.Errorf("left: %+v, %v", list, err)
			}
		})
	}
}

// A large order has lines of one product. Named by spuId, both were looked for in the first line, and the refund of
// all that was listed was refused.
func TestRefundNamesAProductOfSeveralLines(t *testing.T) {
	t.Parallel()
	s, _, client, ref := bought(t, sandbox.OrderBig)
	must(t, s.SetVariants(sandbox.RefundSpu))
	must(t, client.ConfirmOrder(t.Context(), ref))
	list, err := client.PreviewRefund(t.Context(), platform.RefundPreviewRequest{OrderRef: ref})
	must(t, err)
	counts := map[int64]int{}
	for _, product := range list.Products {
		counts[product.SpuID] += product.Count
	}
	if len(counts) == len(list.Products) {
		t.Fatal("no two lines are of one product")
	}
	var lines []platform.RefundLine
	for product, count := range counts {
		lines = append(lines, platform.RefundLine{OrderProductID: product, RefundCount: count})
	}
	apply := platform.RefundApply{OrderRef: ref, Products: lines, PartRefundType: platform.RefundItemMissing}
	must(t, client.ApplyRefund(t.Context(), apply))
	o, _ := s.Order(ref.OrderViewID)
	if want := o.Fees[platform.FeeProducts].Amount - o.Fees[platform.FeeReduced].Amount; o.Refunds[0].Money != want {
		t.Errorf("refunded %d of %d", o.Refunds[0].Money, want)
	}
	apply.Products = lines[:1]
	refused(t, client.ApplyRefund(t.Context(), apply), sandbox.CodeParameter, "more than are left")
}

func refundOne(t *testing.T, client *platform.Client, ref platform.OrderRef, product int64) int64 {
	t.Helper()
	lines := []platform.RefundLine{{OrderProductID: product, RefundCount: 1}}
	preview, err := client.PreviewRefund(t.Context(), platform.RefundPreviewRequest{OrderRef: ref, Products: lines})
	must(t, err)
	for _, p := range preview.Promotions {
		if p.OriginFee.Amount != p.RealPayFee.Amount+p.ReduceFee.Amount {
			t.Errorf("promotion %+v", p)
		}
	}
	must(t, client.ApplyRefund(t.Context(), platform.RefundApply{OrderRef: ref, Products: lines,
		PartRefundType: platform.RefundItemMissing}))
	return preview.RefundPrice.Amount
}

func TestRefundRequestsAreJudged(t *testing.T) {
	t.Parallel()
	s, _, client, ref := bought(t, sandbox.OrderCut)
	must(t, client.ConfirmOrder(t.Context(), ref))
	o, _ := s.Order(ref.OrderViewID)
	product := o.Products[0].ID
	base := serve(t, s, "/p")
	token := exchange(t, base)
	for name, test := range map[string]struct {
		products string
		reason   string
		code     int
	}{
		"none":      {`[]`, `"partRefundType":200001`, sandbox.CodeParameter},
		"null":      {`null`, `"partRefundType":200001`, sandbox.CodeParameter},
		"no object": {`[1]`, `"partRefundType":200001`, sandbox.CodeParameter},
		"zero": {fmt.Sprintf(`[{"orderProductId":%d,"refundCount":0}]`, product), `"partRefundType":200001`,
			sandbox.CodeParameter},
		"too many": {fmt.Sprintf(`[{"orderProductId":%d,"refundCount":%d}]`, product, o.Products[0].Count+1),
			`"partRefundType":200001`, sandbox.CodeParameter},
		"twice": {fmt.Sprintf(`[{"orderProductId":%d,"refundCount":1},{"orderProductId":%[1]d,"refundCount":1}]`,
			product), `"partRefundType":200001`, sandbox.CodeParameter},
		"unknown": {`[{"orderProductId":5,"refundCount":1}]`, `"partRefundType":200001`, sandbox.CodeParameter},
		"rounded": {fmt.Sprintf(`[{"orderProductId":%d,"refundCount":1}]`, int64(float64(product))+1),
			`"partRefundType":200001`, sandbox.CodeParameter},
		"no reason": {fmt.Sprintf(`[{"orderProductId":%d,"refundCount":1}]`, product), `"x":1`, sandbox.CodeParameter},
		"no words": {fmt.Sprintf(`[{"orderProductId":%d,"refundCount":1}]`, product), `"partRefundType":200000`,
			sandbox.CodeParameter},
	} {
		body := fmt.Sprintf(`{"orderViewId":%d,"shopId":%d,"products":%s,%s}`, ref.OrderViewID, ref.ShopID,
			test.products, test.reason)
		if _, env := post(t, base, token, platform.PathRefundApply, body); env.Code != test.code {
			t.Errorf("%s: %+v", name, env)
		}
	}
	must(t, s.RequestRefund(ref.OrderViewID, []platform.RefundLine{{OrderProductID: product, RefundCount: 1}}, "x"))
	body := fmt.Sprintf(`{"orderViewId":%d,"shopId":%d,"products":[{"orderProductId":%d,"refundCount":1}],"partRefundType":200001}`, ref.OrderViewID, ref.ShopID, product)
	if _, env := post(t, base, token, platform.PathRefundApply, body); env.Code != sandbox.CodeOrderState {
		t.Errorf("beside a request: %+v", env)
	}
	if o, _ := s.Order(ref.OrderViewID); o.Fees[platform.FeeRefunded].Amount != 0 || len(o.Refunds) != 1 {
		t.Errorf("refused, but refunded: %+v", o.Refunds)
	}
}
