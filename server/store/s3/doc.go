// Package s3 keeps blobs in a bucket of any service that speaks S3, for installations whose
// database should stay small. The bucket stays private: the console serves the photos at its own
// address.
package s3
