package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/web"
	"github.com/shopdesk/shopdesk/web/asset"
)

// selection are the flows that run in every engine, and with the program as it was linked. They ask chromedp for
// nothing.
var selection = []func(*testing.T){
	TestComplaintsAreHeard,
	TestFirstOwner,
	TestChangeFriday,
	TestAddClosure,
	TestPhotoFromPhone,
	TestOrderArrivesAndIsServed,
	TestKitchenPaintsEveryColumn,
	TestNetworkGone,
	TestGatewayIsSeenBehindTheKeptPage,
	TestEveryPageOpensOffline,
	TestRestIsThereWhenItIsWanted,
}

// choose prepares what the selection is for: the engine that SHOPDESK_ENGINE names, or the program in the folder that
// SHOPDESK_PROGRAM names, which must be the one that the server embeds. Then the selection runs, unless other flows are
// asked for.
func choose() error {
	name, folder := os.Getenv("SHOPDESK_ENGINE"), os.Getenv("SHOPDESK_PROGRAM")
	if name != "" {
		if elsewhere = otherEngines[name]; elsewhere == nil {
			return fmt.Errorf("no engine is called %q", name)
		}
	}
	if folder != "" {
		if err := embeds(folder); err != nil {
			return err
		}
	}
	if name+folder == "" || flag.Lookup("test.run").Value.String() != "" {
		return nil
	}
	var names []string
	for _, flow := range selection {
		whole := runtime.FuncForPC(reflect.ValueOf(flow).Pointer()).Name()
		names = append(names, whole[strings.LastIndex(whole, ".")+1:])
	}
	return flag.Set("test.run", "^("+strings.Join(names, "|")+")$")
}

// embeds is an error unless the server's files are those of a folder.
func embeds(folder string) error {
	want, err := os.ReadFile(filepath.Join(folder, asset.IndexName))
	if err != nil {
		return err
	}
	got, err := fs.ReadFile(web.Assets(), asset.IndexName)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("the server embeds another program than the one in %s", folder)
	}
	return nil
}
