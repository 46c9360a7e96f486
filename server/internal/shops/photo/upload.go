package photo

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"image"
	_ "image/jpeg" // the three kinds that the interface names
	_ "image/png"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	_ "golang.org/x/image/webp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// uploadTimeout is how long a photo may take to arrive: five megabytes over a slow connection.
const uploadTimeout = 3 * time.Minute

// HandleUpload keeps a photo ([api.PathPhotos]).
func (s *Service) HandleUpload(w http.ResponseWriter, r *http.Request) error {
	scope, err := auth.AskedScope(r, s.Authoriser, platform.PermissionShopEdit)
	if err != nil {
		return err
	}
	who := httpio.Caller{Session: scope.Principal().Session(), Operator: scope.Principal().OperatorID}
	if !s.uploads.Acquire(who) {
		return errAtOnce
	}
	defer s.uploads.Release(who)
	count, err := s.Photos.CountPhotos(r.Context(), scope.ShopID(), s.quota().Since)
	if err != nil {
		return httpio.Unavailable(err)
	}
	if count >= perDay { // checked before the photo arrives; keep counts again
		return errPerDay
	}
	body, facts, err := receive(w, r)
	if err != nil {
		return err
	}
	photo, err := s.keep(r.Context(), scope, facts, body)
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, photo)
}

var (
	errAtOnce = httpio.RetryAfter(api.CodeTooMuch,
		"Several pictures are being uploaded already. Wait until they have arrived.", 10)
	errPerDay = httpio.RetryAfter(api.CodeSlowDown,
		"So many pictures were uploaded for this shop today that no more are taken.", int(day.Seconds()))
)

// quota is the bound of a shop's uploads per day.
func (s *Service) quota() store.Quota {
	return store.Quota{Most: perDay, Since: s.Now().Add(-day).UnixMilli()}
}

// receive reads and checks the photo, and strips its metadata. The declared type must be the real one.
func receive(w http.ResponseWriter, r *http.Request) ([]byte, rules.PictureFacts, error) {
	control := http.NewResponseController(w)
	// The server's own deadlines hold where these can't be set. The answer has none: a server without a WriteTimeout would
	// keep it for the connection's next answers.
	_ = control.SetReadDeadline(time.Now().Add(uploadTimeout))
	_ = control.SetWriteDeadline(time.Time{})
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, platform.PictureBytes-1))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, rules.PictureFacts{}, refused(rules.Problem{Code: rules.CodePictureHeavy,
			Args: []any{platform.PictureBytes / 1_000_000}})
	case err != nil:
		return nil, rules.PictureFacts{}, httpio.Refusal(api.CodeMalformed, "The picture did not arrive whole.")
	}
	facts := inspect(body)
	declared, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if declared != facts.Type {
		facts.Type = ""
	}
	if problems := rules.Picture(facts); len(problems) > 0 {
		return nil, facts, refused(problems...)
	}
	if body, err = strip(facts.Type, body); err != nil {
		return nil, facts, refused(rules.Problem{Code: rules.CodePictureType})
	}
	facts.Bytes = int64(len(body))
	return body, facts, nil
}

// keep stores the row first: if the bytes fail to follow, the sweep removes the row.
func (s *Service) keep(ctx context.Context, scope auth.ShopScope, facts rules.PictureFacts,
	body []byte) (api.Photo, error) {
	name := strings.ToLower(rand.Text()) + endings[facts.Type]
	now := s.Millis()
	err := s.Photos.PutPhoto(ctx, store.Photo{
		Name: name, ShopID: scope.ShopID(), OperatorID: scope.Principal().OperatorID,
		Type: facts.Type, Bytes: facts.Bytes, Width: int64(facts.Width), Height: int64(facts.Height),
		CreatedAt: now, LookAt: now + unsentLife.Milliseconds(),
	}, s.quota())
	if errors.Is(err, store.ErrTooMany) {
		return api.Photo{}, errPerDay
	}
	if err == nil {
		err = s.Blobs.PutBlob(ctx, name, facts.Type, body)
	}
	if err != nil {
		return api.Photo{}, httpio.Unavailable(err)
	}
	return api.Photo{URL: s.Address + name, Type: facts.Type, Width: facts.Width, Height: facts.Height,
		Bytes: facts.Bytes}, nil
}

func refused(found ...rules.Problem) error {
	return httpio.Invalid("This picture can't be used. Nothing was kept.", found...)
}

// inspect reads a photo's header. A file whose header and type disagree has no type.
func inspect(body []byte) rules.PictureFacts {
	facts := rules.PictureFacts{Bytes: int64(len(body))}
	kind := rules.PictureType(body)
	config, format, err := image.DecodeConfig(bytes.NewReader(body))
	if err != nil || kind == "" || "image/"+format != kind {
		return facts
	}
	facts.Type, facts.Width, facts.Height = kind, config.Width, config.Height
	return facts
}

// endings are the file endings of our addresses, by media type.
var endings = map[string]string{rules.TypeJPEG: ".jpg", rules.TypePNG: ".png", rules.TypeWebP: ".webp"}
