package postgres

import (
	"net"
	"time"
)

// vanished is how long a server may acknowledge nothing before its connections are given up. A machine that loses its
// power or its network closes none, and Linux would wait for a quarter of an hour.
var vanished = 15 * time.Second

// newDialer makes connections that end when the server has vanished: while something is on its way there (control),
// and while they are idle.
func newDialer() *net.Dialer {
	return &net.Dialer{Control: control, KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: vanished,
		Interval: max(vanished/3, time.Second), Count: 3}}
}
