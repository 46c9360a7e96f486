package engine

import (
	"os/exec"
	"syscall"
)

// endsWithUs has a program killed when the tests are. A browser of WebKitGTK ends with its screen.
func endsWithUs(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
