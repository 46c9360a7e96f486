// Package oidctest is an OpenID provider for tests, over real HTTP: discovery,
// keys, the authorization code grant with PKCE, and ways to answer wrongly. It
// asks nobody for anything: whoever comes is the person set before.
package oidctest
