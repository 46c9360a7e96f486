package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/minio/minio-go/v7"

	"github.com/shopdesk/shopdesk/server/store"
)

// Files are large objects of a bucket, such as backups. Only the context limits the time of a call.
type Files struct{ bucket *Bucket }

// OpenFiles checks the options and that the bucket exists. Reading needs no right to put or delete.
func OpenFiles(ctx context.Context, o Options) (*Files, error) {
	b, err := reach(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Files{b}, nil
}

// Put uploads the file at path and leaves it. It replaces nothing. The service is asked how much it has stored, and an
// object of another size is deleted.
func (f *Files) Put(ctx context.Context, name, path string) error {
	b := f.bucket
	_, err := b.client.StatObject(ctx, b.name, b.prefix+name, minio.StatObjectOptions{})
	if err == nil {
		return fmt.Errorf("s3: put: %s exists already", name)
	}
	if err := failed("put", err); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	// Some services store the framing of a body that is signed in chunks: the body is sent plain, with an MD5.
	if _, err := b.client.FPutObject(ctx, b.name, b.prefix+name, path, minio.PutObjectOptions{
		ContentType: "application/octet-stream", DisableContentSha256: true, SendContentMd5: true}); err != nil {
		return failed("put", err)
	}
	stored, err := b.client.StatObject(ctx, b.name, b.prefix+name, minio.StatObjectOptions{})
	if err != nil {
		return failed("put", err)
	}
	if stored.Size != info.Size() {
		err := fmt.Errorf("s3: put: the service has stored %d bytes, not %d", stored.Size, info.Size())
		return errors.Join(err, f.Delete(ctx, name))
	}
	return nil
}

// Open reads an object. The error is fs.ErrNotExist if there is none.
func (f *Files) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	b := f.bucket
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err == nil {
		_, err = object.Stat()
	}
	if err := failed("get", err); err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return nil, fmt.Errorf("s3: get %s: %w", name, fs.ErrNotExist)
		}
		return nil, err
	}
	return object, nil
}

// Names lists the objects right under the prefix.
func (f *Files) Names(ctx context.Context) (names []string, err error) {
	b := f.bucket
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix}) {
		if object.Err != nil {
			return nil, failed("list", object.Err)
		}
		names = append(names, strings.TrimPrefix(object.Key, b.prefix))
	}
	return names, nil
}

// Delete deletes an object, if it exists.
func (f *Files) Delete(ctx context.Context, name string) error { return f.bucket.DeleteBlob(ctx, name) }
