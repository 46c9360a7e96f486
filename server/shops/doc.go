// Package shops is the area of what we know of shops and do to them. It holds
// no code.
//
// What passes between us and the platform is observed by package directory,
// which has all shops in memory. Package change plans from that what a wish
// would change in a shop; runs carries such a plan out in many shops, and
// templates compares shops with how they should be. Packages pause, photo and
// holidays each keep what the platform doesn't: ends of pauses, pictures, names
// of dates. Package today says what needs a person.
package shops
