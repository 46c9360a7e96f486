//go:build neighbours

package server_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/neighbour"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store/s3"
)

// While the bucket hangs, uploads wait, and the replica stays ready: it does everything else. Nothing is lost once the
// bucket answers.
func TestVersityBucketMayHangBehindAReadyConsole(t *testing.T) {
	t.Parallel()
	v := neighbour.StartVersity(t)
	v.Bucket("photos")
	bucket, err := s3.Open(t.Context(), s3.Options{Endpoint: v.URL, Bucket: "photos", Region: "us-east-1",
		AccessKey: v.AccessKey, SecretKey: v.SecretKey})
	if err != nil {
		t.Fatal(err)
	}
	var clock watch
	b := open(t, func(o *server.Options) { o.Photos, o.Now = bucket, clock.now })
	b.eventually("ready", func() bool { clock.pass(time.Second); return b.ready() == "200 ok" })
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewPaletted(image.Rect(0, 0, 901, 901), color.Palette{color.Black})); err != nil {
		t.Fatal(err)
	}
	manager := b.as(api.RoleManager)
	end := v.Hang()
	defer end()
	type answer struct {
		status int
		body   string
	}
	uploaded := make(chan answer, 1)
	go func() {
		status, body := b.do(manager, http.MethodPost, api.PathPhotos+"?shop=100001", picture.Bytes(),
			http.Header{api.HeaderConsole: {"1"}, "Content-Type": {"image/png"}})
		uploaded <- answer{status, body}
	}()
	v.Waited()
	for range 3 {
		clock.pass(15 * time.Second)
		if got := b.ready(); got != "200 ok" {
			t.Errorf("ready: %s", got)
		}
	}
	end()
	got := <-uploaded
	var photo api.Photo
	if err := json.Unmarshal([]byte(got.body), &photo); err != nil || got.status != http.StatusOK {
		t.Fatalf("uploaded: %d %s", got.status, got.body)
	}
	res, err := http.Get(photo.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if served, err := io.ReadAll(res.Body); err != nil || !bytes.Equal(served, picture.Bytes()) {
		t.Errorf("served: %d, %d bytes, %v", res.StatusCode, len(served), err)
	}
}
