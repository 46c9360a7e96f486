// Package flight keeps what one redirect under way needs, in the browser: a
// sealed cookie of ten minutes, one for each redirect, so that several tabs
// don't disturb each other and any replica can take the answer.
//
// The session's own cookie is Strict and doesn't come back with a redirect from
// another site; these are Lax and do. A cookie that was deleted still opens:
// whoever uses one must also keep, and take once, a row of its own.
//
// It imports nothing of ours.
package redirect
