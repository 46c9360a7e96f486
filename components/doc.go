// Package components holds the console's reusable pieces of screen, one type a
// file with its style sheet and test beside it.
//
// A component is told everything through exported fields (its props), keeps its
// own state in unexported ones and tells others through callbacks that carry
// domain values. It never reaches the network and holds no words of its own:
// every text, also what only a screen reader says, is a prop. Slots are
// functions, because a prop holding built elements breaks when the component
// renders again. ID is required wherever a label or description refers to it.
// One that hears of being mounted says that there is nothing to draw: go-app
// would draw its page a second time.
//
// It may import packages platform and platform/rules, go-app, and the normal forms
// of golang.org/x/text.
package components
