package text

import (
	"cmp"
	"strconv"
	"sync/atomic"

	"github.com/shopdesk/shopdesk/internal/api"
)

// legend holds the names that owners gave to codes. It is set on the goroutine that draws; tests have many of those.
var legend atomic.Pointer[[2][]api.CodeName]

// SetLegend has [Code] use these names of numbers and of words.
func SetLegend(numbers, words []api.CodeName) { legend.Store(&[...][]api.CodeName{numbers, words}) }

// Code words a code of the platform: the owner's name for it, our words, or the
// number itself, as in "order status 20 (not documented)".
func Code(kind api.CodeKind, code int) string {
	return RawCode(kind, strconv.Itoa(code))
}

// CodeOr words a code, or what came in its place where that was no number.
func CodeOr(kind api.CodeKind, code int, raw string) string {
	return RawCode(kind, cmp.Or(raw, strconv.Itoa(code)))
}

// RawCode words a code that may not be a number.
func RawCode(kind api.CodeKind, raw string) string {
	if name, ok := CodeName(kind, raw); ok {
		return name
	}
	return T("code.unknown", CodeKind(kind), LTR(raw))
}

// CodeName is the owner's name for a code, or our words for a number.
func CodeName(kind api.CodeKind, raw string) (name string, ok bool) {
	var all [2][]api.CodeName
	if set := legend.Load(); set != nil {
		all = *set
	}
	for _, names := range all {
		for _, n := range names {
			if n.Kind == kind && n.Code == raw {
				return Isolate(n.Name), true
			}
		}
	}
	key := codeKeys[kind] + raw
	if _, err := strconv.Atoi(raw); err != nil || !Has(key) {
		return "", false
	}
	return T(key), true
}

// CodeKind names a kind of codes.
func CodeKind(kind api.CodeKind) string { return T("code.of." + string(kind)) }

// codeKeys begin the keys of our words for a kind of codes.
var codeKeys = map[api.CodeKind]string{
	api.KindOrder: "orders.lane.", api.KindDelivery: "orders.logistics.", api.KindReason: "orders.code.",
	api.KindShop: "shop.state.", api.KindPhoto: "shop.picture.", api.KindEvent: "hooks.event.",
}
