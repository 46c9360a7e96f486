package photo

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// How long photos are kept.
const (
	day        = 24 * time.Hour
	unsentLife = day      // of a photo that was never sent to the platform
	sentLife   = 30 * day // of a photo that was sent, before the first look
	lookEvery  = 7 * day  // at a photo in use
	retryAfter = 6 * time.Hour
	sweepMost  = 500 // per sweep
)

// sweep deletes the due photos that no shop uses. Several replicas may sweep at once.
func (s *Service) sweep(ctx context.Context) error {
	due, err := s.Photos.DuePhotos(ctx, s.Millis(), sweepMost)
	if err != nil {
		return err
	}
	records := map[int64]string{} // the platform's record by shop, "" when it doesn't tell the pictures
	var failures []error
	for _, p := range due {
		failures = append(failures, s.sweepOne(ctx, p, records))
	}
	return errors.Join(failures...)
}

func (s *Service) sweepOne(ctx context.Context, p store.Photo, records map[int64]string) error {
	now := s.Now()
	shared, err := s.shared(ctx, p.Name)
	if err != nil {
		return err
	}
	if !p.Retired {
		record, read := records[p.ShopID]
		if !read {
			record = s.record(ctx, p.ShopID)
			records[p.ShopID] = record
		}
		next := time.Duration(0)
		switch {
		case shared, strings.Contains(record, p.Name):
			next = lookEvery
		case record == "":
			next = retryAfter
		}
		if next > 0 {
			// A photo that is gone was deleted by another replica.
			return store.Optional(s.Photos.ScheduleCheck(ctx, p.Name, now.Add(next).UnixMilli()))
		}
	}
	// A photo that was sent to the platform meanwhile isn't due any more.
	err = s.Photos.MarkDeleted(ctx, p.Name, now.UnixMilli(), now.Add(retryAfter).UnixMilli())
	if errors.Is(err, store.ErrConflict) {
		return nil
	}
	if err == nil {
		err = s.Blobs.DeleteBlob(ctx, p.Name)
	}
	if err == nil {
		err = s.Photos.DeletePhoto(ctx, p.Name)
	}
	return err
}

// record is the platform's whole record of a shop, as text: a photo counts as used if its name stands in any field,
// known or unknown. It is "" for a record that can't be read or tells no pictures, such as an answer without data.
func (s *Service) record(ctx context.Context, shopID int64) string {
	shop, err := s.Platform.Shop(ctx, platform.ShopRef{ShopID: shopID})
	if err != nil || shop.Extra.Lacks("mainPictures") {
		return ""
	}
	text, err := json.Marshal(shop)
	if err != nil {
		return ""
	}
	return string(text)
}
