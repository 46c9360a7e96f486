package directory

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// HandleList answers the known facts of the operator's shops ([api.PathRoster]). A browser that has the present
// answer (If-None-Match) gets 304; the present moment doesn't count as news.
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
	answer.RosterMoment = api.RosterMoment{Seq: log.Head, Now: s.millis()}
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	moment, err := json.Marshal(answer.RosterMoment) // the end of the body
	if err != nil {
		return err
	}
	digest := sha256.Sum256(body[:len(body)-len(moment)])
	return httpio.WriteTagged(w, r, `"`+base64.RawURLEncoding.EncodeToString(digest[:15])+`"`, body)
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
	now := s.millis()
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
