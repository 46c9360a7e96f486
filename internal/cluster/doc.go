// Command cluster runs several replicas of the console on one machine, with what Debian has: two PostgreSQL servers of
// which one is the other's streaming standby, nginx in front, and a sandbox with many shops and a steady flow of
// orders. A page shows the flow and has buttons that kill, stop and start each part.
//
//	go run ./internal/cluster -console build/console
//	go run ./internal/cluster -console build/console -play 10m -seed 7
//
// With -play it presses the buttons by itself, for a bounded time, and ends with what was measured and which bounds
// were broken. Screens follow the orders by the browser's own rules (app/live.Link), signed in, through nginx.
package main
