package storetest

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

// calls returns a call of every method that takes a context.
func calls(s store.Store) map[string]func(ctx context.Context) error {
	all := map[string]func(ctx context.Context) error{
		"CreateOperator": func(ctx context.Context) error {
			_, err := s.CreateOperator(ctx, store.Operator{Login: "late"}, []store.Membership{{ShopID: 1, Role: "staff"}})
			return err
		},
		"Operator":        func(ctx context.Context) error { _, err := s.Operator(ctx, 1); return err },
		"OperatorByLogin": func(ctx context.Context) error { _, err := s.OperatorByLogin(ctx, "ann"); return err },
		"Memberships":     func(ctx context.Context) error { _, err := s.Memberships(ctx, 1); return err },
		"SetPassword":     func(ctx context.Context) error { return s.SetPassword(ctx, 1, "late") },
		"Rehash":          func(ctx context.Context) error { return s.Rehash(ctx, 1, "old", "late") },
		"HasOwner":        func(ctx context.Context) error { _, err := s.HasOwner(ctx); return err },
		"ReplaceSetupLink": func(ctx context.Context) error {
			return s.ReplaceSetupLink(ctx, store.SetupLink{TokenHash: hash(9), ExpiresAt: now + 1})
		},
		"CreateOwner": func(ctx context.Context) error {
			_, err := s.CreateOwner(ctx, hash(1), now, store.Operator{Login: "late"})
			return err
		},
		"Session":       func(ctx context.Context) error { _, err := s.Session(ctx, "a", now); return err },
		"SaveSession":   func(ctx context.Context) error { return s.SaveSession(ctx, session("late", 1)) },
		"RevokeSession": func(ctx context.Context) error { return s.RevokeSession(ctx, "a", now) },
		"EndOldSessions": func(ctx context.Context) error {
			_, err := s.EndOldSessions(ctx, 1, "", 1, now)
			return err
		},
		"RevokeOperator":  func(ctx context.Context) error { return s.RevokeOperator(ctx, 1, "", now) },
		"SweepSessions":   func(ctx context.Context) error { return s.SweepSessions(ctx, now+1_000_000) },
		"Sessions":        func(ctx context.Context) error { _, err := s.Sessions(ctx, 1, now); return err },
		"ListOperators":   func(ctx context.Context) error { _, err := s.ListOperators(ctx); return err },
		"ListMemberships": func(ctx context.Context) error { _, err := s.ListMemberships(ctx); return err },
		"SetMemberships": func(ctx context.Context) error {
			return s.SetMemberships(ctx, 1, []store.Membership{{ShopID: 1, Role: "staff"}}, nil)
		},
		"GroupRoles":     func(ctx context.Context) error { _, err := s.GroupRoles(ctx, "late"); return err },
		"SetDisabled":    func(ctx context.Context) error { return s.SetDisabled(ctx, 1, false, now) },
		"RemoveOperator": func(ctx context.Context) error { return s.RemoveOperator(ctx, 1, now) },
		"Rename":         func(ctx context.Context) error { return s.Rename(ctx, 1, "late") },
		"Preferences":    func(ctx context.Context) error { _, err := s.Preferences(ctx, 1); return err },
		"AddCrash": func(ctx context.Context) error {
			_, err := s.AddCrash(ctx, store.Crash{ID: "late"}, 1, 0)
			return err
		},
		"Crashes":   func(ctx context.Context) error { _, err := s.Crashes(ctx, 1); return err },
		"CodeNames": func(ctx context.Context) error { _, err := s.CodeNames(ctx); return err },
		"NameCodes": func(ctx context.Context) error {
			return s.NameCodes(ctx, []store.CodeName{{Kind: "late", Name: "late"}})
		},
		"Favourites":     func(ctx context.Context) error { _, err := s.Favourites(ctx, 1); return err },
		"SetFavourite":   func(ctx context.Context) error { return s.SetFavourite(ctx, 1, 1, true) },
		"SetPreferences": func(ctx context.Context) error { return s.SetPreferences(ctx, 1, store.Preferences{}) },
		"AddInvitation": func(ctx context.Context) error {
			_, err := s.AddInvitation(ctx, store.Invitation{TokenHash: hash(8), ExpiresAt: now + 1})
			return err
		},
		"Invitations":       func(ctx context.Context) error { _, err := s.Invitations(ctx, now); return err },
		"InvitationByToken": func(ctx context.Context) error { _, err := s.InvitationByToken(ctx, hash(7), now); return err },
		"RevokeInvitation":  func(ctx context.Context) error { return s.RevokeInvitation(ctx, 1) },
		"Accept": func(ctx context.Context) error {
			_, err := s.Accept(ctx, hash(7), now, store.Operator{Login: "late"}, always)
			return err
		},
		"AddPasskey": func(ctx context.Context) error {
			return s.AddPasskey(ctx, store.Passkey{ID: "late", OperatorID: 1})
		},
		"Passkeys":      func(ctx context.Context) error { _, err := s.Passkeys(ctx, 1); return err },
		"UsePasskey":    func(ctx context.Context) error { return s.UsePasskey(ctx, "key", nil, now) },
		"RemovePasskey": func(ctx context.Context) error { return s.RemovePasskey(ctx, 1, "key") },
		"AddIdentity": func(ctx context.Context) error {
			return s.AddIdentity(ctx, store.Identity{Subject: "late", OperatorID: 1})
		},
		"Identity":       func(ctx context.Context) error { _, err := s.Identity(ctx, "id", "42"); return err },
		"Identities":     func(ctx context.Context) error { _, err := s.Identities(ctx, 1); return err },
		"RemoveIdentity": func(ctx context.Context) error { return s.RemoveIdentity(ctx, 1, "id") },
		"AddProof": func(ctx context.Context) error {
			return s.AddProof(ctx, store.Proof{IDHash: "late", ExpiresAt: now + 1})
		},
		"TakeProof":   func(ctx context.Context) error { _, err := s.TakeProof(ctx, "proof", "", now); return err },
		"SweepProofs": func(ctx context.Context) error { return s.SweepProofs(ctx, now+1_000_000) },
		"PutShops":    func(ctx context.Context) error { return s.PutShops(ctx, []store.Shop{{ShopID: 2}}) },
		"Shops":       func(ctx context.Context) error { _, err := s.Shops(ctx); return err },
		"Shop":        func(ctx context.Context) error { _, err := s.Shop(ctx, 1); return err },
		"Connection":  func(ctx context.Context) error { _, err := s.Connection(ctx, "app"); return err },
		"SaveConnection": func(ctx context.Context) error {
			return s.SaveConnection(ctx, store.Connection{ID: "app", Version: 1})
		},
		"Prove":   func(ctx context.Context) error { return s.Prove(ctx) },
		"Meta":    func(ctx context.Context) error { _, err := s.Meta(ctx, "canary"); return err },
		"PutMeta": func(ctx context.Context) error { _, err := s.PutMeta(ctx, "late", ""); return err },
		"Begin":   func(ctx context.Context) error { _, err := s.Begin(ctx, entry(1)); return err },
		"Finish":  func(ctx context.Context) error { return s.Finish(ctx, 1, store.OutcomeDone, "late", now) },
		"Entries": func(ctx context.Context) error { _, err := s.Entries(ctx, query(0, 10)); return err },
		"WithAudit": func(ctx context.Context) error {
			return s.WithAudit(ctx, entry(1), func(ctx context.Context) error { return s.SavePause(ctx, pause(3)) })
		},
		"AuditPeople":      func(ctx context.Context) error { _, err := s.AuditPeople(ctx, nil); return err },
		"AuditRows":        func(ctx context.Context) error { _, err := s.AuditRows(ctx, 0, 10); return err },
		"AuditHead":        func(ctx context.Context) error { _, err := s.AuditHead(ctx); return err },
		"PruneAudit":       func(ctx context.Context) error { return s.PruneAudit(ctx, store.AuditHead{PrunedSeq: 1}) },
		"Pause":            func(ctx context.Context) error { _, err := s.Pause(ctx, 1); return err },
		"Pauses":           func(ctx context.Context) error { _, err := s.Pauses(ctx); return err },
		"Connections":      func(ctx context.Context) error { _, err := s.Connections(ctx); return err },
		"DeleteConnection": func(ctx context.Context) error { return s.DeleteConnection(ctx, "app", 1) },
		"BindShops":        func(ctx context.Context) error { return s.BindShops(ctx, "app", []int64{1}) },
		"AddShops":         func(ctx context.Context) error { return s.AddShops(ctx, "app", []int64{1}) },
		"ConnectionShops":  func(ctx context.Context) error { _, err := s.ConnectionShops(ctx); return err },
		"CountLatePauses":  func(ctx context.Context) error { _, err := s.CountLatePauses(ctx, now); return err },
		"CountOpenRuns":    func(ctx context.Context) error { _, err := s.CountOpenRuns(ctx, now); return err },
		"DuePauses": func(ctx context.Context) error {
			_, err := s.DuePauses(ctx, now, 10)
			return err
		},
		"SavePause": func(ctx context.Context) error { return s.SavePause(ctx, pause(2)) },
		"Claim":     func(ctx context.Context) error { return s.Claim(ctx, "late", "ann", now, now+1) },
		"Release":   func(ctx context.Context) error { return s.Release(ctx, "write", "ann") },
		"PutPhoto":  func(ctx context.Context) error { return s.PutPhoto(ctx, photo("late", 1, now), store.Quota{}) },
		"Photo":     func(ctx context.Context) error { _, err := s.Photo(ctx, "a"); return err },
		"CountPhotos": func(ctx context.Context) error {
			_, err := s.CountPhotos(ctx, 1, now)
			return err
		},
		"ScheduleCheck": func(ctx context.Context) error { return s.ScheduleCheck(ctx, "a", now+1) },
		"DuePhotos":     func(ctx context.Context) error { _, err := s.DuePhotos(ctx, now, 1); return err },
		"MarkDeleted":   func(ctx context.Context) error { return s.MarkDeleted(ctx, "a", now, now) },
		"DeletePhoto":   func(ctx context.Context) error { return s.DeletePhoto(ctx, "a") },
		"PutBlob":       func(ctx context.Context) error { return s.PutBlob(ctx, "late", "", nil) },
		"Blob":          func(ctx context.Context) error { _, err := s.Blob(ctx, "a"); return err },
		"DeleteBlob":    func(ctx context.Context) error { return s.DeleteBlob(ctx, "a") },
		"AddMessages": func(ctx context.Context) error {
			_, err := s.AddMessages(ctx, []store.Message{message("late", "")})
			return err
		},
		"ClaimMessages": func(ctx context.Context) error {
			_, err := s.ClaimMessages(ctx, "a/1", now, now+1, 9)
			return err
		},
		"HoldMessages":    func(ctx context.Context) error { return s.HoldMessages(ctx, "a/1", now+1) },
		"ReleaseMessages": func(ctx context.Context) error { return s.ReleaseMessages(ctx, "a/1") },
		"RecoverMessages": func(ctx context.Context) error { return s.RecoverMessages(ctx, "a") },
		"SaveMessages": func(ctx context.Context) error {
			return s.SaveMessages(ctx, []store.Message{{ID: 1, State: store.MessageDead}})
		},
		"DeadMessages":    func(ctx context.Context) error { _, err := s.DeadMessages(ctx, 9); return err },
		"StrangeMessages": func(ctx context.Context) error { _, err := s.StrangeMessages(ctx, nil, 9); return err },
		"ReplayMessages":  func(ctx context.Context) error { _, err := s.ReplayMessages(ctx, nil, now); return err },
		"InboxBacklog":    func(ctx context.Context) error { _, err := s.InboxBacklog(ctx); return err },
		"InboxFacts":      func(ctx context.Context) error { _, err := s.InboxFacts(ctx); return err },
		"PruneInbox":      func(ctx context.Context) error { return s.PruneInbox(ctx, now+9) },
		"PruneDead":       func(ctx context.Context) error { return s.PruneDead(ctx, now+9) },
		"OrderMessages":   func(ctx context.Context) error { _, err := s.OrderMessages(ctx, 1, 1); return err },
		"PruneOrders":     func(ctx context.Context) error { _, err := s.PruneOrders(ctx, now+9, 9); return err },
		"EraseOrder":      func(ctx context.Context) error { return s.EraseOrder(ctx, 1, 1) },
		"AddReach": func(ctx context.Context) error {
			return s.AddReach(ctx, []store.OrderReach{reach("a", "rang", 1)})
		},
		"AddRefusal": func(ctx context.Context) error { return s.AddRefusal(ctx, store.Refusal{}, 9) },
		"Refusals":   func(ctx context.Context) error { _, err := s.Refusals(ctx, 9); return err },
		"PutHookEvent": func(ctx context.Context) error {
			return s.PutHookEvent(ctx, store.HookEvent{EventID: 1, State: "set"})
		},
		"HookEvents": func(ctx context.Context) error { _, err := s.HookEvents(ctx); return err },
		"Mark":       func(ctx context.Context) error { return s.Mark(ctx, "late", now) },
		"Marked":     func(ctx context.Context) error { _, err := s.Marked(ctx, "late"); return err },
		"SaveOrders": func(ctx context.Context) error {
			_, err := s.SaveOrders(ctx, []store.OrderChange{{Order: order(2, 2, "new")}})
			return err
		},
		"TemplatesAt":    func(ctx context.Context) error { _, err := s.TemplatesAt(ctx); return err },
		"Templates":      func(ctx context.Context) error { _, err := s.Templates(ctx); return err },
		"AcceptedDrifts": func(ctx context.Context) error { _, err := s.AcceptedDrifts(ctx); return err },
		"Template":       func(ctx context.Context) error { _, err := s.Template(ctx, "t1"); return err },
		"SaveTemplate":   func(ctx context.Context) error { return s.SaveTemplate(ctx, template("late")) },
		"RemoveTemplate": func(ctx context.Context) error { return s.RemoveTemplate(ctx, "t1", 1, now, 0) },
		"AcceptDrift":    func(ctx context.Context) error { return s.AcceptDrift(ctx, accepted("t1", 1)) },
		"RevokeDrift":    func(ctx context.Context) error { return s.RevokeDrift(ctx, "t1", 1) },
		"Order":          func(ctx context.Context) error { _, err := s.Order(ctx, 1, 1); return err },
		"Board":          func(ctx context.Context) error { _, err := s.Board(ctx, []int64{1}, 0, 9); return err },
		"History": func(ctx context.Context) error {
			_, err := s.History(ctx, store.OrderQuery{Shops: []int64{1}, Limit: 9})
			return err
		},
		"Timeline":  func(ctx context.Context) error { _, err := s.Timeline(ctx, 1, 1); return err },
		"Reach":     func(ctx context.Context) error { _, err := s.Reach(ctx, 1, 1); return err },
		"DueOrders": func(ctx context.Context) error { _, err := s.DueOrders(ctx, now, 9, 9); return err },
		"ClaimOrders": func(ctx context.Context) error {
			_, err := s.ClaimOrders(ctx, []store.DueOrder{{ShopID: 1, OrderID: 1, DueAt: now}}, now+1)
			return err
		},
		"Stops":      func(ctx context.Context) error { _, err := s.Stops(ctx, []int64{1}, 0, now); return err },
		"AskAgain":   func(ctx context.Context) error { return s.AskAgain(ctx, 1) },
		"CountStage": func(ctx context.Context) error { _, err := s.CountStage(ctx, 1, "new"); return err },
		"Act":        func(ctx context.Context) error { _, err := s.Act(ctx, 1, 1, "k"); return err },
		"Records":    func(ctx context.Context) error { _, err := s.Records(ctx, store.SealedRecord{}, 9); return err },
		"ReplaceRecord": func(ctx context.Context) error {
			return s.ReplaceRecord(ctx, store.SealedRecord{ShopID: 1, OrderID: 1}, "late")
		},
		"OldRecords": func(ctx context.Context) error { _, err := s.OldRecords(ctx, now, 9); return err },
		"OrderSettings": func(ctx context.Context) error {
			_, err := s.OrderSettings(ctx, []int64{1})
			return err
		},
		"SaveOrderSettings": func(ctx context.Context) error {
			return s.SaveOrderSettings(ctx, store.OrderSettings{ShopID: 2}, store.Event{})
		},
		"AddEvents":   func(ctx context.Context) error { return s.AddEvents(ctx, []store.Event{{ShopID: 1}}) },
		"Events":      func(ctx context.Context) error { _, err := s.Events(ctx, 0, 9); return err },
		"PruneEvents": func(ctx context.Context) error { return s.PruneEvents(ctx, now+9) },
		"Ping":        s.Ping,
	}
	pushCalls(s, all)
	ringCalls(s, all)
	summaryCalls(s, all)
	return all
}
