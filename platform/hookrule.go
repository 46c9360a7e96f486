package platform

import "time"

// A message's timestamp may be so far from the receiver's clock: a repeat may keep its first one (interface 6.2).
const (
	HookMaxPast   = 15 * time.Minute
	HookMaxFuture = 5 * time.Minute
)

// HookRule is what a webhook's signature is made of, beside the secret: the URL in front of the fields, then how the
// message string goes in (interface 6; which of them holds isn't documented).
type HookRule string

// The rules that a platform may sign webhooks by.
const (
	HookPublicRaw       HookRule = "public_url+raw"
	HookPublicCompact   HookRule = "public_url+compact"
	HookReceivedRaw     HookRule = "received_url+raw"
	HookReceivedCompact HookRule = "received_url+compact"
	HookNoURLRaw        HookRule = "no_url+raw"
	HookNoURLCompact    HookRule = "no_url+compact"
)

// HookRules lists all rules.
func HookRules() []HookRule {
	return []HookRule{HookPublicRaw, HookPublicCompact, HookReceivedRaw, HookReceivedCompact, HookNoURLRaw,
		HookNoURLCompact}
}
