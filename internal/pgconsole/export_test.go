package pgconsole

// ConnectionsWithin is Connections with another time to wait.
var ConnectionsWithin = connectionsWithin
