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
			if err := exec(ctx, tx, nil, `UPDATE shops SET name = name WHERE shop_id = $1`, p.ShopID); err != nil {
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
		return exec(ctx, tx, nil, `INSERT INTO photos
				(name, shop_id, operator_id, type, bytes, width, height, created_at, look_at, retired)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)`,
			p.Name, p.ShopID, p.OperatorID, p.Type, p.Bytes, p.Width, p.Height, p.CreatedAt, p.LookAt)
	})
}

// Photo returns a photo that isn't retired.
func (s *Store) Photo(ctx context.Context, name string) (store.Photo, error) {
	return find(ctx, s, "find photo", scanPhoto, selectPhoto+` WHERE name = $1 AND retired = 0`, text(name))
}

// CountPhotos counts a shop's photos since a moment.
func (s *Store) CountPhotos(ctx context.Context, shopID, since int64) (int64, error) {
	return value[int64](ctx, s, "count photos", countPhotos, shopID, since)
}

// ScheduleCheck moves a photo's LookAt to a moment.
func (s *Store) ScheduleCheck(ctx context.Context, name string, at int64) error {
	return s.change(ctx, "keep photo", store.ErrNotFound,
		`UPDATE photos SET look_at = $2 WHERE name = $1 AND retired = 0`, text(name), at)
}

// DuePhotos lists the photos that are due.
func (s *Store) DuePhotos(ctx context.Context, now int64, limit int) ([]store.Photo, error) {
	return list(ctx, s, "list due photos", scanPhoto, selectPhoto+` WHERE look_at <= $1 ORDER BY look_at, name LIMIT $2`,
		now, max(0, limit))
}

// MarkDeleted retires a photo that is due.
func (s *Store) MarkDeleted(ctx context.Context, name string, now, again int64) error {
	return s.change(ctx, "retire photo", store.ErrConflict,
		`UPDATE photos SET retired = 1, look_at = $3 WHERE name = $1 AND look_at <= $2`, text(name), now, again)
}

// DeletePhoto deletes the row of a retired photo.
func (s *Store) DeletePhoto(ctx context.Context, name string) error {
	return s.change(ctx, "drop photo", nil,
		`DELETE FROM photos WHERE name = $1 AND retired = 1`, text(name))
}

func scanPhoto(row scanner, p *store.Photo) error {
	var retired int64
	err := row.Scan(&p.Name, &p.ShopID, &p.OperatorID, &p.Type, &p.Bytes, &p.Width, &p.Height, &p.CreatedAt,
		&p.LookAt, &retired)
	p.Retired = retired != 0
	return err
}

// PutBlob adds a blob. The photo's row has its media type.
func (s *Store) PutBlob(ctx context.Context, name, _ string, body []byte) error {
	_, err := s.blobs.ExecContext(ctx, `INSERT INTO blobs (name, body) VALUES ($1, $2)`, text(name), blob(body))
	return s.failed("add blob", err)
}

// Blob returns the bytes of a blob.
func (s *Store) Blob(ctx context.Context, name string) (body []byte, err error) {
	err = s.blobs.QueryRowContext(ctx, `SELECT body FROM blobs WHERE name = $1`, text(name)).Scan(&body)
	return body, s.failed("find blob", err)
}

// DeleteBlob deletes a blob.
func (s *Store) DeleteBlob(ctx context.Context, name string) error {
	_, err := s.blobs.ExecContext(ctx, `DELETE FROM blobs WHERE name = $1`, text(name))
	return s.failed("delete blob", err)
}
