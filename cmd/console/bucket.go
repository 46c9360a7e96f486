package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store/s3"
)

// bucketSettings name a bucket for uploaded photos, on any service that speaks S3. Without an endpoint the photos are
// kept beside the database.
type bucketSettings struct {
	Endpoint  string `name:"s3-endpoint" env:"SHOPDESK_S3_ENDPOINT" help:"Keep uploaded pictures on this S3 service, not beside the database." placeholder:"URL"`
	Bucket    string `name:"s3-bucket" env:"SHOPDESK_S3_BUCKET" help:"The bucket, which exists already." placeholder:"NAME"`
	Region    string `name:"s3-region" env:"SHOPDESK_S3_REGION" help:"Its region, where the service wants one." placeholder:"NAME"`
	Prefix    string `name:"s3-prefix" env:"SHOPDESK_S3_PREFIX" help:"Stands in front of the pictures' names." placeholder:"TEXT"`
	AccessKey string `name:"s3-access-key" env:"SHOPDESK_S3_ACCESS_KEY" help:"The access key's name." placeholder:"ID"`
	Secret    string `name:"s3-secret-file" env:"SHOPDESK_S3_SECRET_FILE" help:"File with the access key's secret." placeholder:"FILE"`
}

// bad lists missing settings of a bucket, and settings without an endpoint.
func (b bucketSettings) bad() []error {
	if b.Endpoint != "" {
		return missing(
			setting{b.Bucket, "SHOPDESK_S3_BUCKET", "--s3-bucket"},
			setting{b.AccessKey, "SHOPDESK_S3_ACCESS_KEY", "--s3-access-key"},
			setting{b.Secret, "SHOPDESK_S3_SECRET_FILE", "--s3-secret-file"},
		)
	}
	if b.Bucket+b.Region+b.Prefix+b.AccessKey+b.Secret != "" {
		return []error{errors.New("SHOPDESK_S3_ENDPOINT (--s3-endpoint) is missing: the other SHOPDESK_S3 settings need it")}
	}
	return nil
}

// options are those of the bucket, with what the file holds.
func (b bucketSettings) options() (s3.Options, error) {
	secret, err := readSecret("SHOPDESK_S3_SECRET_FILE", b.Secret)
	return s3.Options{Endpoint: b.Endpoint, Bucket: b.Bucket, Region: b.Region, Prefix: b.Prefix,
		AccessKey: b.AccessKey, SecretKey: secret}, err
}

// open sets the option, if there is a bucket. Orders don't wait for pictures: a service that doesn't answer is a
// warning, and is asked again with each picture.
func (b bucketSettings) open(ctx context.Context, log *slog.Logger, o *server.Options) error {
	if b.Endpoint == "" {
		return nil
	}
	options, err := b.options()
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	photos, err := s3.Open(within, options)
	if errors.Is(err, s3.ErrNoAnswer) {
		log.Warn("no pictures can be uploaded or shown until their service answers", "err", err)
		photos, err = s3.New(options)
	}
	if err != nil {
		return fmt.Errorf("SHOPDESK_S3: %w", err)
	}
	o.Photos = photos
	return nil
}

// look tries the bucket.
func (b bucketSettings) look(ctx context.Context, report *findings) {
	options, err := b.options()
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, reachWithin)
		defer cancel()
		_, err = s3.Open(ctx, options)
	}
	report.proven("bucket", err, "%s: objects can be put, read and deleted", b.Bucket)
}
