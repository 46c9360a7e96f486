package confirm

import (
	"strconv"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Money writes an amount, "" for none, or the platform's own words where it names no
// currency.
func Money(m *api.Money) string {
	switch {
	case m == nil:
		return ""
	case m.Currency == "" && (m.Text != "" || m.Amount == 0):
		return m.Text
	}
	return text.Money(m.Amount, m.Currency)
}

// Row is a line of a sum: its kind tells the style what it does to the sum ("part", "less", "gap", "sum" or "else").
func Row(kind, name, amount string) app.HTMLDiv {
	return app.Div().DataSet("row", kind).Body(app.Dt().Text(name), app.Dd().Class("num").Text(amount))
}

// Asked says what a customer wants back, and why.
func Asked(r *api.OrderRefund) string {
	words := Money(r.Money)
	if words == "" {
		words = text.T("orders.refund.some")
	}
	if r.Reason != "" {
		words = text.T("orders.refund.why", words, text.Isolate(r.Reason))
	}
	return withStatus(words, r)
}

// Who names who did something: "by Mei", "on a POS terminal".
func Who(via api.Via, by string) string {
	if by != "" {
		return text.T("orders.by", text.Isolate(by))
	}
	if key := "orders.via." + string(via); via != "" && text.Has(key) {
		return text.T(key)
	}
	return string(via)
}

// Standing says how a refund stands.
func Standing(r *api.OrderRefund) string {
	by := ""
	if r.Standing != api.RefundAsked {
		by = Who(r.Via, r.By)
	}
	return withStatus(text.Dots(text.T("orders.refund."+string(r.Standing)), by, Money(r.Money)), r)
}

// withStatus adds the platform's status to words of a refund: the owner's name for the status, or a status that the
// words don't stand for.
func withStatus(words string, r *api.OrderRefund) string {
	_, named := text.CodeName(api.KindRefund, strconv.Itoa(r.Status))
	switch known := platform.RefundStatus(r.Status); {
	case r.StatusRaw != "":
	case r.Status == 0:
		return words
	case named:
	case known == platform.RefundAsked, known == platform.RefundAgreed, known == platform.RefundRejected:
		return words
	}
	return text.Dots(words, text.CodeOr(api.KindRefund, r.Status, r.StatusRaw))
}

// Rejects reports what cancelling an order is called: a new one is rejected, an
// accepted one is cancelled.
func Rejects(o *api.Order) bool { return book.LaneOf(o) == book.LaneNew }

// codes are the platform's reasons for each act that takes one; the last asks for
// words of one's own.
var codes = map[api.Act][]int{
	api.ActCancel:       {500001, 500002, 500003, 500000},
	api.ActRefundReject: {100001, 100002, 100000},
	api.ActRefundApply:  {200003, 200004, 200002, 200001, 200000},
}

// ofOnesOwn is the reason that must be put into words.
func ofOnesOwn(act api.Act) int {
	list := codes[act]
	return list[len(list)-1]
}

// Reason is a reason being chosen.
type Reason struct {
	Words string // one's own

	code  string
	tried bool // to go on: from then on the fields say what is wrong
}

// Try looks at what was chosen when somebody wants to go on. The first field that is wrong gets the keyboard.
func (r *Reason) Try(ctx app.Context, id string, act api.Act) (code int, ok bool) {
	r.tried = true
	if code, ok = r.Check(act); !ok {
		target := id + "-code"
		if code != 0 {
			target = id + "-words"
		}
		components.FocusID(ctx, target)
	}
	return code, ok
}

// Check looks at what was chosen.
func (r *Reason) Check(act api.Act) (code int, ok bool) {
	code, _ = strconv.Atoi(r.code)
	return code, code != 0 && r.wordsWrong(act) == ""
}

// wordsWrong says what is wrong with one's own words, "" for nothing.
func (r *Reason) wordsWrong(act api.Act) string {
	switch n := utf8.RuneCountInString(r.Words); {
	case r.code == strconv.Itoa(ofOnesOwn(act)) && !api.Visible(r.Words):
		return text.T("orders.reason.words.need")
	case n > api.MaxActReason:
		return text.T("pause.fault.note", api.MaxActReason, n)
	}
	return ""
}

// Fields are the controls of a reason, whose words are kept under a key.
func (r *Reason) Fields(id string, act api.Act, keep string) []app.UI {
	var options []components.Option
	for _, code := range codes[act] {
		options = append(options, components.Option{Value: strconv.Itoa(code), Label: text.Code(api.KindReason, code)})
	}
	optional, codeErr, wordsErr := text.T("label.optional"), "", ""
	if r.code == strconv.Itoa(ofOnesOwn(act)) {
		optional = ""
	}
	if r.tried {
		wordsErr = r.wordsWrong(act)
		if code, _ := r.Check(act); code == 0 {
			codeErr = text.T("orders.reason.need")
		}
	}
	return []app.UI{
		&components.Choices{
			ID: id + "-code", Label: text.T("pause.reason"), Value: r.code, Error: codeErr, Options: options,
			OnChange: pages.Bind(&r.code),
		},
		&components.TextField{
			ID: id + "-words", Label: text.T("pause.note"), Optional: optional, Hint: text.T("orders.reason.hint"),
			Error: wordsErr, Value: r.Words, Autocomplete: "off", Keep: keep, OnInput: pages.Bind(&r.Words),
		},
	}
}
