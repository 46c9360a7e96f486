package main

import (
	"context"
	"errors"
	"fmt"

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

// open sets the option, if there is a bucket.
func (b bucketSettings) open(ctx context.Context, o *server.Options) error {
	if b.Endpoint == "" {
		return nil
	}
	secret, err := readSecret("SHOPDESK_S3_SECRET_FILE", b.Secret)
	if err != nil {
		return err
	}
	photos, err := s3.Open(ctx, s3.Options{
		Endpoint: b.Endpoint, Bucket: b.Bucket, Region: b.Region, Prefix: b.Prefix,
		AccessKey: b.AccessKey, SecretKey: secret,
	})
	if err != nil {
		return fmt.Errorf("SHOPDESK_S3: %w", err)
	}
	o.Photos = photos
	return nil
}
