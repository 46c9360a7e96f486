// Package shops is the area for facts about shops and changes to shops. It holds no code.
//
// Package directory observes all traffic with the platform and keeps every shop in memory. Package change plans, from
// these facts, how a wish would change a shop; package runs carries such a plan out in many shops, and package
// templates compares shops with their templates. Packages pause, photo and holidays each keep facts that the platform
// doesn't keep: ends of pauses, photos, names of dates. Package today lists everything that needs a person, and
// package summary tells people of yesterday.
package shops
