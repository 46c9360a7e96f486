package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// smallDisk is the size of a file system of its own. PostgreSQL begins with some 80 MB.
const smallDisk = 400 << 20

func (c *cluster) sqliteFolder() string { return filepath.Join(c.dir, "data") }

func (c *cluster) sqliteFile() string { return filepath.Join(c.sqliteFolder(), "shopdesk.db") }

// makeFolder makes the folder of a database, on a file system of its own if that is to be filled.
func (c *cluster) makeFolder(folder string) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	if !c.smallDisks {
		return nil
	}
	if err := mount(folder, smallDisk); err != nil {
		return fmt.Errorf("-small-disks needs root: %w", err)
	}
	c.disks = append(c.disks, folder)
	return nil
}

// fill writes into a folder until its file system is full. empty makes room again.
func fill(folder string) (empty func() error, err error) {
	ballast := filepath.Join(folder, "ballast")
	empty = func() error { return os.Remove(ballast) }
	file, err := os.Create(ballast)
	if err != nil {
		return empty, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for size := 1 << 20; size > 0; { // the last bytes too
		if _, err := file.Write(make([]byte, size)); err == nil {
			continue
		} else if !isFull(err) {
			return empty, err
		}
		size /= 2
	}
	return empty, nil
}
