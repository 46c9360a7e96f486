package hooks

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// many messages need a search.
const many = 6

// codes are the events that can be registered for: those we know of.
func codes(events []api.HookEvent) (all []int) {
	for _, e := range events {
		if known(e.EventID) && !e.Test {
			all = append(all, e.EventID)
		}
	}
	return all
}

func known(event int) bool { return text.Has(eventKey(event)) }

func eventKey(event int) string { return "hooks.event." + strconv.Itoa(event) }

// eventName is the code with its meaning.
func eventName(event int) string {
	code := strconv.Itoa(event)
	if name, ok := text.CodeName(api.KindEvent, code); ok {
		return text.LTR(code) + " " + name
	}
	return text.Upper(text.Code(api.KindEvent, event))
}

// tested reports whether the test flag was used last.
func tested(events []api.HookEvent) bool {
	var last api.HookEvent
	for _, e := range events {
		if e.At > last.At {
			last = e
		}
	}
	return last.Test
}

// refused counts those of the events asked for that the platform refused.
func refused(events []api.HookEvent, asked api.RegisterHooks) (n int) {
	for _, e := range events {
		if e.State == api.HookFailed && e.Test == asked.Test && slices.Contains(asked.Events, e.EventID) {
			n++
		}
	}
	return n
}

// busyOf names the button that is at work.
func busyOf(events []int) string {
	if len(events) == 1 {
		return strconv.Itoa(events[0])
	}
	return busyRegister
}

// pillOf says how a registration stands; a state that we don't know is shown as
// it came.
func pillOf(e api.HookEvent) *components.Pill {
	switch {
	case e.State == api.HookSet && e.URL:
		return pages.Pill(components.ToneOK, "hooks.state.set")
	case e.State == api.HookSet:
		return pages.Pill(components.ToneWarn, "hooks.state.old")
	case e.State == api.HookFailed:
		return pages.Pill(components.ToneBad, "runs.shop.failed")
	case e.State == api.HookUnset:
		return pages.Pill(components.ToneNeutral, "hooks.state.unset")
	}
	return &components.Pill{Text: string(e.State)}
}

// whyOf says why a delivery wasn't accepted.
func whyOf(why api.HookWhy) string {
	return text.Or("hooks.why."+string(why), text.LTR(string(why)))
}

// ruleOf says what a signature fits: "public_url+raw".
func ruleOf(rule platform.HookRule) string {
	return text.Or("hooks.rule."+strings.ReplaceAll(string(rule), "+", "."), text.LTR(string(rule)))
}

// diagnosis says what a refused signature fits and what to set for it to be accepted, or what to do about a refusal of
// another kind, "" for nothing.
func diagnosis(r api.HookRefusal, now platform.HookRule) string {
	switch {
	case r.Why == api.HookOldTimestamp:
		return text.T("hooks.do.timestamp")
	case r.Why == api.HookOtherApp:
		return text.T("hooks.do.other_app")
	case r.Why == api.HookMalformed:
		return text.T("hooks.do.malformed", text.LTR("any"))
	case r.Why != api.HookBadSignature:
		return ""
	case len(r.Matches) == 0:
		return text.T("hooks.rule.none")
	case slices.Contains(r.Matches, now):
		return text.T("hooks.rule.now")
	}
	var rules []string
	for _, m := range r.Matches {
		rules = append(rules, ruleOf(m))
	}
	return text.T("hooks.rule.fits", strings.Join(rules, "; "), text.LTR(string(r.Matches[0])))
}

// subject is the shop, and the order, that a message is about.
func subject(s *state.State, shopID, orderID int64) string {
	said := ""
	if shopID != 0 {
		said = text.T("hooks.shop", text.LTR(strconv.FormatInt(shopID, 10)))
	}
	if shop, ok := s.Shop(shopID); ok {
		said = text.Isolate(state.DisplayName(shop))
	}
	if orderID != 0 {
		said = text.Dots(said, text.T("hooks.order", text.LTR(strconv.FormatInt(orderID, 10))))
	}
	return said
}

// at is when something came and what it is about.
func at(unixMS int64, about string) string { return text.Dots(moment(unixMS), about) }

// moment is a time, or words for never.
func moment(unixMS int64) string {
	if unixMS == 0 {
		return text.T("shops.read.never")
	}
	return text.When(unixMS)
}
