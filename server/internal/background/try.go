package background

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

// ErrPanic is the error of a panic, see [Try].
var ErrPanic = errors.New("panic")

// Try runs do. A panic of do is an error with its stack: one job's fault, or one row's,
// must not end the process.
func Try(do func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: %v\n%s", ErrPanic, fault, debug.Stack())
		}
	}()
	return do()
}

// Each calls do for each number below n, for at most hands of them at once, and returns
// when all calls have ended. The first error ends the context of the other calls. A panic
// of a call becomes the caller's: in a goroutine of its own it would end the process.
func Each(ctx context.Context, n, hands int, do func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(hands)
	for i := range n {
		group.Go(func() error { return Try(func() error { return do(ctx, i) }) })
	}
	err := group.Wait()
	if errors.Is(err, ErrPanic) {
		panic(err)
	}
	return err
}

// Share has the callers of a key at one time share one call of do, which goes on when they leave. Share waits for the
// call until ctx ends. A panic of do becomes the callers', as in [Each].
func Share[T any](ctx context.Context, group *singleflight.Group, key string,
	do func(ctx context.Context) (T, error)) (shared T, err error) {
	flight := group.DoChan(key, func() (got any, err error) {
		err = Try(func() (err error) { got, err = do(context.WithoutCancel(ctx)); return err })
		return got, err
	})
	select {
	case result := <-flight:
		if errors.Is(result.Err, ErrPanic) {
			panic(result.Err)
		}
		return result.Val.(T), result.Err
	case <-ctx.Done():
		return shared, ctx.Err()
	}
}
