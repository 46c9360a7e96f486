package directory

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// visible gives the present shops that the operator may see, and how they are reached.
func (s *Service) visible(ctx context.Context) (auth.Reach, access, error) {
	shops, err := s.Authoriser.VisibleShops(ctx)
	ids := auth.IDs(shops)
	slices.Sort(ids)
	return auth.Reach{Shops: ids}, accessOf(shops), err
}

// group is the group as an operator who sees v sees it: a group with at least one of the operator's shops, or an empty
// group of the operator's own.
func group(v auth.Reach, g store.Group, operatorID int64) (shown api.Group, ok bool) {
	shown = v.Group(g)
	return shown, len(shown.Shops) > 0 || !shown.Others && (g.OperatorID == operatorID || v.All)
}

// HandleGroup makes or changes a group ([api.PathGroups]).
func (s *Service) HandleGroup(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	who, err := s.Authoriser.RequireSignedIn(ctx)
	if err != nil {
		return err
	}
	edit, err := s.Authoriser.ShopsWith(ctx, platform.PermissionShopEdit)
	if err != nil {
		return err
	}
	request, err := httpio.Decode[api.ChangeGroup](w, r)
	if err != nil {
		return err
	}
	seen, _, err := s.visible(ctx)
	if err != nil {
		return err
	}
	seen.All = edit.All
	return s.changeGroup(w, r, editor{seen, edit, who}, request)
}

// editor is an operator who changes groups: only shops with the permission to edit count.
type editor struct {
	sees, edits auth.Reach
	who         *auth.Principal
}

func (e editor) group(g store.Group) (shown api.Group, ok bool) {
	return group(e.sees, g, e.who.OperatorID)
}

func (s *Service) changeGroup(w http.ResponseWriter, r *http.Request, e editor, request api.ChangeGroup) error {
	add, drop, problems := e.shops(request)
	request.Name = strings.TrimSpace(request.Name)
	if request.Name != "" && !api.Nameable(request.Name, api.MaxGroupName) || request.ID == "" && request.Name == "" {
		problems.Add("name", api.ProblemName, api.MaxGroupName)
	}
	if len(problems) > 0 {
		return invalid(problems...)
	}
	g := store.Group{ID: rand.Text(), Name: request.Name, Tag: request.Tag, OperatorID: e.who.OperatorID}
	if request.ID != "" {
		var err error
		if g, err = s.group(r.Context(), e, request); err != nil {
			return err
		}
	}
	if problem, err := s.nameTaken(r.Context(), e, g.ID, request.Name); err != nil || problem != nil {
		return errors.Join(err, problem)
	}
	return s.saveGroup(w, r, e, g, request, add, drop)
}

// shops reads the shop ids. A shop that the editor may not group is reported like a shop that doesn't exist.
func (e editor) shops(request api.ChangeGroup) (add, drop []int64, problems api.Problems) {
	if len(request.Add)+len(request.Drop) > api.MaxGroupShops {
		return nil, nil, []api.Problem{{Path: "add", Code: api.ProblemTooMany, Args: []any{api.MaxGroupShops}}}
	}
	read := func(path string, numbers []string) (ids []int64) {
		for i, n := range numbers {
			id, err := strconv.ParseInt(n, 10, 64)
			if err != nil || !e.edits.HasNow(id) {
				problems.Add(path+"["+strconv.Itoa(i)+"]", "unknown_shop", n)
				continue
			}
			ids = append(ids, id)
		}
		slices.Sort(ids)
		return slices.Compact(ids)
	}
	add, drop = read("add", request.Add), read("drop", request.Drop)
	return add, drop, problems
}

// group reads the group to change and refuses a group that was changed since.
func (s *Service) group(ctx context.Context, e editor, request api.ChangeGroup) (store.Group, error) {
	g, err := s.Store.Group(ctx, request.ID)
	if errors.Is(err, store.ErrNotFound) {
		return g, errNoGroup
	}
	if err != nil {
		return g, httpio.Unavailable(err)
	}
	shown, sees := e.group(g)
	if !sees && request.Restore {
		if sees, err = s.took(ctx, e, g); err != nil {
			return g, httpio.Unavailable(err)
		}
	}
	switch {
	case !sees, g.DeletedAt != 0 && !request.Restore:
		return g, errNoGroup
	case g.Version != request.Version:
		return g, changed(shown)
	case shown.Others && (request.Name != "" && request.Name != g.Name):
		return g, errOthers
	}
	return g, nil
}

// recent is how many of their latest changes of groups an operator may take back without having a shop in the group.
const recent = 20

// took reports whether the group's last change is the editor's own: the editor saw the group before, and may restore it
// without having a shop left in it. Entries of earlier releases have no version, and don't count.
func (s *Service) took(ctx context.Context, e editor, g store.Group) (bool, error) {
	entries, err := s.Store.Entries(ctx, store.EntryQuery{OperatorID: e.who.OperatorID, Kinds: []string{"group"},
		From: s.Now().Add(-keepGone).UnixMilli(), Limit: recent})
	return slices.ContainsFunc(entries, func(entry store.Entry) bool {
		var change groupEntry
		return json.Unmarshal(entry.Request, &change) == nil && change.ID == g.ID && change.Version == g.Version
	}), err
}

