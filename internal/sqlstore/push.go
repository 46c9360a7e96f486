package sqlstore

import (
	"context"
	"database/sql"
	"slices"

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
	sweepPush       = `DELETE FROM push_subscriptions WHERE NOT EXISTS (SELECT 1 FROM sessions
		WHERE token_hash = push_subscriptions.session AND revoked_at IS NULL AND expires_at > $1)`
)

// SavePush saves a subscription and replaces any with an equal ID or session.
func (s *Store) SavePush(ctx context.Context, p store.PushSubscription) error {
	return s.transaction(ctx, "save push subscription", func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM push_subscriptions WHERE session = $1 AND id <> $2`, p.Session,
			p.ID); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, upsertPush, p.ID, p.Session, p.OperatorID, len(p.Shops) == 0, text(p.Language),
			p.Sealed, p.CreatedAt)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM push_shops WHERE subscription_id = $1`, p.ID); err != nil {
			return err
		}
		for chunk := range slices.Chunk(p.Shops, 64) {
			args := make([]any, 0, 2*len(chunk))
			for _, shop := range chunk {
				args = append(args, p.ID, shop)
			}
			if _, err := tx.ExecContext(ctx, insertPushShops+values(len(chunk), 2), args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// PushOf returns a session's subscription.
func (s *Store) PushOf(ctx context.Context, session string) (store.PushSubscription, error) {
	p, _, err := scanPush(s.read.QueryRowContext(ctx, selectPush+` WHERE session = $1`, session))
	if err != nil {
		return p, s.failed("find push subscription", err)
	}
	rows, err := s.read.QueryContext(
		ctx, `SELECT shop_id FROM push_shops WHERE subscription_id = $1 ORDER BY shop_id`, p.ID)
	p.Shops, err = list(rows, err, func(row scanner) (id int64, err error) { return id, row.Scan(&id) })
	return p, s.failed("list push shops", err)
}

// PushesFor lists the subscriptions for a shop. Their Shops hold only that shop, or none for a
// subscription to every shop.
func (s *Store) PushesFor(ctx context.Context, shopID int64) ([]store.PushSubscription, error) {
	rows, err := s.read.QueryContext(ctx, pushesFor, shopID)
	all, err := list(rows, err, func(row scanner) (store.PushSubscription, error) {
		p, every, err := scanPush(row)
		if !every {
			p.Shops = []int64{shopID}
		}
		return p, err
	})
	return all, s.failed("list push subscriptions", err)
}

// Pushes lists all subscriptions.
func (s *Store) Pushes(ctx context.Context) ([]store.PushSubscription, error) {
	rows, err := s.read.QueryContext(ctx, selectPush+` ORDER BY id`)
	all, err := list(rows, err, func(row scanner) (store.PushSubscription, error) {
		p, _, err := scanPush(row)
		return p, err
	})
	return all, s.failed("list push subscriptions", err)
}

func scanPush(row scanner) (p store.PushSubscription, every bool, err error) {
	err = row.Scan(&p.ID, &p.Session, &p.OperatorID, &every, &p.Language, &p.Sealed, &p.CreatedAt)
	return p, every, err
}

// MovePush moves a session's subscription to another session.
func (s *Store) MovePush(ctx context.Context, from, to string) error {
	return s.change(ctx, "move push subscription", nil,
		`UPDATE push_subscriptions SET session = $2 WHERE session = $1`, from, to)
}

// DeletePush deletes a subscription.
func (s *Store) DeletePush(ctx context.Context, id string) error {
	return s.change(ctx, "delete push subscription", nil, `DELETE FROM push_subscriptions WHERE id = $1`, id)
}

// ClaimPush claims the free subscriptions. The IDs ascend, so that concurrent claims queue and
// don't deadlock.
func (s *Store) ClaimPush(ctx context.Context, c store.PushClaim, ids []string) ([]bool, error) {
	free := make([]bool, len(ids))
	err := s.transaction(ctx, "claim push", func(tx *sql.Tx) error {
		for i, id := range ids {
			result, err := tx.ExecContext(ctx, claimPush, id, c.ShopID, c.OrderID, text(c.Event), c.At)
			if err != nil {
				return err
			}
			n, err := result.RowsAffected()
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
	return s.transaction(ctx, "sweep push", func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, sweepPush, now); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM push_claims WHERE at < $1`, before)
		return err
	})
}
