package backend

import (
	"context"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

// UploadPhoto sends a picture of that media type for a shop ([api.PathPhotos]).
// The fetcher supplies the picture's bytes: only the browser holds them.
func (b *Backend) UploadPhoto(ctx context.Context, shopID int64, mediaType string, by Fetcher) (api.Photo, error) {
	var photo api.Photo
	sending := *b
	sending.fetcher = by
	path := api.PathPhotos + "?shop=" + strconv.FormatInt(shopID, 10)
	response, err := sending.exchange(ctx, "POST", path, map[string]string{"Content-Type": mediaType}, nil)
	if err != nil {
		return photo, err
	}
	return photo, decode(path, response, &photo)
}
