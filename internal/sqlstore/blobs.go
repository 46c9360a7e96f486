package sqlstore

import "context"

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
