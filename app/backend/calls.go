package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Call asks the server once.
type Call[T any] func(context.Context) (T, error)

// Get is a path of our own API that answers an Out.
type Get[Out any] string

// From is the call to b's server.
func (path Get[Out]) From(b *Backend) Call[Out] { return call[Out](b, "GET", string(path), nil) }

// Post is a path of our own API that takes an In and answers an Out.
type Post[In, Out any] string

// To is the call that sends request to b's server.
func (path Post[In, Out]) To(b *Backend, request In) Call[Out] {
	return call[Out](b, "POST", string(path), request)
}

// call stands once in the program for all answers of a shape.
//
//go:noinline
func call[Out any](b *Backend, method, path string, request any) Call[Out] {
	return func(ctx context.Context) (answer Out, err error) {
		err = b.ask(ctx, method, path, request, &answer)
		return answer, err
	}
}

// None is sent or answered where there is nothing to say.
type None = struct{}

// Getting in.
const (
	SignIn       Post[api.SignIn, *api.Session]         = api.PathSignIn
	SignInDemo   Post[api.DemoSignIn, *api.Session]     = api.PathDemo
	Setup        Post[api.UseLink, *api.Session]        = api.PathSetup
	InviteLook   Post[api.InviteToken, *api.InviteInfo] = api.PathInviteLook
	AcceptInvite Post[api.UseLink, *api.Session]        = api.PathInvite

	// A passkey signs the answers of these calls: to sign in, to prove who asks and to add a passkey.
	AskSignInPasskey Post[None, *api.PasskeyAsk]           = api.PathSignInPasskeyBegin
	AskStepUpPasskey Post[None, *api.PasskeyAsk]           = api.PathStepUpPasskey
	AskNewPasskey    Post[None, *api.PasskeyAsk]           = api.PathPasskeyBegin
	SignInPasskey    Post[api.PasskeySignIn, *api.Session] = api.PathSignInPasskey
	StepUpWays       Get[*api.StepUpWays]                  = api.PathStepUp
	StepUp           Post[api.StepUp, *api.Session]        = api.PathStepUp
	Session          Get[*api.Session]                     = api.PathSession
	SignOut          Post[None, None]                      = api.PathSignOut
	// OIDCStart answers the provider's address.
	OIDCStart Post[api.OIDCStart, *api.OIDCGo] = api.PathOIDCStart
)

// The signed-in operator. Changes of the account answer it as it is then.
const (
	Account     Get[*api.Account]                   = api.PathAccount
	Rename      Post[api.Rename, *api.Account]      = api.PathAccountName
	NewPassword Post[api.NewPassword, *api.Account] = api.PathAccountPassword
	AddPasskey  Post[api.PasskeyAdd, *api.Account]  = api.PathPasskeyFinish
	// SetPreferences keeps how the operator wants the console.
	SetPreferences Post[api.SetPreferences, *api.Session] = api.PathPreferences
	RemovePasskey  Post[api.PasskeyRef, *api.Account]     = api.PathPasskeyRemove
	UnlinkProvider Post[None, *api.Account]               = api.PathOIDCUnlink

	Devices       Get[*api.Devices]                 = api.PathDevices
	SignOutDevice Post[api.DeviceRef, *api.Devices] = api.PathDeviceRevoke
	SignOutOthers Post[None, *api.Devices]          = api.PathDeviceOthers

	// Ringing lists the devices of the operator's shops, and RingTell says how this one rings.
	Ringing  Get[*api.Devices]    = api.PathRing
	RingTell Post[api.Ring, None] = api.PathRingTell

	Push     Get[*api.Push]              = api.PathPush
	PushOn   Post[api.PushOn, *api.Push] = api.PathPush
	PushOff  Post[None, *api.Push]       = api.PathPushOff
	PushTest Post[None, *api.PushTested] = api.PathPushTest

	Summary    Get[*api.Summary]                  = api.PathSummary
	SetSummary Post[api.SetSummary, *api.Summary] = api.PathSummary
)

