package activity

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// hidden are members that are shown otherwise, or say nothing to anybody.
var hidden = []string{
	"shopId", "operatorId", "version", "key", "act", "before", "grants", "disabled", "updatedAt", "updatedBy",
	"currency", // stands with its amount
}

// alike are members that are named like another.
var alike = map[string]string{
	"cancelReason": "reason", "rejectReason": "reason", "partRefundReason": "reason", "cancelCode": "code",
	"rejectCode": "code", "orderViewId": "orderId", "why": "reason",
}

// otherChanges shows a request's members as they are, in their order, with what they were where that is known.
func (r reader) otherChanges(e api.ActivityEntry) (list []change) {
	members, kind := platform.Split(e.Request)
	if kind != '{' {
		return nil
	}
	var before map[string]json.RawMessage
	_ = json.Unmarshal(e.Before, &before) // nothing is known of what can't be read
	for _, m := range members {
		member, plain := m.Text(), string(m.Value)
		if !slices.Contains(hidden, member) && plain != "null" && plain != `""` && plain != "[]" {
			what := text.Or("activity.member."+meant(member), member)
			c := change{What: what, After: r.memberValue(member, m.Value, e)}
			if was := before[member]; was != nil {
				c.Before = r.memberValue(member, was, e)
			}
			list = append(list, c)
		}
	}
	return list
}

// meant is the name of a member, or of the one that it is named like.
func meant(member string) string { return cmp.Or(alike[member], member) }

// orderOf is the id of the order that a request is about, 0 for none.
func orderOf(request json.RawMessage) (id int64) {
	members, _ := platform.Split(request)
	for _, m := range members {
		if meant(m.Text()) == "orderId" {
			id, _ = strconv.ParseInt(strings.Trim(string(m.Value), `"`), 10, 64)
		}
	}
	return id
}

// memberValue is a JSON value in words where there are some, else as it is
// without its quotes.
func (r reader) memberValue(member string, value json.RawMessage, e api.ActivityEntry) string {
	plain := string(value)
	var words string
	if json.Unmarshal(value, &words) == nil {
		for of, keys := range map[string]string{"reason": "pause.reason.", "by": "activity.way.", "why": "hooks.gap."} {
			if member == of && text.Has(keys+words) {
				return text.T(keys + words)
			}
		}
		return words
	}
	switch member {
	case "code", "cancelCode", "rejectCode":
		return text.RawCode(api.KindReason, plain)
	case "eventId":
		return text.RawCode(api.KindEvent, plain)
	case "since", "until", "rushUntil":
		if ms, err := strconv.ParseInt(plain, 10, 64); err == nil {
			return pages.When(r.State, e.ShopID, ms)
		}
	case "maxAmount":
		var rule struct {
			MaxAmount int64  `json:"maxAmount"`
			Currency  string `json:"currency"`
		}
		if json.Unmarshal(e.Request, &rule) == nil && rule.Currency != "" {
			return text.Money(rule.MaxAmount, rule.Currency)
		}
	case "isTest":
		return text.YesNo(plain != "0")
	case "expect":
		var m api.Money
		if json.Unmarshal(value, &m) == nil {
			return text.Money(m.Amount, m.Currency)
		}
	case "products":
		var lines []struct {
			RefundCount int `json:"refundCount"`
		}
		if json.Unmarshal(value, &lines) == nil {
			n := 0
			for _, line := range lines {
				n += line.RefundCount
			}
			return strconv.Itoa(n)
		}
	case "names":
		var codes []api.CodeName
		if json.Unmarshal(value, &codes) == nil {
			return codeNames(codes)
		}
	case "put", "drop":
		var dates []api.DateName
		if json.Unmarshal(value, &dates) == nil {
			return dateNames(dates)
		}
	}
	if plain == "true" || plain == "false" {
		return text.YesNo(plain == "true")
	}
	var several []json.RawMessage
	if json.Unmarshal(value, &several) == nil {
		return text.Commas(pages.Words(several, func(one json.RawMessage) string { return r.memberValue(member, one, e) }))
	}
	return plain
}

// dateNames lists "2026-12-24 Christmas".
func dateNames(dates []api.DateName) string {
	return text.Commas(pages.Words(dates, func(d api.DateName) string {
		return strings.TrimSpace(text.LTR(d.First) + " " + d.Name)
	}))
}

// codeNames lists "Order status 20: Being checked".
func codeNames(codes []api.CodeName) string {
	return text.Commas(pages.Words(codes, func(n api.CodeName) string {
		code := text.Upper(text.CodeKind(n.Kind)) + " " + text.LTR(n.Code)
		return text.T("edit.of", code, text.Isolate(cmp.Or(n.Name, text.T("edit.clash.gone"))))
	}))
}

// roleChanges tells the roles that a request gave and took: "Central: Staff →
// Manager".
func (r reader) roleChanges(request json.RawMessage) (list []change) {
	var in struct {
		Before, Grants []api.Grant
	}
	if json.Unmarshal(request, &in) != nil {
		return nil
	}
	roles := func(list []api.Grant, at api.Grant) (r api.Role) {
		for _, g := range list {
			if g.ShopID == at.ShopID && g.GroupID == at.GroupID {
				r = g.Role
			}
		}
		return r
	}
	for _, g := range in.Grants {
		if was := roles(in.Before, g); was != g.Role {
			list = append(list, change{What: r.place(g), Before: text.Word("role.", was), After: text.Word("role.", g.Role)})
		}
	}
	for _, g := range in.Before {
		if roles(in.Grants, g) == "" {
			list = append(list, change{What: r.place(g), Before: text.Word("role.", g.Role), After: text.T("edit.clash.gone")})
		}
	}
	return list
}

func (r reader) place(g api.Grant) string {
	switch {
	case g.ShopID == 0:
		return text.T("nav.shops")
	case g.Group != "":
		return text.Isolate(g.Group)
	}
	return pages.ShopName(r.State, g.ShopID)
}
