package sqlstore

import (
	"context"
	"database/sql"

	"github.com/shopdesk/shopdesk/server/store"
)

const selectPhoto = `SELECT name, shop_id, operator_id, type, bytes, width, height, created_at, look_at, retired FROM photos`

const countPhotos = `SELECT COUNT(*) FROM photos WHERE shop_id = $1 AND created_at >= $2`

// PutPhoto adds a photo, if the quota allows it. It locks the shop's row, so that concurrent calls
// for a shop are counted one after the other.
func (s *Store) PutPhoto(ctx context.Context, p store.Photo, quota store.Quota) error {
	return s.transaction(ctx, "add photo", func(tx *sql.Tx) error {
		if quota.Most > 0 {
			if _, err := tx.ExecContext(ctx, `UPDATE shops SET name = name WHERE shop_id = $1`, p.ShopID); err != nil {
				return err
			}
			var n int64
			if err := tx.QueryRowContext(ctx, countPhotos, p.ShopID, quota.Since).Scan(&n); err != nil {
				return err
			}
			if n >= quota.Most {
				return store.ErrTooMany
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO photos
				(name, shop_id, operator_id, type, bytes, width, height, created_at, look_at, retired)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)`,
			p.Name, p.ShopID, p.OperatorID, p.Type, p.Bytes, p.Width, p.Height, p.CreatedAt, p.LookAt)
		return err
	})
}

// Photo returns a photo that isn't retired.
func (s *Store) Photo(ctx context.Context, name string) (store.Photo, error) {
	p, err := scanPhoto(s.read.QueryRowContext(ctx, selectPhoto+` WHERE name = $1 AND retired = 0`, text(name)))
	return p, s.failed("find photo", err)
}

// CountPhotos counts a shop's photos since a moment.
func (s *Store) CountPhotos(ctx context.Context, shopID, since int64) (n int64, err error) {
	err = s.read.QueryRowContext(ctx, countPhotos, shopID, since).Scan(&n)
	return n, s.failed("count photos", err)
}

// LookAtPhoto moves a photo's LookAt to a moment.
func (s *Store) LookAtPhoto(ctx context.Context, name string, at int64) error {
	result, err := s.write.ExecContext(
		ctx, `UPDATE photos SET look_at = $2 WHERE name = $1 AND retired = 0`, text(name), at)
	return s.failed("keep photo", changed(result, err, store.ErrNotFound))
}

// DuePhotos lists the photos that are due.
func (s *Store) DuePhotos(ctx context.Context, now int64, limit int) ([]store.Photo, error) {
	rows, err := s.read.QueryContext(ctx, selectPhoto+` WHERE look_at <= $1 ORDER BY look_at, name LIMIT $2`,
		now, max(0, limit))
	all, err := list(rows, err, scanPhoto)
	return all, s.failed("list due photos", err)
}

// RetirePhoto retires a photo that is due.
func (s *Store) RetirePhoto(ctx context.Context, name string, now, again int64) error {
	result, err := s.write.ExecContext(ctx,
		`UPDATE photos SET retired = 1, look_at = $3 WHERE name = $1 AND look_at <= $2`, text(name), now, again)
	return s.failed("retire photo", changed(result, err, store.ErrConflict))
}

// DropPhoto deletes the row of a retired photo.
func (s *Store) DropPhoto(ctx context.Context, name string) error {
	_, err := s.write.ExecContext(ctx, `DELETE FROM photos WHERE name = $1 AND retired = 1`, text(name))
	return s.failed("drop photo", err)
}

func scanPhoto(row scanner) (p store.Photo, err error) {
	var retired int64
	err = row.Scan(&p.Name, &p.ShopID, &p.OperatorID, &p.Type, &p.Bytes, &p.Width, &p.Height, &p.CreatedAt,
		&p.LookAt, &retired)
	p.Retired = retired != 0
	return p, err
}
