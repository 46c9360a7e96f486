package runs

import (
	"encoding/json"
	"fmt"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// savedWork is the part of a shop's row that has no columns.
type savedWork struct {
	Undo *undo `json:"undo,omitempty"` // to be undone

	Sent        *pendingCall     `json:"sent,omitempty"`    // a call that is about to be made, or was made
	Refused     bool             `json:"refused,omitempty"` // it came again and was refused: it is looked for once more
	Done        []api.Part       `json:"done,omitempty"`
	Differences []api.Difference `json:"differences,omitempty"` // of the finished parts
	Was         change.Before    `json:"was,omitzero"`          // the state before them

	Failure  api.RunFailure `json:"failure,omitempty"`
	Problems []api.Problem  `json:"problems,omitempty"`
	Message  string         `json:"message,omitempty"`
	Platform int            `json:"platform,omitempty"`
}

// undo holds the changes that another run made in the shop.
type undo struct {
	Differences []api.Difference `json:"differences"`
	Was         change.Before    `json:"was"`
}

// pendingCall is a call whose outcome isn't known yet.
type pendingCall struct {
	Part        api.Part         `json:"part"`
	Differences []api.Difference `json:"differences"`
	Was         change.Before    `json:"was"`
	Put         []api.DateName   `json:"put,omitempty"`
	Drop        []api.DateName   `json:"drop,omitempty"`
}

func readKept(row store.RunShop) (k savedWork, err error) {
	if len(row.Work) > 0 {
		if err := json.Unmarshal(row.Work, &k); err != nil {
			return savedWork{}, fmt.Errorf("runs: shop %d of run %s: %w", row.ShopID, row.RunID, err)
		}
	}
	return k, nil
}

// shown converts a run's shop to the API's type.
func shown(row store.RunShop) (api.RunShop, error) {
	k, err := readKept(row)
	r := api.RunShop{
		ShopID: row.ShopID, Version: row.Version, State: api.RunShopState(row.State), Differences: k.Differences,
		Failure: k.Failure, Problems: k.Problems, Message: k.Message, Platform: k.Platform, Tries: int(row.Tries), At: row.At,
	}
	if row.Tries > 0 && (row.State == store.RunShopWaiting || row.State == store.RunShopWorking) {
		r.NextAt = row.DueAt
	}
	return r, err
}
