// Package device is what an order tablet can do beside showing a page: sound,
// staying awake, filling the screen, printing. Outside a browser it does
// nothing.
package device
