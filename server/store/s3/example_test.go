package s3_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/shopdesk/shopdesk/server/store/s3"
)

// The bucket is the Photos of server.Options.
func ExampleOpen() {
	ctx := context.Background()
	backend := s3mem.New() // a real service is an address and two keys
	if err := backend.CreateBucket("photos"); err != nil {
		fmt.Println(err)
		return
	}
	service := httptest.NewServer(gofakes3.New(backend).Server())
	defer service.Close()

	bucket, err := s3.Open(ctx, s3.Options{Endpoint: service.URL, Bucket: "photos", Region: "us-east-1",
		Prefix: "shopdesk/", AccessKey: "key", SecretKey: "secret"})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := bucket.PutBlob(ctx, "noodles", "image/webp", []byte("RIFF")); err != nil {
		fmt.Println(err)
		return
	}
	body, err := bucket.Blob(ctx, "noodles")
	fmt.Println(string(body), err)
	// Output: RIFF <nil>
}
