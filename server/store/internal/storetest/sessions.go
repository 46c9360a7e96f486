package storetest

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

func session(token string, operator int64) store.Session {
	return store.Session{
		TokenHash: token, OperatorID: operator, Data: []byte("data of " + token),
		CreatedAt: now, ExpiresAt: now + 1000, SeenAt: now, UserAgent: wild, Address: "2001:db8::1",
	}
}

func wantAlive(t *testing.T, s store.Store, token string, at int64, want bool) {
	t.Helper()
	_, err := s.Session(t.Context(), token, at)
	if want {
		must(t, err)
		return
	}
	wantError(t, err, store.ErrNotFound)
}

func sessions(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"saved sessions come back": func(t *testing.T, s store.Store) {
			want := session("a", 0)
			must(t, s.SaveSession(ctx, want))
			returns(t, want)(s.Session(ctx, "a", now))
		},
		"a later save changes all but CreatedAt": func(t *testing.T, s store.Store) {
			must(t, s.SaveSession(ctx, session("a", 0)))
			want := store.Session{
				TokenHash: "a", OperatorID: 7, Data: bytes.Repeat([]byte{0, 0xff}, 1<<20), CreatedAt: now + 9,
				ExpiresAt: now + 5000, SeenAt: now + 2000, UserAgent: "other", Address: "192.0.2.1",
			}
			must(t, s.SaveSession(ctx, want))
			want.CreatedAt = now
			returns(t, want)(s.Session(ctx, "a", now+4999))
		},
		"data may be empty": func(t *testing.T, s store.Store) {
			want := session("a", 1)
			want.Data = nil
			must(t, s.SaveSession(ctx, want))
			returns(t, want)(s.Session(ctx, "a", now))
		},
		// A browser may send any bytes as its name; PostgreSQL refuses some of them.
		"invalid text of a client is kept as valid text": func(t *testing.T, s store.Store) {
			one := session("a", 1)
			one.UserAgent = "bad\xff\x00bytes"
			must(t, s.SaveSession(ctx, one))
			got, err := s.Session(ctx, "a", now)
			must(t, err)
			same(t, "bad\uFFFD\uFFFDbytes", got.UserAgent)
		},
		"sessions expire": func(t *testing.T, s store.Store) {
			must(t, s.SaveSession(ctx, session("a", 1)))
			wantAlive(t, s, "a", now+999, true)
			wantAlive(t, s, "a", now+1000, false)
			wantAlive(t, s, "b", now, false)
		},
		"a revoked session isn't saved again": func(t *testing.T, s store.Store) {
			must(t, s.SaveSession(ctx, session("a", 1)))
			must(t, s.RevokeSession(ctx, "a", now))
			wantAlive(t, s, "a", now, false)
			must(t, s.SaveSession(ctx, session("a", 1)))
			wantAlive(t, s, "a", now, false)
			must(t, s.RevokeSession(ctx, "a", now+1)) // a second revocation is no error
			wantAlive(t, s, "a", now, false)
		},
		"an unknown session can be revoked before its first save": func(t *testing.T, s store.Store) {
			must(t, s.RevokeSession(ctx, "late", now))
			must(t, s.SaveSession(ctx, session("late", 1)))
			wantAlive(t, s, "late", now, false)
		},
		"all sessions of an operator but one are revoked": func(t *testing.T, s store.Store) {
			for token, operator := range map[string]int64{"mine": 1, "phone": 1, "old": 1, "hers": 2, "nobody's": 0} {
				must(t, s.SaveSession(ctx, session(token, operator)))
			}
			must(t, s.RevokeOperator(ctx, 1, "mine", now))
			must(t, s.SaveSession(ctx, session("phone", 1)))
			for token, alive := range map[string]bool{
				"mine": true, "phone": false, "old": false, "hers": true, "nobody's": true,
			} {
				wantAlive(t, s, token, now, alive)
			}
			must(t, s.RevokeOperator(ctx, 1, "", now))
			wantAlive(t, s, "mine", now, false)
		},
		"the sessions seen longest ago are ended": func(t *testing.T, s store.Store) {
			for i, token := range []string{"new", "oldest", "older", "used", "used more"} {
				one := session(token, 1)
				if i > 0 {
					one.SeenAt = now + int64(i)
				}
				must(t, s.SaveSession(ctx, one))
			}
			over := session("over", 1)
			over.ExpiresAt, over.SeenAt = now, now+9
			must(t, s.SaveSession(ctx, over))
			must(t, s.SaveSession(ctx, session("hers", 2)))
			returns(t, int64(2))(s.EndOldSessions(ctx, 1, "new", 3, now))
			must(t, s.SaveSession(ctx, session("oldest", 1))) // the revoked session isn't saved again
			for token, alive := range map[string]bool{"new": true, "oldest": false, "older": false, "used": true,
				"used more": true, "hers": true} {
				wantAlive(t, s, token, now, alive)
			}
			returns(t, int64(0))(s.EndOldSessions(ctx, 1, "new", 3, now))
		},
		"the sweep leaves live sessions": func(t *testing.T, s store.Store) {
			must(t, s.SaveSession(ctx, session("a", 1)))
			long := session("long", 1)
			long.ExpiresAt = now + 2000
			must(t, s.SaveSession(ctx, long))
			must(t, s.SweepSessions(ctx, now+1500))
			wantAlive(t, s, "a", now, false) // the row is deleted, not only expired
			wantAlive(t, s, "long", now, true)
		},
		// A request that loaded the session just before the revocation may save it after the sweep, with
		// a later expiry.
		"a tombstone outlasts the session's own expiry by a day": func(t *testing.T, s store.Store) {
			must(t, s.SaveSession(ctx, session("a", 1)))
			must(t, s.SaveSession(ctx, session("b", 1)))
			must(t, s.RevokeSession(ctx, "a", now))
			must(t, s.RevokeOperator(ctx, 1, "", now))
			must(t, s.RevokeSession(ctx, "unknown", now))
			day := (24 * time.Hour).Milliseconds()
			must(t, s.SweepSessions(ctx, now+day))
			for _, token := range []string{"a", "b", "unknown"} {
				late := session(token, 1)
				late.ExpiresAt = now + 2*day
				must(t, s.SaveSession(ctx, late))
				wantAlive(t, s, token, now+day, false)
			}
			must(t, s.SweepSessions(ctx, now+day+1))
			must(t, s.SaveSession(ctx, session("a", 1))) // the tombstone is deleted
			wantAlive(t, s, "a", now, true)
		},
		"a tombstone lasts until the expiry of its session": func(t *testing.T, s store.Store) {
			month := (30 * 24 * time.Hour).Milliseconds()
			one := session("a", 1)
			one.ExpiresAt = now + month
			must(t, s.SaveSession(ctx, one))
			must(t, s.RevokeSession(ctx, "a", now))
			must(t, s.SweepSessions(ctx, now+month))
			must(t, s.SaveSession(ctx, one))
			wantAlive(t, s, "a", now, false)
		},
		"a session saved during its revocation stays revoked": func(t *testing.T, s store.Store) {
			for round := range 8 {
				token := fmt.Sprint("token", round)
				mustAll(t, race(func(i int) error {
					if i == rivals/2 {
						return s.RevokeSession(ctx, token, now)
					}
					return s.SaveSession(ctx, session(token, 1))
				}))
				wantAlive(t, s, token, now, false)
			}
		},
	})
}
