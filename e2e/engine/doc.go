// Package engine drives the browsers whose engine isn't Chromium's: Firefox by WebDriver BiDi, and WebKitGTK by
// WebDriver. The flows of package e2e run in their tabs as in Chromium's (ADR 0037). It imports none of our packages.
//
// JavaScript that a tab evaluates is one expression, perhaps a promise.
package engine
