// Package limit bounds what one person takes of the server, so that whoever is
// signed in can't starve the others: calls a second ([Rate]), and what is under way
// at once ([AtOnce]). Both count by session and, more generously, by operator: one
// that several tablets share isn't cut short by one of them.
//
// What is counted is this replica's.
package limit

// Who is counted. A host's people have no session and are counted as operators
// alone; the zero value is nobody, who has no limit but everybody's.
type Who struct {
	Session  string
	Operator int64
}
