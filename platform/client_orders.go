package platform

import "context"

// Order reads one order (interface 4.2).
//
//platform:operation POST /order/get
func (c *Client) Order(ctx context.Context, request OrderRef) (*Order, error) {
	return call[Order](ctx, c, PathOrderGet, request)
}

// ConfirmOrder accepts an order (interface 4.2; 3.2, rules 1 and 2).
//
//platform:operation POST /order/confirm
func (c *Client) ConfirmOrder(ctx context.Context, request OrderRef) error {
	return send(ctx, c, PathOrderConfirm, request)
}

// CancelOrder cancels an order (interface 4.2; 3.2, rule 3).
//
//platform:operation POST /order/cancel
func (c *Client) CancelOrder(ctx context.Context, request OrderCancel) error {
	return send(ctx, c, PathOrderCancel, request)
}

// AgreeRefund approves a customer's refund request (interface 4.2; 3.2, rule 6).
//
//platform:operation POST /order/agree
func (c *Client) AgreeRefund(ctx context.Context, request OrderRef) error {
	return send(ctx, c, PathOrderAgree, request)
}

// RejectRefund rejects a customer's refund request (interface 4.2; 3.2, rule 6).
//
//platform:operation POST /order/reject
func (c *Client) RejectRefund(ctx context.Context, request OrderReject) error {
	return send(ctx, c, PathOrderReject, request)
}

// PrepareOrder marks an order ready for the rider (interface 4.2; 3.2, rule 4).
//
//platform:operation POST /order/prepare
func (c *Client) PrepareOrder(ctx context.Context, request OrderRef) error {
	return send(ctx, c, PathOrderPrepare, request)
}

// ApplyRefund submits a partial refund (interface 4.2).
//
//platform:operation POST /order/refund/part/apply
func (c *Client) ApplyRefund(ctx context.Context, request RefundApply) error {
	return send(ctx, c, PathRefundApply, request)
}

// CollectOrder marks an order collected by the customer (interface 4.2; 3.2, rule 5).
//
//platform:operation POST /order/collect
func (c *Client) CollectOrder(ctx context.Context, request OrderRef) error {
	return send(ctx, c, PathOrderCollect, request)
}

// PreviewRefund asks what a partial refund would come to (interface 4.3).
//
//platform:operation POST /order/refund/part/products/preview
func (c *Client) PreviewRefund(ctx context.Context, request RefundPreviewRequest) (*RefundPreview, error) {
	return call[RefundPreview](ctx, c, PathRefundPreview, request)
}
