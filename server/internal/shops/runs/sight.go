package runs

import (
	"context"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// visibility is the set of runs and shops that an operator may see: the shops whose activity the operator may see.
type visibility struct {
	auth.Reach
	who *auth.Principal
	may map[platform.Permission]auth.Reach
}

func (s *Service) sight(ctx context.Context) (*visibility, error) {
	reach, err := s.o.Authoriser.ShopsWith(ctx, auth.PermissionActivity)
	return &visibility{reach, auth.PrincipalFrom(ctx), map[platform.Permission]auth.Reach{}}, err
}

// filter is for the store: nil for all shops.
func (v *visibility) filter() []int64 {
	if v.All {
		return nil
	}
	return v.Shops
}

// count counts the shops that the operator may see.
func (v *visibility) count(shops []int64) (n int) {
	for _, id := range shops {
		if v.Has(id) {
			n++
		}
	}
	return n
}

// permissions lists the permissions that a change needs in each of its shops.
func permissions(c api.Change) (list []platform.Permission) {
	for _, part := range change.Parts(c) {
		if p := change.Permission(part); !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// may tells in which shops the operator has perm. No shop is no error here.
func (s *Service) may(ctx context.Context, v *visibility, perm platform.Permission) (auth.Reach, error) {
	if r, known := v.may[perm]; known {
		return r, nil
	}
	if !auth.Allows(v.who.Role(), perm) {
		return auth.Reach{Shops: []int64{}}, nil
	}
	reach, err := s.o.Authoriser.ShopsWith(ctx, perm)
	v.may[perm] = reach
	return reach, err
}

// steers tells which runs the operator may pause, cancel, undo and repeat: their own runs, and runs whose change they
// may make in every shop.
func (s *Service) steers(ctx context.Context, v *visibility, runs []store.Run,
	changes []api.Change) (map[string]bool, error) {
	mine := map[string]bool{}
	others := map[platform.Permission][]string{} // runs of other operators, by the permission that they need
	for i, r := range runs {
		perms := permissions(changes[i])
		mine[r.ID] = len(perms) > 0
		for _, perm := range perms {
			if r.OperatorID != v.who.OperatorID {
				others[perm] = append(others[perm], r.ID)
			}
		}
	}
	for perm, ids := range others {
		reach, err := s.may(ctx, v, perm)
		if err != nil {
			return nil, err
		}
		if reach.All {
			continue
		}
		all, err := s.o.Store.CountRunShops(ctx, ids, nil)
		if err != nil {
			return nil, httpio.Unavailable(err)
		}
		theirs, err := s.o.Store.CountRunShops(ctx, ids, reach.Shops)
		if err != nil {
			return nil, httpio.Unavailable(err)
		}
		for _, id := range ids {
			mine[id] = mine[id] && sum(theirs[id]) == sum(all[id])
		}
	}
	return mine, nil
}

func sum(counts map[string]int) (n int) {
	for _, count := range counts {
		n += count
	}
	return n
}
