// Package roster is our own picture of all shops: what the platform last said
// of each, kept in the store and, decoded once, in memory. It hears of every
// call that passes between us and the platform (upstream.Options.Heard), and
// reads each shop again now and then, politely. Lists, groups and templates are
// answered from it, and nothing is asked of the platform for them. See ADR
// 0020.
package directory
