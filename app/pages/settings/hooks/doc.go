// Package hooks is the page "/settings/hooks": how the platform's messages
// reach the console (interface 4.5 and 6). It registers our URL at the platform
// for each event, and shows what came, what was refused and why, and what was
// given up on. Owners of the installation see it.
package hooks
