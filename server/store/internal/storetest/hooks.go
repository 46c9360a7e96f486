package storetest

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

func hooks() cases {
	return cases{
		// Bug: what a delivery said of a customer stayed after the erasure of the order, where no column names the order.
		"what is kept of deliveries goes with the order that their texts name": func(s tested) {
			const shop, order = 1, 2600012345
			bodies := []struct {
				shop int64
				body string
				of   bool
			}{
				{shop, `{"orderViewId":2600012345}`, true},
				{0, `{"orderViewId":2600012345}`, true},
				{2, `{"message":"{\"shopId\":1,\"orderViewId\":\"2600012345\"}"}`, true},
				{shop, "\xff 2600012345", true},
				{2, `{"orderViewId":2600012345}`, false},
				{shop, `{"orderViewId":26000123456}`, false},
				{shop, `{"orderViewId":12600012345}`, false},
				{shop, `{"orderViewId":12600012345,"shopId":2600012345}`, true},
				{shop, "", false},
			}
			var of, others []string
			for i, b := range bodies {
				m := message(fmt.Sprint(i), "")
				m.ShopID, m.OrderID, m.Body = b.shop, 0, []byte(b.body)
				addMessages(s, m)
				must(s, s.AddRefusal(ctx, store.Refusal{ShopID: b.shop, Address: m.MessageID, Body: m.Body}, 99))
				if b.of {
					of = append(of, m.MessageID)
				} else {
					others = append(others, m.MessageID)
				}
			}
			all := claimMessages(s, "a/1", now, 99)
			saveAs(s, store.MessageDead, all)
			put(s, store.Order{ShopID: shop, OrderID: order, Stage: "done", Data: []byte("{}")})
			lists(s, "MessageID", of...)(s.OrderMessages(ctx, shop, order))
			lists(s, "Address", of...)(s.OrderRefusals(ctx, shop, order))
			erase(s, shop, order)
			counts(s, 0)(s.OrderMessages(ctx, shop, order))
			counts(s, 0)(s.OrderRefusals(ctx, shop, order))
			slices.Reverse(others)
			lists(s, "MessageID", others...)(s.DeadMessages(ctx, 99))
			lists(s, "Address", others...)(s.Refusals(ctx, 99))
		},
		"refusals, registrations and marks come back": func(s tested) {
			for i := range int64(5) {
				must(s, s.AddRefusal(ctx, store.Refusal{At: i, Why: "signature", Address: wild, Body: bytes.Repeat([]byte{0xff}, 3),
					Received: wild, Matches: "a,b"}, 3))
			}
			lists[int64](s, "At", 4, 3, 2)(s.Refusals(ctx, 9))
			must(s, s.PruneRefusals(ctx, 4))
			lists[int64](s, "At", 4)(s.Refusals(ctx, 9))
			e := store.HookEvent{EventID: 1001, State: "failed", URL: wild, At: 1, Operator: wild, Note: wild}
			must(s, s.PutHookEvent(ctx, e))
			tested := e
			tested.Test, e.State = true, "set"
			must(s, s.PutHookEvent(ctx, tested))
			must(s, s.PutHookEvent(ctx, e))
			returns(s, []store.HookEvent{e, tested})(s.HookEvents(ctx))
			for _, at := range []int64{5, 3, 6, 6} {
				must(s, s.Mark(ctx, "beat", at))
			}
			returns(s, int64(6))(s.Marked(ctx, "beat"))
			returns(s, int64(0))(s.Marked(ctx, "never"))
			// Bug: the mark of a clock that was far ahead stayed until then.
			const most = 600_000
			for at, want := range map[int64]int64{now + 1: now + most + 1, now: now} {
				must(s, s.Mark(ctx, "ahead", now+most+1))
				must(s, s.Mark(ctx, "ahead", at))
				returns(s, want)(s.Marked(ctx, "ahead"))
			}
		},
	}
}