// groupEntry is the audit's content of a change of a group.
type groupEntry struct {
	ID      string       `json:"id"`
	Version int64        `json:"version"` // after the change
	Name    string       `json:"name"`
	Add     []string     `json:"add,omitempty"`
	Drop    []string     `json:"drop,omitempty"`
	People  []personRole `json:"people,omitempty"` // whose roles change
}

// nameTaken finds another group of that name among the groups that the editor sees.
func (s *Service) nameTaken(ctx context.Context, e editor, id, name string) (taken, err error) {
	if name == "" {
		return nil, nil
	}
	groups, err := s.Store.Groups(ctx)
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	for _, g := range groups {
		if _, sees := e.group(g); sees && g.ID != id && strings.EqualFold(g.Name, name) {
			return invalid(api.Problem{Path: "name", Code: api.ProblemNameTaken}), nil
		}
	}
	return nil, nil
}

// saveGroup makes the change together with its audit entry, and answers the group's new state.
func (s *Service) saveGroup(w http.ResponseWriter, r *http.Request, e editor, g store.Group, request api.ChangeGroup,
	add, drop []int64) error {
	g.Name = cmp.Or(request.Name, g.Name)
	action := "group.change"
	switch {
	case g.Version == 0:
		action = "group.add"
	case request.Restore:
		action, g.DeletedAt = "group.restore", 0
	case request.Delete:
		action = "group.delete"
		if shown, _ := e.group(g); shown.Others {
			drop = slices.DeleteFunc(slices.Clone(g.Shops), func(id int64) bool { return !e.edits.HasNow(id) })
		} else {
			g.DeletedAt = s.Millis()
		}
	}
	has := func(id int64) bool { _, ok := slices.BinarySearch(g.Shops, id); return ok }
	add = slices.DeleteFunc(add, has)
	drop = slices.DeleteFunc(drop, func(id int64) bool { return !has(id) })
	touched := slices.Concat(add, drop)
	if request.Restore || g.DeletedAt != 0 {
		touched = append(touched, g.Shops...)
	}
	changes, err := s.rolesBy(r.Context(), g, touched)
	if err != nil {
		return err
	}
	entry := e.who.Entry(action, 0, groupEntry{g.ID, g.Version + 1, g.Name, httpio.IDs(add), httpio.IDs(drop), changes},
		s.Now())
	ctx, cancel := background.Finish(r.Context(), background.SaveWithin)
	defer cancel()
	err = s.Store.WithAudit(ctx, entry, func(ctx context.Context) error {
		return s.Store.SaveGroup(ctx, g, add, drop)
	})
	if errors.Is(err, store.ErrConflict) {
		return s.conflict(ctx, e, g.ID)
	}
	if err != nil {
		return httpio.Unavailable(err)
	}
	for _, one := range changes {
		s.Roles.OperatorChanged(one.OperatorID)
	}
	after, err := s.Store.Group(ctx, g.ID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	shown, sees := e.group(after)
	return httpio.WriteJSON(w, api.GroupChanged{
		Group: shown, Gone: after.DeletedAt != 0 || !sees, Added: httpio.IDs(add), Dropped: httpio.IDs(drop),
	})
}

// personRole is a role that a person has by a group, for the audit.
type personRole struct {
	OperatorID int64  `json:"operatorId,string"`
	Person     string `json:"person"`
	Role       string `json:"role"`
}

// rolesBy lists the roles that change when shops join or leave a group, and refuses an asker who may not give them. A
// role that is given to anybody meanwhile changes the group's version, so that the change is refused later.
func (s *Service) rolesBy(ctx context.Context, g store.Group, touched []int64) (list []personRole, err error) {
	if len(touched) == 0 {
		return nil, nil
	}
	roles, err := s.Store.GroupRoles(ctx, g.ID)
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	if len(roles) == 0 {
		return nil, nil
	}
	if err := s.Roles.CheckRegroup(ctx, touched, roles); err != nil {
		return nil, err
	}
	for _, m := range roles {
		one, err := s.Store.Operator(ctx, m.OperatorID)
		if store.Optional(err) != nil {
			return nil, httpio.Unavailable(err)
		}
		list = append(list, personRole{m.OperatorID, one.Name, m.Role})
	}
	return list, nil
}

// conflict answers the group as another operator has changed it meanwhile.
func (s *Service) conflict(ctx context.Context, e editor, id string) error {
	g, err := s.Store.Group(ctx, id)
	if err != nil {
		return httpio.Unavailable(err)
	}
	shown, sees := e.group(g)
	if !sees || g.DeletedAt != 0 {
		return errNoGroup
	}
	return changed(shown)
}

func changed(g api.Group) error {
	return httpio.Changed("Someone changed this group meanwhile.", g)
}

func invalid(problems ...api.Problem) error {
	return httpio.Invalid("This can't be kept as given.", problems...)
}

var (
	errNoGroup = httpio.Refusal(api.CodeNotFound, "There is no such group, or it has none of your shops.")
	errOthers  = httpio.Refusal(api.CodeForbidden,
		"This group has shops that you don't look after: only who looks after all of them can rename it.")
)
