package e2e

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// selection are the flows that run in every engine, and with the program as it was linked. They ask chromedp for nothing.
var selection = []func(*testing.T){
	TestFirstOwner,
	TestChangeFriday,
	TestAddClosure,
	TestPhotoFromPhone,
	TestOrderArrivesAndIsServed,
	TestNetworkGone,
	TestEveryPageOpensOffline,
}

// choose prepares the engine that SHOPDESK_ENGINE names. With it, or with SHOPDESK_FLOWS=selection, the selection runs
// unless other flows are asked for.
func choose() error {
	name := os.Getenv("SHOPDESK_ENGINE")
	if name != "" {
		if elsewhere = otherEngines[name]; elsewhere == nil {
			return fmt.Errorf("no engine is called %q", name)
		}
	}
	if name == "" && os.Getenv("SHOPDESK_FLOWS") != "selection" || flag.Lookup("test.run").Value.String() != "" {
		return nil
	}
	var names []string
	for _, flow := range selection {
		whole := runtime.FuncForPC(reflect.ValueOf(flow).Pointer()).Name()
		names = append(names, whole[strings.LastIndex(whole, ".")+1:])
	}
	return flag.Set("test.run", "^("+strings.Join(names, "|")+")$")
}
