//go:build unix

package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// GiveAway makes folder the property of the user that PostgreSQL runs as: it refuses to run as root, and then runs as
// nobody.
func GiveAway(folder string) error {
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := nobody()
	if err != nil {
		return err
	}
	return os.Chown(folder, uid, gid)
}

// Ordinary makes cmd run in folder as an ordinary user, out of reach of the
// terminal's signals: the keeper must outlive the test binary.
func Ordinary(cmd *exec.Cmd, folder string) {
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "HOME="+folder, "LC_ALL=C")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() != 0 {
		return
	}
	if uid, gid, err := nobody(); err == nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
}

func nobody() (uid, gid int, err error) {
	u, err := user.Lookup("nobody")
	if err != nil {
		return 0, 0, err
	}
	if uid, err = strconv.Atoi(u.Uid); err != nil {
		return 0, 0, fmt.Errorf("user nobody: %w", err)
	}
	if gid, err = strconv.Atoi(u.Gid); err != nil {
		return 0, 0, fmt.Errorf("user nobody: %w", err)
	}
	return uid, gid, nil
}
