package doctor_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/doctor"
)

// The doctor looks at a platform whose special dates begin at the shop's midnight, and names the setting for it.
func ExampleDoctor_Run() {
	box := &sandbox.Sandbox{Plays: []sandbox.Variant{sandbox.ShopDates}}
	service := httptest.NewServer(box) // a real platform is an address and an application's credentials
	defer service.Close()
	d, err := doctor.New(doctor.Options{
		PlatformURL: service.URL, ClientID: sandbox.DemoClientID,
		Presenter: platform.Presenter{AppID: sandbox.DemoAppID, Secret: sandbox.DemoClientSecret},
		Shops:     []int64{100003},
		PublicURL: "http://127.0.0.1:8080", Listening: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	report := d.Run(context.Background())
	for _, finding := range report.Findings {
		if finding.State == doctor.Differs && finding.Setting != "" {
			fmt.Println(finding.Name, finding.Setting)
		}
	}
	// Output: date-anchor SHOPDESK_ANCHOR=shop
}
