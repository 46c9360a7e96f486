module github.com/shopdesk/shopdesk/internal/hosts

go 1.26.0

replace github.com/shopdesk/shopdesk => ../..

replace github.com/google/pprof => github.com/google/pprof v0.0.0-20260906184651-6331bc6350fe

require (
	github.com/andybalholm/brotli v1.2.8
	github.com/gin-contrib/gzip v1.2.5
	github.com/gin-gonic/gin v1.12.0
	github.com/go-chi/chi/v5 v5.5.0
	github.com/shopdesk/shopdesk v0.0.0-00010101000000-000000000000
)
