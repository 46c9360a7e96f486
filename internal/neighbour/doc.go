// Package neighbour starts other programs for tests: proxies, Prometheus, a provider, an S3 service, Litestream. Each
// ends with its test, however the test ends.
package neighbour
