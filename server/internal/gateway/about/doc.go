// Package about finds out what this platform is like where the interface leaves it
// open, for an owner and the page About this platform.
//
// [Sights] watches the platform's answers and webhook messages for unknown members,
// kinds of values, codes and events. Each unknown item is logged once, counted and
// listed, by its name alone, so that no customer's data is kept. Codes of which no
// value is documented are listed too, so that an owner can name them. The list covers
// this replica since its start.
//
// [Changes] notes in the store what people's own changes show of the platform, for the doctor, which makes none.
//
// [Legend] keeps the names that owners give to the platform's codes, so that a code
// of which the interface says nothing is shown by a name everywhere. The names reach
// the browser with the session, and the page that edits them asks for them with the
// person and time of the last change.
//
// [Check] runs the doctor (server/doctor) for an owner: it compares what the console
// assumes of the platform with what the platform does. It makes only calls that change
// nothing. One check runs at a time, and the store keeps how the last one stands, for all replicas.
package about
