// Package postgres opens a store in a PostgreSQL database, for one server or
// several replicas. Its tables stand in the schema that comes first in the
// connection's search_path.
package postgres
