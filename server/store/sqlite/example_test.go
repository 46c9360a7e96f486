package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// A program creates the database when it is installed, and opens it at each start.
func ExampleCreate() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "shopdesk.db")

	_, err = sqlite.Open(ctx, path)
	fmt.Println("no installation:", errors.Is(err, store.ErrAbsent))

	db, err := sqlite.Create(ctx, path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = db.Close() }()
	if err := db.PutShops(ctx, []store.Shop{{ShopID: 100001, EnName: "Harbour Noodles",
		Zone: "Asia/Hong_Kong"}}); err != nil {
		fmt.Println(err)
		return
	}
	shop, err := db.Shop(ctx, 100001)
	fmt.Println(shop.EnName, err)
	// Output:
	// no installation: true
	// Harbour Noodles <nil>
}
