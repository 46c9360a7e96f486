package runs

import (
	"encoding/json"
	"fmt"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// kept is what a shop's row says beside its columns.
type kept struct {
	Undo *undo `json:"undo,omitempty"` // what is to be taken back

	Sent        *sent            `json:"sent,omitempty"` // a call that is about to be made, or was
	Done        []api.Part       `json:"done,omitempty"`
	Differences []api.Difference `json:"differences,omitempty"` // of what is done
	Was         change.Was       `json:"was,omitzero"`          // what was there before that

	Failure  api.RunFailure `json:"failure,omitempty"`
	Problems []api.Problem  `json:"problems,omitempty"`
	Message  string         `json:"message,omitempty"`
	Platform int            `json:"platform,omitempty"`
}

// undo is what another run did in the shop.
type undo struct {
	Differences []api.Difference `json:"differences"`
	Was         change.Was       `json:"was"`
}

// sent is what is known of a call before its outcome is.
type sent struct {
	Part        api.Part         `json:"part"`
	Path        string           `json:"path"`
	Digest      string           `json:"digest"` // of the body
	At          int64            `json:"at"`
	Differences []api.Difference `json:"differences"`
	Was         change.Was       `json:"was"`
	Put         []api.DateName   `json:"put,omitempty"`
	Drop        []api.DateName   `json:"drop,omitempty"`
}

func readKept(row store.RunShop) (k kept, err error) {
	if len(row.Work) > 0 {
		if err := json.Unmarshal(row.Work, &k); err != nil {
			return k, fmt.Errorf("runs: shop %d of run %s: %w", row.ShopID, row.RunID, err)
		}
	}
	return k, nil
}

func (k kept) text() ([]byte, error) { return json.Marshal(k) }

// shown is a shop of a run as the API has it.
func shown(row store.RunShop) (api.RunShop, error) {
	k, err := readKept(row)
	r := api.RunShop{
		ShopID: row.ShopID, State: api.RunShopState(row.State), Differences: k.Differences, Failure: k.Failure,
		Problems: k.Problems,
		Message:  k.Message, Platform: k.Platform, Tries: int(row.Tries), At: row.At,
	}
	if row.Tries > 0 && (row.State == store.RunShopWaiting || row.State == store.RunShopWorking) {
		r.NextAt = row.DueAt
	}
	return r, err
}
