// Package hosts tests the console behind the routers of other servers, with the compression and the time limits that
// such servers put in front of all their handlers. It is a module of its own, so that nobody else depends on them.
package hosts
