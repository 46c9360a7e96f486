package store

import "context"

// Photo is what we know of a picture that an operator uploaded; its bytes are
// a blob of the same name.
type Photo struct {
	Name       string // unguessable, and the last part of its public address
	ShopID     int64
	OperatorID int64
	Type       string // media type
	Bytes      int64
	Width      int64 // pixels
	Height     int64
	CreatedAt  int64 // milliseconds of Unix time
	LookAt     int64 // when to see whether it is still used
	Retired    bool  // its blob is being deleted
}

// Quota is how many may be added since a moment, in milliseconds of Unix time. The
// zero value is no limit.
type Quota struct{ Most, Since int64 }

// Photos keeps the facts about uploaded pictures. A retired one isn't found any
// more; its row stays until its blob is gone.
type Photos interface {
	// PutPhoto adds one. A name that exists is ErrConflict; one above the shop's
	// quota is ErrTooMany, also when several are added at once. The shop must be
	// among those we look after.
	PutPhoto(ctx context.Context, p Photo, quota Quota) error
	// Photo finds one that isn't retired.
	Photo(ctx context.Context, name string) (Photo, error)
	// CountPhotos counts a shop's that were added since a moment.
	CountPhotos(ctx context.Context, shopID, since int64) (int64, error)
	// LookAtPhoto puts a photo's LookAt off until a moment. One that is retired
	// is ErrNotFound.
	LookAtPhoto(ctx context.Context, name string, at int64) error
	// DuePhotos lists those whose LookAt has come, retired ones too, the
	// longest overdue first, up to limit.
	DuePhotos(ctx context.Context, now int64, limit int) ([]Photo, error)
	// RetirePhoto retires a photo that is due at now, and makes it due again at
	// a moment, for whoever didn't come to drop it. One that isn't due any more
	// is ErrConflict.
	RetirePhoto(ctx context.Context, name string, now, again int64) error
	// DropPhoto deletes the row of a retired photo.
	DropPhoto(ctx context.Context, name string) error
}

// Blobs keeps bytes by name.
type Blobs interface {
	// PutBlob adds one, of a media type, which a store may ignore. A name that
	// exists is ErrConflict where the store can tell.
	PutBlob(ctx context.Context, name, mediaType string, body []byte) error
	// Blob finds one.
	Blob(ctx context.Context, name string) ([]byte, error)
	// DeleteBlob deletes one. None of that name is no error.
	DeleteBlob(ctx context.Context, name string) error
}
