// Package phone judges whether a phone can exist, by the numbering plans of the
// world that github.com/nyaruka/phonenumbers carries. Only the server does: the
// plans are larger than the whole program in the browser.
package phone
