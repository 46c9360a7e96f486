package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	insertInvitation = `INSERT INTO invitations
		(token_hash, operator_id, name, grants, inviter_id, inviter, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`
	invitationColumns = `id, token_hash, operator_id, name, grants, inviter_id, inviter, created_at, expires_at`
	selectInvitations = `SELECT ` + invitationColumns + ` FROM invitations WHERE expires_at > $1 ORDER BY id`
	selectInvitation  = `SELECT ` + invitationColumns + ` FROM invitations WHERE token_hash = $1 AND expires_at > $2`
	deleteInvitation  = `DELETE FROM invitations WHERE id = $1`
	groupShops        = `SELECT 0, COALESCE(m.shop_id, -1), '', g.id FROM shop_groups g
		LEFT JOIN shop_group_members m ON m.group_id = g.id AND g.deleted_at = 0 AND m.shop_id > 0
		WHERE g.id = $1 ORDER BY 2`
)

// AddInvitation adds a link. A new link for an operator replaces the present one.
func (s *Store) AddInvitation(ctx context.Context, i store.Invitation) (id int64, err error) {
	if len(i.TokenHash) == 0 {
		return 0, errors.New("sqlstore: add invitation: it has no hash")
	}
	grants, err := json.Marshal(i.Grants)
	if err != nil {
		return 0, err
	}
	steps := []statement{lockPeople}
	if i.OperatorID != 0 {
		steps = append(steps, step(store.ErrNotFound, lockOperator, i.OperatorID), step(nil, deleteLinksFor, i.OperatorID))
	}
	err = s.transaction(ctx, "add invitation", func(tx *sql.Tx) error {
		if err := execAll(ctx, tx, steps...); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, insertInvitation, i.TokenHash, i.OperatorID, text(i.Name), string(grants),
			i.InviterID, text(i.Inviter), i.CreatedAt, i.ExpiresAt).Scan(&id)
	})
	return id, err
}

// Invitations lists the open links.
func (s *Store) Invitations(ctx context.Context, now int64) ([]store.Invitation, error) {
	all, err := list(ctx, s, "list invitations", scanInvitation, selectInvitations, now)
	for i := range all {
		if err == nil {
			err = s.failed("list invitations", asGroupsAre(ctx, s.read, &all[i]))
		}
	}
	return all, err
}

// InvitationByToken returns an open link.
func (s *Store) InvitationByToken(ctx context.Context, tokenHash []byte, now int64) (store.Invitation, error) {
	i, err := find(ctx, s, "find invitation", scanInvitation, selectInvitation, blob(tokenHash), now)
	if err == nil {
		err = s.failed("find invitation", asGroupsAre(ctx, s.read, &i))
	}
	return i, err
}

// asGroupsAre replaces the shops of the link's roles by group with the present shops of the groups. A role by a group
// that is gone for good is left out.
func asGroupsAre(ctx context.Context, from database, i *store.Invitation) error {
	var now []store.Membership
	known := map[string]bool{}
	for _, m := range i.Grants {
		if m.GroupID == "" {
			now = append(now, m)
		}
		if m.GroupID == "" || known[m.GroupID] {
			continue
		}
		known[m.GroupID] = true
		shops, err := rowsOf(ctx, from, scanMembership, groupShops, m.GroupID)
		if err != nil {
			return err
		}
		for _, shop := range shops {
			m.ShopID = shop.ShopID
			now = append(now, m)
		}
	}
	i.Grants = now
	return nil
}

func scanInvitation(row scanner, i *store.Invitation) error {
	var grants string
	err := row.Scan(&i.ID, &i.TokenHash, &i.OperatorID, &i.Name, &grants, &i.InviterID, &i.Inviter,
		&i.CreatedAt, &i.ExpiresAt)
	if err != nil {
		return err
	}
	if json.Unmarshal([]byte(grants), &i.Grants) != nil {
		i.Grants = nil // a damaged link gives no roles, so it is refused
	}
	return nil
}

// RevokeInvitation deletes a link.
func (s *Store) RevokeInvitation(ctx context.Context, id int64) error {
	return s.change(ctx, "revoke invitation", store.ErrNotFound, deleteInvitation, id)
}

// Accept consumes an open link that the rule allows. Of two concurrent calls, the second finds the
// link deleted.
func (s *Store) Accept(
	ctx context.Context, tokenHash []byte, now int64, o store.Operator, rule store.LinkRule,
) (id int64, err error) {
	err = s.transaction(ctx, "accept invitation", func(tx *sql.Tx) error {
		if err := execAll(ctx, tx, lockPeople); err != nil {
			return err
		}
		var i store.Invitation
		if err := scanInvitation(tx.QueryRowContext(ctx, selectInvitation, blob(tokenHash), now), &i); err != nil {
			return err
		}
		if err := execAll(ctx, tx, lockGroups(i.Grants)...); err != nil {
			return err
		}
		if err := asGroupsAre(ctx, tx, &i); err != nil {
			return err
		}
		maker, err := personIn(ctx, tx, i.InviterID)
		if err != nil {
			return err
		}
		target, err := personIn(ctx, tx, i.OperatorID)
		if err != nil {
			return err
		}
		if !rule(i, maker, target) {
			return store.ErrNotFound
		}
		if err := exec(ctx, tx, store.ErrNotFound, deleteInvitation, i.ID); err != nil {
			return err
		}
		if i.OperatorID == 0 {
			id, err = addOperator(ctx, tx, o, i.Grants)
			doneBy(ctx, id)
			return err
		}
		id = i.OperatorID
		return execAll(ctx, tx, append(newPassword(id, o.Password), revokeSessions(id, "", now))...)
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// personIn reads an operator in a transaction, and returns the zero Person if there is none.
func personIn(ctx context.Context, tx *sql.Tx, id int64) (p store.Person, err error) {
	if id == 0 {
		return p, nil
	}
	err = scanOperator(tx.QueryRowContext(ctx, selectOperator+` WHERE id = $1`, id), &p.Operator)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Person{}, nil
	}
	if err != nil {
		return p, err
	}
	p.Memberships, err = rowsOf(ctx, tx, scanMembership, selectMemberships, id)
	return p, err
}
