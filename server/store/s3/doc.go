// Package s3 keeps blobs in a bucket of any service that speaks S3, for
// installations whose database had better stay small. The bucket stays
// private: pictures are served by the console, at the console's own address.
package s3
