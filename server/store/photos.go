package store

import "context"

// Photo describes a photo that an operator uploaded. Its bytes are a blob with the photo's name.
type Photo struct {
	Name       string // unguessable; the last part of the public address
	ShopID     int64
	OperatorID int64
	Type       string // media type
	Bytes      int64
	Width      int64 // pixels
	Height     int64
	CreatedAt  int64 // milliseconds of Unix time
	LookAt     int64 // next check whether the photo is still used
	Retired    bool  // its blob is being deleted
}

// Quota is the number of photos that may be added since a moment, in milliseconds of Unix time. The
// zero value sets no limit.
type Quota struct{ Most, Since int64 }

// Photos keeps the facts about uploaded photos. A retired photo isn't found any more; its row stays
// until its blob is deleted.
type Photos interface {
	// PutPhoto adds a photo. A name that exists returns ErrConflict. A photo above the shop's quota
	// returns ErrTooMany, also when several are added at once. The shop must be one of ours.
	PutPhoto(ctx context.Context, p Photo, quota Quota) error
	// Photo returns a photo that isn't retired.
	Photo(ctx context.Context, name string) (Photo, error)
	// CountPhotos counts a shop's photos that were added since a moment.
	CountPhotos(ctx context.Context, shopID, since int64) (int64, error)
	// ScheduleCheck moves a photo's LookAt to a moment. A retired photo returns ErrNotFound.
	ScheduleCheck(ctx context.Context, name string, at int64) error
	// DuePhotos lists up to limit photos whose LookAt has come, retired ones included, longest overdue
	// first.
	DuePhotos(ctx context.Context, now int64, limit int) ([]Photo, error)
	// MarkDeleted retires a photo that is due at now, and makes it due again at a moment, in case its
	// row isn't dropped before. A photo that is no longer due returns ErrConflict.
	MarkDeleted(ctx context.Context, name string, now, again int64) error
	// DeletePhoto deletes the row of a retired photo.
	DeletePhoto(ctx context.Context, name string) error
}

// Blobs keeps bytes by name.
type Blobs interface {
	// PutBlob adds a blob of a media type, which a store may ignore. A name that exists returns
	// ErrConflict, if the store can detect it.
	PutBlob(ctx context.Context, name, mediaType string, body []byte) error
	// Blob returns the bytes of a blob.
	Blob(ctx context.Context, name string) ([]byte, error)
	// DeleteBlob deletes a blob. An unknown name is no error.
	DeleteBlob(ctx context.Context, name string) error
}
