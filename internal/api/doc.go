// Package api is our own wire contract between the browser and the server:
// what isn't the platform's. It holds paths, bodies and the one error body,
// and imports platform and the standard library.
//
// All paths are relative to the mount point. The platform's own endpoints are
// reached under [PlatformPrefix] followed by the path in package platform.
package api
