package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/sandbox"
)

// people makes the owner by the one-time link, adds the sandbox's shops, connects some by a merchant's consent, has the
// platform push to us, and opens the screens.
func (c *cluster) people(ctx context.Context) error {
	first := c.replicas[0]
	command := exec.CommandContext(ctx, first.program, "setup-link")
	command.Env = first.command().Env
	link, err := command.Output()
	if err != nil {
		return fmt.Errorf("setup-link: %w", err)
	}
	_, token, _ := strings.Cut(string(bytes.TrimSpace(link)), "#")
	c.owner = c.newPerson()
	if err := c.owner.call(ctx, api.PathSetup, api.UseLink{Token: token, Name: "Owner", Login: ownerLogin,
		Password: ownerSecret}, nil); err != nil {
		return fmt.Errorf("make the owner: %w", err)
	}
	c.say("the owner adds %d shops", len(c.box.Directory()))
	if err := c.addShops(ctx); err != nil {
		return fmt.Errorf("add shops: %w", err)
	}
	if err := c.connect(ctx); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	var hooks api.Hooks
	if err := c.owner.call(ctx, api.PathHooks, nil, &hooks); err != nil {
		return fmt.Errorf("the webhook's address: %w", err)
	}
	if err := c.box.SetCallback(hooks.URL); err != nil {
		return err
	}
	login := ownerLogin
	for n := range c.screens {
		if n > 0 && n%screensEach == 0 {
			if login, err = c.colleague(ctx, n/screensEach); err != nil {
				return fmt.Errorf("invite: %w", err)
			}
		}
		who := c.newPerson()
		if err := who.signIn(ctx, login); err != nil {
			return fmt.Errorf("sign in: %w", err)
		}
		c.working.Go(func() { newScreen(n, who, c.ledger).run(ctx) })
	}
	return nil
}

// screensEach is how many screens one person has: of a person's sessions the console ends the hundred and first.
const screensEach = 80

// colleague makes somebody who sees all shops, and returns their login.
func (c *cluster) colleague(ctx context.Context, number int) (login string, err error) {
	login = fmt.Sprint("manager-", number)
	var link api.OneTimeLink
	if err := c.owner.call(ctx, api.PathInvitations, api.Invite{Name: login,
		Grants: []api.Grant{{Role: api.RoleManager}}}, &link); err != nil {
		return "", err
	}
	_, token, _ := strings.Cut(link.URL, "#")
	return login, c.newPerson().call(ctx, api.PathInvite, api.UseLink{Token: token, Name: login, Login: login,
		Password: ownerSecret}, nil)
}

// addedAtOnce is how many shops one call may add.
const addedAtOnce = 100

func (c *cluster) addShops(ctx context.Context) error {
	byZone := map[string][]int64{}
	for _, shop := range c.box.Directory() {
		byZone[shop.Zone] = append(byZone[shop.Zone], shop.ShopID)
	}
	for zone, ids := range byZone {
		for some := range slices.Chunk(ids, addedAtOnce) {
			if err := c.owner.call(ctx, api.PathShops, api.AddShops{ShopIDs: some, Zone: zone}, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// connectedShops is how many shops have a connection of their own, with refresh tokens.
const connectedShops = 10

// connect has the merchant of the first shops give consent, so that there are refresh tokens.
func (c *cluster) connect(ctx context.Context) error {
	asked := url.Values{"responseType": {"authorization_code"}, "appId": {strconv.Itoa(sandbox.DemoAppID)},
		"redirectUri": {c.publicURL() + "/"}}
	form := url.Values{}
	for _, shop := range c.box.Directory()[:min(connectedShops, c.shops)] {
		form.Add("shopId", fmt.Sprint(shop.ShopID))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost,
		c.platformURL()+sandbox.PathAuthorise+"?"+asked.Encode(), strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultTransport.RoundTrip(request) // the redirect isn't followed
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	back, err := response.Location()
	if err != nil {
		return fmt.Errorf("consent: %s: %w", response.Status, err)
	}
	return c.owner.call(ctx, api.PathConnectCode, api.ConnectCode{Code: back.Query().Get("code")}, nil)
}
