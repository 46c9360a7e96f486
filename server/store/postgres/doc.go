// Package postgres opens a store in a PostgreSQL database, for one server or several replicas. Its
// tables are in the first schema of the connection's search_path.
package postgres
