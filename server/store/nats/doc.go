// Package nats is a doorbell between the replicas of a store by a NATS server, in the place of PostgreSQL's LISTEN and
// NOTIFY. A message is empty. Its subject is shopdesk.DATABASE.events with the database's id, so that several
// installations may share a server. A replica needs the permissions to publish and to subscribe to shopdesk.>.
package nats
