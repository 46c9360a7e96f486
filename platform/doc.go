// Package platform is a client library for the interface of a food-ordering platform: its resources, its endpoints, its
// errors, its signatures, and a typed client. It uses the standard library only. README.md in this folder begins with
// the first program.
//
// # Where to begin
//
//   - [Client] has one method for each endpoint. It sends calls through a [Transport]; [HTTPTransport] is the one for
//     net/http. [Endpoints] lists what the methods call.
//   - [Presenter] puts the access token on a call and signs it. [SuffixSignature] and [Webhook.SignedFields] verify a
//     pushed message.
//   - [Error] is a failure that the platform answered, [UnreachableError] a call without an answer. The sentinels, such
//     as [ErrTokenExpired], say what a caller branches on.
//   - [Profile] says how one platform does what the interface leaves open, and [Assumptions] lists all of that.
//   - Package rules, below this one, finds the problems of a request before it is sent.
//
// # Units
//
// Times of a day are seconds from the shop's midnight, 0 to 86400. Instants are milliseconds of Unix time, but for
// timestamps of messages and signatures, which are seconds. Amounts are integers of the currency's minor unit (cents),
// or texts such as "HKD 62.00"; [FormatAmount] and [ParseAmount] go from one to the other.
//
// # Reading and writing
//
// Records are read tolerantly ([Read]) and written back with all that they said: what no field holds is in the record's
// [Extra]. UnmarshalJSON and MarshalJSON of each record do so.
//
// # Sources
//
// "Interface 4.4, rule 2" is a section of the platform's own document, which docs/interface.md follows. What that
// document doesn't show is marked where it is decided: [K] is the public documentation of a platform of this family,
// [I] other integrations, [R] our own recomputation of published examples, and [A] an assumption of ours. A name or
// value that is called assumed is such an [A].
package platform
