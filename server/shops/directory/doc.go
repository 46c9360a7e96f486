// Package directory is our own picture of all shops: what the platform last said
// of each, kept in the store and, decoded once, in memory. It hears of every
// call that passes between us and the platform (upstream.Options.Heard), and
// reads each shop again now and then, politely. Lists, groups and templates are
// answered from it, and nothing is asked of the platform for them. See ADR
// 0020.
//
// # All shops at once
//
//  1. Every call between us and the platform passes upstream.Caller, which lets
//     server/shops/directory hear what was said (hear.go). Memory has it at once;
//     write.go saves it and tells the live line, in batches.
//  2. sweep.go reads each shop again after half an hour, the longest overdue first,
//     when its limiter lets it; a webhook about a shop puts that one in front.
//     Replicas share by lease.
//  3. GET /api/roster is answered from memory (row.go): standing, today's hours in
//     the shop's own zone, next special date, picture, phones, pause, access,
//     groups, differences from templates, age. What belongs to an operator's shops
//     alone is in it.
//  4. The page (app/pages/chain/shops) shows what the last visit left, reads once,
//     and follows the live line (app/live/line.go). table and look are plain Go;
//     only the rows in sight are drawn (sight.go). What is ticked goes on to the
//     page that changes shops through state.SetChosen.
package directory
