// Package directory is our picture of all shops: the latest answers of the platform about each shop, kept in the
// store and, decoded once, in memory. The package hears every call between us and the platform
// (upstream.Options.OnAnswer), and reads each shop again from time to time, within the rate limit. Lists, groups and
// templates are answered from memory, without a call to the platform. See ADR 0020.
//
// # All shops at once
//
//  1. Every call between us and the platform passes upstream.Caller, which hands each answer to
//     shops/directory (hear.go). Memory is updated at once; write.go saves the news and tells the live line, in
//     batches, but a change of ours before its caller has the answer. What other replicas have saved is read before
//     each answer (memory.go).
//  2. sweep.go reads each shop again after half an hour (server.Roster in server/options.go), the longest
//     overdue first, within the rate limit; a webhook about a shop makes this shop the first. Replicas share
//     the work by lease.
//  3. GET /api/roster is answered from memory (row.go): standing, today's hours in the shop's own zone, next special
//     date, photo, phones, pause, access, groups, differences from templates, age. The answer holds only the operator's
//     shops.
//  4. A record that shows a shop without orders within its hours begins a stop, and a later one ends it (stops.go).
//     Stops are saved with the record; shops/today adds them up.
//  5. The page (app/pages/chain/shops) shows the data of the last visit, reads once, and follows the live line
//     (app/live/line.go). table and look are plain Go; only the rows in sight are drawn
//     (app/pages/chain/shops/sight.go). The ticked shops
//     reach the page that changes shops through state.SetChosen.
package directory
