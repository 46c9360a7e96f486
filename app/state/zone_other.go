//go:build !js

package state

import "time"

func offsets(name string) (func(unixMS int64) int, error) {
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil, err
	}
	return func(unixMS int64) int {
		_, offset := time.UnixMilli(unixMS).In(location).Zone()
		return offset
	}, nil
}

// ZoneNames lists the zones the device knows, by IANA name. Outside a browser
// there are a few.
func ZoneNames() []string {
	return []string{"America/Sao_Paulo", "Asia/Dubai", "Asia/Hong_Kong", "Asia/Riyadh", "UTC"}
}

// DeviceZone is the device's own zone.
func DeviceZone() string { return "UTC" }
