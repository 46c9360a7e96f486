package orders

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

func fee(name string, amount int64) api.OrderFee {
	return api.OrderFee{Name: name, Money: api.Money{Amount: amount, Currency: "HKD",
		Text: platform.FormatAmount(amount, "HKD")}}
}

func dish(count int, price string, options ...string) api.OrderLine {
	l := api.OrderLine{Name: "Noodles", Count: count, Price: price}
	for _, o := range options {
		l.Groups = append(l.Groups, api.OrderLineGroup{Name: "Extra",
			Options: []api.OrderLineOption{{Name: "Egg", Count: 1, Price: o}}})
	}
	return l
}

// said is a bill in short: each line's total, and each row with its sign.
func said(b bill) (list []string) {
	for _, l := range b.lines {
		list = append(list, platform.FormatAmount(l.total, l.currency))
	}
	for _, r := range b.rows {
		list = append(list, r.name+" "+platform.FormatAmount(r.money.Amount, r.money.Currency))
	}
	return list
}

func TestBill(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		lines []api.OrderLine
		fees  []api.OrderFee
		want  []string
		loose bool
	}{
		{"options cost extra", []api.OrderLine{dish(2, "HKD 48.00", "HKD 5.00"), dish(1, "HKD 20.00")},
			[]api.OrderFee{fee("productFee", 12600), fee("packageFee", 300), fee("deliveryFee", 1200), fee("originFee", 14100),
				fee("reduceFee", 1260), fee("realPayFee", 12840)},
			[]string{"HKD 106.00", "HKD 20.00", "productFee HKD 126.00", "packageFee HKD 3.00", "deliveryFee HKD 12.00",
				"originFee HKD 141.00", "reduceFee HKD -12.60", "realPayFee HKD 128.40"}, false},
		{"options in the price", []api.OrderLine{dish(2, "HKD 48.00", "HKD 5.00")}, []api.OrderFee{fee("productFee", 9600)},
			[]string{"HKD 96.00", "productFee HKD 96.00"}, false},
		{"a discount that comes with its sign", nil, []api.OrderFee{fee("originFee", 100), fee("reduceFee", -30),
			fee("realPayFee", 70)}, []string{"originFee HKD 1.00", "reduceFee HKD -0.30", "realPayFee HKD 0.70"}, false},
		{"figures that don't add up", []api.OrderLine{dish(1, "HKD 1.00")},
			[]api.OrderFee{fee("productFee", 90), fee("originFee", 95), fee("realPayFee", 97)},
			[]string{"HKD 1.00", "gap HKD -0.10", "productFee HKD 0.90", "gap HKD 0.05", "originFee HKD 0.95", "gap HKD 0.02",
				"realPayFee HKD 0.97"}, false},
		{"a fee we don't know that belongs to the sum", nil,
			[]api.OrderFee{fee("productFee", 100), fee("originFee", 107), fee("tax", 7)},
			[]string{"productFee HKD 1.00", "tax HKD 0.07", "originFee HKD 1.07"}, false},
		{"one that is paid on top", nil, []api.OrderFee{fee("originFee", 100), fee("reduceFee", 10), fee("realPayFee", 97),
			fee("tip", 7)}, []string{"originFee HKD 1.00", "reduceFee HKD -0.10", "tip HKD 0.07", "realPayFee HKD 0.97"}, false},
		{"one that belongs to no sum", nil, []api.OrderFee{fee("realPayFee", 97), fee("points", 4)},
			[]string{"realPayFee HKD 0.97", "points HKD 0.04"}, false},
		{"a refund", nil, []api.OrderFee{fee("realPayFee", 97), fee("refundFee", 40)},
			[]string{"realPayFee HKD 0.97", "refundFee HKD -0.40", "kept HKD 0.57"}, false},
		{"products without their fee", []api.OrderLine{dish(3, "HKD 1.00")},
			[]api.OrderFee{fee("deliveryFee", 50), fee("realPayFee", 350)},
			[]string{"HKD 3.00", "productFee HKD 3.00", "deliveryFee HKD 0.50", "realPayFee HKD 3.50"}, false},
		{"no prices", []api.OrderLine{dish(3, "")}, []api.OrderFee{fee("productFee", 50)},
			[]string{" 0.00", "productFee HKD 0.50"}, false},
		{"a price that can't be read", []api.OrderLine{dish(3, "about $3")},
			[]api.OrderFee{fee("productFee", 50), fee("reduceFee", 5)},
			[]string{" 0.00", "productFee HKD 0.50", "reduceFee HKD -0.05"}, true},
		{"two currencies", []api.OrderLine{dish(1, "USD 3.00")}, []api.OrderFee{fee("productFee", 50)},
			[]string{"USD 3.00", "productFee HKD 0.50"}, true},
		{"no currency", nil, []api.OrderFee{{Name: "reduceFee", Money: api.Money{Amount: 50, Text: "5 points"}}},
			[]string{"reduceFee  -0.50"}, true},
		{"so large that it couldn't be multiplied", []api.OrderLine{dish(3, "HKD 92233720368547758.07")},
			[]api.OrderFee{fee("productFee", 50)}, []string{" 0.00", "productFee HKD 0.50"}, true},
	} {
		b := billOf(&api.OrderDetail{Lines: tt.lines, Fees: tt.fees})
		if diff := cmp.Diff(tt.want, said(b)); diff != "" || b.loose != tt.loose {
			t.Errorf("%s: loose %v (-want +got):\n%s", tt.name, b.loose, diff)
		}
	}
}

