package s3

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/shopdesk/shopdesk/server/store"
)

// Options describe the bucket. All but Region and Prefix are required.
type Options struct {
	Endpoint  string // address of the service: "https://s3.example.com"
	Bucket    string // must exist
	Region    string // default: the service is asked
	Prefix    string // before every name, for example "photos/"; default ""
	AccessKey string
	SecretKey string
}

// maxBlob limits the bytes of an object read back, because the service isn't trusted to return the
// stored bytes.
const maxBlob = 16 << 20

// timeout limits one call.
const timeout = 30 * time.Second

// Bucket is a store.Blobs in an S3 bucket.
type Bucket struct {
	client *minio.Client
	name   string
	prefix string
}

var _ store.Blobs = (*Bucket)(nil)

// ErrNoAnswer means that the service doesn't answer, or fails: it may work later.
var ErrNoAnswer = errors.New("s3: no answer of the service")

// Open checks the options, and that objects can be put, read and deleted. Errors don't contain the keys. A console
// needn't wait for a service that doesn't answer ([ErrNoAnswer]): see [New].
func Open(ctx context.Context, o Options) (*Bucket, error) {
	b, err := reach(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := b.probe(ctx); err != nil {
		return nil, err
	}
	return b, nil
}

// New checks the options alone, and asks the service nothing.
func New(o Options) (*Bucket, error) {
	u, err := url.Parse(o.Endpoint)
	switch {
	case err != nil, u.Scheme != "https" && u.Scheme != "http", u.Host == "", u.User != nil,
		strings.Trim(u.Path, "/") != "":
		return nil, errors.New("s3: the endpoint must be an address such as https://s3.example.com, without a path")
	case o.Bucket == "", o.AccessKey == "", o.SecretKey == "":
		return nil, errors.New("s3: bucket, access key and secret key are required")
	}
	if err := s3utils.CheckValidBucketName(o.Bucket); err != nil {
		return nil, fmt.Errorf("s3: %w", err)
	}
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: u.Scheme == "https", Region: o.Region,
	})
	if err != nil {
		return nil, fmt.Errorf("s3: %w", err)
	}
	return &Bucket{client: client, name: o.Bucket, prefix: o.Prefix}, nil
}

// reach checks the options and that the bucket exists.
func reach(ctx context.Context, o Options) (*Bucket, error) {
	b, err := New(o)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	found, err := b.client.BucketExists(ctx, o.Bucket)
	if err != nil {
		return nil, failed("look", err)
	}
	if !found {
		return nil, fmt.Errorf("s3: there is no bucket %q, or the keys don't reach it", o.Bucket)
	}
	return b, nil
}

// probe puts, reads and deletes an object, so that missing rights and a service that changes bytes are found at the
// start and not with the first photo.
func (b *Bucket) probe(ctx context.Context) error {
	name, body := "probe-"+rand.Text(), []byte("put, read and deleted")
	if err := b.PutBlob(ctx, name, "text/plain", body); err != nil {
		return err
	}
	found, err := b.Blob(ctx, name)
	if err == nil && !bytes.Equal(found, body) {
		err = errors.New("s3: the service returns other bytes than were put")
	}
	return errors.Join(err, b.DeleteBlob(ctx, name))
}

// sizeName names the metadata with an object's size as it was put. Some services store the framing of a body that is
// signed in chunks, and then return more than was put.
const sizeName = "Shopdesk-Size"

// PutBlob stores the bytes under the name.
func (b *Bucket) PutBlob(ctx context.Context, name, mediaType string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, bytes.NewReader(body), int64(len(body)),
		minio.PutObjectOptions{ContentType: mediaType, DisableMultipart: true,
			UserMetadata: map[string]string{sizeName: strconv.Itoa(len(body))}})
	return failed("put", err)
}

// Blob returns the bytes stored under the name.
func (b *Bucket) Blob(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, failed("get", err)
	}
	defer func() { _ = object.Close() }()
	body, err := io.ReadAll(io.LimitReader(object, maxBlob+1))
	switch {
	case err != nil:
		return nil, failed("get", err)
	case len(body) > maxBlob:
		return nil, errors.New("s3: get: the object is larger than any that was put")
	}
	info, err := object.Stat()
	if err != nil {
		return nil, failed("get", err)
	}
	if size, err := strconv.Atoi(info.UserMetadata[sizeName]); err == nil && size != len(body) {
		return nil, fmt.Errorf("s3: get: the service returns %d bytes, and %d were put", len(body), size)
	}
	return body, nil
}

// DeleteBlob deletes the object, if it exists.
func (b *Bucket) DeleteBlob(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{})
	return store.Optional(failed("delete", err))
}

func failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	var said minio.ErrorResponse
	switch answered := errors.As(err, &said); {
	case !answered || said.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%w: %s: %w", ErrNoAnswer, doing, err)
	case said.Code == minio.NoSuchKey || said.Code == "" && said.StatusCode == http.StatusNotFound:
		return store.ErrNotFound
	}
	return fmt.Errorf("s3: %s: %w", doing, err)
}
