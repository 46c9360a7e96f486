package audit

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Reader lists the audit's entries.
type Reader struct {
	Authoriser auth.Authoriser
	Audit      store.Audit
}

// HandleList lists changes ([api.PathActivity]).
func (l *Reader) HandleList(w http.ResponseWriter, r *http.Request) error {
	values := r.URL.Query()
	q, err := query(values)
	if err != nil {
		return err
	}
	whole := false
	if values.Get("shop") != "" {
		scope, err := auth.AskedScope(r, l.Authoriser, auth.PermissionActivity)
		if err != nil {
			return err
		}
		q.Shops = []int64{scope.ShopID()}
	} else {
		reach, err := l.Authoriser.ShopsWith(r.Context(), auth.PermissionActivity)
		if err != nil {
			return err
		}
		if whole = reach.All; !whole {
			q.Shops = reach.Shops
		}
	}
	answer, err := l.page(r.Context(), q, whole)
	if err != nil {
		return httpio.Unavailable(err)
	}
	return httpio.WriteJSON(w, answer)
}

func (l *Reader) page(ctx context.Context, q store.EntryQuery, whole bool) (api.Activity, error) {
	answer := api.Activity{Entries: []api.ActivityEntry{}}
	limit := q.Limit
	q.Limit++
	entries, err := l.Audit.Entries(ctx, q)
	if err != nil {
		return answer, err
	}
	if len(entries) > limit {
		entries = entries[:limit]
		answer.Next = entries[limit-1].ID
	}
	for _, e := range entries {
		if !whole && e.ShopID == 0 {
			e = narrowed(e, q.Shops)
		}
		answer.Entries = append(answer.Entries, shown(e, whole))
	}
	if q.Before != 0 {
		return answer, nil
	}
	people, err := l.Audit.AuditPeople(ctx, q.Shops)
	for _, p := range people {
		answer.People = append(answer.People, api.ActivityPerson{ID: p.OperatorID, Name: p.Name})
	}
	return answer, err
}

// Shops lists shops as the detail of an entry of connections does.
func Shops(ids []int64) string { return strings.Join(httpio.IDs(ids), ", ") }

// narrowed returns an entry of connections with none but the given shops. An entry with one of them is that shop's.
func narrowed(e store.Entry, among []int64) store.Entry {
	var list []int64
	for _, one := range strings.Split(e.Detail[strings.LastIndex(e.Detail, ":")+1:], ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(one), 10, 64)
		if err == nil && slices.Contains(among, id) {
			list = append(list, id)
		}
	}
	e.Detail = Shops(list)
	if len(list) == 1 {
		e.ShopID, e.Detail = list[0], ""
	}
	return e
}

// InPart begins the detail of a refused entry whose change took effect in part: the store has no outcome for it.
const InPart = "done in part: "

func shown(e store.Entry, addresses bool) api.ActivityEntry {
	a := api.ActivityEntry{
		ID: e.ID, At: e.At, OperatorID: e.OperatorID, Operator: e.Operator, ShopID: e.ShopID, Action: e.Action,
		Request: object(e.Request), Before: object(e.Before), Outcome: e.Outcome, Detail: e.Detail, FinishedAt: e.FinishedAt,
	}
	if detail, part := strings.CutPrefix(e.Detail, InPart); part {
		a.Outcome, a.Detail = api.OutcomePart, detail
	}
	if addresses {
		a.Address = e.Address
	}
	return a
}

// object returns data when it is JSON, and nil otherwise.
func object(data []byte) json.RawMessage {
	if !json.Valid(data) {
		return nil
	}
	return data
}

// query reads the parameters. The caller sets the shops.
func query(v url.Values) (store.EntryQuery, error) {
	q := store.EntryQuery{Kinds: v["kind"], Limit: api.ActivityPage}
	for name, into := range map[string]*int64{"operator": &q.OperatorID, "from": &q.From, "to": &q.To,
		"before": &q.Before} {
		if text := v.Get(name); text != "" {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n <= 0 {
				return q, wrong(name)
			}
			*into = n
		}
	}
	if text := v.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n <= 0 || n > api.ActivityPage {
			return q, wrong("limit")
		}
		q.Limit = n
	}
	if len(q.Kinds) > maxKinds || slices.ContainsFunc(q.Kinds, func(kind string) bool { return len(kind) > maxKind }) {
		return q, wrong("kind")
	}
	return q, nil
}

// Bounds of the parameters.
const (
	maxKinds = 20
	maxKind  = 40
)

func wrong(name string) error {
	return httpio.Refusal(api.CodeMalformed, "The parameter "+name+" is not understood.")
}
