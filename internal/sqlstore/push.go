package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	selectPush = `SELECT id, session, operator_id, every_shop, language, sealed, created_at FROM push_subscriptions`
	upsertPush = `INSERT INTO push_subscriptions (id, session, operator_id, every_shop, language, sealed, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (id) DO UPDATE SET session = excluded.session, operator_id = excluded.operator_id,
			every_shop = excluded.every_shop, language = excluded.language, sealed = excluded.sealed`
	pushesFor = selectPush + ` WHERE every_shop OR id IN (SELECT subscription_id FROM push_shops WHERE shop_id = $1) ORDER BY id`
	claimPush = `INSERT INTO push_claims (subscription_id, shop_id, order_id, event, at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
	insertPushShops = `INSERT INTO push_shops (subscription_id, shop_id) VALUES `
	withoutSession  = `NOT EXISTS (SELECT 1 FROM sessions
		WHERE token_hash = push_subscriptions.session AND revoked_at IS NULL AND expires_at > $1)`
)

// SavePush saves a subscription and replaces any with an equal ID or session.
func (s *Store) SavePush(ctx context.Context, p store.PushSubscription) error {
	return s.transaction(ctx, "save push subscription", func(tx *sql.Tx) error {
		if err := execAll(ctx, tx,
			step(nil, `DELETE FROM push_subscriptions WHERE session = $1 AND id <> $2`, p.Session, p.ID),
			step(nil, upsertPush, p.ID, p.Session, p.OperatorID, len(p.Shops) == 0, text(p.Language), p.Sealed, p.CreatedAt),
			step(nil, `DELETE FROM push_shops WHERE subscription_id = $1`, p.ID)); err != nil {
			return err
		}
		return insertPairs(ctx, tx, insertPushShops, p.ID, p.Shops)
	})
}

// PushOf returns a session's subscription.
func (s *Store) PushOf(ctx context.Context, session string) (store.PushSubscription, error) {
	p, err := find(ctx, s, "find push subscription", scanPush, selectPush+` WHERE session = $1`, session)
	if err != nil {
		return p, err
	}
	p.Shops, err = list(ctx, s, "list push shops", scanValue[int64],
		`SELECT shop_id FROM push_shops WHERE subscription_id = $1 ORDER BY shop_id`, p.ID)
	return p, err
}

// PushesFor lists the subscriptions for a shop. Their Shops hold only that shop, or none for a
// subscription to every shop.
func (s *Store) PushesFor(ctx context.Context, shopID int64) ([]store.PushSubscription, error) {
	return list(ctx, s, "list push subscriptions", func(row scanner, p *store.PushSubscription) error {
		every, err := scanPushEvery(row, p)
		if !every {
			p.Shops = []int64{shopID}
		}
		return err
	}, pushesFor, shopID)
}

// Pushes lists all subscriptions.
func (s *Store) Pushes(ctx context.Context) ([]store.PushSubscription, error) {
	return list(ctx, s, "list push subscriptions", scanPush, selectPush+` ORDER BY id`)
}

// CountPushes counts the subscriptions.
func (s *Store) CountPushes(ctx context.Context) (int64, error) {
	return value[int64](ctx, s, "count push subscriptions", `SELECT COUNT(*) FROM push_subscriptions`)
}

// PushesOf lists an operator's subscriptions.
func (s *Store) PushesOf(ctx context.Context, operatorID int64) ([]store.PushSubscription, error) {
	return list(ctx, s, "list push subscriptions", scanPush, selectPush+` WHERE operator_id = $1 ORDER BY id`, operatorID)
}

func scanPush(row scanner, p *store.PushSubscription) error {
	_, err := scanPushEvery(row, p)
	return err
}

// scanPushEvery also returns whether the subscription is for every shop.
func scanPushEvery(row scanner, p *store.PushSubscription) (every bool, err error) {
	err = row.Scan(&p.ID, &p.Session, &p.OperatorID, &every, &p.Language, &p.Sealed, &p.CreatedAt)
	return every, err
}

// DeletePush deletes a session's subscription.
func (s *Store) DeletePush(ctx context.Context, id, session string) error {
	return s.change(ctx, "delete push subscription", nil,
		`DELETE FROM push_subscriptions WHERE id = $1 AND session = $2`, id, session)
}

// ClaimPush claims the free subscriptions. The IDs ascend, so that concurrent claims queue and
// don't deadlock.
func (s *Store) ClaimPush(ctx context.Context, c store.PushClaim, ids []string) ([]bool, error) {
	free := make([]bool, len(ids))
	err := s.transaction(ctx, "claim push", func(tx *sql.Tx) error {
		for i, id := range ids {
			n, err := count(tx.ExecContext(ctx, claimPush, id, c.ShopID, c.OrderID, text(c.Event), c.At))
			if err != nil {
				return err
			}
			free[i] = n == 1
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return free, nil
}

// SweepPush deletes the subscriptions of ended sessions, and old claims.
func (s *Store) SweepPush(ctx context.Context, now, before int64) error {
	return errors.Join(
		s.inSteps(ctx, "sweep push subscriptions", "push_subscriptions", "id", withoutSession, now),
		s.inSteps(ctx, "sweep push claims", "push_claims", "subscription_id, shop_id, order_id, event", `at < $1`, before))
}
