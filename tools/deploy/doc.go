// Package deploy has the tests of the files in the folder deploy, which the machines that they are for would read.
package deploy
