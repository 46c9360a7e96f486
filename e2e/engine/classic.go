package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// session is a session of WebDriver, at its address.
type session struct {
	url  string
	http http.Client
}

// call sends a command and decodes its value, unless that is nil.
func (s *session) call(ctx context.Context, method, path string, params, value any) error {
	var body bytes.Buffer
	if params != nil {
		if err := json.NewEncoder(&body).Encode(params); err != nil {
			return fmt.Errorf("engine: %s: %w", path, err)
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, s.url+path, &body)
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	response, err := s.http.Do(request)
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	defer response.Body.Close()
	var answer struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return fmt.Errorf("engine: %s: %w", path, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("engine: %s: %s", path, answer.Value)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, value)
}

func (s *session) post(ctx context.Context, path string, params, value any) error {
	return s.call(ctx, http.MethodPost, path, params, value)
}

func (s *session) get(ctx context.Context, path string, value any) error {
	return s.call(ctx, http.MethodGet, path, nil, value)
}
