package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/server/store"
)

// CommandLine is the principal of the commands on the machine itself.
var CommandLine = &Principal{Name: "command line"}

// ErrNoOperator means that no operator has that login.
var ErrNoOperator = errors.New("auth: there is no operator with that sign-in name")

// List lists the operators that byLogin finds.
func (s *Service) List(ctx context.Context) ([]store.Operator, error) {
	all, err := s.Store.ListOperators(ctx)
	return slices.DeleteFunc(all, hasNoPassword), err
}

// ResetLink makes a link with which the operator chooses a new password, once and
// within an hour. A disabled operator stays disabled; the link works after the
// operator is enabled again.
func (s *Service) ResetLink(ctx context.Context, login string) (string, error) {
	o, err := s.byLogin(ctx, login)
	if err != nil {
		return "", err
	}
	link, err := s.addResetLink(ctx, CommandLine, o)
	if err != nil {
		return "", fmt.Errorf("auth: keep the link: %w", err)
	}
	return link.URL, nil
}

// Disable disables an operator and ends their sessions, or enables the operator
// again.
func (s *Service) Disable(ctx context.Context, login string, disabled bool) error {
	o, err := s.byLogin(ctx, login)
	if err != nil {
		return err
	}
	err = s.setDisabled(ctx, CommandLine, o, disabled)
	s.OperatorChanged(o.ID)
	if err != nil {
		if errors.Is(err, store.ErrLastOwner) {
			return fmt.Errorf("auth: disable: %w: make another person an owner first", err)
		}
		return fmt.Errorf("auth: disable: %w", err)
	}
	return nil
}

// byLogin finds a person's operator. Operators made for a demonstration or a host
// are not found.
func (s *Service) byLogin(ctx context.Context, login string) (store.Operator, error) {
	login = NormalLogin(login)
	if !loginShape(login) {
		return store.Operator{}, ErrNoOperator
	}
	o, err := s.Store.OperatorByLogin(ctx, login)
	if errors.Is(err, store.ErrNotFound) {
		return o, ErrNoOperator
	}
	return o, err
}
