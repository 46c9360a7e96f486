package sandbox

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/platform"
)

// anySale is an order with any prices, options and promotions up to the whole
// of the products.
func anySale(t *rapid.T) *sale {
	s := &sale{
		ID: 7_000_000_000_000_000_001, Status: platform.OrderCompleted,
		Currency: rapid.SampledFrom([]string{"HKD", "KWD", "JPY"}).Draw(t, "currency"),
		Package:  rapid.Int64Range(0, 500).Draw(t, "package"), Transport: rapid.Int64Range(0, 500).Draw(t, "transport"),
	}
	price := rapid.OneOf(rapid.Int64Range(0, 5), rapid.Int64Range(0, 1_000_000), rapid.Int64Range(0, 1<<40))
	for i := range rapid.IntRange(1, 6).Draw(t, "lines") {
		l := item{ID: int64(i + 1), Name: "x", Price: price.Draw(t, "price"), Count: rapid.IntRange(1, 7).Draw(t, "count")}
		for g := range rapid.IntRange(0, 2).Draw(t, "groups") {
			l.Groups = append(l.Groups, group{ID: int64(g), Options: []option{
				{ID: 1, Price: price.Draw(t, "option"), Count: rapid.IntRange(1, 3).Draw(t, "of it")},
				{ID: 2, Price: 0, Count: 1},
			}})
		}
		s.Lines = append(s.Lines, l)
	}
	left, _, _, _ := s.fees()
	for p := range rapid.IntRange(0, 3).Draw(t, "promotions") {
		amount := rapid.OneOf(rapid.Just(left), rapid.Int64Range(0, left)).Draw(t, "off")
		s.Cuts = append(s.Cuts, cut{Type: p + 1, Title: "off", Amount: amount})
		left -= amount
	}
	return s
}

func TestSpread(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 8).Draw(t, "weights")
		var total int64
		for _, w := range weights {
			total += w
		}
		amount := rapid.Int64Range(0, total).Draw(t, "amount")
		var sum int64
		for i, share := range spread(amount, weights) {
			if share < 0 || share > weights[i] {
				t.Fatalf("share %d of weight %d", share, weights[i])
			}
			sum += share
		}
		if sum != amount {
			t.Fatalf("shares add up to %d, want %d", sum, amount)
		}
	})
}

// For all refunds, in all steps: each preview adds up, nothing is
// negative, and in the end exactly what was paid for the products went back.
func TestRefundsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anySale(t)
		whole, f := s.preview(all(s))
		if f != nil {
			t.Fatal(f)
		}
		products, reduced, paid, _ := s.fees()
		if whole.RefundPrice.Amount != products-reduced {
			t.Fatalf("all at once %d, want %d", whole.RefundPrice.Amount, products-reduced)
		}
		var given int64
		for len(all(s)) > 0 {
			lines := someOf(t, s)
			preview, f := s.preview(lines)
			if f != nil {
				t.Fatal(f)
			}
			checkPreview(t, preview)
			r, f := s.askRefund(lines, "", platform.OpMerchant, 0)
			if f != nil || r.Money != preview.RefundPrice.Amount {
				t.Fatalf("the preview says %d, the refund %d, %v", preview.RefundPrice.Amount, r.Money, f)
			}
			r.Status = platform.RefundAgreed
			s.Refunds = append(s.Refunds, r)
			s.give(lines)
			given += r.Money
			if _, _, _, refunded := s.fees(); refunded != given || given > paid {
				t.Fatalf("refunded %d, given %d of %d paid", refunded, given, paid)
			}
		}
		if given != whole.RefundPrice.Amount {
			t.Fatalf("step by step %d, all at once %d", given, whole.RefundPrice.Amount)
		}
		rest, _ := s.askRefund(nil, "", platform.OpCustomer, 0)
		if rest.Money != s.Package+s.Transport {
			t.Fatalf("left %d, want the fees %d", rest.Money, s.Package+s.Transport)
		}
		if _, f := s.preview([]platform.RefundLine{{OrderProductID: 1, RefundCount: 1}}); f == nil {
			t.Fatal("refunded more than was bought")
		}
	})
}

// all is everything that is left.
func all(s *sale) (lines []platform.RefundLine) {
	for _, l := range s.Lines {
		if l.Refunded < l.Count {
			lines = append(lines, platform.RefundLine{OrderProductID: l.ID, RefundCount: l.Count - l.Refunded})
		}
	}
	return lines
}

func someOf(t *rapid.T, s *sale) (lines []platform.RefundLine) {
	left := all(s)
	for _, l := range left {
		if l.RefundCount = rapid.IntRange(0, l.RefundCount).Draw(t, "some"); l.RefundCount > 0 {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return []platform.RefundLine{{OrderProductID: left[0].OrderProductID, RefundCount: 1}}
	}
	return lines
}

func checkPreview(t *rapid.T, p platform.RefundPreview) {
	var sum int64
	for _, product := range p.Products {
		amount, _, err := platform.ParseAmount(product.RefundPrice)
		if err != nil || amount < 0 {
			t.Fatalf("refundPrice %q, %v", product.RefundPrice, err)
		}
		sum += amount
		var options int64
		for _, g := range product.ChoiceGroups {
			for _, o := range g.Options {
				if o.RefundPrice < 0 {
					t.Fatalf("option refund %d", o.RefundPrice)
				}
				options += o.RefundPrice
			}
		}
		if options > amount {
			t.Fatalf("options %d of %d", options, amount)
		}
	}
	if sum != p.RefundPrice.Amount {
		t.Fatalf("products add up to %d, the total says %d", sum, p.RefundPrice.Amount)
	}
	for _, promotion := range p.Promotions {
		origin, paid, off := promotion.OriginFee.Amount, promotion.RealPayFee.Amount, promotion.ReduceFee.Amount
		if origin != paid+off || paid < 0 || off <= 0 {
			t.Fatalf("promotion %d = %d + %d", origin, paid, off)
		}
	}
	if n := len(p.Promotions); n > 0 && p.Promotions[n-1].RealPayFee.Amount != sum {
		t.Fatalf("after the promotions %d, the refund is %d", p.Promotions[n-1].RealPayFee.Amount, sum)
	}
}
