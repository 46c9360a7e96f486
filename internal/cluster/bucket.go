package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

const (
	bucketName   = "photos"
	bucketHealth = "/health"
	bucketAccess = "cluster"
	bucketSecret = "a secret of the cluster's bucket" // of objects that end with the program
	photoSide    = 901                                // pixels; the platform takes no smaller one
)

// newBucket makes an S3 service, versitygw, that keeps a bucket's objects as files.
func (c *cluster) newBucket() (p *process, endpoint string, err error) {
	port, err := freePort()
	if err != nil {
		return nil, "", err
	}
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	objects, facts := filepath.Join(c.dir, "objects"), filepath.Join(c.dir, "facts")
	err = errors.Join(os.MkdirAll(filepath.Join(objects, bucketName), 0o700), os.Mkdir(facts, 0o700),
		os.WriteFile(c.bucketSecretFile(), []byte(bucketSecret), 0o600))
	return &process{name: "bucket", log: filepath.Join(c.dir, "bucket.log"), command: func() *exec.Cmd {
		return exec.Command(c.gateway, "--access", bucketAccess, "--secret", bucketSecret, "--port", address,
			"--health", bucketHealth, "posix", "--sidecar", facts, objects)
	}}, "http://" + address, err
}

func (c *cluster) bucketSecretFile() string { return filepath.Join(c.dir, "bucket-secret") }

// bucketSettings are a replica's, none without a bucket.
func (c *cluster) bucketSettings() []string {
	if c.bucket == nil {
		return nil
	}
	return []string{"SHOPDESK_S3_ENDPOINT=" + c.bucketURL, "SHOPDESK_S3_BUCKET=" + bucketName,
		"SHOPDESK_S3_REGION=us-east-1", "SHOPDESK_S3_ACCESS_KEY=" + bucketAccess,
		"SHOPDESK_S3_SECRET_FILE=" + c.bucketSecretFile()}
}

// bucketAnswers waits until the service answers.
func (c *cluster) bucketAnswers(ctx context.Context) error {
	return answers(ctx, "the bucket", c.bucketURL+bucketHealth)
}

// loseBucket kills the bucket's service and starts it again.
func loseBucket(ctx context.Context, c *cluster, dice *rand.Rand) error {
	return c.withoutBucket(ctx, dice, c.bucket.kill)
}

// stopBucket stops the bucket's service for a while: requests are taken, and not answered.
func stopBucket(ctx context.Context, c *cluster, dice *rand.Rand) error {
	return c.withoutBucket(ctx, dice, c.bucket.stop)
}

// withoutBucket uploads photos before, while and after the bucket is away. Each that was accepted must be there then.
func (c *cluster) withoutBucket(ctx context.Context, dice *rand.Rand, away func() error) error {
	accepted := map[string][]byte{} // by address
	upload := func(ctx context.Context) {
		if address, content, err := c.upload(ctx, dice); err != nil {
			c.say("upload: %v", err)
		} else {
			accepted[address] = content
		}
	}
	upload(ctx)
	end := c.ledger.begin("without " + c.bucket.name)
	err := away()
	within, cancel := context.WithTimeout(ctx, lasting)
	upload(within)
	<-within.Done()
	cancel()
	err = errors.Join(err, c.bucket.start(), c.bucketAnswers(ctx))
	end()
	if err != nil {
		return err
	}
	upload(ctx)
	if len(accepted) == 0 {
		c.ledger.problem("no photo was accepted before or after the bucket was away")
	}
	for address, content := range accepted {
		if err := patiently(ctx, "a photo isn't served", func(ctx context.Context) error {
			return served(ctx, address, content)
		}); err != nil {
			c.ledger.problem(err.Error())
		}
	}
	return ctx.Err()
}

// upload has the owner upload a photo of one colour.
func (c *cluster) upload(ctx context.Context, dice *rand.Rand) (address string, content []byte, err error) {
	colour := color.RGBA{uint8(dice.IntN(256)), uint8(dice.IntN(256)), uint8(dice.IntN(256)), 255}
	var picture bytes.Buffer
	side := image.Rect(0, 0, photoSide, photoSide)
	if err := png.Encode(&picture, image.NewPaletted(side, color.Palette{colour})); err != nil {
		return "", nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost,
		fmt.Sprintf("%s%s?shop=%d", c.publicURL(), api.PathPhotos, c.box.Directory()[0].ShopID),
		bytes.NewReader(picture.Bytes()))
	if err != nil {
		return "", nil, err
	}
	request.Header.Set(api.HeaderConsole, "1")
	request.Header.Set("Content-Type", "image/png")
	response, err := c.owner.client.Do(request)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return "", nil, errors.New(response.Status)
	}
	var photo api.Photo
	err = json.NewDecoder(response.Body).Decode(&photo)
	return photo.URL, picture.Bytes(), err
}

// served asks for a photo as the platform does.
func served(ctx context.Context, address string, content []byte) error {
	got, err := get(ctx, address)
	if err == nil && !bytes.Equal(got, content) {
		err = fmt.Errorf("%s: %d bytes, which aren't the %d that were uploaded", address, len(got), len(content))
	}
	return err
}