// With all figures of the platform, the lines of a bill add up to the sums shown, or
// the bill says that nothing was added up; no fee is left out, and only its sign may
// change.
func TestBillAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(-2000, 200000)
		if rapid.Bool().Draw(t, "wild") {
			amount = rapid.Int64()
		}
		price := rapid.Custom(func(t *rapid.T) string {
			switch rapid.IntRange(0, 19).Draw(t, "shape") {
			case 0:
				return ""
			case 1:
				return "2 for 1"
			case 2:
				return platform.FormatAmount(amount.Draw(t, "price"), "KWD")
			}
			return platform.FormatAmount(amount.Draw(t, "price"), "HKD")
		})
		d := &api.OrderDetail{}
		for range rapid.IntRange(0, 5).Draw(t, "lines") {
			d.Lines = append(d.Lines, dish(rapid.IntRange(0, 30).Draw(t, "count"), price.Draw(t, "price"),
				rapid.SliceOfN(price, 0, 3).Draw(t, "options")...))
		}
		for _, name := range []string{platform.FeeProducts, platform.FeePackage, platform.FeeDelivery, platform.FeeOrigin,
			platform.FeeReduced, platform.FeePaid, platform.FeeRefunded, "tax", "tip"} {
			if rapid.Bool().Draw(t, name) {
				d.Fees = append(d.Fees, fee(name, amount.Draw(t, "fee")))
			}
		}
		b := billOf(d)
		if len(b.lines) != len(d.Lines) {
			t.Fatal("a line is missing")
		}
		given := map[string]int64{}
		for _, f := range d.Fees {
			given[f.Name] = f.Money.Amount
		}
		var sum int64
		priced := false
		for _, l := range b.lines {
			if l.known && l.total != l.unit*int64(l.count) {
				t.Fatalf("%d of %d come to %d", l.count, l.unit, l.total)
			}
			sum, priced = sum+l.total, priced || l.known
		}
		open := priced
		for _, r := range b.rows {
			if was, ok := given[r.name]; ok {
				if r.money.Amount != was && r.money.Amount != -was {
					t.Fatalf("%s is shown as %d, not %d", r.name, r.money.Amount, was)
				}
				delete(given, r.name)
			}
			switch {
			case b.loose:
			case r.kind == billSum:
				if open && r.money.Amount != sum {
					t.Fatalf("%s is %d, what stands above comes to %d", r.name, r.money.Amount, sum)
				}
				sum, open = r.money.Amount, true
			case r.kind != billElse:
				if (r.kind == billLess) && r.money.Amount > 0 {
					t.Fatalf("%s has no sign", r.name)
				}
				sum, open = sum+r.money.Amount, true
			}
		}
		if delete(given, platform.FeeRefunded); len(given) > 0 { // a refund of nothing isn't shown
			t.Fatalf("not shown: %v", given)
		}
	})
}

// The lines of a refund come to its sum, or a row says by how much they don't;
// each line is its price less its part of the discounts.
func TestRefundBillAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := &platform.RefundPreview{RefundPrice: platform.NewFee(rapid.Int64Range(-100, 100000).Draw(t, "sum"), "HKD")}
		for range rapid.IntRange(0, 5).Draw(t, "products") {
			v.Products = append(v.Products, platform.RefundProduct{
				RefundCount: rapid.IntRange(0, 9).Draw(t, "count"),
				Price:       platform.FormatAmount(rapid.Int64Range(0, 9000).Draw(t, "price"), "HKD"),
				RefundPrice: platform.FormatAmount(rapid.Int64Range(0, 9000).Draw(t, "refund"), "HKD"),
				ChoiceGroups: []platform.ChoiceGroup{{Options: []platform.ChoiceSku{{Name: "Egg", Price: "HKD 5.00",
					GroupSkuCount: 2}}}},
			})
		}
		b := refundOf(v)
		sum := b.gap
		for i, l := range b.lines {
			if !l.known || !l.read || l.count != v.Products[i].RefundCount || l.total != l.unit*int64(l.count) {
				t.Fatalf("%+v", l)
			}
			sum += l.net
		}
		if sum != v.RefundPrice.Amount {
			t.Fatalf("%d is shown, %d adds up", v.RefundPrice.Amount, sum)
		}
	})
	odd := &platform.RefundPreview{RefundPrice: platform.NewFee(100, "HKD"),
		Products: []platform.RefundProduct{{RefundCount: 1, Price: "?", RefundPrice: "much"}}}
	if b := refundOf(odd); !b.loose || b.gap != 0 || refundWords(&odd.Products[0], &b.lines[0], "HKD") == "" {
		t.Errorf("%+v", b)
	}
}

