package engine

import (
	"context"
	"os/exec"
	"path/filepath"
)

// speaker is a PulseAudio whose sound goes nowhere. Firefox plays nothing where there is no speaker.
type speaker struct {
	program *program
	address string // for PULSE_SERVER
}

func startSpeaker(ctx context.Context) (*speaker, error) {
	var socket string
	p, err := launch(func(home string, c *exec.Cmd) {
		socket = filepath.Join(home, "socket")
		c.Args = append(c.Args, "-L", "module-native-protocol-unix auth-anonymous=1 socket="+socket)
	}, "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L", "module-null-sink")
	if err != nil {
		return nil, err
	}
	if err := p.accepts(ctx, "unix", socket); err != nil {
		p.quit()
		return nil, p.failed(err)
	}
	return &speaker{program: p, address: "unix:" + socket}, nil
}
