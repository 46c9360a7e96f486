package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
)

// plain is the client of calls that belong to no session.
var plain = &http.Client{Timeout: 5 * time.Second}

// answers waits until an address answers.
func answers(ctx context.Context, who, address string) error {
	return patiently(ctx, who+" doesn't answer", func(ctx context.Context) error {
		_, err := get(ctx, address)
		return err
	})
}

// get asks an address for its content. Another status than OK is an error.
func get(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := plain.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", address, response.Status)
	}
	return io.ReadAll(response.Body)
}

const (
	ownerLogin  = "owner"
	ownerSecret = "a long password of the cluster" // everybody's, of a database that ends with the program
)

// person is somebody who has the console open, through nginx.
type person struct {
	client *http.Client
	public string
}

func (c *cluster) newPerson() *person {
	jar, _ := cookiejar.New(nil) // has no error without options
	return &person{client: &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: 2}},
		public: c.publicURL()}
}

// answerError is an answer that isn't OK.
type answerError struct {
	status int
	code   api.Code
}

func (e answerError) Error() string { return fmt.Sprintf("answered %d %s", e.status, e.code) }

// call makes a call of our API: a GET without a body, else a POST. Answer may be nil.
func (p *person) call(ctx context.Context, path string, body, answer any) error {
	return p.callAt(ctx, p.public, path, body, answer)
}

// callAt is call to one replica's own address, with the public Host.
func (p *person) callAt(ctx context.Context, base, path string, body, answer any, header ...string) error {
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	method, content := http.MethodGet, []byte(nil)
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, base+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	public, err := url.Parse(p.public)
	if err != nil {
		return err
	}
	request.Host = public.Host
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set(api.HeaderConsole, "1")
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := p.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		var refused api.Error
		_ = json.Unmarshal(text, &refused) // a proxy's answer is no JSON
		return answerError{response.StatusCode, refused.Code}
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

func (p *person) signIn(ctx context.Context, login string) error {
	return p.call(ctx, api.PathSignIn, api.SignIn{Login: login, Password: ownerSecret}, nil)
}

// signedOut reports whether an error is the answer that nobody is signed in.
func signedOut(err error) bool {
	var refused answerError
	return errors.As(err, &refused) && refused.code == api.CodeSignedOut
}

// statusOf is the HTTP status of an answer that isn't OK, 0 for no answer.
func statusOf(err error) int {
	var refused answerError
	if errors.As(err, &refused) {
		return refused.status
	}
	return 0
}
