package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	demoPrefix = "demo:" // no person can choose such a login
	demoOwner  = api.RoleOwner
)

// demoPeople are the demonstration's operators, without passwords. Their owner has
// no membership in the store: a demonstration's owner must not count as the
// installation's owner, and must have no role after the demonstration. During the
// demonstration Service.principal makes that operator owner of all shops.
var demoPeople = []struct {
	role  api.Role
	name  string
	shops int // number of the given shops, from the first
}{
	{demoOwner, "Olivia Chan", 0},
	{api.RoleManager, "Marco Lam", 12},
	{api.RoleStaff, "Mei Wong", 2},
}

func demoLogin(role api.Role) string { return demoPrefix + string(role) }

func isDemo(login string) bool { return strings.HasPrefix(login, demoPrefix) }

// EnsureDemo makes the demonstration's operators that don't exist yet: an owner of
// all shops, a manager of the first twelve and a staff member of the first two.
// Existing operators stay as they are.
func (s *Service) EnsureDemo(ctx context.Context, shopIDs []int64) error {
	if !s.Demo {
		return errors.New("auth: this is no demonstration")
	}
	if len(shopIDs) == 0 {
		return errors.New("auth: a demonstration needs shops")
	}
	for _, person := range demoPeople {
		var m []store.Membership
		for _, shop := range shopIDs[:min(person.shops, len(shopIDs))] {
			m = append(m, store.Membership{ShopID: shop, Role: string(person.role)})
		}
		o := store.Operator{Login: demoLogin(person.role), Name: person.name}
		if _, err := s.ensureOperator(ctx, o, m); err != nil {
			return fmt.Errorf("auth: demonstration's %s: %w", person.role, err)
		}
	}
	return nil
}

// HandleDemo signs in as one of the demonstration's people ([api.PathDemo]).
func (s *Service) HandleDemo(w http.ResponseWriter, r *http.Request) error {
	in, err := decodeIf[api.DemoSignIn](s.Demo, errNoDemo, w, r)
	if err != nil {
		return err
	}
	if strength(in.Role) == 0 {
		return httpio.Invalid("There is no such role.", api.Problem{Path: "role", Code: ProblemRequired})
	}
	o, err := s.Store.OperatorByLogin(r.Context(), demoLogin(in.Role))
	if errors.Is(err, store.ErrNotFound) {
		return errNoDemo // EnsureDemo was not called
	}
	if err != nil {
		return unavailable("find operator", err)
	}
	return s.answerSignedIn(w, r, o, false, methodDemo)
}