// People and their one-time links.
const (
	Operators        Get[*api.Operators]                       = api.PathOperators
	SetRoles         Post[api.SetRoles, *api.Operators]        = api.PathOperatorRoles
	DisableOperator  Post[api.DisableOperator, *api.Operators] = api.PathOperatorDisable
	RemoveOperator   Post[api.OperatorRef, *api.Operators]     = api.PathOperatorRemove
	RevokeInvitation Post[api.InvitationRef, *api.Operators]   = api.PathInviteRevoke
	Invite           Post[api.Invite, *api.OneTimeLink]        = api.PathInvitations
	ResetPassword    Post[api.OperatorRef, *api.OneTimeLink]   = api.PathOperatorReset
)

// The platform. A change of a connection answers the list as it is then.
const (
	Profile Get[*api.ProfileFacts] = api.PathProfile
	Jobs    Get[*api.Jobs]         = api.PathJobs
	Crashes Get[*api.Crashes]      = api.PathCrashes

	Legend     Get[*api.Legend]                 = api.PathLegend
	NameCodes  Post[api.Legend, *api.Legend]    = api.PathLegend
	Check      Get[*api.Check]                  = api.PathCheck
	StartCheck Post[api.StartCheck, *api.Check] = api.PathCheck

	Connections  Get[api.Connections]                     = api.PathConnections
	StartConnect Post[api.StartConnect, api.GoTo]         = api.PathConnectStart
	ConnectCode  Post[api.ConnectCode, api.Connections]   = api.PathConnectCode
	LookForShops Post[api.ConnectionRef, api.Connections] = api.PathConnectLook
	Disconnect   Post[api.ConnectionRef, api.Connections] = api.PathDisconnect

	Hooks         Get[*api.Hooks]                     = api.PathHooks
	RegisterHooks Post[api.RegisterHooks, *api.Hooks] = api.PathHooksRegister
	ReplayHooks   Post[api.ReplayHooks, *api.Hooks]   = api.PathHooksReplay
)

// Shops and orders.
const (
	AddShops    Post[api.AddShops, api.Shops]           = api.PathShops
	SetZone     Post[api.SetZone, api.Shops]            = api.PathZone
	ChangeGroup Post[api.ChangeGroup, api.GroupChanged] = api.PathGroups
	SaveView    Post[api.SaveView, api.Views]           = api.PathViews
	Yesterday   Get[*api.Yesterday]                     = api.PathYesterday
	// MarkShop keeps a shop as a favourite, or no longer.
	MarkShop Post[api.MarkShop, None] = api.PathMark
	// Pauses are those of the operator's shops that haven't ended.
	Pauses         Get[api.Pauses]                          = api.PathPauses
	PauseOrders    Post[api.PauseOrders, api.Pause]         = api.PathPauses
	ResumeOrders   Post[api.ResumeOrders, api.Pause]        = api.PathResume
	DateNames      Post[api.ChangeDateNames, api.DateNames] = api.PathDateNames
	ForgetDates    Post[api.ForgetDates, None]              = api.PathForgetDates
	DismissHoliday Post[api.DismissHoliday, None]           = api.PathHolidays
	RefreshOrder   Post[api.OrderRef, api.OrderDetail]      = api.PathOrderRefresh
	ActOnOrder     Post[api.ActOrder, api.Acted]            = api.PathOrderAct

	SaveOrderSettings Post[api.OrderSettings, *api.OrderSettings] = api.PathOrderSettings
)

// Runs and templates. StartRun answers the run that was made with the same key, and RepeatRun, which tries failures
// again or takes a run back, makes another. SaveTemplate is done once, and RemoveTemplate answers those that are left.
// AcceptDrift says that shops differ as they are meant to, or takes it back.
const (
	PreviewRun Post[api.AskPreview, *api.Preview] = api.PathRunPreview
	StartRun   Post[api.StartRun, *api.Run]       = api.PathRuns
	RepeatRun  Post[api.RepeatRun, *api.Run]      = api.PathRunRepeat
	SteerRun   Post[api.SteerRun, *api.Run]       = api.PathRunSteer

	Templates      Get[*api.Templates]                      = api.PathTemplates
	SaveTemplate   Post[api.SaveTemplate, *api.Template]    = api.PathTemplates
	RemoveTemplate Post[api.RemoveTemplate, *api.Templates] = api.PathTemplateDrop
	AcceptDrift    Post[api.AcceptDrift, *api.Drifts]       = api.PathDriftAccept
)
