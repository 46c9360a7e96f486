package directory

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// HandleList answers the known facts of the operator's shops ([api.PathRoster]). A browser that has the present
// answer (If-None-Match) gets 304, with the log's end in the tag. The present moment doesn't count as news, nor does
// that a shop was read again, of which no event tells either; the whole answer is sent once in the time between reads.
func (s *Service) HandleList(w http.ResponseWriter, r *http.Request) error {
	who, err := s.Authoriser.RequireSignedIn(r.Context())
	if err != nil {
		return err
	}
	log, err := s.Store.Events(r.Context(), 0, 0) // read first: an event may be told twice, but none is missed
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer, err := s.list(r.Context(), who)
	if err != nil {
		return err
	}
	now := s.Now()
	name, err := nameOf(answer, now.UnixNano()/int64(s.Every))
	if err != nil {
		return err
	}
	tag := fmt.Sprintf(`"%s.%d"`, name, log.Head)
	if httpio.Unchanged(w, r, tag) {
		return nil
	}
	answer.RosterMoment = api.RosterMoment{Seq: log.Head, Now: now.UnixMilli()}
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return httpio.WriteTagged(w, r, tag, body)
}

// nameOf names what is news of a list in a round of reads.
func nameOf(list api.Roster, round int64) (string, error) {
	list.Seq, list.Shops = round, slices.Clone(list.Shops)
	for i := range list.Shops {
		list.Shops[i].ReadAt = min(list.Shops[i].ReadAt, 1)
	}
	body, err := json.Marshal(list)
	digest := sha256.Sum256(body)
	return base64.RawURLEncoding.EncodeToString(digest[:15]), err
}

func (s *Service) list(ctx context.Context, who *auth.Principal) (api.Roster, error) {
	answer := api.Roster{Shops: []api.RosterShop{}, Groups: []api.Group{}, Templates: []api.TemplateID{}}
	visible, reached, err := s.visible(ctx)
	if err != nil {
		return answer, err
	}
	known, err := s.known(ctx, visible.Shops)
	if err != nil {
		return answer, httpio.Unavailable(err)
	}
	beside, err := s.beside(ctx, reached)
	if err == nil && s.drifts != nil {
		facts := make([]change.ShopFacts, len(known))
		for i, k := range known {
			facts[i] = s.facts(k)
		}
		beside.drifts, beside.templates, err = s.drifts.Drifts(ctx, facts, beside.named)
	}
	if err != nil {
		return answer, httpio.Unavailable(err)
	}
	now := s.Millis()
	answer.Shops = make([]api.RosterShop, 0, len(known))
	named := map[string]bool{}
	for _, k := range known {
		row := s.row(k, beside, now)
		for _, d := range row.Drift {
			named[d.Template] = true
		}
		answer.Shops = append(answer.Shops, row)
	}
	for _, g := range beside.named {
		if shown, ok := group(visible, g, who.OperatorID); ok {
			answer.Groups = append(answer.Groups, shown)
		}
	}
	for _, t := range beside.templates {
		if named[t.ID] {
			answer.Templates = append(answer.Templates, t)
		}
	}
	answer.Views, err = s.views(ctx, who.OperatorID)
	return answer, err
}