// The page says for every line how many, the price of one and the total, and the
// discount with its sign; the ticket says the same.
func TestReceiptMarkup(t *testing.T) {
	t.Parallel()
	o := placed(api.ColumnDone)
	o.Total = &api.Money{Amount: 12840, Currency: "HKD"}
	d := &api.OrderDetail{Order: o, Lines: []api.OrderLine{dish(2, "HKD 48.00", "HKD 5.00"), dish(1, "HKD 20.00")},
		Fees: []api.OrderFee{
			fee("productFee", 12600), fee("packageFee", 1500), fee("originFee", 14100), fee("reduceFee", 1260),
			fee("realPayFee", 12840),
		}}
	for _, short := range []bool{false, true} {
		html := strings.Join(strings.Fields(text.Plain(pagetest.Markup(receipt(d, short)))), " ")
		for _, part := range []string{"2 × HKD 53.00", "HKD 106.00", "1 × HKD 20.00", "HKD 20.00", "HKD -12.60",
			"HKD 128.40", "HKD 126.00"} {
			if !strings.Contains(html, part) {
				t.Errorf("no %q in %s", part, html)
			}
		}
		if strings.Contains(html, "Not explained") || strings.Contains(html, ">Total<") {
			t.Error("says more than is so")
		}
	}
}

// What the customer paid stands on a receipt once, also where nothing is added up.
func TestPaidIsToldOnce(t *testing.T) {
	t.Parallel()
	total := fee("realPayFee", 9700).Money
	for name, fees := range map[string][]api.OrderFee{
		"added up":     {fee("originFee", 9900), fee("reduceFee", 200), fee("realPayFee", 9700)},
		"not added up": {fee("realPayFee", 9700), {Name: "tip", Money: api.Money{Amount: 5, Currency: "USD"}}},
		"not told":     nil,
	} {
		html := pagetest.Markup(receipt(&api.OrderDetail{Order: api.Order{Total: &total}, Fees: fees}, false))
		if n := strings.Count(html, "97.00"); n != 1 {
			t.Errorf("%s: %d times", name, n)
		}
	}
}

// A discount of a refund has its sign, and stands between what it is taken off and what was paid.
func TestPromotionIsASum(t *testing.T) {
	t.Parallel()
	html := pagetest.Markup(promotion(platform.Promotion{Title: "Autumn", OriginFee: platform.NewFee(900, "HKD"),
		ReduceFee: platform.NewFee(100, "HKD"), RealPayFee: platform.NewFee(800, "HKD")}))
	before, less, paid := strings.Index(html, "HKD 9.00"), strings.Index(html, "HKD -1.00"),
		strings.Index(html, "HKD 8.00")
	if before < 0 || less < before || paid < less {
		t.Errorf("%d, %d, %d in %s", before, less, paid, html)
	}
}

// A promotion's type in words is shown as it came. Before, it was shown as type 0.
func TestPromotionTypeInWords(t *testing.T) {
	t.Parallel()
	var v platform.Promotion
	if err := platform.Read([]byte(`{"title":"Autumn","type":"COUPON"}`), &v); err != nil {
		t.Fatal(err)
	}
	want := "promotion type COUPON (not documented)"
	if html := text.Plain(pagetest.Markup(promotion(v))); !strings.Contains(html, want) {
		t.Errorf("no %q: %s", want, html)
	}
}

// The interface doesn't show the members of realPayFee and reduceFee (2.6). What can't be read was shown as 0.00, and
// the platform's figures as wrong.
func TestFeesOfAPromotionThatCannotBeReadAreShownAsTheyCame(t *testing.T) {
	t.Parallel()
	var v platform.Promotion
	if err := platform.Read([]byte(`{"title":"Autumn","originFee":{"amount":900,"currency":"HKD","amountStr":"HKD 9.00"},
		"realPayFee":{"value":800,"unit":"HKD"}}`), &v); err != nil {
		t.Fatal(err)
	}
	shown := strings.ReplaceAll(pagetest.Markup(promotion(v)), "&#34;", `"`)
	if !strings.Contains(shown, `{"value":800,"unit":"HKD"}`) || strings.Contains(shown, "0.00") ||
		strings.Contains(shown, text.T("orders.refund.uneven")) {
		t.Error(shown)
	}
}

// What of a refund falls to an option is a number (interface 2.6). Written with its currency, as a product's amount is,
// it was shown as 0.00.
func TestRefundOfAnOptionIsShownAsItCame(t *testing.T) {
	t.Parallel()
	var product platform.RefundProduct
	if err := platform.Read([]byte(`{"choiceGroupList":[{"choiceGroupSkuList":[
		{"name":"Egg","price":"HKD 5.00","refundCount":1,"refundPrice":"HKD 5.00"}]}]}`), &product); err != nil {
		t.Fatal(err)
	}
	html := text.Plain(pagetest.Markup(pages.Div("", chosen(&product, "HKD"))))
	if !strings.Contains(html, "1× Egg · HKD 5.00") || strings.Contains(html, " 0.00") {
		t.Error(html)
	}
}
