// Package connections is the page "/settings/connections": the merchants'
// consents by which the console reaches the platform, and the ways to bring
// one, mend it and end it (interface 5). Owners of the installation see it.
package connections
