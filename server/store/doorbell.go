package store

// Doorbell tells the replicas that share a database that the event log has grown. It carries nothing else. Rings may be
// lost or needless: readers of the log also look at intervals, so a lost doorbell delays events and loses none.
type Doorbell interface {
	// Ring rings at the other replicas after a commit. It doesn't wait.
	Ring(database string)
	// Watch calls ring when another replica rings, and whenever the doorbell works again. ring must be quick. stop ends
	// the calls.
	Watch(database string, ring func()) (stop func())
	// Err returns the reason why rings of other replicas don't arrive, nil while they arrive.
	Err() error
}

// Replicated is implemented by stores whose replicas ring at each other.
type Replicated interface {
	// UseDoorbell replaces the doorbell, until the store is closed. database is the database's id.
	UseDoorbell(bell Doorbell, database string)
	// Doorbell returns the doorbell. Nil means that other replicas' events are found at intervals only, or that there
	// are no replicas.
	Doorbell() Doorbell
}
